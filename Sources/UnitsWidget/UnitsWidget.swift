// UnitsWidget
