import AuditModel
import FirstTap

/// Who took part in a plan, by codes that never leave this room: what a comparison is told of depends on it.
struct TapParticipants: Sendable {
  let members: ToldGroup<String>
  /// Under what told breakdowns have a child: all its ages, its hands, the report after which it first counted.
  let marks: [String: Set<String>]

  /// Nil where the numbers of all of them together are not told.
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
