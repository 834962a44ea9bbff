import Audit
import Base
import CommandLine
import Sessions

/// The columns of a table that have the number or address of a ticket, and its state.
struct TicketColumns {
  /// Those that people know in English.
  static var names: String { "ticket, issue key, key, url, id, issue id, number" }

  /// The best first; a later one has the ticket where an earlier one is empty.
  private let tickets: [Int]
  private let state: Int?
  private let closing: Int?
  private let list: Int?

  /// Nil where no column has a ticket.
  init?(_ header: [String], _ map: ColumnMap?) {
    let names = header.map(CellText.name)
    func places(_ column: String, _ known: [String]) -> [Int] {
      let mapped = header.indices.filter { map?.isNamed(header[$0], column) ?? false }
      return mapped.isEmpty ? known.compactMap { wanted in names.firstIndex(of: CellText.name(wanted)) } : mapped
    }
    func place(_ column: String, _ known: [String]) -> Int? { places(column, known).first }
    let keys = places("ticket", Catalog.ticketWords.tickets)
    // The number of the row is no ticket where the ticket has a column of its own.
    tickets = keys.isEmpty ? Array(places("", Catalog.ticketWords.numbers).prefix(1)) : keys
    guard !tickets.isEmpty else { return nil }
    state = place("state", Catalog.ticketWords.states)
    closing = place("", Catalog.ticketWords.closings)
    list = place("", ["list name"])
  }

  /// Whether a column says if a ticket is closed.
  var hasState: Bool { state != nil || closing != nil }

  func ticket(_ fields: [String]) -> String {
    tickets.lazy.filter(fields.indices.contains).map { fields[$0] }.first { !$0.isEmpty } ?? ""
  }

  func state(_ fields: [String]) -> String? {
    func field(_ place: Int) -> String? { fields.indices.contains(place) ? fields[place] : nil }
    if let state { return field(state) }
    // A card that is done is in a list of that name, and in the archive later.
    let isInDone = list.flatMap(field).flatMap(TicketWords.state) == .closed
    return closing.flatMap(field).map { text in
      let isOpen = !isInDone && ["", "false"].contains(CellText.word(text))
      return (isOpen ? Ticket.State.open : .closed).rawValue
    }
  }
}

/// The same of the members of an issue in JSON.
struct TicketMembers {
  /// The address that people open comes before that of the interface, and the number in a project before the one in all
  /// of them.
  private static let tickets = [
    "ticket", "web_url", "webUrl", "html_url", "permalink_url", "shortUrl", "url", "issue key", "key", "identifier",
    "idReadable", "iid", "number", "id", "gid", "issue id",
  ]
  private static let states = ["state", "status", "State", "Status", "System.State"]
  /// When it was closed; null where it is open.
  private static let closings = ["closedAt", "closed_at", "completedAt", "resolved"]
  static let titles = ["title", "summary", "System.Title"]
  /// Where a mark is.
  static let texts = ["body", "bodyText", "description", "descriptionHtml", "labels", "System.Description"]
  static var names: String { tickets.filter { !$0.contains(" ") }.joined(separator: ", ") }

  let ticket: String?
  /// The word of the tracker.
  let state: String?

  init(_ issue: JSONObject, _ map: ColumnMap?) {
    func mapped(_ column: String) -> JSONValue? {
      issue.members.first { map?.isNamed($0.key, column) ?? false }?.value
    }
    // The row of a board has the issue in it; the state is that of its column.
    let content = issue["content"]?.objectValue.flatMap { inner in
      ["url", "number"].contains { !(inner[$0]?.isNull ?? true) } ? inner : nil
    }
    let named = Self.tickets.compactMap { key in
      (content ?? issue)[key].flatMap { Self.text($0, isNumber: ["iid", "number"].contains(key)) }
    }
    ticket = mapped("ticket").flatMap { Self.text($0) } ?? named.first { !Self.isOfInterface($0) } ?? named.first
    state = mapped("state").flatMap(Self.word) ?? Self.state(of: issue) ?? content.flatMap { Self.state(of: $0) }
  }

  /// Whether it is a change of code, which GitHub lists among the issues; it is closed before a finding is tested again.
  static func isPullRequest(_ issue: JSONValue) -> Bool {
    issue["pull_request"].map { !$0.isNull } ?? false || issue["isPullRequest"]?.boolValue ?? false
      || ["__typename", "type"].contains { issue[$0]?.stringValue == "PullRequest" }
      || issue["content"].map { isPullRequest($0) } ?? false
  }

  /// Whether an issue has one of these members, also among those that Jira and Azure call fields; not an object, which such a
  /// name has in files that are no issues.
  static func has(_ names: [String], _ issue: JSONValue) -> Bool {
    names.contains { name in
      [issue[name], issue["fields"]?[name]].contains { $0.map { $0.objectValue == nil } ?? false }
    }
  }

  /// Whether an address is one for programs: Azure and the interface of GitHub have it as `url`.
  private static func isOfInterface(_ address: String) -> Bool {
    ["/_apis/", "/rest/api/", "/api/v", "://api."].contains(where: address.contains)
  }

  private static func text(_ value: JSONValue, isNumber: Bool = false) -> String? {
    if let text = value.stringValue {
      // GraphQL writes the numbers of GitLab as texts.
      return text.isEmpty ? nil : isNumber && text.allSatisfy(\.isWholeNumber) ? "#\(text)" : text
    }
    return value.integerValue.map { isNumber ? "#\($0)" : String($0) }
  }

  private static func state(of issue: JSONObject) -> String? {
    if let word = states.lazy.compactMap({ issue[$0].flatMap(word) }).first { return word }
    if let isClosed = issue["closed"]?.boolValue ?? issue["completed"]?.boolValue {
      return (isClosed ? Ticket.State.closed : .open).rawValue
    }
    for name in closings {
      if let closing = issue[name] {
        return (closing.isNull || closing == false ? Ticket.State.open : .closed).rawValue
      }
    }
    return issue["fields"]?.objectValue.flatMap { state(of: $0) }
  }

  /// The word itself, or that of an object: its category, where it says one that is known, and else its name. ClickUp calls
  /// each column of a team "custom".
  private static func word(_ value: JSONValue) -> String? {
    if let word = value.stringValue ?? value["statusCategory"]?["key"]?.stringValue { return word }
    let (type, names) = (value["type"]?.stringValue, ["name", "status"].compactMap { value[$0]?.stringValue })
    return type.flatMap(TicketWords.state) == nil ? names.first ?? type : type
  }
}

enum TicketWords {
  /// What is before the number in the address of a change of code, at GitHub, GitLab, Bitbucket, and Azure.
  private static let pullRequests: Set<Substring> = ["pull", "merge_requests", "pull-requests", "pullrequest"]

  /// Whether a ticket is the address of a change of code.
  static func isPullRequest(_ ticket: String) -> Bool {
    guard Ticket.link(ticket) != nil else { return false }
    let parts = ticket.split { "/?#".contains($0) }
    return zip(parts, parts.dropFirst()).contains { pullRequests.contains($0) && $1.allSatisfy(\.isWholeNumber) }
  }

  /// The state that a word of a tracker means; nil where that is not known.
  static func state(_ word: String) -> Ticket.State? {
    let (word, known) = (CellText.word(word), Catalog.ticketWords)
    return known.closed.contains(word) ? .closed : known.open.contains(word) ? .open : nil
  }
}
