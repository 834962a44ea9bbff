import Arguments
import AuditCatalog
import AuditFigures
import AuditModel
import AuditStore
import Terminal
import TrackerAccess

/// The source of the status of criteria, and the criteria to list.
struct CriterionScope {
  /// Nil without a tracker: then only the checks of each criterion are known.
  let rollUp: StandardsRollUp?
  /// Nil for all criteria.
  let standard: Standard?
  /// Of people, at the same moment.
  let verdicts: VerdictBook
  /// For the title: ` of spring-24, 2026-02-28T23:59:59Z`.
  let suffix: String

  init(_ context: Context, _ reader: Reader?) throws {
    standard = try context.arguments.string(.standard).map { typed throws(Problem) in try Self.standard(typed) }
    let moment = try context.asOf()
    if reader == nil, moment != nil || context.arguments.has(.audit) {
      throw Problem(.notFound, code: "tracker.none", "no tracker found in this folder or any parent folder")
    }
    let (named, shown) = try reader.map { try AuditName.asked(context, $0, asOf: moment) } ?? (nil, moment)
    let then = try shown.map { moment in try reader?.at(moment) } ?? reader
    let audit = try named.flatMap { named in try then.map { try AuditName.find(named.name, $0) } }
    rollUp = try then?.standards(of: audit)
    verdicts = VerdictBook(try then?.verdicts() ?? [])
    suffix =
      (audit.map { " of \($0.name)" } ?? "")
      + (moment.map { ", \(Timestamp(milliseconds: $0).iso8601Second)" } ?? "")
  }

  /// - Throws: usage, with the valid standards.
  static func standard(_ typed: String) throws(Problem) -> Standard {
    if let standard = Catalog.standard(typed) { return standard }
    let known = Catalog.standards.map(\.id)
    throw .usage(
      "standard.unknown", "unknown standard \(MessageText.quoted(typed))",
      hints: Suggestion.hint(for: typed, among: known) + ["Use one of: \(known.joined(separator: ", "))."])
  }
}
