import AuditModel
import FirstTap
import Tapping

/// The participants of a plan, by codes that are never output: they decide what a comparison may show.
struct TapParticipants: Sendable {
  let members: ToldGroup<String>
  /// The groups of each child in shown breakdowns: its ages, its hands, the report after which it first counted.
  let marks: [String: Set<String>]

  /// Nil if the total is not shown.
  init?(_ records: [TapRecord], _ breakdowns: [TapBreakdown], steps: [Int], _ rule: DisclosureRule) {
    members = TapChild.members(records)
    guard rule.disclosure(of: members.taps) == .shown else { return nil }
    var marks: [String: Set<String>] = [:]
    for (session, record) in records.enumerated() {
      marks[record.session.participant, default: []].insert("step \(steps.count { $0 <= session })")
    }
    for breakdown in breakdowns {
      for group in breakdown.groups {
        for code in group.members.keys { marks[code, default: []].insert("\(breakdown.name) \(group.name)") }
      }
    }
    self.marks = marks
  }
}

extension Dictionary where Key == String, Value == ChildTaps {
  /// In one order on every machine, so that sums have the same last digits.
  var taps: [ChildTaps] { sorted { $0.key < $1.key }.map(\.value) }
}
