import Audit
import Base
import SQLite

/// A query made ready for one pass over rows: what depends on a component, a check, a condition or a name is decided
/// once for each of them, so that a million rows cost a million look-ups of small integers.
final class RowFilter {
  /// Which time `since:` and `until:` speak of.
  enum TimeField {
    case observed
    case began
  }

  let reader: Reader
  let registry: Registry
  private let rowTerms: [Filter.Term]
  private let componentTerms: [Filter.Term]
  private let checkTerms: [Filter.Term]
  private let nameTerms: [Filter.Term]
  let asksCondition: Bool
  private let ticketTerms: [Filter.Term]
  let wordTerms: [Filter.Term]
  private let since: [(bounds: [Int64], isNegated: Bool)]
  private let until: [(bounds: [Int64], isNegated: Bool)]
  private let timeField: TimeField
  private var components = ByTerm<Bool>()
  private var checks = ByTerm<Bool>()
  private var names: [Int64: Bool] = [:]
  private var componentsByKey: [ExactText: Bool] = [:]
  private var checksByID: [ExactText: Bool] = [:]
  /// By component or check, which of the free words its name and its title have.
  var wordsOfComponents: [ExactText: [Bool]] = [:]
  var wordsOfChecks: [ExactText: [Bool]] = [:]
  private lazy var otherOwners: Result<[ExactText: String], any Error> = Result {
    try componentTerms.contains { $0.field == .owner } ? reader.beforeOthers("owner") : [:]
  }
  private(set) lazy var tickets = Result { try TicketIndex(reader) }
  /// The remarks on findings themselves.
  private(set) lazy var remarks = Result { try reader.remarks() }

  init(_ filter: Filter, reader: Reader, registry: Registry, timeField: TimeField) throws {
    (self.reader, self.registry, self.timeField) = (reader, registry, timeField)
    componentTerms = filter.terms(on: Filter.Field.ofComponents)
    checkTerms = filter.terms(on: Filter.Field.ofChecks)
    nameTerms = filter.terms(on: [.condition, .tester, .build, .audit])
    asksCondition = !filter.terms(on: [.condition]).isEmpty
    rowTerms = filter.terms(on: [.status, .severity, .stale, .disputed, .waived])
    ticketTerms = filter.terms(on: [.ticket])
    wordTerms = filter.terms(on: [.text])
    let zone = reader.localOffset
    since = try filter.terms(on: [.since]).map { (try $0.values.map { try Self.moment($0, zone).start }, $0.isNegated) }
    until = try filter.terms(on: [.until]).map { (try $0.values.map { try Self.moment($0, zone).end }, $0.isNegated) }
  }

  /// A moment in a query: days are local days, from their first to their last millisecond.
  static func moment(_ text: String, _ localOffset: (Int64) -> Int) throws -> (start: Int64, end: Int64) {
    do throws(TimestampError) {
      let span = try Timestamp.span(text, localOffset: localOffset)
      return (span.lowerBound, span.upperBound)
    } catch {
      throw Refusal.invalid("invalid date \"\(text)\": \(error.reason)")
    }
  }

  /// Whether nothing is asked of the names of a cell.
  var acceptsAllNames: Bool { componentTerms.isEmpty && checkTerms.isEmpty && nameTerms.isEmpty }

  /// Whether only disputed cells are asked for.
  var wantsDisputed: Bool { rowTerms.contains { $0.field == .disputed && !$0.isNegated && $0.values == ["yes"] } }

  /// The terms of the components that a query asks for, as JSON, where they are so few that looking them up takes less
  /// than a pass over all cells; nil otherwise.
  func fewComponents() throws -> String? {
    guard !componentTerms.isEmpty else { return nil }
    let all = try reader.database.all("SELECT DISTINCT component FROM cell", []) { $0.int64(0) }
    let wanted = try all.filter { try accepts(component: $0) }
    return wanted.count * 4 < all.count ? "[\(wanted.map(String.init).joined(separator: ","))]" : nil
  }

  func accepts(component: Int64) throws -> Bool {
    if componentTerms.isEmpty { return true }
    return try components.value(component) {
      let key = try reader.text(component)
      return try matches(component: key)
    }
  }

  /// Where someone who is not followed has named another owner, both owners count: no item leaves a query by it.
  private func matches(component key: String) throws -> Bool {
    let found = try registry.component(key)
    if try ComponentMatch.matches(key, found, componentTerms) { return true }
    guard var component = found, let owner = try otherOwners.get()[ExactText(component.key)] else { return false }
    component.owner = owner
    return try ComponentMatch.matches(key, component, componentTerms)
  }

  func accepts(check: Int64) throws -> Bool {
    if checkTerms.isEmpty { return true }
    return try checks.value(check) {
      let id = try reader.text(check)
      return try CheckMatch.matches(id, try registry.check(id)?.check, checkTerms)
    }
  }

