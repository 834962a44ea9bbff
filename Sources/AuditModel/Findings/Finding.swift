/// A cell that fails or has failed, with everything a lead wants to know of it.
package struct Finding: Equatable, Sendable {
  package var component: String
  package var check: String
  /// Empty for the default.
  package var condition: String
  package var category: String
  /// What the cell shows now.
  package var outcome: Outcome?
  package var isDisputed: Bool
  package var life: FindingLife
  /// Of the component.
  package var kind = ""
  package var source = ""
  package var screens: [String] = []
  /// The owner: named for the finding, else the component's owner; empty where there is none.
  package var owner = ""
  /// The criteria that the check tests.
  package var criteria: [String] = []
  /// Of the failure shown last, as the tester gave it, else as its check does.
  package var severity: Severity?
  /// Its own, then those of its waiver, tasks and questions, each once. Foreign text: `Ticket.link` says what is a
  /// link.
  package var tickets: [String] = []
  /// The anti-pattern that it was filed as.
  @Rare package var pattern: FindingPattern? = nil
  /// The remark on the finding itself.
  package var remark = ""
  /// Remarks on this check of this component, oldest first.
  package var notes: [FindingNote] = []
  /// The waiver in force; nil where it does not fail.
  @Rare package var waiver: Waiver? = nil
  /// The waiver that covered it and has run out, where none is in force.
  @Rare package var expired: Waiver? = nil

  package init(
    component: String, check: String, condition: String, category: String, outcome: Outcome?, isDisputed: Bool,
    life: FindingLife
  ) {
    self.component = component
    self.check = check
    self.condition = condition
    self.category = category
    self.outcome = outcome
    self.isDisputed = isDisputed
    self.life = life
    severity = life.severity
  }

  package var state: FindingLife.State { life.state }
  package var isOpen: Bool { life.isOpen }
}

/// An anti-pattern that a failure was filed as, with what the reference says of it.
package struct FindingPattern: Equatable, Sendable {
  package var name: String
  package var title: String
  /// Empty where the reference does not know it.
  package var problem: String
  package var remedy: String

  package init(name: String, title: String = "", problem: String = "", remedy: String = "") {
    self.name = name
    self.title = title.isEmpty ? name : title
    self.problem = problem
    self.remedy = remedy
  }

  package init(_ name: String, _ entry: ReferenceEntry?) {
    self.init(
      name: name, title: entry?.title ?? "", problem: entry?.meaning ?? "", remedy: entry?.useWhen ?? "")
  }
}

/// A remark on a finding.
package struct FindingNote: Equatable, Sendable {
  package var by: String
  /// ms UTC.
  package var time: Int64
  package var text: String

  package init(by: String, time: Int64, text: String) {
    self.by = by
    self.time = time
    self.text = text
  }
}
