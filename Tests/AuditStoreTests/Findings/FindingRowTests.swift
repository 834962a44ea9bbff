import AuditModel
import CanonicalJSON
import SQLite
import Testing

@testable import AuditStore

@Suite("findings of random histories", .serialized)
struct FindingRowTests {
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
            let lives = Dictionary(zip(names, found.map(\.life)), uniquingKeysWith: { first, _ in first })
            #expect(lives == wanted.filter { choice == .all || $0.value.isOpen }, "\(note)")
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
