import Foundation
import Testing
import UnitsLinux

@Suite struct FileDescriptorTests {
  private let directory: TestDirectory

  init() throws {
    directory = try TestDirectory()
  }

  @Test func `a descriptor closes with its owner and not when it was given away`() throws {
    let file = try directory.write("text", to: "f")
    let number: CInt
    do {
      let descriptor = try openFile(file, flags: O_RDONLY)
      number = descriptor.release()
    }
    #expect(fcntl(number, F_GETFD) == FD_CLOEXEC)
    do {
      let owner = FileDescriptor(owning: number)
      var bytes: [UInt8] = []
      #expect(try owner.read(appendingTo: &bytes, limit: 100) == 4)
    }
    // Another thread may have taken the number meanwhile; what it leads to is not our file then.
    var status = stat()
    var mine = stat()
    #expect(stat(file, &mine) == 0)
    #expect(fstat(number, &status) != 0 || status.st_ino != mine.st_ino)
  }

  @Test(arguments: [0, 1, 4_095, 65_536, 200_000])
  func `a file is read to its end within the limit and refused past it`(size: Int) throws {
    let file = try directory.write(String(repeating: "x", count: size), to: "f")
    let whole = try openFile(file, flags: O_RDONLY)
    #expect(try whole.readToEnd(path: file, limit: size).count == size)
    guard size > 0 else { return }
    let cut = try openFile(file, flags: O_RDONLY)
    #expect(throws: SystemError(operation: "read", path: file, code: EFBIG)) {
      _ = try cut.readToEnd(path: file, limit: size - 1)
    }
  }

  @Test func `a failed read leaves the buffer as it was`() throws {
    var bytes: [UInt8] = [1, 2]
    #expect(throws: SystemError(operation: "read", code: EBADF)) {
      _ = try readBytes(9_999, appendingTo: &bytes, limit: 10)
    }
    #expect(bytes == [1, 2])
  }

  @Test func `an error names the call, the file and the kernel's word`() throws {
    let path = directory("missing")
    let error = #expect(throws: SystemError.self) { _ = try openFile(path, flags: O_RDONLY) }
    #expect(error?.description == "open \(path): No such file or directory")
    #expect(SystemError(operation: "read", code: EIO).description == "read: Input/output error")
  }

  @Test func `an interrupted call is made again`() throws {
    var codes = [EINTR, EINTR, 0]
    let result = try systemCall("fake") { () -> CInt in
      let code = codes.removeFirst()
      errno = code
      return code == 0 ? 42 : -1
    }
    #expect(result == 42)
    #expect(codes.isEmpty)
  }

  @Test(arguments: [
    ("/a/b", "/a", "b"), ("/c", "/", "c"), ("c", ".", "c"), ("a/b/c", "a/b", "c"),
    ("/a/\u{301}b", "/a", "\u{301}b"),
  ])
  func `a path splits at its last slash`(path: String, folder: String, name: String) {
    let parts = splitPath(path)
    #expect(parts.directory == folder)
    #expect(parts.name == name)
  }
}
