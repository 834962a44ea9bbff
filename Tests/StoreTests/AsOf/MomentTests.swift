import Audit
import Base
import Foundation
import NamedCells
import SQLite
import StoredFacts
import Testing

@testable import Store

/// The state at any moment, on random histories, against trackers that never heard of what came later.
@Suite("moments", .serialized)
struct MomentTests {
  /// Runs `body` with each machine of some histories, and with moments around their results.
  static func eachMachine(
    _ chunk: Int, _ count: Int, before: (History, History.Machine) throws -> Void = { _, _ in },
    _ body: (History, Tracker, [Int64]) throws -> Void
  ) throws {
    let scratch = try Scratch()
    let template = scratch.path("template.db")
    try Tracker.make(template, Surroundings()).close()
    for seed in drawnSeeds(of: count * 5, part: chunk, parts: 4) {
      let history = try History(seed: UInt64(seed), scratch: scratch, template: template)
      try history.run()
      for machine in history.machines {
        let tracker = machine.tracker
        try before(history, machine)
        let times = try tracker.database.all("SELECT DISTINCT time FROM transition ORDER BY 1") { $0.int64(0) }
        let around = times.flatMap { [$0 - 1, $0] }.shuffled(using: &history.random).prefix(4)
        try body(history, tracker, [Int64.min, .max] + around)
        tracker.close()
      }
    }
  }

  private static func states(_ reader: Reader) throws -> [Int64: CellAsOf] {
    var states: [Int64: CellAsOf] = [:]
    let columns: [CellColumn] = [
      .id, .outcome, .severity, .marks, .shown, .latest, .latestTime, .since, .results, .seen, .context, .text,
    ]
    try reader.visitCells(columns) { row in
      let state = Codes.state(outcome: row[1], severity: row[2], marks: row[3])
      guard let state else { return }
      states[row[0]] = CellAsOf(
        state: state, shown: row[4], latest: row[5], latestTime: row[6], seen: row[9], since: row[7], results: row[8],
        context: row[10], text: row.text, isBetterByRetest: row[3] & Codes.retest != 0)
    }
    return states
  }

