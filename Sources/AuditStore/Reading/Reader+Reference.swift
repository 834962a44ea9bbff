import AuditCatalog
package import AuditModel
import CanonicalJSON

/// What a team adds to the reference, and the styles of components.
extension Reader {
  /// A team's own entries, in the order of their keys; one that this version cannot read is left out.
  package func ownReference() throws -> [ReferenceEntry] {
    try records("reference").compactMap(Self.entry)
  }

  /// The whole reference: the built-in entries, then the team's own, which take the place of one of their name.
  package func reference() throws -> [ReferenceEntry] {
    let team = try ownReference()
    let own = Set(team.map(\.key))
    return Catalog.reference.filter { !own.contains($0.key) } + team
  }

  /// A style by its name: the team's own, else a built-in one.
  package func style(_ name: String) throws -> ReferenceEntry? {
    try ownEntry(.style, name) ?? Catalog.style(name)
  }

  /// An anti-pattern by its full name: the team's own, else a built-in one.
  package func pattern(_ name: String) throws -> ReferenceEntry? {
    try ownEntry(.pattern, name) ?? Catalog.entry(.pattern, name)
  }

  private func ownEntry(_ table: ReferenceTable, _ name: String) throws -> ReferenceEntry? {
    try record("reference", "\(table.rawValue)/\(name)").flatMap { record in
      record.isDeleted ? nil : Self.entry(record)
    }
  }

  static func entry(_ record: Record) -> ReferenceEntry? {
    let parts = record.key.split(separator: "/", maxSplits: 1).map { JSONValue.string(String($0)) }
    guard parts.count == 2 else { return nil }
    let fields = record.fields.members.map { ($0.key, $0.value) }
    return ReferenceEntry(stored: .object(JSONObject([("table", parts[0]), ("name", parts[1])] + fields)))
  }

  /// Adds to components the checks and promises of their styles.
  func styled(_ components: [Component]) throws -> [Component] { try styled(components, by: style) }

  /// The same with other styles than those of now.
  func styled(
    _ components: [Component], by style: (String) throws -> ReferenceEntry?
  ) throws -> [Component] {
    let names = try names
    var components = components
    if !names.isEmpty {
      for place in components.indices { components[place].formerKeys = names.former(components[place].key) }
    }
    guard components.contains(where: { !$0.style.isEmpty }) else { return components }
    var known: [String: ReferenceEntry?] = [:]
    return try components.map { component in
      guard !component.style.isEmpty else { return component }
      let entry = try known[component.style] ?? style(component.style)
      known[component.style] = .some(entry)
      guard let entry else { return component }
      var component = component
      component.take(style: entry)
      return component
    }
  }
}
