// Names that lead to other names.

internal import Glibc

/// Reading and making symbolic links.
package enum SymbolicLink {
  /// Where a link leads, as it is written in it. Throws `EINVAL` if the name is no link, `EILSEQ` if
  /// what it holds is not UTF-8: a repaired name would lead to another file than the kernel's.
  /// readlink(2)
  package static func destination(of link: String) throws(SystemError) -> String {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = try systemCall("readlink", link) {
      unsafe buffer.withUnsafeMutableBytes { storage in
        guard let start = storage.baseAddress else { return -1 }
        return unsafe readlink(link, start.assumingMemoryBound(to: CChar.self), storage.count)
      }
    }
    guard let text = String(validating: buffer[..<count], as: UTF8.self) else {
      throw SystemError(operation: "readlink", path: link, code: EILSEQ)
    }
    return text
  }

  /// Makes a link; throws `EEXIST` if anything has the name already. symlink(2)
  package static func make(at link: String, to destination: String) throws(SystemError) {
    try systemCall("symlink", link) { unsafe symlink(destination, link) }
  }
}
