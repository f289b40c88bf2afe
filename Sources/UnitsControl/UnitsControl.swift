// UnitsControl
