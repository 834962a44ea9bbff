import Audit
import Base
import Foundation
import SQLite
import StoredFacts
import Testing

@testable import Store

@Suite("opening and making")
struct OpeningTests {
  let scratch: Scratch
  let surroundings = Surroundings()

  init() throws { scratch = try Scratch() }

  enum Kind: String, CaseIterable, Sendable {
    case missing, missingFolder, empty, text, foreign, foreignWAL, folder, link, dangling, truncated, garbled, short
  }

  /// Makes the thing at a path, and says what of `StoreError` is wanted.
  private func make(_ kind: Kind, at path: String) throws -> String {
    switch kind {
    case .missing: return "missing"
    case .missingFolder: return "missing"
    case .empty:
      try Data().write(to: URL(fileURLWithPath: path))
      return "foreign"
    case .text:
      try Data(String(repeating: "Dear diary,\n", count: 100).utf8).write(to: URL(fileURLWithPath: path))
      return "foreign"
    case .short:
      try Data("SQLite format 3\u{0}".utf8).write(to: URL(fileURLWithPath: path))
      return "foreign"
    case .foreign, .foreignWAL:
      let other = try Connection(path: path, mode: .create)
      if kind == .foreignWAL { try other.execute("PRAGMA journal_mode = WAL") }
      try other.execute("CREATE TABLE diary (day TEXT); INSERT INTO diary VALUES ('monday')")
      try other.close()
      return "foreign"
    case .folder:
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      return "unreachable"
    case .link, .dangling:
      let target = scratch.newPath()
      if kind == .link { try Tracker.make(target, surroundings).close() }
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
      return "unreachable"
    case .truncated, .garbled:
      try Tracker.make(path, surroundings).close()
      var bytes = Scratch.bytes(path)
      if kind == .truncated {
        bytes = Array(bytes.prefix(bytes.count / 3))
      } else {
        for index in 100..<4_000 { bytes[index] = 0xa5 }
      }
      try Scratch.overwrite(path, with: bytes)
      return "damaged"
    }
  }

  private static func name(_ error: (any Error)?) -> String {
    switch error as? StoreError {
    case .missing: "missing"
    case .exists: "exists"
    case .foreign: "foreign"
    case .newer: "newer"
    case .damaged: "damaged"
    case .readOnly: "readOnly"
    case .unreachable: "unreachable"
    default: "\(String(describing: error))"
    }
  }

