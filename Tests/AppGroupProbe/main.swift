// A program that uses the library, for tests that need more than one process.

import AppGroup
import Units

print(UnitSystem.current.rawValue)
