// What `simulate` is told.

import Glibc
import Simulation
import UnitsLinux

struct Options {
  static let help = """
    usage: simulate [--seeds N] [--seconds S] [--from N] [--seed N [--trace] [--shrink]] [--check]
                    [--keep-going] [--digests]

    Runs histories of the real programs on a simulated machine; each seed is one, and always the same.
      --seeds N    so many seeds (1000)
      --seconds S  at most so long
      --from N     the first seed (1)
      --seed N     one seed
      --trace      print each step
      --shrink     leave out of a failing history what it does not need
      --keep-going go on behind a failure, and count the kinds of failures
      --check      run each seed twice and compare
      --digests    print a number of each history

    Exit status: 0 all was right, 1 something was wrong, 64 usage.

    """

  var from: UInt64 = 1
  var seeds: UInt64 = 1000
  var seconds = Int64.max
  var trace = Trace.Mode.silent
  var shrinks = false
  var keepsGoing = false
  var checks = false
  var showsDigests = false

  init(_ arguments: ArraySlice<String>) {
    var rest = arguments
    func number(_ rest: inout ArraySlice<String>) -> UInt64 {
      guard let text = rest.popFirst(), let number = UInt64(text) else { Self.refuse() }
      return number
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--seeds": seeds = number(&rest)
      case "--seconds": seconds = Int64(clamping: number(&rest))
      case "--from": from = number(&rest)
      case "--seed":
        from = number(&rest)
        seeds = 1
      case "--trace": trace = .printed
      case "--shrink": shrinks = true
      case "--keep-going": keepsGoing = true
      case "--check": checks = true
      case "--digests": showsDigests = true
      case "--help":
        print(Self.help, terminator: "")
        exit(0)
      default: Self.refuse()
      }
    }
  }

  private static func refuse() -> Never {
    StandardStream.error.write(help)
    exit(64)
  }
}
