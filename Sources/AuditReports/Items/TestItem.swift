package import AuditModel
package import AuditStore

/// A cell as a test case of test management tools: steps and result.
package struct TestItem: Sendable {
  package struct Attachment: Sendable {
    package var name: String
    package var type: String
    package var digest: String

    package init(name: String, type: String, digest: String) {
      self.name = name
      self.type = type
      self.digest = digest
    }
  }

  package var component: String
  /// The name of the component by which other programs know the item; empty where that is the one that it has.
  package var markedAs = ""
  package var check: Check
  package var condition: String
  /// Nil: untested.
  package var outcome: Outcome?
  /// The rating of the tester, else the default of the check.
  package var severity: Severity?
  /// `by lead-1, tester: minor`, where it was set for the finding; and the description of the finding.
  package var triage = ""
  package var remark = ""
  /// Remarks on the state: disputed, waived until a day.
  package var remarks: [String] = []
  package var isDisputed = false
  package var isWaived = false
  package var note = ""
  /// The measured value, as typed.
  package var value = ""
  /// When it was tested, ms UTC.
  package var time: Int64?
  package var build = ""
  package var device = ""
  package var os = ""
  package var owner = ""
  /// Of the component.
  package var title = ""
  package var source = ""
  /// Numbers or addresses in the team's issue tracker.
  package var tickets: [String] = []
  /// Those of them that are closed, where none is open; and whether it had passed before it failed.
  package var closedTickets: [String] = []
  package var isRegressed = false
  package var screens: [String] = []
  package var attachments: [Attachment] = []

  package init(component: String, check: Check, condition: String, outcome: Outcome?) {
    self.component = component
    self.check = check
    self.condition = condition
    self.outcome = outcome
  }

  package var place: ScopeCell { ScopeCell(component: component, check: check.id, condition: condition) }
  var markedPlace: ScopeCell {
    ScopeCell(component: markedAs.isEmpty ? component : markedAs, check: check.id, condition: condition)
  }
  var conditionWord: String { condition.isEmpty ? "default" : condition }
  var criteria: [String] { check.wcag.filter { $0.relation == .tests }.map(\.criterion) }
  /// The name of the item, the same in each run.
  var name: String { "\(component) \(check.id) \(conditionWord)" }
  /// The state in words: `FAIL, waived until 2026-12-01`.
  var state: String { ([OutcomeWords.word(outcome?.rawValue ?? "untested")] + remarks).joined(separator: ", ") }
}
