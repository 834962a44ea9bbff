import Base
import Testing

@Suite("Files of the operating system")
struct FilesTests {
  /// A folder of its own, gone with the test.
  private static func within(_ body: (String) throws -> Void) throws {
    var template = Array("/tmp/a11y-platform.XXXXXX".utf8CString)
    let made = try #require(mkdtemp(&template))
    let folder = String(cString: made)
    defer {
      for name in ["one", "two"] { unlink("\(folder)/\(name)") }
      rmdir(folder)
    }
    try body(folder)
  }

  private static func write(_ text: String, to path: String) throws {
    let file = openFile(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode: 0o600)
    try #require(file >= 0)
    defer { closeFile(file) }
    #expect(Array(text.utf8).withUnsafeBytes { WholeWrite.all($0, to: file) } == 0)
    #expect(makeDurable(file) == 0)
  }

  private static func size(of path: String) -> Int? {
    var info = stat()
    return stat(path, &info) == 0 ? Int(info.st_size) : nil
  }

  @Test("A finished file gets a free name, and never one that is taken")
  func freeName() throws {
    try Self.within { folder in
      let (one, two) = ("\(folder)/one", "\(folder)/two")
      try Self.write("first", to: one)
      #expect(moveToFreeName(one, two) == 0)
      #expect(Self.size(of: one) == nil && Self.size(of: two) == 5)
      try Self.write("another", to: one)
      #expect(moveToFreeName(one, two) == EEXIST)
      #expect(Self.size(of: one) == 7 && Self.size(of: two) == 5)
      #expect(moveToFreeName("\(folder)/none", "\(folder)/three") == ENOENT)
    }
  }

  @Test("What cannot be made durable says why")
  func notDurable() {
    #expect(makeDurable(-1) == EBADF)
  }

  @Test("A file was modified when it was written")
  func modified() throws {
    try Self.within { folder in
      try Self.write("text", to: "\(folder)/one")
      var times = [timespec(tv_sec: 5, tv_nsec: 0), timespec(tv_sec: 1_700_000_000, tv_nsec: 1_000)]
      #expect(utimensat(AT_FDCWD, "\(folder)/one", &times, 0) == 0)
      var info = stat()
      #expect(stat("\(folder)/one", &info) == 0)
      #expect(info.modified.tv_sec == 1_700_000_000 && info.modified.tv_nsec == 1_000)
    }
  }

  @Test("Flushing the drive asks for nothing to be there")
  func flush() {
    flushDrive(below: "/nowhere/audit.db")
    flushDrive(below: "audit.db")
  }
}

@Suite("Processes and clocks of the operating system")
struct ProcessesTests {
  @Test("A child takes over the environment of this process")
  func environment() throws {
    setenv("A11Y_PLATFORM_TEST", "here", 1)
    var next = try #require(Spawning.environment)
    var found: [String] = []
    while let entry = next.pointee {
      found.append(String(cString: entry))
      next += 1
    }
    #expect(found.contains("A11Y_PLATFORM_TEST=here"))
  }

  @Test("One clock never goes back, the other is the machine's")
  func clocks() {
    let (begin, seconds) = (Clock.nanoseconds, Int64(time(nil)))
    #expect(Clock.nanoseconds >= begin)
    #expect(abs(Clock.milliseconds / 1_000 - seconds) < 600)
  }

  @Test("The system's words for an error, and for a number that is none")
  func words() {
    #expect(SystemText.of(ENOENT) == "No such file or directory")
    #expect(!SystemText.of(999_999).isEmpty)
  }
}
