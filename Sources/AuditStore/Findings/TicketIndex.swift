import AuditModel

/// The tickets of items: their own, those of their waivers, and those of tasks and questions about their checks.
final class TicketIndex {
  private struct Place: Hashable {
    var component: ExactText
    var check: ExactText
    /// Nil for every condition.
    var condition: ExactText?
  }

  private let named: [Place: [String]]

  init(_ reader: Reader) throws {
    var named: [Place: [String]] = [:]
    func add(_ kind: String, hasCondition: Bool) throws {
      for record in try reader.recordsOfMoment(kind) {
        let ticket = record.text("ticket")
        guard !ticket.isEmpty else { continue }
        let place = Place(
          component: ExactText(record.text("component")), check: ExactText(record.text("check")),
          condition: hasCondition ? ExactText(record.text("condition")) : nil)
        named[place, default: []].append(ticket)
      }
    }
    try add("finding", hasCondition: true)
    try add("task", hasCondition: false)
    try add("question", hasCondition: false)
    self.named = named
  }

  /// Those of an item, each once.
  ///
  /// - Parameter waivers: that in force, and the one that has run out.
  func tickets(of item: ScopeCell, _ waivers: [Waiver?]) -> [String] {
    var place = Place(
      component: ExactText(item.component), check: ExactText(item.check), condition: ExactText(item.condition))
    var found = (named[place] ?? []) + waivers.map { $0?.ticket ?? "" }
    place.condition = nil
    found += named[place] ?? []
    var seen: Set<ExactText> = []
    return found.filter { !$0.isEmpty && seen.insert(ExactText($0)).inserted }
  }
}

extension Reader {
  /// Every ticket that is named for a finding.
  func tickets() throws -> [String] {
    let kinds = ["finding", "task", "question", "waiver"]
    return try kinds.flatMap { try recordsOfMoment($0).map { $0.text("ticket") } }.filter { !$0.isEmpty }
  }
}
