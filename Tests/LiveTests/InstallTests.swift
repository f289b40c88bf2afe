import Foundation
import Testing

extension LiveTests {
  /// What `systemd/install.sh` refuses to do, and how it says so. That it installs is seen by
  /// `.ci/main-job`, which runs it as README says.
  @Suite struct InstallTests {
    private let home = Sandbox()

    @Test func `help goes to standard output`() {
      let outcome = install("--help")
      #expect(outcome.status == 0 && outcome.error.isEmpty)
      #expect(outcome.output.hasPrefix("usage: install.sh"))
    }

    @Test func `an unknown argument is refused`() {
      let outcome = install("--frobnicate")
      #expect(outcome.status == 64)
      #expect(outcome.error.hasPrefix("install.sh: unknown argument: --frobnicate\n"))
    }

    @Test(arguments: ["Swift version 5.10.1 (swift-5.10.1-RELEASE)", "Swift version 6.1.3"])
    func `a toolchain that is too old is named`(_ banner: String) throws {
      try pretendSwift("echo '\(banner)'")
      let outcome = install()
      #expect(outcome.status == 69)
      #expect(outcome.error.contains("is too old"), "\(outcome)")
      #expect(outcome.error.contains("Swift 6.2 or later is needed"), "\(outcome)")
      #expect(installed.isEmpty)
    }

    @Test func `a build that fails installs nothing`() throws {
      try pretendSwift("[ \"$1\" = --version ] && echo 'Swift version 6.10' && exit; exit 1")
      #expect(install().status == 1)
      #expect(installed.isEmpty)
    }

    @Test func `the home of another user is left alone`() throws {
      guard Requirement.areMet(.root) else { return }
      chown(home.home, 65534, 65534)
      let outcome = install()
      #expect(outcome.status == 77)
      #expect(outcome.error.contains("run it as yourself, without sudo"), "\(outcome)")
      #expect(installed.isEmpty)
    }

    @Test func `removing what is not there is no failure`() {
      let outcome = install("--uninstall")
      #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
    }

    @Test func `what zsh still needs is said, and suffices`() throws {
      guard
        Requirement.areMet(
          .program(.unitsd), .program(.unitsctl), .program(.unitsbar), .program(.unitsImport),
          .peer("zsh"))
      else { return }
      // As a package is: the programs beside the script, and no systemd.
      let package = "\(home.root)/package"
      try home.makeFolder("\(package)/bin")
      let script = Child.run(
        "/bin/sh",
        [
          "-ec",
          "cp \(packageRoot)/systemd/* '\(package)'; cd \(Program.folder)\n"
            + "cp \(Program.allCases.map(\.rawValue).joined(separator: " ")) '\(package)/bin'",
        ], environment: home.environment)
      #expect(script.status == 0, "\(script)")
      home.environment["SHELL"] = "/usr/bin/zsh"
      let outcome = home.finish("\(package)/install.sh", [])
      #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
      let line = try #require(
        outcome.output.split(separator: "\n").first { $0.contains("fpath=(") }, "\(outcome)")
      let words = try #require(line.range(of: "fpath=(").map { line[$0.lowerBound...] })
      try "\(words)\nautoload -Uz compinit\ncompinit -u\n".write(
        toFile: "\(home.home)/.zshrc", atomically: false, encoding: .utf8)
      let shell = home.finish("/usr/bin/zsh", ["-ic", "print $_comps[unitsctl] $_comps[unitsbar]"])
      #expect(shell.output == "_unitsctl _unitsctl\n", "\(shell)")
      // It is not said again.
      #expect(!home.finish("\(package)/install.sh", []).output.contains("fpath"))
      #expect(home.finish("\(package)/install.sh", ["--uninstall"]).status == 0)
      #expect(installed.isEmpty)
    }

    private var installed: [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: "\(home.home)/.local/bin")) ?? []
    }

    private func install(_ arguments: String...) -> Child.Outcome {
      home.finish("\(packageRoot)/systemd/install.sh", arguments)
    }

    /// Puts a `swift` of this content in front of any other.
    private func pretendSwift(_ script: String) throws {
      let folder = "\(home.root)/bin"
      mkdir(folder, 0o700)
      try "#!/bin/sh\n\(script)\n".write(
        toFile: "\(folder)/swift", atomically: false, encoding: .utf8)
      chmod("\(folder)/swift", 0o700)
      home.environment["PATH"] = "\(folder):\(home.environment["PATH"] ?? "")"
    }
  }
}
