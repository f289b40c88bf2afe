internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsLinux
internal import UnitsPrograms

/// `demo`: what the programs do, in five seconds and in a directory that goes away.
enum DemoCommand {
  static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let directory = try directoryOfPrograms()
    // A locale without a region has no first default to show.
    let locale = invocation.client.options.locale
    let language = locale.region == nil ? nil : locale.locale
    let command = """
      PATH=\(quoted(directory)):$PATH; LC_ALL=\(quoted(language ?? standardLanguage))
      \(DemoScript.text)
      """
    var status: Int32 = 0
    do throws(SystemError) {
      let script = try ChildProgram(command: command)
      var isClosed = false
      var bytes: [UInt8] = []
      while try readBytes(script.output, appendingTo: &bytes, limit: 4096) > 0 {
        guard !isClosed else { continue }
        // Pieces of whole lines: a character may be cut anywhere else.
        guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { continue }
        let text = String(decoding: bytes[...end], as: UTF8.self)
        bytes.removeSubrange(...end)
        do throws(ControlFailure) { try invocation.write(text) } catch {
          // Nobody looks any more; what was started is ended all the same.
          isClosed = true
          script.terminate()
        }
      }
      status = ChildProgram.wait(for: script.process)
      if isClosed { return .done }
    } catch {
      throw ControlFailure(ClientError.system(error))
    }
    guard status == 0 else {
      throw ControlFailure(
        .inputOutput, "the demonstration ended with \(status): \(directory)",
        hint: "`unitsctl doctor` may know why")
    }
    return .done
  }

  private static let standardLanguage = "en_US.UTF-8"

  /// Where this program and the two others are.
  private static func directoryOfPrograms() throws(ControlFailure) -> String {
    let directory: String
    do throws(SystemError) {
      directory = try Process.programFolder()
    } catch {
      throw ControlFailure(ClientError.system(error))
    }
    for program in [Program.unitsctl, .unitsd, .unitsbar] {
      let path = "\(directory)/\(program.rawValue)"
      // What cannot be looked at cannot be run either.
      guard let identity = try? FileIdentity.following(path), identity.isRegularFile else {
        throw ControlFailure(.unavailable, "no such program: \(path)")
      }
    }
    return directory
  }
}
