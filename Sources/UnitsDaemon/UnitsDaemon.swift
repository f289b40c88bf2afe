// UnitsDaemon
