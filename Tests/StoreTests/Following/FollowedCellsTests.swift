import Audit
import Base
import SQLite
import StoredFacts
import Testing

@testable import Store

/// What those say who are followed, over random histories of which an observer follows a part of the machines.
@Suite("what the followed say", .serialized)
struct FollowedCellsTests {
  /// Trackers that have all facts of a machine, and follow some of those who wrote them.
  private static func eachObserver(_ count: Int, _ body: (History, Tracker, [Int64]) throws -> Void) throws {
    for chunk in 0..<4 { try eachObserver(chunk, count, body) }
  }

  private static func eachObserver(
    _ chunk: Int, _ count: Int, _ body: (History, Tracker, [Int64]) throws -> Void
  ) throws {
    let scratch = try Scratch()
    try MomentTests.eachMachine(chunk, count) { history, tracker, moments in
      let observer = try Tracker.make(scratch.newPath(), Surroundings(seed: history.random.next()))
      try observer.database.run("DELETE FROM following")
      let machines = try tracker.database.all("SELECT DISTINCT replica FROM branch ORDER BY 1") { $0.text(0) }
      let followed = (machines.map { Followed(.machine, $0) } + History.keys.map { Followed(.signer, $0) })
        .filter { _ in Bool.random(using: &history.random) }
      if !followed.isEmpty { try observer.write { try $0.follow(followed) } }
      try observer.take(try tracker.facts)
      // Chains that are signed in part.
      let signed = try tracker.database.all("SELECT identity, key FROM signed") { ($0.blob(0), $0.text(1)) }
      try observer.write { writer in
        for (identity, key) in signed {
          let values: [Value] = [.blob(identity), .text(key), .text(key)]
          try writer.database.run("INSERT OR IGNORE INTO signed (identity, key, name) VALUES (?, ?, ?)", values)
        }
        try writer.findHeads()
        try writer.projector.markDecided()
      }
      // What a plan asks for, and what it does not.
      for component in try tracker.database.all(
        "SELECT DISTINCT term.text FROM cell JOIN term ON term.id = component ORDER BY 1", [], { $0.text(0) })
      where Bool.random(using: &history.random) {
        try observer.write { try $0.set(kind: "component", key: component, fields: ["kind": "button"], by: "lead") }
      }
      let audits = "SELECT DISTINCT text FROM context JOIN term ON term.id = audit WHERE audit <> 0 ORDER BY 1"
      for audit in try observer.database.all(audits, [], { $0.text(0) }) {
        try observer.write { try $0.set(kind: "audit", key: audit, fields: ["title": "An audit"], by: "lead") }
      }
      try body(history, observer, moments)
      observer.close()
    }
  }

  private static func lines(_ table: CellTable) throws -> [String] {
    try table.entries.map { entry in
      let names = try table.place(of: entry)
      let context = table.context(of: entry)
      return """
        \(names.component) \(names.check) \(names.condition) \(entry.shown) \(entry.seen) \(entry.since) \
        \(entry.outcome) \(entry.severity) \(entry.marks) \(entry.staleReasons) \(entry.isUsual) \(entry.isWaived) \
        \(entry.hasExpired) \(entry.isAsked) \(entry.isMixed) \(entry.hasChanged) \(context.tester) \(context.build)
        """
    }
  }

  private static func untested(_ table: CellTable) throws -> [String] {
    try table.untestedCells().map { "\($0.component) \($0.check) \($0.condition)" }
  }

