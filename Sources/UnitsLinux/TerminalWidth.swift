// How much fits into a line.

internal import Glibc

extension StandardStream {
  /// The columns of the terminal behind a descriptor; nil if it is none, or does not say. ioctl(2),
  /// TIOCGWINSZ
  package static func columns(of descriptor: CInt) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }
}
