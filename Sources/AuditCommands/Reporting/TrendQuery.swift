import Arguments
import AuditModel
import AuditStore
import Terminal

/// The query of a trend: which cells count, without filters on results.
struct TrendQuery {
  let filter: Filter
  /// As typed; nil where nothing was.
  var source: String? { filter.isEmpty ? nil : filter.source }

  /// - Throws: usage: an invalid filter, or a filter on results, with its name.
  init(_ words: [String]) throws(Problem) {
    filter = try Filter(typed: words)
    for term in filter.terms where !TrendRequest.fields.contains(term.field) {
      let subject =
        term.field == .text
        ? "\(MessageText.quoted(term.values.first ?? "")) is searched in notes and tickets too, and a trend contains none"
        : "\(term.field.rawValue): filters on results; a trend needs all items in scope"
      let hint = Self.instead[term.field].map { [$0] } ?? []
      throw .usage("query.unfit", subject, hints: hint + [Self.hint])
    }
  }

  /// Lists the filters that do not depend on results.
  static let hint =
    "Use only these filters: "
    + Filter.Field.allCases.filter(TrendRequest.fields.contains).map { $0.rawValue + ":" }.joined(separator: " ") + "."

  private static let instead: [Filter.Field: String] = [
    .since: "Use --since for the start date.", .until: "Use --until for the end date.",
    .tester: "Use --by tester for one row per tester.", .build: "Use --by build for one row per build.",
    .audit: "Run \"a11y status --audit NAME --as-of DATE\" for one audit.",
  ]

  /// Reports names that match nothing, as `a11y list` does.
  func examine(_ reader: Reader, _ context: Context) throws {
    try QueryNames(reader: reader).examine(ListRequest(kind: .cells, filter: filter), context)
  }
}

extension Filter {
  /// - Throws: usage: an invalid filter.
  init(typed words: [String]) throws(Problem) {
    do throws(NameProblem) {
      try self.init(parsing: words.joined(separator: " "))
    } catch {
      throw .usage("query.invalid", error.message, hints: ["Run \"a11y help query\" for valid filters."])
    }
  }
}
