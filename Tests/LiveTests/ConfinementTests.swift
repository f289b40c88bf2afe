import Foundation
import Testing

extension LiveTests {
  /// What the unit forbids the daemon, each tried by a program in its place.
  @Suite struct ConfinementTests {
    /// Tries what a hijacked daemon would, and prints what came of it: `allowed`, or the error.
    private static let probe = #"""
      import ctypes, errno, json, os, socket, struct, sys
      libc = ctypes.CDLL(None, use_errno=True)
      libc.mmap.restype = ctypes.c_void_p
      libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t] + [ctypes.c_int] * 3 + [ctypes.c_long]
      libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
      libc.ptrace.argtypes = [ctypes.c_long] * 4
      folder = sys.argv[1]

      def check(result):
          if result in (-1, 2**64 - 1): raise OSError(ctypes.get_errno(), "")
          return result

      def attempt(action):
          try: action()
          except OSError as error: return errno.errorcode[error.errno]
          return "allowed"

      def in_child(action):
          read, write = os.pipe()
          child = os.fork()
          if child == 0:
              os.write(write, attempt(action).encode())
              os._exit(0)
          os.close(write)
          os.waitpid(child, 0)
          return os.read(read, 100).decode()

      def make_executable():
          page = check(libc.mmap(None, 4096, 3, 0x22, -1, 0))
          check(libc.mprotect(page, 4096, 5))

      def set_user_bit():
          path = folder + "/probe.file"
          open(path, "w").close()
          os.chmod(path, 0o4755)

      def run_32_bits():
          # An ELF program that ends with 42 by the kernel's old door, `int 0x80`.
          code = bytes.fromhex("b801000000bb2a000000cd80")
          start = 0x08048000
          head = b"\x7fELF\1\1\1" + bytes(9) + struct.pack(
              "<HHIIIIIHHHHHH", 2, 3, 1, start + 84, 52, 0, 0, 52, 32, 1, 0, 0, 0)
          segment = struct.pack("<IIIIIIII", 1, 0, start, start, 84 + len(code), 84 + len(code), 5, 4096)
          path = folder + "/probe.32"
          with open(path, "wb") as file: file.write(head + segment + code)
          os.chmod(path, 0o700)
          status = os.spawnv(os.P_WAIT, path, [path])
          return "allowed" if status == 42 else "ended by %d" % status

