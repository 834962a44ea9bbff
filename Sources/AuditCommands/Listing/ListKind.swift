import Arguments
import AuditModel
import Terminal

/// What `a11y list` can list, and the query fields that apply to each.
enum ListKind: String, CaseIterable {
  case cells, results, findings, fixes, retest, components, checks, checklists, criteria, audits, waivers, conflicts
  case verdicts, questions, tasks, enhancements, shortcuts, gestures, notes, agreement, bundles, evidence, plans,
    sessions, planned, matrix
  case toolFindings = "tool-findings"

  /// What can be typed: the lists, and `items`, as people call the cells.
  static let names = ["items"] + allCases.map(\.rawValue)

  init?(named name: String) { self.init(rawValue: name == "items" ? Self.cells.rawValue : name) }

  private static let aboutComponents: Set<Filter.Field> = [
    .component, .kind, .profile, .screen, .source, .owner, .tag,
  ]
  private static let aboutChecks: Set<Filter.Field> = [
    .check, .category, .impact, .criterion, .level, .method, .platform,
  ]

  /// The query fields that apply to these rows.
  var fields: Set<Filter.Field> {
    switch self {
    case .findings: Set(Filter.Field.allCases)
    case .cells, .fixes, .retest: Set(Filter.Field.allCases).subtracting([.state])
    // Waivers and disputes concern the current status, not one result.
    case .results: Set(Filter.Field.allCases).subtracting([.waived, .disputed, .state])
    case .components: Self.aboutComponents.union([.platform, .text])
    case .checks: Self.aboutChecks.union([.kind, .profile, .text])
    case .checklists: [.check, .category, .text]
    case .criteria: [.criterion, .level, .status, .check, .category, .text]
    case .audits: [.audit, .build, .condition, .owner, .tag, .text]
    case .waivers: Self.aboutComponents.union(Self.aboutChecks).union([.condition, .text])
    case .verdicts: [.criterion, .level, .tester, .text]
    case .conflicts: Self.aboutComponents.union(Self.aboutChecks).union([.audit, .condition, .text])
    case .questions, .tasks, .enhancements, .shortcuts, .gestures, .planned, .matrix:
      Self.aboutComponents.union(Self.aboutChecks).union([.text])
    case .bundles: [.text]
    case .plans, .sessions: Self.aboutComponents.union([.text])
    case .evidence:
      Self.aboutComponents.union(Self.aboutChecks).union([.condition, .tester, .since, .until, .text])
    case .agreement: Self.aboutComponents.union(Self.aboutChecks).union([.condition, .tester, .build])
    case .toolFindings:
      Self.aboutComponents.union(Self.aboutChecks).union([.condition, .build, .since, .until, .state, .text])
    case .notes: Self.aboutComponents.union(Self.aboutChecks).union([.tester, .since, .until, .text])
    }
  }

  /// The texts that free words of a query search.
  var textPlace: String {
    switch self {
    case .cells, .results, .findings, .fixes, .retest:
      "names, titles, screens, criteria, severities, notes, and tickets"
    case .notes: "notes"
    case .bundles, .evidence: "file names"
    case .plans, .sessions: "plan keys and participant codes"
    case .planned: "values"
    case .matrix: "setting names"
    case .toolFindings: "messages, rules, screens, and elements"
    case .verdicts: "names and remarks"
    case .components, .checks, .checklists, .criteria: "titles and texts"
    case .shortcuts, .gestures: "keys, actions, and notes"
    case .audits, .waivers, .conflicts, .questions, .tasks, .enhancements, .agreement: "titles, keys, and notes"
    }
  }

  /// Whether `--audit` narrows it to one audit.
  var takesAudit: Bool { [.cells, .results, .findings, .fixes, .retest].contains(self) }

  /// Words for `status:` that are about an item, not about one result.
  private static let ofCells = ["untested", "disputed", "contradicted", "overruled", "retested"]

  /// The closed set of values that a field has here; nil where it has any name.
  func choices(_ field: Filter.Field) -> [String]? {
    switch (self, field) {
    case (.findings, .state): FindingLife.State.allCases.map(\.rawValue)
    case (_, .state): ["open", "reviewed", "unmatched"]
    case (.results, .status): field.choices?.filter { !Self.ofCells.contains($0) }
    default: field.choices
    }
  }

  /// - Throws: usage, `query.unfit`, that names the words which do apply.
  func check(_ filter: Filter) throws(Problem) {
    for term in filter.terms where !fields.contains(term.field) {
      let words = Filter.Field.allCases.filter { $0 != .text && fields.contains($0) }.map { $0.rawValue + ":" }
      let place = self == .results ? ["Use it with cells or findings."] : []
      throw .usage(
        "query.unfit", "\(term.field.rawValue): does not apply to \(rawValue)",
        hints: place + [
          "Use \(words.joined(separator: " ")). Other words search \(textPlace)."
        ])
    }
    let states = choices(.state) ?? []
    let valid = states.map { "state:" + $0 }.joined(separator: ", ")
    for value in filter.terms(on: [.state]).flatMap(\.values) where !states.contains(value) {
      throw .usage("query.unfit", "state:\(value) does not apply to \(rawValue)", hints: ["Use \(valid)."])
    }
    guard self == .results else { return }
    for value in filter.terms(on: [.status]).flatMap(\.values) where Self.ofCells.contains(value) {
      throw .usage(
        "query.unfit", "status:\(value) applies to items, not to results",
        hints: ["Run \"a11y list cells status:\(value)\"."])
    }
  }
}

/// The parsed words of `a11y list`: what to list, and the query.
struct ListRequest {
  var kind: ListKind
  var filter: Filter

  init(kind: ListKind, filter: Filter) {
    self.kind = kind
    self.filter = filter
  }

  /// The first word is a kind, or the query begins with it.
  ///
  /// - Throws: usage: a misspelled kind, or a query term that is invalid or does not apply.
  init(_ words: [String]) throws(Problem) {
    var words = words[...]
    if let first = words.first, let kind = ListKind(named: first) {
      self.kind = kind
      words.removeFirst()
    } else {
      kind = .cells
      if let first = words.first { try Self.refuseSlip(first, followedBy: words.dropFirst()) }
    }
    do throws(NameProblem) {
      filter = try Filter(parsing: words.joined(separator: " "))
    } catch {
      throw .usage("query.invalid", error.message, hints: ["Run \"a11y help query\" for query terms."])
    }
    try kind.check(filter)
  }

  /// `a11y list finding` is a slip; `a11y list finding severity:1` as well. A word with a colon or a space is a query.
  private static func refuseSlip(_ word: String, followedBy rest: ArraySlice<String>) throws(Problem) {
    guard !word.contains(":"), !word.contains(" ") else { return }
    let names = Suggestion.nearest(to: word, among: ListKind.names)
    guard !names.isEmpty else { return }
    throw .usage(
      "list.unknown-kind", "cannot list \(MessageText.quoted(word))",
      hints: [
        "Did you mean \(Suggestion.alternatives(names))?",
        "Run \"a11y list cells WORD\" to search names, titles, and notes for the word.",
      ])
  }
}
