import Base

/// A query as typed: `severity:1,2 screen:sign-in -owner:qa-1 since:2026-06-01 close cross`.
///
/// All terms must hold; values within a term are alternatives; `-` turns a term around; words without a field are
/// looked for in names, titles, screens, criteria, severities, notes and tickets. `*` matches within one part of a path,
/// `**` across parts. Upper and lower case are one in the
/// names of fields and in values of a closed set, such as those of `platform:`.
package struct Filter: Equatable, Sendable {
  package enum Field: String, CaseIterable, Sendable {
    case status, check, category, component, kind, profile, screen, source, owner, tag, ticket, audit, tester, build
    case condition, severity, impact, criterion, level, method, platform, since, until, stale, disputed, waived, state
    /// Free text; has no name of its own in a query.
    case text

    package static let ofComponents: Set<Field> = [.component, .kind, .profile, .screen, .source, .owner, .tag]
    package static let ofChecks: Set<Field> = [.check, .category, .impact, .criterion, .level, .method, .platform]
  }

  package struct Term: Equatable, Sendable {
    package var field: Field
    package var values: [String]
    package var isNegated: Bool

    package init(_ field: Field, _ values: [String], isNegated: Bool = false) {
      (self.field, self.values, self.isNegated) = (field, values, isNegated)
    }
  }

  package var terms: [Term]
  /// As typed, for headings and JSON.
  package var source: String

  package init(terms: [Term] = [], source: String = "") {
    (self.terms, self.source) = (terms, source)
  }

  package var isEmpty: Bool { terms.isEmpty }

  /// The value of `ticket:` for what has none, and all values of it that are no names.
  package static let ticketless = "none"
  package static let ticketStates = [ticketless] + Ticket.State.allCases.map(\.rawValue)

  /// The value of `state:` for findings that a waiver covers, of any other state, and all its values for findings.
  package static let waived = "waived"
  package static let findingStates = FindingLife.State.allCases.map(\.rawValue) + [waived]

  package func terms(on fields: Set<Field>) -> [Term] { terms.filter { fields.contains($0.field) } }

  /// Reads a query.
  ///
  /// - Throws: a sentence that names the word that is not understood and what is expected there.
  package init(parsing query: String) throws(NameProblem) {
    source = query
    terms = []
    for word in Self.pieces(query, at: \.isWhitespace) {
      terms.append(try Self.term(word))
    }
  }

  private static func term(_ word: String) throws(NameProblem) -> Term {
    // After `--` a flag is a word: it would select other rows without a notice.
    if word.hasPrefix("--") && word.utf8.count > 2 {
      throw NameProblem("invalid query word \"\(word)\"; put flags before --, and a text with hyphens in double quotes")
    }
    let isNegated = word.hasPrefix("-") && word.utf8.count > 1
    let rest = isNegated ? String(word.dropFirst()) : word
    guard let colon = rest.firstIndex(of: ":"), colon != rest.startIndex else {
      return Term(.text, [unquoted(rest)], isNegated: isNegated)
    }
    let typed = String(rest[..<colon])
    let name = ASCIIFold.small(typed)
    // As the column is headed.
    guard var field = name == "outcome" ? .status : Field(rawValue: name), field != .text else {
      if name.utf8.allSatisfy({ $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }) {
        let known = Field.allCases.filter { $0 != .text }.map(\.rawValue)
        let alike = suggestions(for: name, among: known).map { $0 + ":" }
        let help =
          alike.isEmpty
          ? "valid fields: \(known.joined(separator: " "))"
          : "did you mean \(alike.prefix(2).joined(separator: " or "))?"
        throw NameProblem("unknown query field \"\(typed):\"; \(help)")
      }
      return Term(.text, [unquoted(rest)], isNegated: isNegated)
    }
    let values = pieces(String(rest[rest.index(after: colon)...])) { $0 == "," }.map(unquoted)
    // What is open, decided, or done has a state; only items have a status.
    if field == .status, !values.isEmpty, values.allSatisfy(FilterValues(field: .state).hasAlone) { field = .state }
    let allowed = FilterValues(field: field)
    guard !values.isEmpty, values.allSatisfy({ !$0.isEmpty }) else {
      throw NameProblem("missing value after \"\(name):\", e.g. \(name):\(allowed.example)")
    }
    var known: [String] = []
    for value in values { known.append(try allowed.known(value)) }
    return Term(field, known, isNegated: isNegated)
  }

  /// Splits at separators outside double quotes, empty pieces left out.
  private static func pieces(_ text: String, at isSeparator: (Character) -> Bool) -> [String] {
    var pieces: [String] = []
    var current = ""
    var isQuoted = false
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if isSeparator(character) && !isQuoted {
        if !current.isEmpty { pieces.append(current) }
        current = ""
      } else {
        current.append(character)
      }
    }
    if !current.isEmpty { pieces.append(current) }
    return pieces
  }

  private static func unquoted(_ text: String) -> String { text.filter { $0 != "\"" } }
}

