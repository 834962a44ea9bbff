import AuditCatalog
package import AuditModel

/// The names that the words of a query may mean.
package struct NameIndex {
  /// Nil where the catalog alone is asked.
  private let reader: Reader?

  package init(_ reader: Reader?) {
    self.reader = reader
  }

  /// Whether something has this name, or a name that matches the pattern.
  package func contains(_ value: String, _ field: Filter.Field) throws -> Bool {
    if try isExactly(value, field) { return true }
    let names = try all(field)
    if field == .ticket {
      return Filter.ticketStates.contains(value) || TicketMark.isMark(value)
        || names.contains { Ticket.isNamed($0, by: value) }
    }
    guard field == .condition else { return names.contains { Glob(value).matches($0) } }
    let tokens = value.split(separator: "+").map(String.init)
    return value == "default"
      || names.contains { name in
        let seen = name.split(separator: ",").map(String.init)
        return tokens.allSatisfy(seen.contains)
      }
  }

  /// The quick answer for a name in full.
  private func isExactly(_ value: String, _ field: Filter.Field) throws -> Bool {
    guard let reader else { return false }
    return switch field {
    case .check: try reader.check(value) != nil
    case .component: try reader.component(value) != nil || reader.isNamedComponent(value)
    case .audit: try reader.audit(value) != nil
    default: false
    }
  }

  /// Every name there is, also of what other machines have logged and is not registered here.
  package func all(_ field: Filter.Field) throws -> [String] {
    switch field {
    case .kind: return try Catalog.componentKinds + (reader?.names(.kind) ?? [])
    case .criterion: return Catalog.criteria.map(\.id)
    case .category:
      let own = try reader?.checkIDs().compactMap { $0.split(separator: ".").first.map(String.init) } ?? []
      return try Catalog.categories.map(\.id) + own + (reader?.names(.category) ?? [])
    case .check: return try (reader?.checkIDs() ?? Catalog.checks.map(\.id)) + (reader?.names(.check) ?? [])
    case .component:
      return try (reader?.componentKeys() ?? []) + (reader?.names(.component) ?? []) + (reader?.names.allFormer ?? [])
    case .audit: return try (reader?.recordKeys("audit") ?? []) + (reader?.names(.audit) ?? [])
    case .owner: return try reader?.names(.owner) ?? []
    case .screen: return try reader?.names(.screen) ?? []
    case .tag: return try reader?.names(.tag) ?? []
    case .ticket: return try reader?.tickets() ?? []
    case .tester: return try reader?.names(.tester) ?? []
    case .build: return try (reader?.names(.build) ?? []) + (reader?.audits().map(\.build) ?? [])
    case .condition:
      return try (reader?.names(.condition) ?? []) + (reader?.audits().flatMap(\.conditions).map(\.text) ?? [])
    default: return []
    }
  }
}
