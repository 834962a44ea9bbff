import Arguments
import AuditCatalog
import AuditModel
import AuditStore
import Terminal
import TrackerAccess

/// What the states of criteria are taken from, and which criteria are asked for.
struct CriterionScope {
  /// Nil where there is no tracker: then nothing can be said but which checks there are.
  let rollUp: StandardsRollUp?
  /// Nil for all criteria.
  let standard: Standard?
  /// For the title: ` of spring-24, 2026-02-28T23:59:59Z`.
  let suffix: String

  init(_ context: Context, _ reader: Reader?) throws {
    standard = try context.arguments.string(.standard).map { typed throws(Problem) in try Self.standard(typed) }
    let moment = try context.asOf()
    if reader == nil, moment != nil || context.arguments.has(.audit) {
      throw Problem(.notFound, code: "tracker.none", "there is no tracker here or in a folder above")
    }
    let then = try moment.map { moment in try reader?.at(moment) } ?? reader
    let audit = try context.arguments.string(.audit).flatMap { typed in try then.map { try AuditName.find(typed, $0) } }
    rollUp = try then?.standards(of: audit)
    suffix =
      (audit.map { " of \($0.name)" } ?? "")
      + (moment.map { ", \(Timestamp(milliseconds: $0).iso8601Second)" } ?? "")
  }

  /// - Throws: usage, with the standards there are.
  static func standard(_ typed: String) throws(Problem) -> Standard {
    if let standard = Catalog.standard(typed) { return standard }
    let known = Catalog.standards.map(\.id)
    throw .usage(
      "standard.unknown", "there is no standard \(MessageText.quoted(typed))",
      hints: Suggestion.hint(for: typed, among: known) + ["Standards are \(known.joined(separator: ", "))."])
  }
}