  /// Everything in the folder but what SQLite keeps for itself while a file is open.
  private func contents() throws -> [String: [UInt8]] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: scratch.folder)
    return Dictionary(uniqueKeysWithValues: names.map { ($0, Scratch.bytes(scratch.path($0))) })
  }

  /// The ways in.
  enum Way: String, CaseIterable, Sendable {
    case toRead, toWrite, toWriteAtOnce
  }

  /// Opens a tracker; the last way ends with a write that changes nothing.
  private func open(_ path: String, _ way: Way) throws -> Tracker {
    switch way {
    case .toRead: return try Tracker.open(path: path, environment: surroundings.environment, access: .read)
    case .toWrite: return try Tracker.open(path: path, environment: surroundings.environment, access: .write)
    case .toWriteAtOnce:
      let tracker = try Tracker.openToWrite(
        path: path, environment: surroundings.environment, catalog: Catalogue.seed)
      try tracker.write { _ in }
      return tracker
    }
  }

  @Test("what is no tracker is told by its kind and left as it is", arguments: Kind.allCases, Way.allCases)
  func refuses(kind: Kind, way: Way) throws {
    let path = kind == .missingFolder ? scratch.path("none/audit.db") : scratch.path("audit.db")
    let wanted = try make(kind, at: path)
    let before = try contents()
    let error = #expect(throws: (any Error).self) {
      let tracker = try open(path, way)
      // A file that is cut short may open; then it is the first look inside that must say so.
      _ = try tracker.read { try $0.facts { _ in } }
      _ = try tracker.read { try $0.cells(Filter()) }
      _ = try tracker.read { try $0.checks() }
      tracker.close()
    }
    #expect(Self.name(error) == wanted)
    #expect(try contents() == before)
  }

  @Test("init never takes the place of anything", arguments: Kind.allCases)
  func neverReplaces(kind: Kind) throws {
    let path = kind == .missingFolder ? scratch.path("none/audit.db") : scratch.path("audit.db")
    _ = try make(kind, at: path)
    let before = try contents()
    guard kind != .missing else { return }
    let error = #expect(throws: (any Error).self) {
      try Tracker.create(path: path, environment: surroundings.environment, catalog: Catalogue.seed)
    }
    #expect(Self.name(error) == (kind == .missingFolder ? "missing" : "exists"))
    #expect(try contents() == before)
  }

  @Test("of several that make a tracker at once one does, and no half-made file stays")
  func createAtOnce() throws {
    let path = scratch.path("audit.db")
    let folder = scratch.folder
    DispatchQueue.concurrentPerform(iterations: 4) { worker in
      do {
        try Tracker.create(
          path: path, environment: Surroundings(seed: UInt64(worker + 1)).environment, catalog: Catalogue.seed
        ).close()
        try Data().write(to: URL(fileURLWithPath: folder + "/done-\(worker)"))
      } catch {
        if Self.name(error) != "exists" { Issue.record("worker \(worker): \(error)") }
      }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.folder)
    #expect(names.filter { $0.hasPrefix("done") }.count == 1)
    #expect(names.filter { $0.hasPrefix("audit") } == ["audit.db"])
  }

  @Test("a newer schema can be read and not written", arguments: [Way.toWrite, .toWriteAtOnce])
  func newer(way: Way) throws {
    let path = scratch.newPath()
    let tracker = try Tracker.make(path, surroundings)
    try tracker.addComponent()
    try tracker.database.setUserVersion(Int32(Tracker.newestVersion + 1))
    tracker.close()
    let before = Scratch.bytes(path)
    let error = #expect(throws: (any Error).self) {
      try open(path, way)
    }
    #expect(Self.name(error) == "newer")
    let reader = try Tracker.open(path: path, environment: surroundings.environment, access: .read)
    #expect(reader.version == Tracker.newestVersion + 1)
    #expect(try reader.facts.count == 1)
    reader.close()
    #expect(Scratch.bytes(path) == before)
  }

  @Test(
    "a file that may only be read is opened for reading and refused for writing", .enabled(if: getuid() != 0),
    arguments: [Way.toWrite, .toWriteAtOnce])
  func readOnly(way: Way) throws {
    let path = scratch.newPath()
    let tracker = try Tracker.make(path, surroundings)
    try tracker.addComponent()
    tracker.close()
    let before = Scratch.bytes(path)
    chmod(path, 0o444)
    let error = #expect(throws: (any Error).self) {
      try open(path, way)
    }
    #expect(Self.name(error) == "readOnly")
    let reader = try Tracker.open(path: path, environment: surroundings.environment, access: .read)
    #expect(try reader.facts.count == 1)
    #expect(Scratch.bytes(path) == before)
  }

  @Test("several that migrate at once: one does it, the others find it done", arguments: [false, true])
  func migrateAtOnce(writesAtOnce: Bool) throws {
    let path = scratch.newPath()
    let old = try Connection(path: path, mode: .create)
    try old.setApplicationID(Tracker.applicationID)
    try old.close()
    DispatchQueue.concurrentPerform(iterations: 4) { worker in
      do {
        let environment = Surroundings(seed: UInt64(worker + 1)).environment
        let tracker =
          writesAtOnce
          ? try Tracker.openToWrite(path: path, environment: environment, catalog: Catalogue.seed)
          : try Tracker.open(path: path, environment: environment, access: .write)
        if writesAtOnce { try tracker.write { _ in } }
        if tracker.version != Tracker.newestVersion { Issue.record("worker \(worker): version \(tracker.version)") }
        tracker.close()
      } catch {
        Issue.record("worker \(worker): \(error)")
      }
    }
    let check = try Connection(path: path, mode: .readWrite)
    #expect(try check.userVersion == Int32(Tracker.newestVersion))
    #expect(try check.scalar("SELECT count(*) FROM term") == 1)
  }

  @Test("a write that fails half-way leaves facts, projections and mark as they were")
  func rollback() throws {
    struct Stop: Error {}
    let tracker = try Tracker.make(scratch.newPath(), surroundings)
    try tracker.addComponent()
    try tracker.log(.fail)
    let (facts, lines) = (try tracker.facts.map(\.bytes), try ProjectionText.lines(tracker))
    let mark = Scratch.bytes(Mark.path(beside: tracker.path))
    #expect(throws: Stop.self) {
      try tracker.write { writer in
        try writer.log(NewResult(component: "button", check: Catalogue.first, outcome: .pass, tester: ""))
        try writer.set(kind: "component", key: "other", fields: ["kind": "button"], by: "")
        try writer.settle()
        throw Stop()
      }
    }
    #expect(try tracker.facts.map(\.bytes) == facts)
    #expect(try ProjectionText.lines(tracker) == lines)
    #expect(Scratch.bytes(Mark.path(beside: tracker.path)) == mark)
    try tracker.log(.pass)
    #expect(try tracker.facts.last?.fact.sequence == 3)
  }
}
