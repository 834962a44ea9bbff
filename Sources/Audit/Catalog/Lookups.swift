import Base

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
    return ToolRules.Rule(
      name: types.map(\.name).joined(separator: ", "), finds: types.flatMap(\.finds).unique(), run: first.run)
  }

  /// The types whose bits are set in a number; none where all are, as that names no type.
  private static func auditTypes(in number: UInt64) -> [AuditTypeEntry] {
    number == .max ? [] : auditTypes.filter { $0.bit.map { number & (1 << UInt64($0 & 63)) != 0 } ?? false }
  }

  /// Why a check is kept to a profile, if it is.
  package static func profileRule(for check: String) -> ProfileRule? { profileRules.first { $0.check == check } }
}

extension Catalog {
  /// By kind, what is asked only for features that the kind does not have for certain.
  ///
  /// Made without the checks: reading them costs more than most commands, which have their rules from the tracker.
  static let unnamedOmits: [String: [String]] = {
    let kinds = componentKinds.map { kind in
      let certain = Set(features.filter { $0.kinds.contains(kind) }.flatMap(\.only))
      return (kind, features.flatMap(\.only).filter { !certain.contains($0) })
    }
    return Dictionary(uniqueKeysWithValues: kinds)
  }()
}

/// Checks in a fixed order, found by identifier: the built-in ones, or those together with a team's own.
package struct CheckTable: Sendable, RandomAccessCollection {
  private let checks: [Check]
  private let places: [String: Int]

  /// Of two checks with the same identifier the first counts.
  package init(_ checks: [Check]) {
    self.checks = checks
    places = Dictionary(firstOf: checks.enumerated().map { ($0.element.id, $0.offset) })
  }

  package var startIndex: Int { checks.startIndex }
  package var endIndex: Int { checks.endIndex }
  package subscript(position: Int) -> Check { checks[position] }

  /// The check with exactly this identifier.
  package subscript(id id: String) -> Check? { places[id].map { checks[$0] } }
}

extension Catalog {
  /// The checks whose IDs have a British spelling, by the American one, which is accepted where a check is named.
  ///
  /// An ID is data: results are stored, signed, and exchanged under it, so it stays as it is.
  private static let spellings: [String: String] = [
    "color.differentiate-without-color": "color.differentiate-without-colour",
    "color.not-color-alone": "color.not-colour-alone",
    "color.semantic-colors": "color.semantic-colours",
    "forgiving-area.shape-centered": "forgiving-area.shape-centred",
    "voiceover.label-concise-capitalized": "voiceover.label-concise-capitalised",
    "voiceover.strings-localized": "voiceover.strings-localised",
  ]

  /// The ID of the check that a text names in American spelling; any other text as it is.
  package static func checkID(spelled text: String) -> String { spellings[text] ?? text }
}

/// What a person can give a verdict on: a success criterion, a requirement of another chapter, or a feature of the App
/// Store that a criterion decides.
package struct VerdictSubject: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case criterion, chapter, feature
  }

  package var id: String
  package var name: String
  package var kind: Kind
  package var levels: [ConformanceTerm]
}

extension Catalog {
  /// The edition of a report for which none is named.
  package static let standardEdition = "2.5-edition-wcag-2.2-508-en"

  package static func edition(_ typed: String) -> ConformanceEdition? { editions.first { $0.isNamed(typed) } }

  /// Every subject of a verdict: the criteria of WCAG, those of the chapters, the features without a check.
  package static let verdictSubjects: [VerdictSubject] = {
    let usual: [ConformanceTerm] = [.supports, .partiallySupports, .doesNotSupport, .notApplicable]
    let criteria = Catalog.criteria.map { criterion in
      VerdictSubject(
        id: criterion.id, name: criterion.name, kind: .criterion,
        levels: criterion.level == .aaa ? ConformanceTerm.allCases : usual)
    }
    let requirements = Catalog.chapters.flatMap(\.rows).map {
      VerdictSubject(id: $0.id, name: $0.name, kind: .chapter, levels: usual)
    }
    // The App Store knows no part of a feature.
    let features = Catalog.declaredFeatures.filter(\.checks.isEmpty).map {
      VerdictSubject(
        id: $0.id, name: $0.title, kind: .feature, levels: [.supports, .doesNotSupport, .notApplicable])
    }
    return criteria + requirements + features
  }()

  private static let subjectsByID = Dictionary(firstOf: verdictSubjects.map { ($0.id, $0) })

  package static func verdictSubject(_ id: String) -> VerdictSubject? { subjectsByID[id] }
}
