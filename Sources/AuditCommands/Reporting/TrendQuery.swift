import Arguments
import AuditModel
import AuditStore
import Terminal

/// The query of a trend: which cells there are, and nothing about what was seen in them.
struct TrendQuery {
  let filter: Filter
  /// As typed; nil where nothing was.
  var source: String? { filter.isEmpty ? nil : filter.source }

  /// - Throws: usage: a word that is not understood, or one about results, by its name.
  init(_ words: [String]) throws(Problem) {
    filter = try Filter(typed: words)
    for term in filter.terms where !TrendRequest.fields.contains(term.field) {
      let subject =
        term.field == .text
        ? "\(MessageText.quoted(term.values.first ?? "")) is looked for in notes, and a trend has none"
        : "\(term.field.rawValue): is about what was seen, and a trend counts cells whatever they showed"
      let hint = Self.instead[term.field].map { [$0] } ?? []
      throw .usage("query.unfit", subject, hints: hint + [Self.hint])
    }
  }

  /// Names the words that are about cells, whatever was seen in them.
  static let hint =
    "Words that apply: "
    + Filter.Field.allCases.filter(TrendRequest.fields.contains).map { $0.rawValue + ":" }.joined(separator: " ") + "."

  private static let instead: [Filter.Field: String] = [
    .since: "--since says where it begins.", .until: "--until says where it ends.",
    .tester: "--by tester has a line for each.", .build: "--by build has a line for each.",
    .audit: "a11y status --audit NAME --as-of DATE is about one audit.",
  ]

  /// Says what names nothing bears, as `a11y list` does.
  func examine(_ reader: Reader, _ context: Context) throws {
    try QueryNames(reader: reader).examine(ListRequest(kind: .cells, filter: filter), context)
  }
}

extension Filter {
  /// - Throws: usage: a word that is not understood.
  init(typed words: [String]) throws(Problem) {
    do throws(NameProblem) {
      try self.init(parsing: words.joined(separator: " "))
    } catch {
      throw .usage("query.invalid", error.message, hints: ["a11y help query explains the words."])
    }
  }
}
