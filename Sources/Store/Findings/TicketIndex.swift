package import Audit
import Base

/// What a record is about: a check of a component, under one condition or all.
struct RecordPlace: Hashable {
  var component: ExactText
  var check: ExactText
  /// Nil for every condition.
  var condition: ExactText?

  init(_ component: String, _ check: String, _ condition: String?) {
    self.component = ExactText(component)
    self.check = ExactText(check)
    self.condition = condition.map(ExactText.init)
  }

  init(_ item: ScopeCell) { self.init(item.component, item.check, item.condition) }

  init(_ record: Reader.Record, hasCondition: Bool) {
    self.init(record.text("component"), record.text("check"), hasCondition ? record.text("condition") : nil)
  }
}

/// The tickets of items: their own, those of their waivers, and those of tasks and questions about their checks.
package final class TicketIndex {
  private let named: [RecordPlace: [Ticket.Link]]
  /// Where the tracker of the team is; nil where it has named none.
  private let address: Ticket.Address?

  /// Before the name of a ticket, the field of a finding that has the state of the ticket: `open`, `closed`, or `linked`
  /// where that is not known.
  package static let stateField = "ticket."
  package static let stateless = "linked"

  init(_ reader: Reader) throws {
    var named: [RecordPlace: [Ticket.Link]] = [:]
    func add(_ kind: String, hasCondition: Bool) throws {
      for record in try reader.recordsOfMoment(kind) {
        let links = record.links
        guard !links.isEmpty else { continue }
        named[RecordPlace(record, hasCondition: hasCondition), default: []] += links
      }
    }
    try add("finding", hasCondition: true)
    try add("task", hasCondition: false)
    try add("question", hasCondition: false)
    self.named = named
    address = try Ticket.Address(reader.ticketAddress())
  }

  /// Those of an item, each once; with its state where any of them says it, and its address where it has one.
  ///
  /// - Parameter waivers: that in force, and the one that has run out.
  func links(of item: ScopeCell, _ waivers: [Waiver?]) -> [Ticket.Link] {
    var place = RecordPlace(item)
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
        links[links.count - 1].address = address.map { $0.of(link.name) } ?? Ticket.link(link.name)
      }
    }
    return links
  }
}

extension Reader {
  package func tickets(of cell: Cell) throws -> [Ticket.Link] {
    try TicketIndex(self).links(of: cell.place, [cell.waiver, cell.expired])
  }

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

/// The mark that a ticket has of what it is about, `a11y-ghjkmnpqrstv`: the same for the same finding in each run, so that
/// the ticket finds its way back. Its first letters, `ghjkmnpq`, name the finding everywhere else.
package enum TicketMark {
  /// No digits of a hexadecimal number: trackers make links to commits of those.
  private static let letters = Array("ghjkmnpqrstvwxyz")
  private static let head = "a11y-"
  private static let length = 12
  /// The letters of an ID: always as many, so that an ID stays the same when more findings come. Of 1,000 findings two
  /// have the same in 1 of 8,000 trackers.
  private static let idLength = 8
  /// Fewer letters are a word rather than the beginning of a mark.
  private static let fewest = 4

  package static func of(_ place: ScopeCell) -> String { of([place.component, place.check, place.condition]) }

  /// Of a ticket about all that fails of a check.
  package static func of(check: String) -> String { of([check]) }

  /// The ID of a finding: `ghjkmnpq`.
  package static func id(of place: ScopeCell) -> String { String(of(place).dropFirst(head.count).prefix(idLength)) }

  private static func of(_ names: [String]) -> String {
    let digest = SHA256.digest(of: Array(names.joined(separator: "\n").utf8))
    return head + String(digest.hex.prefix(length).map { letters[$0.hexDigitValue ?? 0] })
  }

  /// Whether a text is a mark, or as much of one as is typed for a finding: some of its letters, with or without the head.
  static func isMark(_ text: String) -> Bool { beginning(text) != nil }

  /// Whether a typed text is a mark, or the beginning of it.
  package static func begins(_ mark: String, with typed: String) -> Bool {
    beginning(typed).map { mark.utf8.starts(with: $0.utf8) } ?? false
  }

  /// The beginning of a mark that a text is, with its head and in either case of letters; nil for any other text.
  private static func beginning(_ typed: String) -> String? {
    let typed = typed.lowercased()
    let letters = typed.hasPrefix(head) ? typed.dropFirst(head.count) : typed[...]
    guard (fewest...length).contains(letters.utf8.count), letters.utf8.allSatisfy(isLetter) else { return nil }
    return head + letters
  }

  /// The first mark in a text; a tracker may write labels in capitals.
  package static func first(in text: ArraySlice<UInt8>) -> String? {
    var rest = text
    return next(in: &rest)
  }

  /// Every mark in a text, each once: two issues that were merged have those of both.
  package static func all(in text: ArraySlice<UInt8>) -> [String] {
    var (rest, found, known) = (text, [String](), Set<String>())
    while let mark = next(in: &rest) {
      if known.insert(mark).inserted { found.append(mark) }
    }
    return found
  }

  /// A text of people with the ID in the place of each mark: only the mark of the ticket itself says what it is about, not
  /// one in a note.
  ///
  /// More letters may follow, as a text that is cut behind the twelfth would end with a mark.
  package static func replaced(in text: String) -> String {
    var output: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let first = rest.first {
      if let tail = afterHead(of: rest) {
        let letters = tail.prefix { isLetter(ASCIIFold.small($0)) }
        if letters.count >= length {
          // What is before it may be a part of a mark as well, and would be a whole one with these letters.
          if output.last.map({ isLetter(ASCIIFold.small($0)) }) ?? false { output.append(UInt8(ascii: " ")) }
          output += letters.prefix(idLength)
          rest = rest[letters.endIndex...]
          continue
        }
      }
      output.append(first)
      rest = rest.dropFirst()
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The next mark, which is taken from the text with what is before it.
  private static func next(in rest: inout ArraySlice<UInt8>) -> String? {
    while let start = rest.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "a") }) {
      rest = rest[start...]
      if let tail = afterHead(of: rest) {
        let letters = tail.prefix(length).map(ASCIIFold.small)
        let end = tail.dropFirst(length).first.map(ASCIIFold.small)
        if letters.count == length, letters.allSatisfy(isLetter), !(end.map(isLetter) ?? false) {
          rest = tail.dropFirst(length)
          return head + String(decoding: letters, as: UTF8.self)
        }
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// What comes after the head of a mark with which a text begins; nil for any other text. Markup has a backslash before
  /// the hyphen, and JSON writes two for it.
  private static func afterHead(of text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    // Most letters begin no mark.
    guard text.first.map({ $0 | 0x20 }) == UInt8(ascii: "a"), text.dropFirst().first == UInt8(ascii: "1") else {
      return nil
    }
    let name = head.utf8.dropLast()
    guard text.prefix(name.count).map(ASCIIFold.small).elementsEqual(name) else { return nil }
    let rest = text.dropFirst(name.count)
    let signs = rest.prefix { $0 == UInt8(ascii: "\\") }
    guard signs.count < 3, rest.dropFirst(signs.count).first == UInt8(ascii: "-") else { return nil }
    return rest.dropFirst(signs.count + 1)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { "ghjkmnpqrstvwxyz".utf8.contains(byte) }
}
