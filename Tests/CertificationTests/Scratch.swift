import Foundation
import UnitsLinux

/// A private folder that goes with its owner.
final class Scratch {
  let folder: URL

  init() throws {
    // A socket's path has to be short.
    folder = FileManager.default.temporaryDirectory
      .appending(path: "units-\(UnitsLinux.Process.randomToken())")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    // A leftover in the temporary folder harms nobody.
    try? FileManager.default.removeItem(at: folder)
  }

  func path(_ name: String) -> String {
    folder.appending(path: name).path
  }

  /// Waits until somebody listens at `path`.
  static func awaitListener(at path: String) throws {
    let deadline = MonotonicTime.now() + .seconds(20)
    while true {
      do throws(SystemError) {
        _ = try UnixSocket.connect(to: path, deadline: deadline)
        return
      } catch {
        // Nothing tells when another program has called listen(2).
        if deadline.isPast { throw error }
        MonotonicTime.sleep(until: .now() + .milliseconds(10))
      }
    }
  }
}
