import Arguments
import AuditCatalog
package import AuditModel
package import AuditStore
package import Terminal

/// The checks that a word of a command selects: an id, its unique beginning, a pattern, or query words such as
/// `category:voiceover level:a`.
package struct CheckSelection {
  package let ids: [String]
  /// Whether a pattern or a query selected them and not their name.
  package let isPattern: Bool

  /// What a query may ask of a check.
  private static let fields: Set<Filter.Field> = [
    .check, .category, .impact, .criterion, .level, .method, .platform,
  ]

  /// - Parameter find: finds a check by its name.
  /// - Throws: `Problem` if the word selects nothing.
  package init(_ typed: String, _ reader: Reader, find: (String) throws -> String) throws {
    let pattern = Glob(Catalog.checkID(spelled: typed))
    let isQuery = typed.utf8.contains(UInt8(ascii: ":"))
    isPattern = isQuery || pattern.isPattern
    if isQuery {
      let query = try Problem.named { () throws(NameProblem) in try Filter(parsing: typed) }
      try query.require(Self.fields, of: "checks")
      let filter = RecordFilter(query, reader: reader)
      ids = try reader.checkIDs().filter { try filter.accepts(component: "", check: $0) }
    } else if pattern.isPattern {
      // `label-*` without a category is about the names of the checks.
      let inAny = typed.utf8.contains(UInt8(ascii: ".")) ? pattern : Glob("*." + typed)
      ids = try reader.checkIDs().filter { pattern.matches($0) || inAny.matches($0) }
    } else {
      ids = [try find(typed)]
    }
    if ids.isEmpty { throw Refusal.unknownCheck(typed) }
  }
}

extension Filter {
  /// - Throws: usage, `query.unfit`, if the query asks for something else.
  package func require(_ fields: Set<Filter.Field>, of what: String) throws(Problem) {
    guard let other = terms.first(where: { !fields.contains($0.field) }) else { return }
    let known = fields.map { $0.rawValue + ":" }.sorted().joined(separator: " ")
    throw .usage(
      "query.unfit", "query field \(other.field.rawValue): does not select \(what)", hints: ["Use one of: \(known)."])
  }
}
