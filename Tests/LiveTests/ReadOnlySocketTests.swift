import Foundation
import Testing

extension LiveTests {
  /// What a program in a sandbox has: the read-only socket's folder, and nothing of the store.
  @Suite struct ReadOnlySocketTests {
    @Test func `a widget with the read-only socket alone follows, and changes nothing`() throws {
      guard
        Requirement.areMet(
          .program(.unitsd), .program(.unitsctl), .program(.unitsbar), .root, .peer("unshare"))
      else { return }
      let home = Sandbox()
      let daemon = try home.startDaemon()
      home.unitsctl("set", "metric")
      home.unitsctl("log", "distance", "5km")
      // Another root directory's worth of a sandbox: the home is empty, the runtime directory too,
      // but for the folder that was bound there.
      let script = #"""
        set -e
        mount -t tmpfs sandbox "$HOME"
        mkdir /tmp/units-inside-$$ && mount --bind "$XDG_RUNTIME_DIR/units-readonly" /tmp/units-inside-$$
        mount -t tmpfs sandbox "$XDG_RUNTIME_DIR"
        mkdir "$XDG_RUNTIME_DIR/units-readonly"
        mount --move /tmp/units-inside-$$ "$XDG_RUNTIME_DIR/units-readonly"
        rmdir /tmp/units-inside-$$
        export UNITS_SOCKET=$XDG_RUNTIME_DIR/units-readonly/unitsd.sock
        """#
      func inside(_ command: String) -> [String] {
        ["--mount", "--propagation=private", "/bin/sh", "-c", script + "\n" + command]
      }
      var environment = home.environment
      environment["CTL"] = Program.unitsctl.path
      environment["BAR"] = Program.unitsbar.path
      func run(_ command: String) -> Child.Outcome {
        Child.run("/usr/bin/unshare", inside(command), environment: environment)
      }
      #expect(run(#""$CTL" get"#) == .init(status: 0, output: "metric\n", error: ""))
      #expect(run(#""$BAR""#).output == "5.0 km today\n")
      let denied = "unitsctl: permission denied\n"
      for command in [
        "set imperial", "toggle", "unset dev.units.system", "cas a --absent 1",
        "log distance 1km", "status",
      ] {
        let outcome = run(#""$CTL" \#(command); status=$?; ls -A "$HOME"; exit $status"#)
        #expect(outcome == .init(status: 77, output: "", error: denied), "\(command)")
      }
      let widget = Child(
        "/usr/bin/unshare", inside(#"exec "$BAR" --follow"#), environment: environment)
      #expect(widget.prints("5.0 km today", within: .seconds(30)))
      home.unitsctl("set", "imperial")
      #expect(widget.prints("3.1 mi today", within: .seconds(30)))
      home.unitsctl("log", "distance", "5km")
      #expect(widget.prints("6.2 mi today", within: .seconds(30)))
      #expect(daemon.end() == 0)
      let again = try home.startDaemon()
      home.unitsctl("set", "metric")
      #expect(widget.prints("10.0 km today", within: .seconds(30)))
      #expect(widget.end() == 143)
      #expect(again.end() == 0)
    }
  }
}
