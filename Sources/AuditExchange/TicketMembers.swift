import AuditModel
import CanonicalJSON
import Terminal
import TrackerAccess

/// The columns of a table that have the number or address of a ticket, and its state.
struct TicketColumns {
  /// Those that may hold the number or address, the best first, and the state.
  private static let tickets = ["ticket", "url", "issue key", "key", "id", "issue id", "number"]
  private static let states = ["status category", "state", "status", "work item state"]
  static var names: String { tickets.joined(separator: ", ") }

  private let ticket: Int
  private let state: Int?

  /// Nil where no column has a ticket.
  init?(_ header: [String], _ map: ColumnMap?) {
    let names = header.map(CellText.name)
    func place(_ column: String, _ known: [String]) -> Int? {
      header.firstIndex { map?.isNamed($0, column) ?? false }
        ?? known.lazy.compactMap { wanted in names.firstIndex(of: CellText.name(wanted)) }.first
    }
    guard let ticket = place("ticket", Self.tickets) else { return nil }
    self.ticket = ticket
    state = place("state", Self.states)
  }

  func ticket(_ fields: [String]) -> String { fields.indices.contains(ticket) ? fields[ticket] : "" }

  func state(_ fields: [String]) -> String? {
    state.flatMap { fields.indices.contains($0) ? fields[$0] : nil }
  }
}

/// The same of the members of an issue in JSON.
struct TicketMembers {
  /// The address that people open comes before that of the interface, and the number in a project before the one in all
  /// of them.
  private static let tickets = [
    "ticket", "web_url", "webUrl", "html_url", "url", "issue key", "key", "iid", "number", "id", "issue id",
  ]
  private static let states = ["state", "status", "State", "Status", "System.State"]
  /// When it was closed; null where it is open.
  private static let closings = ["closedAt", "closed_at", "completedAt"]
  static var names: String { tickets.filter { !$0.contains(" ") }.joined(separator: ", ") }

  let ticket: String?
  /// The word of the tracker.
  let state: String?

  init(_ issue: JSONObject, _ map: ColumnMap?) {
    func mapped(_ column: String) -> JSONValue? {
      issue.members.first { map?.isNamed($0.key, column) ?? false }?.value
    }
    ticket =
      mapped("ticket").flatMap { Self.text($0) }
      ?? Self.tickets.lazy.compactMap { key in
        issue[key].flatMap { Self.text($0, isNumber: ["iid", "number"].contains(key)) }
      }.first
    state = mapped("state").flatMap(Self.word) ?? Self.state(of: issue)
  }

  private static func text(_ value: JSONValue, isNumber: Bool = false) -> String? {
    if let text = value.stringValue { return text.isEmpty ? nil : text }
    return value.integerValue.map { isNumber ? "#\($0)" : String($0) }
  }

  private static func state(of issue: JSONObject) -> String? {
    if let word = states.lazy.compactMap({ issue[$0].flatMap(word) }).first { return word }
    if let isClosed = issue["closed"]?.boolValue { return (isClosed ? Ticket.State.closed : .open).rawValue }
    for name in closings {
      if let closing = issue[name] { return (closing.isNull ? Ticket.State.open : .closed).rawValue }
    }
    return issue["fields"]?.objectValue.flatMap { state(of: $0) }
  }

  /// The word itself, or that of an object: its category, where it says one, and else its name.
  private static func word(_ value: JSONValue) -> String? {
    value.stringValue ?? value["statusCategory"]?["key"]?.stringValue ?? value["type"]?.stringValue
      ?? value["name"]?.stringValue
  }

  /// The state that a word of a tracker means; nil where that is not known.
  static func state(_ word: String) -> Ticket.State? {
    let word = CellText.word(word)
    if closed.contains(word) { return .closed }
    return open.contains(word) ? .open : nil
  }

  private static let closed: Set<String> = [
    "closed", "done", "resolved", "completed", "complete", "fixed", "removed", "cancelled", "canceled", "rejected",
    "declined", "duplicate", "won't do", "won't fix", "wontfix",
    "verified", "merged", "released", "deployed", "finished",
  ]
  private static let open: Set<String> = [
    "open", "opened", "reopened", "new", "active", "to do", "todo", "doing", "in progress", "started", "unstarted",
    "in review", "committed", "approved", "proposed", "backlog", "triage", "triaged", "accepted", "assigned", "blocked",
    "on hold", "waiting", "ready", "selected for development", "indeterminate", "undefined",
  ]
}