  @Test("the table that is there and cells that are read anew show the same")
  func anew() throws {
    var (differing, differingInAudits) = (0, 0)
    try Self.eachObserver(80) { history, observer, moments in
      try observer.read { present in
        for moment in [nil] + moments.prefix(2).map(Optional.some) {
          let reader = try present.at(moment, showing: nil)
          let note = "seed \(history.seed), moment \(moment.map(String.init) ?? "now")"
          let table = try reader.cellTable(Filter())
          let followed = try table.followed()
          let anew = try CellTable(reader, Filter(), findings: nil, .plan, isOfFollowed: true)
          #expect(try Self.lines(followed) == Self.lines(anew), "\(note)")
          #expect(try Self.untested(followed) == Self.untested(anew), "\(note)")
          if try Self.lines(table) != Self.lines(followed) { differing += 1 }
          for audit in try reader.audits() {
            func read(isOfFollowed: Bool) throws -> CellTable {
              try CellTable(
                reader, Filter(), of: audit, findings: nil, includingOutside: true, isOfFollowed: isOfFollowed)
            }
            let table = try read(isOfFollowed: false)
            let (followed, anew) = try (table.followed(), read(isOfFollowed: true))
            #expect(try Self.lines(followed) == Self.lines(anew), "\(note), \(audit.name)")
            #expect(try Self.untested(followed) == Self.untested(anew), "\(note), \(audit.name)")
            if try Self.lines(table) != Self.lines(followed) { differingInAudits += 1 }
          }
        }
      }
    }
    #expect(differing > 0 && differingInAudits > 0)
  }

  /// How many items the retest queue has since people alone tested them who are not followed.
  private static func queued(_ reader: Reader, _ audit: AuditRound?) throws -> Int {
    try reader.retestQueue(of: audit).items().count { $0.reasons.contains(.testedByOthers) }
  }

  @Test("what others alone tested is to be tested, and the release check counts it")
  func toTest() throws {
    var (ofTracker, ofAudits) = (0, 0)
    try Self.eachObserver(80) { history, observer, _ in
      try observer.read { reader in
        for audit in [nil] + (try reader.audits()).map(Optional.some) where audit?.closed == nil {
          let note = "seed \(history.seed), \(audit?.name ?? "tracker")"
          let table = try audit.map { try reader.cellTable(Filter(), of: $0) } ?? reader.cellTable(Filter())
          let held = try reader.heldCells(of: audit)
          let found = try table.entries.filter { try held.isToTest($0) }
          // What others do not agree about is shown all the same.
          let agreed = Set(try found.filter { !$0.isUnsettled }.map { try table.place(of: $0) })
          let untested = Set(try table.followed().untestedCells()).subtracting(try table.untestedCells())
          #expect(agreed == untested, "\(note)")
          #expect(try Self.queued(reader, audit) == found.count, "\(note)")
          #expect(try reader.gateCells(Filter(), of: audit).byOthers.toTest == found.count, "\(note)")
          if audit == nil { ofTracker += found.count } else { ofAudits += found.count }
        }
      }
    }
    #expect(ofTracker > 0 && ofAudits > 0)
  }

  @Test("open findings are the same from the cells of a release check and read by themselves")
  func findings() throws {
    var count = 0
    try Self.eachObserver(24) { history, observer, _ in
      let alone = try observer.read { try Self.lines($0.findingTable()) }
      let kept = try observer.read { reader in
        _ = try reader.gateCells(Filter(), of: nil)
        return try Self.lines(reader.findingTable())
      }
      #expect(alone == kept, "seed \(history.seed)")
      count += alone.count
    }
    #expect(count > 0)
  }

  @Test("who is followed does not depend on who was asked about before")
  func order() throws {
    var answers: Set<Bool> = []
    try Self.eachObserver(60) { history, observer, _ in
      try observer.read { reader in
        // A file from elsewhere may use any number.
        let numbers =
          try
          (reader.database.all("SELECT id FROM result UNION SELECT id FROM fact") { $0.int64(0) } + [.max, 0, .min])
          .shuffled(using: &history.random)
        let graphs = [FactGraph(reader.database), FactGraph(reader.database)]
        try graphs[1].prepareForMany()
        for number in numbers {
          let answer = try FactGraph(reader.database).follows(number)
          answers.insert(answer)
          for graph in graphs { #expect(try graph.follows(number) == answer, "seed \(history.seed)") }
        }
      }
    }
    #expect(answers == [true, false])
  }
}