/// The values that a field of a query may have, and what a typed value is among them.
struct FilterValues {
  let field: Filter.Field

  /// The closed set of values, in the order in which they are listed; nil where any name is allowed.
  var choices: [String]? {
    switch field {
    case .status:
      Outcome.allCases.map(\.rawValue) + ["untested", "disputed", "contradicted", "overruled", "retested", "stale"]
    case .severity: ["1", "2", "3", "4", "critical", "serious", "moderate", "minor", "default"]
    case .impact: Severity.allCases.map(\.word)
    case .method: Method.allCases.map(\.rawValue)
    case .platform: Platform.allCases.map(\.rawValue)
    case .profile: Profile.allCases.map(\.rawValue)
    case .level: ["A", "AA", "AAA", "house"]
    case .stale: ["yes", "no", "age", "build", "check", "registered", "source"]
    case .disputed, .waived: ["yes", "no"]
    case .state:
      ["open", "reviewed", "unmatched"] + Filter.findingStates.filter { $0 != "open" } + ["decided", "done"]
    default: nil
    }
  }

  /// The value as it is known: of a closed set in any case.
  ///
  /// - Throws: a sentence that names the value and what is expected, with what it may have been meant to be.
  func known(_ typed: String) throws(NameProblem) -> String {
    if field == .since || field == .until {
      do throws(TimestampError) {
        _ = try Timestamp.read(typed, localOffset: { _ in 0 })
      } catch {
        throw NameProblem("invalid date \"\(typed)\" for \(field.rawValue): \(error.reason)")
      }
      return typed
    }
    guard let choices else { return [.kind, .category, .condition].contains(field) ? ASCIIFold.small(typed) : typed }
    let folded = typed.utf8.map(ASCIIFold.small)
    if let known = choices.first(where: { $0.utf8.map(ASCIIFold.small).elementsEqual(folded) }) { return known }
    let alike = suggestions(for: typed, among: choices)
    let expected = "expected \(choices.joined(separator: ", "))"
    let help = alike.isEmpty ? expected : "did you mean \(alike.prefix(2).joined(separator: " or "))? (\(expected))"
    throw NameProblem("invalid value \"\(typed)\" for \(field.rawValue); \(help)")
  }

  /// Whether a typed value is one of this field, and none of `status:`.
  fileprivate func hasAlone(_ typed: String) -> Bool {
    func isOne(of choices: [String]?) -> Bool {
      let folded = typed.utf8.map(ASCIIFold.small)
      return choices?.contains { $0.utf8.map(ASCIIFold.small).elementsEqual(folded) } ?? false
    }
    return isOne(of: choices) && !isOne(of: FilterValues(field: .status).choices)
  }

  var example: String {
    switch field {
    case .status: "fail"
    case .severity: "1,2"
    case .since, .until: "2026-06-01"
    case .stale, .disputed, .waived: "yes"
    case .component: "'sign-in/**'"
    case .check: "'voiceover.*'"
    case .source: "'Views/**'"
    case .ticket: "APP-12"
    case .state: "unmatched"
    case .criterion: "2.5.8"
    case .level: "AA"
    default: "..."
    }
  }
}

extension Filter.Field {
  /// The closed set of values, in the order in which they are listed; nil where any name is allowed.
  package var choices: [String]? { FilterValues(field: self).choices }
}
