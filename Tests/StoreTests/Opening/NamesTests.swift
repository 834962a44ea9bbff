import Foundation
import SQLite
import StoredFacts
import Testing

@testable import Store

@Suite("Other names and other modes of the file")
struct NamesTests {
  let scratch: Scratch
  let surroundings = Surroundings()

  init() throws { scratch = try Scratch() }

  @Test("A file with a second name is refused by both, and is left as it is", arguments: ["before", "after"])
  func linked(order: String) throws {
    let path = scratch.newPath()
    try Tracker.make(path, surroundings).close()
    let other = scratch.path(order == "before" ? "a.db" : "z.db")
    try FileManager.default.linkItem(atPath: path, toPath: other)
    let before = Scratch.bytes(path)
    for name in [path, other] {
      for access in [Tracker.Access.read, .write] {
        let error = #expect(throws: StoreError.self) {
          try Tracker.open(path: name, environment: surroundings.environment, access: access)
        }
        guard case .linked(let named, let others) = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
        #expect(named == name)
        #expect(others == 1)
      }
    }
    #expect(Scratch.bytes(path) == before)
    try FileManager.default.removeItem(atPath: other)
    try Tracker.open(path: path, environment: surroundings.environment, access: .write).close()
  }

  @Test("A temporary name that a killed process left does not count")
  func leftover() throws {
    let path = scratch.newPath()
    try Tracker.make(path, surroundings).close()
    try FileManager.default.linkItem(atPath: path, toPath: path + ".new-abc")
    try Tracker.open(path: path, environment: surroundings.environment, access: .write).close()
    try FileManager.default.linkItem(atPath: path, toPath: scratch.path("third.db"))
    #expect(FileState.otherNames(of: path) == 1)
  }

  @Test("A file that may not be opened for too many open files is not called forbidden")
  func tooMany() {
    for number in [EMFILE, ENFILE] {
      let error = StoreError(
        SQLiteError(code: .cannotOpen, message: "unable to open database file", systemError: number), path: "x")
      guard case .tooManyFiles = error else {
        Issue.record("\(error)")
        continue
      }
    }
  }

  @Test("Another program's write-ahead log is told by the examination, ended by the next write, and in no copy")
  func writeAheadLog() throws {
    let path = scratch.newPath()
    try Tracker.make(path, surroundings).close()
    let other = try Connection(path: path, mode: .readWrite)
    try other.execute("PRAGMA journal_mode = WAL")
    // The failing disk of other tests in this process knows no shared memory.
    guard try other.hasWriteAheadLog else { return }
    func notes() throws -> [HealthFinding] {
      try Examination.run(path: path, environment: surroundings.environment).filter {
        $0.area == .file && $0.grade == .note
      }
    }
    #expect(try notes().map(\.message).first?.contains("write-ahead logging (WAL)") == true)
    let copy = scratch.newPath()
    let tracker = try Tracker.open(path: path, environment: surroundings.environment, access: .read)
    _ = try tracker.backup(to: copy)
    #expect(Array(Scratch.bytes(copy)[18..<20]) == [1, 1])
    // While the other program has it open, it is written to as it is.
    try Tracker.open(path: path, environment: surroundings.environment, access: .write).close()
    #expect(try other.hasWriteAheadLog)
    try other.close()
    tracker.close()
    let writing = try Tracker.openToWrite(
      path: path, environment: surroundings.environment, catalog: Catalogue.seed)
    try writing.write { _ in }
    writing.close()
    #expect(Array(Scratch.bytes(path)[18..<20]) == [1, 1])
    #expect(try notes().isEmpty)
  }
}