      status = dict(line.split(":\t", 1) for line in open("/proc/self/status") if ":\t" in line)
      old = os.open(folder + "/probe.mode", os.O_CREAT | os.O_RDWR, 0o666)
      print(json.dumps({
          "unix socket": attempt(lambda: socket.socket(socket.AF_UNIX)),
          "internet socket": attempt(lambda: socket.socket(socket.AF_INET)),
          "netlink socket": attempt(lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)),
          "writable code": attempt(lambda: check(libc.mmap(None, 4096, 7, 0x22, -1, 0))),
          "code from data": attempt(make_executable),
          "user namespace": in_child(lambda: check(libc.unshare(0x10000000))),
          "debugging": in_child(lambda: check(libc.ptrace(0, 0, 0, 0))),
          "personality": in_child(lambda: check(libc.personality(8))),
          "real time": in_child(lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))),
          "set-user-ID": attempt(set_user_bit),
          "32 bits": run_32_bits(),
          "new privileges": "allowed" if status["NoNewPrivs"].strip() == "0" else "refused",
          "file for others": "allowed" if os.fstat(old).st_mode & 0o077 else "refused",
      }))
      """#

    @Test(arguments: UserServiceTests.owners)
    func `each directive has its effect`(_ owner: Sandbox.Owner) throws {
      let dropIn = """
        [Service]
        Type=oneshot
        ExecStart=
        ExecStart=/usr/bin/python3 %h/probe.py %h/inside
        StandardOutput=truncate:%h/probe.out
        Restart=no
        WatchdogSec=0

        """
      guard let (home, manager) = try UserManager.start(owner, dropIn: dropIn),
        Requirement.areMet(.file("/usr/bin/python3"))
      else { return }
      let file = "\(home.root)/probe"
      try Self.probe.write(toFile: file, atomically: true, encoding: .utf8)
      try home.install(file, as: "probe.py", mode: "644")
      for folder in ["inside", "outside"] {
        let path = "\(home.home)/\(folder)"
        mkdir(path, 0o755)
        chown(path, home.owner.identifier, home.owner.identifier)
      }
      let free = home.finish(
        "/usr/bin/python3", ["\(home.home)/probe.py", "\(home.home)/outside"])
      let started = manager.systemctl("start", "unitsd.service")
      try #require(started.status == 0, "\(started)")
      let confined = try String(contentsOfFile: "\(home.home)/probe.out", encoding: .utf8)
      func results(_ text: String) throws -> [String: String] {
        try JSONDecoder().decode([String: String].self, from: Data(text.utf8))
      }
      let (outside, inside) = (try results(free.output), try results(confined))
      // Without the unit all of it is to be had, or the refusals prove nothing. Only root may ask for
      // real time, and for a namespace where ordinary users may not.
      let others = owner == .nobody ? ["real time", "user namespace"] : ["real time"]
      for (what, result) in outside where !others.contains(what) {
        #expect(result == "allowed", "\(what) outside")
      }
      #expect(
        inside == [
          "unix socket": "allowed", "internet socket": "EAFNOSUPPORT",
          "netlink socket": "EAFNOSUPPORT", "writable code": "EPERM", "code from data": "EPERM",
          "user namespace": "EPERM", "debugging": "EPERM", "personality": "EPERM",
          "real time": "EPERM", "set-user-ID": "EPERM",
          "32 bits": "ended by \(-SIGSYS)", "new privileges": "refused",
          "file for others": "refused",
        ])
    }

    /// Directives that take namespaces, mounts or capabilities: where ordinary users have none of
    /// these the service would not start, or worse, they are ignored.
    private static let forbidden = [
      "Private", "Protect", "ReadOnly", "ReadWrite", "Inaccessible", "Bind", "TemporaryFileSystem",
      "Root", "DynamicUser", "Mount", "CapabilityBoundingSet", "AmbientCapabilities",
      "RuntimeDirectory", "StateDirectory", "IPAddress", "User=", "Group=",
    ]

    @Test(arguments: UserServiceTests.owners)
    func `nothing takes a namespace, and links survive`(
      _ owner: Sandbox.Owner
    ) throws {
      for unit in UserManager.units {
        let text = try String(contentsOfFile: "\(packageRoot)/systemd/\(unit)", encoding: .utf8)
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
          #expect(!Self.forbidden.contains(where: line.hasPrefix), "\(unit): \(line)")
        }
      }
      guard let (home, manager) = try UserManager.start(owner) else { return }
      // A manager of dotfiles has put a link where the file is.
      let (dotfiles, id) = ("\(home.home)/dotfiles", home.owner.identifier)
      for folder in [dotfiles, home.configuration] {
        mkdir(folder, 0o700)
        chown(folder, id, id)
      }
      let file = "\(dotfiles)/units.json"
      try "{\"theme\": \"dark\"}\n".write(toFile: file, atomically: true, encoding: .utf8)
      chown(file, id, id)
      try FileManager.default.createSymbolicLink(
        atPath: home.groupFile, withDestinationPath: "../../dotfiles/units.json")
      #expect(home.unitsctl("get", "theme") == "dark")
      home.unitsctl("set", "theme=light")
      #expect(try String(contentsOfFile: file, encoding: .utf8).contains("\"theme\": \"light\""))
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: home.groupFile)
          == "../../dotfiles/units.json")
      // The daemon has the namespaces of everybody else.
      let own = try namespaces(of: "self")
      #expect(try namespaces(of: String(manager.daemon)) == own)
    }

    private func namespaces(of process: String) throws -> [String] {
      try ["user", "mnt", "net", "pid", "ipc", "uts", "cgroup"].map { kind in
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/ns/\(kind)")
      }
    }
  }
}