  /// - Parameter check: whose setting is on, too.
  func accepts(
    condition: Int64, of check: Int64 = 0, tester: Int64, build: Int64, audit: Int64
  ) throws -> Bool {
    for (index, term) in nameTerms.enumerated() {
      if term.field == .condition, check != 0 {
        let id = try reader.text(check)
        if CheckSettings.isKnown(id) {
          guard Self.matches(try reader.checkSettings.seen(reader.text(condition), of: id), term) else { return false }
          continue
        }
      }
      let name =
        switch term.field {
        case .condition: condition
        case .tester: tester
        case .build: build
        default: audit
        }
      let place = name * 64 + Int64(index)
      let answer: Bool
      if let known = names[place] {
        answer = known
      } else {
        answer = Self.matches(try reader.text(name), term)
        names[place] = answer
      }
      guard answer else { return false }
    }
    return true
  }

  private static func matches(_ name: String, _ term: Filter.Term) -> Bool {
    let found = term.values.contains { value in
      guard term.field == .condition else { return Glob(value).matchesText(name) }
      if value == "default" { return name.isEmpty }
      let tokens = name.split(separator: ",").map(String.init)
      return value.split(separator: "+").allSatisfy { tokens.contains(String($0)) }
    }
    return found != term.isNegated
  }

  /// Whether cells without a result are asked for, as far as that does not depend on their names.
  var acceptsUntested: Bool {
    accepts(RowFacts()) && ticketTerms.allSatisfy { $0.values.contains(Filter.ticketless) != $0.isNegated }
  }

  /// Whether the names of an untested cell are asked for.
  func accepts(component: String, check: String, condition: String) throws -> Bool {
    try accepts(component: component) && accepts(check: check) && accepts(condition: condition, of: check)
      && acceptsWords(ScopeCell(component: component, check: check, condition: condition))
  }

  /// Whether the free words are in the names and titles of an untested cell.
  func acceptsWords(_ item: @autoclosure () throws -> ScopeCell) throws -> Bool {
    guard !wordTerms.isEmpty else { return true }
    let told = Told(item: try item())
    return try wordTerms.indices.allSatisfy { try mentions(told, $0, tickets: []) }
  }

  func accepts(component: String) throws -> Bool {
    if componentTerms.isEmpty { return true }
    return try componentsByKey.value(ExactText(component)) { try matches(component: component) }
  }

  func accepts(check: String) throws -> Bool {
    if checkTerms.isEmpty { return true }
    return try checksByID.value(ExactText(check)) {
      try CheckMatch.matches(check, try registry.check(check)?.check, checkTerms)
    }
  }

  /// Of one without tester, build and audit, with the setting of its check.
  func accepts(condition: String, of check: String) throws -> Bool {
    guard asksCondition, CheckSettings.isKnown(check) else { return accepts(condition: condition) }
    return try accepts(condition: reader.checkSettings.seen(condition, of: check))
  }

  /// Of one without tester, build and audit.
  func accepts(condition: String) -> Bool {
    nameTerms.allSatisfy { Self.matches($0.field == .condition ? condition : "", $0) }
  }

  /// - Parameter told: read only where a query looks for words or tickets.
  func accepts(_ row: RowFacts, told: () throws -> Told) throws -> Bool {
    guard accepts(row) else { return false }
    guard !wordTerms.isEmpty || !ticketTerms.isEmpty else { return true }
    let told = try told()
    let tickets = try tickets(of: told.item, isFailing: row.outcome == .fail)
    return try ticketTerms.allSatisfy { term in
      try term.values.contains { value in
        try value == Filter.ticketless ? tickets.isEmpty : isNamed(told.item, tickets, by: value)
      } != term.isNegated
    }
      && wordTerms.indices.allSatisfy {
        try mentions(told, $0, tickets: tickets, severity: row.outcome == .fail ? row.severity : nil)
      }
  }

  private func accepts(_ row: RowFacts) -> Bool {
    // What was never observed was observed neither since nor until any day.
    let time = row.outcome == nil ? nil : timeField == .began ? row.since : row.time
    func lies(_ isInside: (Int64) -> Bool) -> Bool { time.map(isInside) ?? false }
    for (bounds, isNegated) in since where bounds.contains(where: { bound in lies { $0 >= bound } }) == isNegated {
      return false
    }
    for (bounds, isNegated) in until where bounds.contains(where: { bound in lies { $0 <= bound } }) == isNegated {
      return false
    }
    return rowTerms.allSatisfy { term in
      term.values.contains { Self.matches(row, term.field, $0) } != term.isNegated
    }
  }

  private static func matches(_ row: RowFacts, _ field: Filter.Field, _ value: String) -> Bool {
    switch field {
    case .status:
      switch value {
      case "untested": row.outcome == nil
      case "disputed": row.isDisputed
      case "contradicted": row.isContradicted
      case "overruled": row.isOverruled
      case "retested": row.isBetterByRetest
      case "stale": !row.stale.isEmpty
      default: row.outcome?.rawValue == value
      }
    case .severity:
      (row.outcome == .fail || row.isFinding)
        && (value == "default" ? row.isUsualSeverity : row.severity == Severity(word: value))
    case .stale:
      switch value {
      case "yes": !row.stale.isEmpty
      case "no": row.stale.isEmpty
      default: StaleReason(rawValue: value).map { row.stale.contains(StaleMarks($0)) } ?? false
      }
    case .disputed: (row.isDisputed || row.isContradicted) == (value == "yes")
    case .waived: row.isWaived == (value == "yes")
    default: false
    }
  }
}

