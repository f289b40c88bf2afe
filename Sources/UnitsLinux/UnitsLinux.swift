// UnitsLinux
