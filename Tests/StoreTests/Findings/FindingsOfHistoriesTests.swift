import Audit
import Base
import SQLite
import Testing

@testable import Store

@Suite("findings of random histories", .serialized)
struct FindingsOfHistoriesTests {
  /// All that is told of a life. On what it failed is kept only where it has also been seen not to fail.
  private struct Told: Equatable {
    var times: [Int64?]
    var returns: Int
    var severity: Severity?
    var state: FindingLife.State
    var hasPassed: Bool
    var days: [Int]

    init(_ life: FindingLife, at now: Int64) {
      times = [life.first, life.since, life.ended, life.fixed]
      (returns, severity, state, hasPassed) = (life.returns, life.severity, life.state, life.hasPassed)
      days = [life.days(at: now), life.daysInAll(at: now)]
    }
  }

  @Test("the life of a finding at any moment is that of its fold over the results until then", arguments: 0..<4)
  func lives(chunk: Int) throws {
    try MomentTests.eachMachine(chunk, 24) { history, tracker, moments in
      try tracker.read { present in
        for moment in moments + [nil] {
          let note = "seed \(history.seed), moment \(moment.map { "\($0)" } ?? "now")"
          let reader = try moment.map(present.at) ?? present
          let used = Set(try reader.cells(Filter()).map { "\($0.component) \($0.check) \($0.condition)" })
          var wanted: [String: FindingLife] = [:]
          let sql = "SELECT id, component, check_id, condition FROM cell"
          let cells = try reader.database.all(sql) { row in
            (row.int64(0), try [row.int64(1), row.int64(2), row.int64(3)].map(reader.text).joined(separator: " "))
          }
          for (id, name) in cells where used.contains(name) {
            let life = try Observations(reader).life(cell: id, until: moment ?? .max)
            if life.isFinding { wanted[name] = life }
          }
          for choice in [FindingChoice.open, .all] {
            let found = try reader.findings(Filter(), choice)
            let names = found.map { "\($0.component) \($0.check) \($0.condition)" }
            let told = found.map { Told($0.life, at: reader.now) }
            let lives = Dictionary(zip(names, told), uniquingKeysWith: { first, _ in first })
            let expected = wanted.filter { choice == .all || $0.value.isOpen }
            #expect(lives == expected.mapValues { Told($0, at: reader.now) }, "\(note)")
            #expect(found.allSatisfy { ($0.outcome == .fail) == $0.isOpen }, "\(note)")
          }
          let open = try reader.findings()
          #expect(open.count == (try reader.standing()).counts.fail, "\(note)")
          #expect(open.count { $0.waiver != nil } == (try reader.standing()).waived, "\(note)")
        }
      }
    }
  }
}