extension RowFilter {
  /// Where the free words of a query are looked for, beside the names and titles of the item and its tickets.
  struct Told {
    var item: ScopeCell
    var note: String?
    /// The local number of the result; 0 for none.
    var result: Int64 = 0

    init(item: ScopeCell, note: String? = nil, result: Int64 = 0) {
      (self.item, self.note, self.result) = (item, note, result)
    }

    /// Of what a cell shows, by the numbers of the names.
    ///
    /// - Parameter finding: the cell, where it fails.
    init(
      _ reader: Reader, _ component: Int64, _ check: Int64, _ condition: Int64, _ result: Int64, _ finding: Int64?,
      since: Int64
    ) throws {
      item = ScopeCell(
        component: try reader.text(component), check: try reader.text(check), condition: try reader.text(condition))
      note = try reader.note(of: result, finding, since: since)
      self.result = result
    }
  }

  /// Whether a term of free words holds for an item: one of its values is in a text of it, or none is, where it is
  /// negated.
  ///
  /// - Parameter severity: of what fails.
  func mentions(_ told: Told, _ place: Int, tickets: [Ticket.Link], severity: Severity? = nil) throws -> Bool {
    let term = wordTerms[place]
    let isFound =
      try words(ofComponent: told.item.component)[place] || words(ofCheck: told.item.check)[place]
      || term.values.contains { word in
        try told.note.map { Self.contains($0, word) } ?? false
          || remarks.get()[told.item].map { Self.contains($0, word) } ?? false
          || tickets.contains { Self.contains($0.name, word) }
          || severity.map { Self.contains($0.word, word) } ?? false
          || TicketMark.isMark(word) && isNamed(told.item, [], by: word)
          || told.result != 0 && Self.isNameOfResult(word) && reader.name(of: told.result) == word
      }
    return isFound != term.isNegated
  }

  private func words(ofComponent key: String) throws -> [Bool] {
    try wordsOfComponents.value(ExactText(key)) {
      let component = try registry.component(key)
      return words(in: (component?.allKeys ?? [key]) + [component?.title ?? ""] + (component?.screens ?? []))
    }
  }

  private func words(ofCheck id: String) throws -> [Bool] {
    try wordsOfChecks.value(ExactText(id)) {
      let check = try registry.check(id)?.check
      return words(
        in: [id, check?.title ?? "", check?.failure ?? ""]
          + (check.map { Catalog.claims(of: $0).map(\.criterion) } ?? [])
      )
    }
  }

  private func words(in texts: [String]) -> [Bool] {
    wordTerms.map { term in term.values.contains { word in texts.contains { Self.contains($0, word) } } }
  }

  /// The tickets of an item; those of waivers are about what fails.
  func tickets(of item: ScopeCell, isFailing: Bool) throws -> [Ticket.Link] {
    let (component, check, condition) = (item.component, item.check, item.condition)
    let waivers =
      isFailing
      ? [
        try registry.waiver(component: component, check: check, condition: condition),
        try registry.expiredWaiver(component: component, check: check, condition: condition),
      ] : []
    return try tickets.get().links(of: item, waivers)
  }

  /// Whether a text names one of the tickets of an item, or its state, or is the mark that they have.
  func isNamed(_ item: ScopeCell, _ tickets: [Ticket.Link], by typed: String) throws -> Bool {
    if let state = Ticket.State(rawValue: typed.lowercased()) { return Ticket.state(of: tickets) == state }
    if tickets.contains(where: { Ticket.isNamed($0.name, by: typed) }) { return true }
    return try TicketMark.isMark(typed)
      && (TicketMark.of(check: item.check) == typed.lowercased() || registry.names.get().isMark(typed, of: item))
  }

  /// `<replica>-<sequence>`: a result may have this name.
  static func isNameOfResult(_ text: String) -> Bool {
    text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).count == 2
      && text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x7A) || $0 == UInt8(ascii: "-") }
      && text.split(separator: "-").last?.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ?? false
  }

  /// Upper and lower case are one; letters beyond ASCII by Swift's own folding, and in any spelling of their accents.
  static func contains(_ text: String, _ word: String) -> Bool {
    let (text, word) = (text.lowercased(), word.lowercased())
    let (bytes, wanted) = (Array(text.utf8), Array(word.utf8))
    guard !wanted.isEmpty else { return true }
    if wanted.count <= bytes.count,
      (0...(bytes.count - wanted.count)).contains(where: { bytes[$0..<($0 + wanted.count)].elementsEqual(wanted) })
    {
      return true
    }
    return wanted.contains { $0 > 0x7F } && bytes.contains { $0 > 0x7F } && text.contains(word)
  }
}
