import Arguments
import AuditModel
import Terminal

/// What `a11y list` can list, and which words of a query make sense for it.
enum ListKind: String, CaseIterable {
  case cells, results, findings, fixes, retest, components, checks, checklists, criteria, audits, waivers, conflicts
  case questions, tasks, enhancements, shortcuts, gestures, notes, agreement, bundles, evidence, plans,
    sessions, planned, matrix
  case toolFindings = "tool-findings"

  private static let aboutComponents: Set<Filter.Field> = [
    .component, .kind, .profile, .screen, .source, .owner, .tag,
  ]
  private static let aboutChecks: Set<Filter.Field> = [
    .check, .category, .impact, .criterion, .level, .method, .platform,
  ]

  /// The fields of a query that say something about these rows.
  var fields: Set<Filter.Field> {
    switch self {
    case .cells, .findings, .fixes, .retest: Set(Filter.Field.allCases).subtracting([.state])
    // A waiver and a disagreement are about what holds now, not about one observation.
    case .results: Set(Filter.Field.allCases).subtracting([.waived, .disputed, .state])
    case .components: Self.aboutComponents.union([.platform, .text])
    case .checks: Self.aboutChecks.union([.kind, .profile, .text])
    case .checklists: [.check, .category, .text]
    case .criteria: [.criterion, .level, .status, .check, .category, .text]
    case .audits: [.audit, .build, .condition, .owner, .tag, .text]
    case .waivers: Self.aboutComponents.union(Self.aboutChecks).union([.condition, .text])
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

  /// Where the free words of a query are looked for.
  var textPlace: String {
    switch self {
    case .cells, .results, .findings, .fixes, .retest, .notes: "notes"
    case .bundles, .evidence: "names of files"
    case .plans, .sessions: "keys of plans and codes of children"
    case .planned: "values"
    case .matrix: "names of settings"
    case .toolFindings: "messages, rules, screens and elements"
    case .components, .checks, .checklists, .criteria: "titles and texts"
    case .shortcuts, .gestures: "keys, actions and notes"
    case .audits, .waivers, .conflicts, .questions, .tasks, .enhancements, .agreement: "titles, keys and remarks"
    }
  }

  /// Whether `--audit` narrows it to one audit.
  var takesAudit: Bool { [.cells, .results, .findings, .fixes, .retest].contains(self) }

  /// - Throws: usage, `query.unfit`, that names the words which do apply.
  func check(_ filter: Filter) throws(Problem) {
    for term in filter.terms where !fields.contains(term.field) {
      let words = Filter.Field.allCases.filter { $0 != .text && fields.contains($0) }.map { $0.rawValue + ":" }
      let place = self == .results ? ["It is said of cells and findings."] : []
      throw .usage(
        "query.unfit", "\(term.field.rawValue): says nothing about \(rawValue)",
        hints: place + [
          "Words that apply: \(words.joined(separator: " ")). Other words are looked for in \(textPlace)."
        ])
    }
    guard self == .results else { return }
    let ofCells = ["untested", "disputed", "contradicted", "overruled", "retested"]
    for value in filter.terms(on: [.status]).flatMap(\.values) where ofCells.contains(value) {
      throw .usage(
        "query.unfit", "a result is never \(value); that is said of cells", hints: ["a11y list cells status:\(value)"])
    }
  }
}

/// A line of `a11y list` understood: what to list, and the query.
struct ListRequest {
  var kind: ListKind
  var filter: Filter

  init(kind: ListKind, filter: Filter) {
    self.kind = kind
    self.filter = filter
  }

  /// The first word is a kind, or the query begins with it.
  ///
  /// - Throws: usage: a slip in the kind, a word of the query that is not understood or makes no sense there.
  init(_ words: [String]) throws(Problem) {
    var words = words[...]
    if let first = words.first, let kind = ListKind(rawValue: first) {
      self.kind = kind
      words.removeFirst()
    } else {
      kind = .cells
      if let first = words.first { try Self.refuseSlip(first, followedBy: words.dropFirst()) }
    }
    do throws(NameProblem) {
      filter = try Filter(parsing: words.joined(separator: " "))
    } catch {
      throw .usage("query.invalid", error.message, hints: ["a11y help query explains the words."])
    }
    try kind.check(filter)
  }

  /// `a11y list finding` is a slip; `a11y list finding severity:1` as well. A word with a colon or a space is a query.
  private static func refuseSlip(_ word: String, followedBy rest: ArraySlice<String>) throws(Problem) {
    guard !word.contains(":"), !word.contains(" ") else { return }
    let names = Suggestion.nearest(to: word, among: ListKind.allCases.map(\.rawValue))
    guard !names.isEmpty else { return }
    throw .usage(
      "list.unknown-kind", "there is nothing called \(MessageText.quoted(word)) to list",
      hints: [
        "Did you mean \(Suggestion.alternatives(names))?",
        "To look for the word in notes, name what to list first: a11y list cells WORD.",
      ])
  }
}
