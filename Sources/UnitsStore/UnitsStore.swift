// UnitsStore
