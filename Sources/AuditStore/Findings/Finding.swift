package import AuditModel

/// A cell that fails or has failed, with everything a lead wants to know of it.
@dynamicMemberLookup
package struct Finding: Sendable {
  /// What it shows now.
  package var cell: Cell
  /// Of the component.
  package var kind = ""
  /// The name of which its ID is made, where the component was renamed.
  package var markedAs = ""
  package var source = ""
  package var screens: [String] = []
  /// The owner: named for the finding, else the component's owner; empty where there is none.
  package var owner = ""
  /// The criteria that the check tests.
  package var criteria: [String] = []
  /// Its own, then those of its waiver, tasks and questions, each once. Foreign text: `Ticket.link` says what is a
  /// link.
  package var links: [Ticket.Link] = []
  /// The anti-pattern that it was filed as.
  @Rare package var pattern: FindingPattern? = nil
  /// The remark on the finding itself.
  package var remark = ""
  /// Remarks on this check of this component, oldest first.
  package var notes: [FindingNote] = []

  package init(_ cell: Cell) {
    self.cell = cell
  }

  package subscript<Value>(dynamicMember path: WritableKeyPath<Cell, Value>) -> Value {
    get { cell[keyPath: path] }
    set { cell[keyPath: path] = newValue }
  }

  package var tickets: [String] { links.map(\.name) }
  package var ticketState: Ticket.State? { Ticket.state(of: links) }
  package var place: ScopeCell { cell.place }
  /// The letters that name it in every list, page, ticket and workbook.
  package var findingID: String { TicketMark.id(of: markedPlace) }
  package var markedPlace: ScopeCell {
    ScopeCell(component: markedAs.isEmpty ? place.component : markedAs, check: place.check, condition: place.condition)
  }
  package var isUnsettled: Bool { cell.isUnsettled }
  package var life: FindingLife { cell.life ?? FindingLife() }
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
