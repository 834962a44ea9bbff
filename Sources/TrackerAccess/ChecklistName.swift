import AuditCatalog
import AuditModel
package import AuditStore
import Terminal

/// Finds checklists from what was typed.
package enum ChecklistName {
  /// The ids, each once, of custom and built-in checklists.
  package static func find(_ typed: [String], _ reader: Reader) throws -> [String] {
    guard !typed.isEmpty else { return [] }
    let known = try reader.ownChecklists().map(\.id) + Catalog.checklists.map(\.id)
    var found: [String] = []
    for name in typed {
      let unknown = Problem(
        .notFound, code: "checklist.unknown", "unknown checklist \(MessageText.quoted(name))",
        hints: ["Run \"a11y list checklists\" for valid names."])
      let id = try NameFinder.find(name, among: known, kind: "checklist", unknown: unknown)
      if !found.contains(id) { found.append(id) }
    }
    return found
  }
}