  @Test("a cell at a moment is the fold of what was observed by then", arguments: 0..<4)
  func folds(chunk: Int) throws {
    try Self.eachMachine(chunk, 40) { history, tracker, moments in
      try tracker.read { reader in
        #expect(
          try reader.at(.max).cells(Filter()).map(Self.name) == reader.cells(Filter()).map(Self.name),
          "seed \(history.seed)")
        let cells = try reader.database.all("SELECT id FROM cell") { $0.int64(0) }
        for moment in moments {
          var wanted: [Int64: CellAsOf] = [:]
          var byTransitions: [Int64: CellState] = [:]
          for cell in cells {
            let fold = try Observations(reader).fold(cell: cell, until: moment)
            if let state = fold.state, let shown = fold.shown, let latest = fold.latest {
              let told = try #require(
                try reader.database.first("SELECT context, text FROM result WHERE id = ?", [.integer(shown)]) {
                  ($0.int64(0), $0.optionalInt64(1))
                })
              wanted[cell] = CellAsOf(
                state: state, shown: shown, latest: latest, latestTime: fold.latestTime, seen: fold.seen,
                since: fold.since, results: Int64(fold.count), context: told.0, text: told.1,
                isBetterByRetest: fold.isRetest)
            }
            let sql = """
              SELECT outcome, severity, marks FROM transition WHERE cell = ? AND time <= ? ORDER BY ordinal DESC LIMIT 1
              """
            byTransitions[cell] =
              try reader.database.first(sql, [.integer(cell), .integer(moment)]) {
                Codes.state(outcome: $0.int64(0), severity: $0.int64(1), marks: $0.int64(2))
              } ?? nil
          }
          let note = "seed \(history.seed), moment \(moment)"
          #expect(try Self.states(try reader.at(moment)) == wanted, "\(note)")
          #expect(byTransitions == wanted.mapValues(\.state), "\(note)")
        }
        let (all, contexts) = try (reader.history(), reader.contexts())
        for cell in cells {
          let lists = Observations(
            database: reader.database, reader.lineage, reader.judge, Triages(database: reader.database))
          let listed = try lists.load(cell: cell)
          #expect(try all.results(ofCell: cell, audit: nil, by: reader.judge) == listed)
          for audit in Set(listed.compactMap { contexts[$0.context]?.audit }) {
            // Who had seen whom through the results of others stays true without them.
            let marked = listed.map { contexts[$0.context]?.audit == audit ? $0 : $0.leftOut }
            let (whole, alone) = try (
              lists.fold(marked, until: .max, triage: nil),
              lists.fold(all.results(ofCell: cell, audit: audit, by: reader.judge), until: .max, triage: nil)
            )
            #expect(whole.transitions == alone.transitions && whole.shown == alone.shown && whole.open == alone.open)
            #expect(whole.seen == alone.seen && whole.since == alone.since && whole.isRetest == alone.isRetest)
            #expect(whole.isHeld == alone.isHeld && whole.isClosedByOthers == alone.isClosedByOthers)
            let known = try all.results(ofCell: cell, audit: audit, by: reader.judge)
            #expect(try lists.load(cell: cell, audit: audit) == known)
          }
        }
      }
    }
  }

  private static func line(_ row: Cell) -> String {
    let severity = row.severity.map { String($0.rawValue) } ?? "-"
    let parts = [
      row.component, row.check, row.condition, row.category, row.outcome?.rawValue ?? "", severity, row.tester,
      row.build, row.note ?? "-", "\(row.isDisputed)", "\(row.isContradicted)", "\(row.isOverruled)", "\(row.since)",
      "\(row.time)", row.id,
      row.stale.map(\.rawValue).joined(separator: ","), row.waiver?.until ?? "",
    ]
    return parts.joined(separator: "|")
  }

  @Test("a moment is what a tracker says that was told only of what was observed by then", arguments: 0..<4)
  func rebuilt(chunk: Int) throws {
    let scratch = try Scratch()
    try Self.eachMachine(chunk, 24) { history, tracker, moments in
      // What somebody else wrote under this machine's name is not its own here, and of one chain with the rest elsewhere.
      let twice = "SELECT 1 FROM branch WHERE fork > 0 AND replica IN (SELECT replica FROM branch WHERE own = 1)"
      guard try tracker.database.scalar(twice) == nil else { return }
      for moment in moments.prefix(4) {
        var later: Set<Digest> = []
        var blurred: Set<String> = []
        try tracker.read { reader in
          for cell in try reader.database.all("SELECT id FROM cell", [], { $0.int64(0) }) {
            let source = Observations(reader)
            let seen = try source.load(cell: cell)
            var times: [Int64: Int64] = [:]
            _ = try source.fold(seen, triage: nil) { fold in
              if let latest = fold.latest { times[latest] = fold.latestTime }
            }
            let known = Set(times.filter { $0.value <= moment }.keys)
            func saw(_ one: Observation, _ other: Observation) throws -> Bool {
              try reader.lineage.saw(one.id, other.id)
            }
            // Whoever tells of an earlier time than that of what they had seen makes the later one part of the story.
            let isBlurred = try seen.contains { one in
              try known.contains(one.id) && seen.contains { try !known.contains($0.id) && saw(one, $0) }
            }
            if isBlurred { blurred.insert(try Self.name(cell, reader)) }
            let ids = seen.filter { times[$0.id] != nil && !known.contains($0.id) }.map(\.id)
            for id in ids {
              let digest = try reader.database.first("SELECT digest FROM result WHERE id = ?", [.integer(id)]) {
                Digest(bytes: $0.blob(0))
              }
              if let digest = digest ?? nil { later.insert(digest) }
            }
          }
        }
        let path = scratch.newPath()
        try scratch.copy(history.template, to: path)
        let other = try Tracker.reopen(path, Surroundings())
        // Of what came later they have the headers, so that they know who had seen whom.
        let told = try tracker.facts.map { later.contains($0.digest) ? try $0.fact.stored(isStub: true) : $0 }
        try other.take(told)
        try other.decide(as: tracker)
        let then = try tracker.read { reader in
          try reader.at(moment).cells(Filter()).filter { !blurred.contains(Self.name($0)) }.map(Self.line)
        }
        let now = try other.read { reader in
          // Asked of the same moment, for the records of both hold what was written later.
          try reader.at(moment).cells(Filter()).filter { !blurred.contains(Self.name($0)) }.map(Self.line)
        }
        #expect(then == now, "seed \(history.seed), moment \(moment)")
        let counted = try tracker.read { try $0.at(moment).standing().counts.answered }
        #expect(try counted == tracker.read { try $0.at(moment).cells(Filter()).count }, "seed \(history.seed)")
        other.close()
      }
    }
  }

  private static func name(_ row: Cell) -> String { "\(row.component) \(row.check) \(row.condition)" }

  private static func name(_ cell: Int64, _ reader: Reader) throws -> String {
    try reader.database.first("SELECT component, check_id, condition FROM cell WHERE id = ?", [.integer(cell)]) {
      try "\(reader.text($0.int64(0))) \(reader.text($0.int64(1))) \(reader.text($0.int64(2)))"
    } ?? ""
  }
}
