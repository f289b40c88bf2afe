// Runs simulations: `simulate --help`.

import Simulation

let options = Options(CommandLine.arguments.dropFirst())
Program(options).run()
