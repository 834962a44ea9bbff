import AuditModel
import CanonicalJSON

/// The names that a team's own check may refer to.
struct KnownWords {
  var kinds: [String]
  var criteria: [String]
  var audits: [String]
  var conflicts: [String]
  var builtInChecks: [String]
  var groups: [KindGroup]

  /// Reads a name out of a closed list, with a guess for one that is not in it.
  /// - Parameter what: what the names are, e.g. `a component kind`.
  static func member(_ value: JSONValue, of names: [String], what: String) throws(CatalogProblem) -> String {
    let text = try Members.text(value, limit: Members.shortText)
    if names.contains(where: { ByteOrder.areEqual($0, text) }) { return text }
    let guess = suggestions(for: text, among: names).first
    let hint = guess.map { "; did you mean \(Excerpt.quoted($0))?" } ?? ""
    throw CatalogProblem("expected \(what), found \(Excerpt.quoted(text))\(hint)")
  }
}
