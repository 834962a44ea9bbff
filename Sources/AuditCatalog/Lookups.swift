package import AuditModel

extension Checklist {
  /// The checks that ask some kinds in the place of a general one, from the third edition on.
  private static let special = [
    "voiceover.label-present": ["voiceover.icon-button-label"],
    "touch-target.minimum-44pt": ["touch-target.icon-button-44pt", "touch-target.field-height-44pt"],
  ]

  /// The list as an edition asks for it, so that no kind is without its question.
  ///
  /// - Parameter checks: what the name for all checks stands for.
  package func asked(in edition: CatalogEdition, all checks: @autoclosure () throws -> [String]) rethrows -> Checklist {
    var list = self
    if self == .everything {
      list.checks = try checks()
    } else if edition >= .third {
      let named = Set(list.checks)
      list.checks = list.checks.flatMap { check in
        [check] + (Self.special[check] ?? []).filter { !named.contains($0) }
      }
    }
    return list
  }
}

extension Catalog {
  /// The names of what a check says.
  package static var checkMembers: Set<String> { Set(CheckReading.members) }

  package static func checklist(_ id: String) -> Checklist? { checklists.first { $0.id == id } }

  package static func conflict(_ id: String) -> SourceConflict? { conflicts.first { $0.id == id } }

  package static func standard(_ id: String) -> Standard? { standards.first { $0.id == id } }

  package static func auditType(_ name: String) -> AuditTypeEntry? { auditTypes.first { $0.name == name } }

  /// The entries of the conflict register that a check names or that name it, in the order of the register.
  package static func conflicts(for check: Check) -> [SourceConflict] {
    conflicts.filter { check.conflicts.contains($0.id) || $0.checks.contains(check.id) }
  }

  /// The audits whose findings apply to a check, because they record its run or find part of it.
  package static func auditTypes(for check: String) -> [AuditTypeEntry] {
    auditTypes.filter { $0.run == check || $0.finds.contains(check) }
  }

  /// A tool's rule with the checks that its findings apply to; nil where no check covers it.
  ///
  /// - Parameter rule: as the tool names it; for XCTest the name of an audit type or its number in the option set, which
  ///   may stand for several types.
  package static func toolRule(_ rule: String, of tool: ToolFinding.Tool) -> ToolRules.Rule? {
    guard tool == .xctest else {
      let rules = toolRules.first { $0.tool == tool }?.rules ?? []
      return rules.first { $0.name == rule }
    }
    let types = auditType(rule).map { [$0] } ?? UInt64(rule).map(auditTypes(in:)) ?? []
    guard let first = types.first, !first.finds.isEmpty || first.run != nil else { return nil }
    var finds: [String] = []
    for check in types.flatMap(\.finds) where !finds.contains(check) { finds.append(check) }
    return ToolRules.Rule(name: types.map(\.name).joined(separator: ", "), finds: finds, run: first.run)
  }

  /// The types whose bits are set in a number; none where all are, as that names no type.
  private static func auditTypes(in number: UInt64) -> [AuditTypeEntry] {
    number == .max ? [] : auditTypes.filter { $0.bit.map { number & (1 << UInt64($0 & 63)) != 0 } ?? false }
  }

  /// Why a check is kept to a profile, if it is.
  package static func profileRule(for check: String) -> ProfileRule? { profileRules.first { $0.check == check } }
}
