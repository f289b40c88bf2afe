// The environment and the user, looked up in one place and passed on as values.

internal import CUnitsLinux
internal import Glibc

/// Variables by name. An empty variable counts as unset, and so does one that is not UTF-8: repaired,
/// it would name another directory.
package struct Environment: Sendable {
  private let lookUp: @Sendable (String) -> String?

  /// Fixed variables, for tests.
  package init(_ variables: [String: String]) {
    lookUp = { variables[$0] }
  }

  private init(lookUp: @escaping @Sendable (String) -> String?) {
    self.lookUp = lookUp
  }

  /// This process's environment, asked variable by variable: a program that starts in a
  /// millisecond does not copy what it will not read. getenv(3)
  package static let process = Environment(lookUp: { name in
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(validatingCString: value)
  })

  package subscript(name: String) -> String? {
    guard let value = lookUp(name), !value.isEmpty else { return nil }
    return value
  }
}

/// Facts about this process.
package enum Process {
  /// The words behind this program's name. Those that are not UTF-8 are as ``FileName`` has them.
  package static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      guard let word = unsafe CommandLine.unsafeArgv[index] else { return nil }
      return unsafe FileName.text(word)
    }
  }

  /// The effective user. geteuid(2)
  package static var user: UInt32 { geteuid() }

  /// getpid(2)
  package static var identifier: Int32 { getpid() }

  /// Sixty-four random bits. getrandom(2)
  package static func randomBits() -> UInt64 {
    var bits: UInt64 = 0
    unsafe withUnsafeMutableBytes(of: &bits) { buffer in
      // Eight bytes from an initialised pool never come short and are never interrupted.
      _ = unsafe getrandom(buffer.baseAddress, buffer.count, 0)
    }
    return bits
  }

  /// Sixteen random hexadecimal digits.
  package static func randomToken() -> String {
    let digits = String(randomBits(), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Raises the soft limit of open descriptors to the hard one. setrlimit(2)
  package static func raiseDescriptorLimit() {
    guard var limit = descriptorLimits else { return }
    limit.rlim_cur = limit.rlim_max
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// How many descriptors this process may have open. getrlimit(2)
  package static var descriptorLimit: Int {
    Int(clamping: descriptorLimits?.rlim_cur ?? 0)
  }

  private static var descriptorLimits: rlimit? {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return nil
    }
    return limit
  }
}
