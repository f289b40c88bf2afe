// UnitsClient
