// UnitsJSON
