import AuditCatalog
import AuditModel
package import AuditStore
import Terminal

/// Checklists by what a person typed.
package enum ChecklistName {
  /// The ids, each once, a team's own and the built-in ones.
  package static func find(_ typed: [String], _ reader: Reader) throws -> [String] {
    guard !typed.isEmpty else { return [] }
    let known = try reader.ownChecklists().map(\.id) + Catalog.checklists.map(\.id)
    var found: [String] = []
    for name in typed {
      let unknown = Problem(
        .notFound, code: "checklist.unknown", "there is no checklist \(MessageText.quoted(name))",
        hints: ["a11y list checklists shows what there is."])
      let id = try NameFinder.find(name, among: known, kind: "checklist", unknown: unknown)
      if !found.contains(id) { found.append(id) }
    }
    return found
  }
}
