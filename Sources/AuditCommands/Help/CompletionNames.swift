import Arguments
import AuditCatalog
import AuditModel
import AuditStore
import TrackerAccess

/// Names for the shell: from the tracker if one is found, and from the catalog.
enum CompletionNames {
  /// - Throws: any error of reading the tracker; the shell then gets no names.
  static func names(_ context: Context, _ kind: NameKind, _ prefix: String) throws -> [String] {
    switch kind {
    case .componentKind: return Catalog.componentKinds
    case .criterion: return Catalog.verdictSubjects.map(\.id)
    case .edition: return Catalog.editions.compactMap(\.shortNames.last)
    case .standard: return Catalog.standards.map(\.id)
    case .check:
      let known = try? ofTracker(context) { try $0.checkIDs() }
      return known ?? Catalog.checks.map(\.id)
    case .checklist:
      let own = (try? ofTracker(context) { try $0.recordKeys("checklist") }) ?? []
      return own + Catalog.checklists.map(\.id).filter { !own.contains($0) }
    case .style: return reference(context, .style)
    case .gestureKind: return reference(context, .gesture)
    case .pattern: return reference(context, .pattern)
    case .condition:
      let used = (try? ofTracker(context) { try $0.names(.condition) }) ?? []
      return used + (["default"] + ConditionSetting.known).filter { !used.contains($0) }
    case .component: return try ofTracker(context) { try $0.componentKeys() }
    case .owner: return try ofTracker(context) { try $0.names(.owner) }
    case .screen: return try ofTracker(context) { try $0.names(.screen) }
    case .tag: return try ofTracker(context) { try $0.names(.tag) }
    case .tester: return try ofTracker(context) { try $0.names(.tester) }
    case .build: return try ofTracker(context) { try $0.names(.build) }
    case .device: return try ofTracker(context) { try $0.names(.device) }
    default: return try ofTracker(context) { try $0.recordKeys(kind.rawValue) }
    }
  }

  /// The names of a reference table, the team's own first.
  private static func reference(_ context: Context, _ table: ReferenceTable) -> [String] {
    let name = table.rawValue
    let own = (try? ofTracker(context) { try $0.ownReference().filter { $0.table == name }.map(\.name) }) ?? []
    return own + Catalog.reference.filter { $0.table == name && !own.contains($0.name) }.map(\.name)
  }

  private static func ofTracker(_ context: Context, _ body: (Reader) throws -> [String]) throws -> [String] {
    try context.openTracker(.read).read(body)
  }
}
