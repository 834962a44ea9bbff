import Foundation
import Testing

@testable import CommandLine

@Suite("Real files")
final class LiveFilesTests {
  private let folder: String
  private let files = LiveFiles(random: LiveHost.random)

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("a11y-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

  @Test("What is written can be read, and nothing else is left")
  func roundTrip() throws {
    let path = folder + "/x/y/f"
    try files.createDirectory(folder + "/x/y")
    try files.createDirectory(folder + "/x/y")
    for text in ["one", "", String(repeating: "long ", count: 100_000)] {
      try files.writeFileAtomically(path, Array(text.utf8))
      #expect(try files.readFile(path, limit: 1 << 20) == Array(text.utf8))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/x/y") == ["f"])
    #expect(files.kind(of: path) == .file)
    #expect(files.kind(of: folder) == .directory)
    try files.remove(path)
    try files.remove(path)
    #expect(!files.exists(path))
  }

  @Test("A file that is given up leaves the old one, and nothing beside it")
  func discarded() throws {
    let path = folder + "/f"
    try files.writeFileAtomically(path, Array("old".utf8))
    do {
      let pending = try files.create(path)
      try pending.writer.write("new")
      try pending.writer.flush()
      #expect(try names().count == 2)
      #expect(try files.readFile(path, limit: 10) == Array("old".utf8))
    }
    #expect(try names() == ["f"])
    #expect(try files.readFile(path, limit: 10) == Array("old".utf8))
  }

  @Test("A link is never written through, whatever it leads to", arguments: ["real", "missing", "link", "."])
  func link(target: String) throws {
    try files.writeFileAtomically(folder + "/real", [1])
    let link = folder + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder + "/" + target)
    let before = try names()
    let problem = try #require(throws: Problem.self) { try files.writeFileAtomically(link, [2]) }
    #expect(problem.code == "output.link")
    #expect(problem.exitCode == .storage)
    #expect(try names() == before)
    #expect(try files.readFile(folder + "/real", limit: 1) == [1])
    #expect(files.isLink(link))
  }

  @Test("A link that is put in the place of a file meanwhile is replaced, not followed")
  func lateLink() throws {
    try files.writeFileAtomically(folder + "/real", [1])
    let pending = try files.create(folder + "/f")
    try FileManager.default.createSymbolicLink(atPath: folder + "/f", withDestinationPath: folder + "/real")
    try pending.writer.write([2])
    try pending.commit()
    #expect(try files.readFile(folder + "/real", limit: 1) == [1])
    #expect(try files.readFile(folder + "/f", limit: 1) == [2])
    #expect(!files.isLink(folder + "/f"))
  }

  @Test("The mode of a file stays")
  func mode() throws {
    let path = folder + "/real"
    try files.writeFileAtomically(path, [1])
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    try files.writeFileAtomically(path, [2])
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("A pipe is waited for neither by who reads nor by who writes", .timeLimit(.minutes(10)))
  func pipe() throws {
    let path = folder + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    let reading = try #require(throws: Problem.self) { _ = try files.open(path) }
    #expect(reading.code == "file.kind")
    let writing = try #require(throws: Problem.self) { _ = try files.create(path) }
    #expect(writing.code == "output.unread")
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try files.writeFileAtomically(path, Array("here".utf8))
    var bytes = [UInt8](repeating: 0, count: 10)
    #expect(read(reader, &bytes, 10) == 4)
  }

  @Test("What stands for an open stream is that stream")
  func streams() throws {
    #expect(OpenStream.number("/dev/stdin") == 0)
    #expect(OpenStream.number("/dev/fd/63") == 63)
    #expect(OpenStream.number("/proc/self/fd/4") == 4)
    for other in ["/dev/null", "/dev/fd/", "/dev/fd/../null", "/dev/fd/-1", "stdin", "/dev/fd/99999999999"] {
      #expect(OpenStream.number(other) == nil)
    }
    let file = open(folder + "/f", O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    #expect(write(file, "one ", 4) == 4)
    try files.writeFileAtomically("/dev/fd/\(file)", Array("two".utf8))
    #expect(try files.readFile(folder + "/f", limit: 10) == Array("one two".utf8))
    #expect(lseek(file, 0, SEEK_SET) == 0)
    #expect(try files.readFile("/dev/fd/\(file)", limit: 10) == Array("one two".utf8))
    #expect(try #require(throws: Problem.self) { _ = try files.open("/dev/fd/900") }.code == "file.missing")
  }

  @Test("A device is written to, not replaced")
  func device() throws {
    try files.writeFileAtomically("/dev/null", [1, 2, 3])
    #expect(files.kind(of: "/dev/null") == .other)
  }

  @Test("Failures name the file and have the kind of their cause")
  func failures() throws {
    func problem(_ body: () throws -> Void) throws -> Problem { try #require(throws: Problem.self) { try body() } }
    #expect(try problem { _ = try files.open(folder + "/none") }.code == "file.missing")
    #expect(try problem { _ = try files.open(folder) }.code == "file.directory")
    #expect(try problem { _ = try files.open("") }.code == "path.invalid")
    #expect(try problem { _ = try files.open("/etc/hosts\u{0}.txt") }.code == "path.invalid")
    #expect(try problem { try files.writeFileAtomically(folder, [1]) }.code == "file.directory")
    #expect(try problem { try files.writeFileAtomically(folder + "/no/f", [1]) }.code == "folder.missing")
    try files.writeFileAtomically(folder + "/f", [1])
    #expect(try problem { try files.createDirectory(folder + "/f") }.code == "folder.taken")
    #expect(try problem { try files.createDirectory(folder + "/f/g") }.exitCode == .notFound)
    if files.exists("/dev/full") {
      #expect(try problem { try files.writeFileAtomically("/dev/full", [1]) }.code == "storage.full")
    }
    #expect(files.kind(of: "a\u{0}b") == nil)
  }

  @Test("Clock, chance and machine answer")
  func host() throws {
    let before = Date().timeIntervalSince1970
    let now = Double(LiveHost.now()) / 1_000
    #expect(before - 0.01 <= now && now <= Date().timeIntervalSince1970 + 0.01)
    #expect(LiveHost.random(32).count == 32)
    #expect(LiveHost.random(32) != LiveHost.random(32))
    #expect(LiveHost.random(-1) == [])
    #expect(!LiveHost.name().isEmpty)
    #expect(!LiveHost.identity(files: files).isEmpty)
    #expect(LiveHost.identity(files: files) == LiveHost.identity(files: files))
    #expect(LiveHost.localOffset(LiveHost.now()) == TimeZone.current.secondsFromGMT())
    #expect(try LiveHost.currentDirectory() == FileManager.default.currentDirectoryPath)
  }
}
