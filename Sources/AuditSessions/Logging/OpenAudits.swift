import AuditModel
import AuditStore

/// The open audits, by what they ask: where no audit is named, a result counts for the only one that asks for it.
package struct OpenAudits {
  private struct Scope {
    var round: AuditRound
    /// Nil for all.
    var checks: Set<String>?
    /// Patterns; empty for all.
    var components: [Glob]

    func names(_ place: ScopeCell, _ known: ComponentNames) -> Bool {
      (checks?.contains(place.check) ?? true) && round.conditions.contains { $0.text == place.condition }
        && (components.isEmpty || components.contains { known.matches($0, place.component) })
    }
  }

  private let scopes: [Scope]
  private let reader: Reader

  init(_ reader: Reader) throws {
    self.reader = reader
    scopes = try reader.audits().filter { $0.closed == nil }.map { round in
      Scope(
        round: round, checks: try round.checklists.isEmpty ? nil : Set(reader.checklistChecks(round.checklists)),
        components: try Self.components(of: round, reader).map { Glob($0) })
    }
  }

  private static func components(of round: AuditRound, _ reader: Reader) throws -> [String] {
    round.isOfApp ? try reader.components().filter(\.isApp).map(\.key) : round.components
  }

  package var names: [String] { scopes.map(\.round.name) }

  /// The names of those that ask for an item.
  func asking(for place: ScopeCell) throws -> [String] {
    let names = try reader.names
    return try scopes.filter { try $0.names(place, names) && ($0.round.isOfApp || reader.applies(place)) }.map(
      \.round.name)
  }

  /// The name of the only one; empty for none or several.
  func only(for place: ScopeCell) throws -> String {
    let found = try asking(for: place)
    return found.count == 1 ? found[0] : ""
  }
}

extension Reader {
  /// Whether the check of an item applies to its component; true where one of them is not known.
  func applies(_ place: ScopeCell) throws -> Bool {
    guard let component = try component(place.component), let check = try check(place.check)?.check else { return true }
    if case .out = check.applies(to: component) { return false }
    return true
  }
}
