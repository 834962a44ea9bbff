import AuditModel
import CanonicalJSON

/// The tickets of items: their own, those of their waivers, and those of tasks and questions about their checks.
package final class TicketIndex {
  private struct Place: Hashable {
    var component: ExactText
    var check: ExactText
    /// Nil for every condition.
    var condition: ExactText?
  }

  private let named: [Place: [Ticket.Link]]

  /// Before the name of a ticket, the field of a finding that has the state of the ticket: `open`, `closed`, or `linked`
  /// where that is not known.
  package static let stateField = "ticket."
  package static let stateless = "linked"

  init(_ reader: Reader) throws {
    var named: [Place: [Ticket.Link]] = [:]
    func add(_ kind: String, hasCondition: Bool) throws {
      for record in try reader.recordsOfMoment(kind) {
        let links = record.links
        guard !links.isEmpty else { continue }
        let place = Place(
          component: ExactText(record.text("component")), check: ExactText(record.text("check")),
          condition: hasCondition ? ExactText(record.text("condition")) : nil)
        named[place, default: []] += links
      }
    }
    try add("finding", hasCondition: true)
    try add("task", hasCondition: false)
    try add("question", hasCondition: false)
    self.named = named
  }

  /// Those of an item, each once; with its state where any of them says it.
  ///
  /// - Parameter waivers: that in force, and the one that has run out.
  func links(of item: ScopeCell, _ waivers: [Waiver?]) -> [Ticket.Link] {
    var place = Place(
      component: ExactText(item.component), check: ExactText(item.check), condition: ExactText(item.condition))
    var found = (named[place] ?? []) + waivers.map { Ticket.Link($0?.ticket ?? "") }
    place.condition = nil
    found += named[place] ?? []
    var places: [ExactText: Int] = [:]
    var links: [Ticket.Link] = []
    for link in found where !link.name.isEmpty {
      if let known = places[ExactText(link.name)] {
        links[known].state = links[known].state ?? link.state
      } else {
        places[ExactText(link.name)] = links.count
        links.append(link)
      }
    }
    return links
  }
}

extension Reader {
  /// Every ticket that is named for a finding.
  func tickets() throws -> [String] {
    let kinds = ["finding", "task", "question", "waiver"]
    return try kinds.flatMap { try recordsOfMoment($0).flatMap(\.links) }.map(\.name)
  }
}

extension Reader.Record {
  /// The ticket that was typed first, then those that came from a tracker, each with the state that it had there.
  fileprivate var links: [Ticket.Link] {
    let states = fields.members.filter { $0.key.utf8.starts(with: TicketIndex.stateField.utf8) }.compactMap { member in
      member.value.stringValue.map { state in
        Ticket.Link(
          String(decoding: member.key.utf8.dropFirst(TicketIndex.stateField.utf8.count), as: UTF8.self),
          Ticket.State(rawValue: state))
      }
    }
    let first = text("ticket")
    let typed = Ticket.Link(first, states.first { ExactText($0.name) == ExactText(first) }?.state)
    return ([typed] + states.filter { ExactText($0.name) != ExactText(first) }).filter { !$0.name.isEmpty }
  }
}
