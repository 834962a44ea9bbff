import Base
import Foundation
import SQLite
import StoredFacts
import Testing

@testable import Store

@Suite("a tracker that goes away while it is written")
struct MovedTests {
  enum Way: String, CaseIterable, Sendable {
    case moved, deleted, replaced
  }

  /// SQLite looks when it begins to write and never again.
  @Test("is told before anything is committed where nobody would find it", arguments: Way.allCases)
  func whileWriting(way: Way) throws {
    let scratch = try Scratch()
    let surroundings = Surroundings()
    let path = scratch.path("audit.db")
    let made = try Tracker.make(path, surroundings)
    try made.addComponent()
    made.close()
    let other = scratch.path("other.db")
    let tracker = try Tracker.open(path: path, environment: surroundings.environment, access: .write)
    let before = try tracker.facts.map(\.bytes)
    let error = #expect(throws: StoreError.self) {
      try tracker.write { writer in
        try writer.set(kind: "component", key: "late", fields: ["kind": "button"], by: "lead")
        switch way {
        case .moved: try FileManager.default.moveItem(atPath: path, toPath: other)
        case .deleted: try FileManager.default.removeItem(atPath: path)
        case .replaced:
          try scratch.copy(path, to: other)
          try FileManager.default.removeItem(atPath: path)
          try scratch.copy(other, to: path)
        }
      }
    }
    guard case .moved(let named) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(named == path)
    tracker.close()
    guard way != .deleted else { return }
    let found = try Tracker.open(path: other, environment: surroundings.environment, access: .read)
    #expect(try found.facts.map(\.bytes) == before)
    #expect(try found.database.integrityCheck() == [])
  }
}
