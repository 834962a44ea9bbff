import Audit
import Base
import StoredFacts
import Testing

@testable import Store

@Suite("remarks about cells")
final class NoticeTests: TrackerOfButton {
  /// Returns when it was seen.
  @discardableResult
  private func see(_ outcome: Outcome, audit: String = "") throws -> Int64 {
    surroundings.now += 1_000
    var result = NewResult(component: "button", check: Catalogue.first, outcome: outcome, tester: "tia")
    result.audit = audit
    _ = try tracker.write { try $0.log(result) }
    return surroundings.now
  }

  private func dropped(at moment: Int64? = nil) throws -> Int {
    try tracker.read { reader in
      let reader = try moment.map(reader.at) ?? reader
      let counted = try reader.summary().notices.failedThenNotApplicable
      let table = try reader.cellTable(Filter())
      #expect(try reader.cellNotices(of: table, areOfAudit: false).failedThenNotApplicable == counted)
      return counted
    }
  }

  @Test("what failed and is not applicable now was never mended, unless it passed in between; so it is at any moment")
  func notMended() throws {
    let failed = try see(.fail)
    #expect(try dropped() == 0)
    let dropped = try see(.na)
    #expect(try self.dropped() == 1)
    let passed = try see(.pass)
    #expect(try self.dropped() == 0)
    try see(.na)
    #expect(try self.dropped() == 0)
    #expect(try self.dropped(at: failed) == 0 && self.dropped(at: dropped) == 1 && self.dropped(at: passed) == 0)
  }

  @Test("in an audit it is remarked as long as it is not applicable at all")
  func audit() throws {
    try tracker.write { try $0.set(kind: "audit", key: "may", fields: ["components": ["button"]], by: "lead") }
    func remarked() throws -> Int {
      try tracker.read { reader in
        let audit = try #require(try reader.audits().first { $0.name == "may" })
        let table = try reader.cellTable(Filter(), of: audit)
        #expect(table.count == 1)
        return try reader.cellNotices(of: table, areOfAudit: true).failedThenNotApplicable
      }
    }
    try see(.fail)
    try see(.na, audit: "may")
    #expect(try remarked() == 1)
    try see(.fail)
    #expect(try remarked() == 0)
  }
}
