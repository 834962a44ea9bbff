import AuditCatalog
import AuditModel

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
        try told.note.map { Self.contains($0, word) } ?? false || tickets.contains { Self.contains($0.name, word) }
          || severity.map { Self.contains($0.word, word) } ?? false
          || TicketMark.isMark(word) && isNamed(told.item, [], by: word)
          || told.result != 0 && Self.isNameOfResult(word) && reader.name(of: told.result) == word
      }
    return isFound != term.isNegated
  }

  private func words(ofComponent key: String) throws -> [Bool] {
    if let known = wordsOfComponents[ExactText(key)] { return known }
    let component = try registry.component(key)
    let found = words(in: (component?.allKeys ?? [key]) + [component?.title ?? ""] + (component?.screens ?? []))
    wordsOfComponents[ExactText(key)] = found
    return found
  }

  private func words(ofCheck id: String) throws -> [Bool] {
    if let known = wordsOfChecks[ExactText(id)] { return known }
    let check = try registry.check(id)?.check
    let found = words(
      in: [id, check?.title ?? "", check?.failure ?? ""] + (check.map { Catalog.claims(of: $0).map(\.criterion) } ?? [])
    )
    wordsOfChecks[ExactText(id)] = found
    return found
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
      && (TicketMark.of(check: item.check) == typed || registry.names.get().isMark(typed, of: item))
  }

  /// `<replica>-<sequence>`: a result may have this name.
  static func isNameOfResult(_ text: String) -> Bool {
    text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).count == 2
      && text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x7A) || $0 == UInt8(ascii: "-") }
      && text.split(separator: "-").last?.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ?? false
  }

  /// Upper and lower case are one; letters beyond ASCII by Swift's own folding.
  static func contains(_ text: String, _ word: String) -> Bool {
    let (text, word) = (Array(text.lowercased().utf8), Array(word.lowercased().utf8))
    guard !word.isEmpty, word.count <= text.count else { return word.isEmpty }
    return (0...(text.count - word.count)).contains { text[$0..<($0 + word.count)].elementsEqual(word) }
  }
}
