// AppGroup
