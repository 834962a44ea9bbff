/// A query as typed: `severity:1,2 screen:sign-in -owner:qa-1 since:2026-06-01 close cross`.
///
/// All terms must hold; values within a term are alternatives; `-` turns a term around; words without a field are
/// looked for in notes. `*` matches within one part of a path, `**` across parts.
package struct Filter: Equatable, Sendable {
  package enum Field: String, CaseIterable, Sendable {
    case status, check, category, component, kind, profile, screen, owner, tag, audit, tester, build, condition
    case severity, impact, criterion, level, method, platform, since, until, stale, disputed, waived
    /// Free text over notes; has no name of its own in a query.
    case text
  }

  package struct Term: Equatable, Sendable {
    package var field: Field
    package var values: [String]
    package var isNegated: Bool

    package init(_ field: Field, _ values: [String], isNegated: Bool = false) {
      self.field = field
      self.values = values
      self.isNegated = isNegated
    }
  }

  package var terms: [Term]
  /// As typed, for headings and JSON.
  package var source: String

  package init(terms: [Term] = [], source: String = "") {
    self.terms = terms
    self.source = source
  }

  package var isEmpty: Bool { terms.isEmpty }

  package func terms(on fields: Set<Field>) -> [Term] { terms.filter { fields.contains($0.field) } }

  /// Reads a query.
  ///
  /// - Throws: a sentence that names the word that is not understood and what is wanted there.
  package init(parsing query: String) throws(NameProblem) {
    source = query
    terms = []
    for word in Self.pieces(query, at: \.isWhitespace) {
      terms.append(try Self.term(word))
    }
  }

  private static func term(_ word: String) throws(NameProblem) -> Term {
    let isNegated = word.hasPrefix("-") && word.utf8.count > 1
    let rest = isNegated ? String(word.dropFirst()) : word
    guard let colon = rest.firstIndex(of: ":"), colon != rest.startIndex else {
      return Term(.text, [unquoted(rest)], isNegated: isNegated)
    }
    let name = String(rest[..<colon])
    guard let field = Field(rawValue: name), field != .text else {
      if name.utf8.allSatisfy({ $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }) {
        let known = Field.allCases.filter { $0 != .text }.map(\.rawValue).joined(separator: " ")
        throw NameProblem("'\(name):' is no query word; known are: \(known)")
      }
      return Term(.text, [unquoted(rest)], isNegated: isNegated)
    }
    let values = pieces(String(rest[rest.index(after: colon)...])) { $0 == "," }.map(unquoted)
    guard !values.isEmpty, values.allSatisfy({ !$0.isEmpty }) else {
      throw NameProblem("'\(name):' has no value; write for example \(name):\(example(field))")
    }
    try check(values, of: field)
    return Term(field, values, isNegated: isNegated)
  }

  private static func check(_ values: [String], of field: Field) throws(NameProblem) {
    let allowed: [String]
    switch field {
    case .status: allowed = Outcome.allCases.map(\.rawValue) + ["untested", "disputed", "stale"]
    case .severity: allowed = ["1", "2", "3", "4", "critical", "serious", "moderate", "minor", "none"]
    case .impact: allowed = Impact.allCases.map(\.rawValue)
    case .method: allowed = Method.allCases.map(\.rawValue)
    case .platform: allowed = Platform.allCases.map(\.rawValue)
    case .profile: allowed = Profile.allCases.map(\.rawValue)
    case .level: allowed = ["A", "AA", "AAA", "house"]
    case .stale: allowed = ["yes", "no", "age", "build", "check", "source"]
    case .disputed, .waived: allowed = ["yes", "no"]
    default: return
    }
    for value in values where !allowed.contains(value) {
      throw NameProblem("'\(value)' is no value for \(field.rawValue): wanted \(allowed.joined(separator: ", "))")
    }
  }

  private static func example(_ field: Field) -> String {
    switch field {
    case .status: "fail"
    case .severity: "1,2"
    case .since, .until: "2026-06-01"
    case .stale, .disputed, .waived: "yes"
    case .component: "'sign-in/**'"
    case .check: "'voiceover.*'"
    case .criterion: "2.5.8"
    case .level: "AA"
    default: "..."
    }
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
