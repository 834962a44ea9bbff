package import AuditModel
package import CanonicalJSON
import Measuring

/// The reference: everything that the source documents know and that can be looked up.
extension Catalog {
  /// All built-in entries, by table, in the order of their file; traits, criteria, limits and sizes come from their
  /// own.
  package static let reference: [ReferenceEntry] = {
    let all =
      ownReference.map(withConflicts) + traits.map(entry) + uiKitTraits.compactMap(entry) + criteria.map(entry)
      + limits.map(entry) + TextSize.allCases.map(entry)
    return ReferenceTable.allCases.flatMap { table in all.filter { $0.table == table.rawValue } }
  }()

  /// With every conflict of the register that is about one of its checks, in the order of the register.
  private static func withConflicts(_ entry: ReferenceEntry) -> ReferenceEntry {
    var entry = entry
    entry.conflicts = conflicts.filter { conflict in
      entry.conflicts.contains(conflict.id) || !Set(conflict.checks).isDisjoint(with: entry.checks)
    }.map(\.id)
    return entry
  }

  private static func entry(_ trait: TraitEntry) -> ReferenceEntry {
    let isWrong = trait.validity == .invalidName
    let name = trait.swiftUIName ?? trait.name
    var entry = ReferenceEntry(
      table: ReferenceTable.trait.rawValue, name: name, title: name, meaning: trait.meaning, useWhen: trait.useWhen)
    // `.tabBar`: the source's name, where the system has another one.
    if isWrong {
      let since = trait.swiftUISince["iOS"].map { ", from iOS \($0)" } ?? ""
      entry.wrongNames = [
        .init(name: trait.name, why: "SwiftUI has no \(trait.name): the trait is \(name)\(since).")
      ]
    }
    if trait.validity == .wrongDescription || trait.validity == .looseDescription {
      entry.goesWrong = ["A source describes it as: \(trait.sourceSays)."]
    }
    entry.interfaces = [.init(name: "AccessibilityTraits.\(name)", since: trait.swiftUISince)]
    if let uiKit = trait.uiKitName {
      entry.aliases = isWrong ? [] : [uiKit]
      entry.interfaces.append(
        .init(name: "UIAccessibilityTraits.\(uiKit)", since: trait.uiKitSinceIOS.map { ["iOS": $0] } ?? [:]))
    }
    entry.checks = [trait.check]
    entry.conflicts = conflicts.filter { $0.checks.contains(trait.check) }.map(\.id)
    entry.sources = [SourcePlace(document: trait.document, section: "Complete Trait Reference")]
    return entry
  }

  /// A trait that only UIKit has; nil where it is an entry of SwiftUI under another name.
  private static func entry(_ trait: UIKitTrait) -> ReferenceEntry? {
    guard !traits.contains(where: { $0.uiKitName == trait.name }) else { return nil }
    var entry = ReferenceEntry(
      table: ReferenceTable.trait.rawValue, name: trait.name, title: "\(trait.name) (UIKit only)",
      meaning: trait.meaning, useWhen: "In UIKit. SwiftUI: \(trait.swiftUIWay).")
    entry.interfaces = [.init(name: "UIAccessibilityTraits.\(trait.name)", since: ["iOS": trait.sinceIOS])]
    entry.wrongNames = [
      .init(name: "is \(trait.name)", why: "SwiftUI has no such trait: \(trait.swiftUIWay).")
    ]
    return entry
  }

  private static func entry(_ criterion: Criterion) -> ReferenceEntry {
    let level = criterion.level.map { "level \($0.rawValue)" } ?? "removed in WCAG 2.2"
    var entry = ReferenceEntry(
      table: ReferenceTable.criterion.rawValue, name: criterion.id, title: "\(criterion.id) \(criterion.name)",
      meaning: "\(criterion.principle), \(criterion.guideline): \(level), since WCAG \(criterion.addedIn).",
      useWhen: criterion.notes.apple)
    entry.aliases = [criterion.slug, criterion.name]
    entry.figures = [
      .init(name: "EN 301 549", value: criterion.european.clause ?? "no clause"),
      .init(name: "Section 508", value: federalWords(of: criterion)),
    ]
    entry.checks = checks.filter { check in
      check.wcag.contains { $0.criterion == criterion.id && $0.relation == .tests }
    }.map(\.id)
    return entry
  }

  private static func entry(_ limit: NumericLimit) -> ReferenceEntry {
    let bounds = [limit.minimum.map { "at least \($0)" }, limit.maximum.map { "at most \($0)" }]
      .compactMap { $0 }.joined(separator: ", ")
    let unit = (limit.maximum ?? limit.minimum) == 1 ? UnitWords.ofOne(limit.unit) : limit.unit
    var entry = ReferenceEntry(
      table: ReferenceTable.limit.rawValue, name: limit.name, title: limit.title,
      meaning: "\(limit.title): \(bounds) \(unit).",
      useWhen: limit.preferred.map { "Preferred: \($0)." } ?? "")
    entry.checks = [limit.check]
    entry.conflicts = conflicts.filter { $0.checks.contains(limit.check) }.map(\.id)
    entry.sources = limit.sources
    return entry
  }

  private static func entry(_ size: TextSize) -> ReferenceEntry {
    let name = size.rawValue
    var entry = ReferenceEntry(
      table: ReferenceTable.typeSize.rawValue, name: name, title: "\(name): \(size.percent) percent",
      meaning: "Body text of \(size.bodyPoints) pt, \(size.percent) percent of the default size of 17.",
      useWhen: size.reaches(percent: 200)
        ? "Reaches the 200 percent of WCAG 1.4.4."
        : size == .large ? "The default size." : "Does not reach the 200 percent of WCAG 1.4.4.")
    entry.aliases = size.isAccessibilitySize ? ["accessibility\(name.dropFirst(2))"] : []
    entry.interfaces = [
      .init(
        name: size.isAccessibilitySize
          ? "DynamicTypeSize.accessibility\(name.dropFirst(2))" : "DynamicTypeSize.\(name)",
        since: ["iOS": "15.0", "macOS": "12.0"])
    ]
    entry.figures = [
      .init(name: "body", value: "\(size.bodyPoints) pt"), .init(name: "percent", value: "\(size.percent)"),
      .init(name: "grid columns", value: "at most \(size.columns)"),
      .init(name: "log as", value: "--condition text-\(token(of: size))"),
    ]
    entry.checks = ["dynamic-type.text-scales"]
    if size == .ax1 { entry.checks += ["dynamic-type.no-low-cap", "dynamic-type.grid-columns-reduce"] }
    if size == .ax3 { entry.checks.append("dynamic-type.no-truncation-ax3") }
    if size == .ax5 { entry.checks.append("dynamic-type.layout-at-largest") }
    if size == .ax1 { entry.goesWrong = ["A cap at AX1 stops at 165 percent, below the 200 of WCAG 1.4.4."] }
    entry.conflicts = conflicts.filter { !Set($0.checks).isDisjoint(with: entry.checks) }.map(\.id)
    entry.sources = [SourcePlace(document: "swiftui-design-guidelines", section: "3.2 Support Dynamic Type")]
    return entry
  }

  private static func token(of size: TextSize) -> String {
    switch size {
    case .xSmall: "xs"
    case .small: "s"
    case .medium: "m"
    case .large: "l"
    case .xLarge: "xl"
    case .xxLarge: "xxl"
    case .xxxLarge: "xxxl"
    default: size.rawValue.lowercased()
    }
  }
}

extension ReferenceEntry {
  /// Reads an entry that was stored as a record.
  package init?(stored value: JSONValue) {
    guard let entry = try? ReferenceReading.entry(value) else { return nil }
    self = entry
  }
}

extension OwnFiles {
  /// Reads one entry of the reference, an array of them, or a document of the format `a11y-reference` with `entries`.
  ///
  /// Required of an entry: `table`, `name`, `title`, `meaning`, `use_when`. Returned with the JSON it was read from.
  package static func reference(in bytes: [UInt8]) throws(CatalogProblem) -> [(entry: ReferenceEntry, json: JSONValue)]
  {
    let value = try Document.value(of: bytes)
    func read(_ value: JSONValue) throws(CatalogProblem) -> (entry: ReferenceEntry, json: JSONValue) {
      let entry = try ReferenceReading.entry(value)
      for (index, id) in entry.conflicts.enumerated() where Catalog.conflict(id) == nil {
        throw CatalogProblem(wanted: "a number of the register of conflicts", found: Excerpt.quoted(id))
          .inside(.element(index)).inside(.member("conflicts"))
      }
      return (entry, value)
    }
    switch value {
    case .array: return try Members.list(value, read)
    case .object(let object) where object.names("format") || object.names("entries"):
      return try Document(bytes, format: ReferenceReading.format).members.requiredList("entries", read)
    default: return [try read(value)]
    }
  }
}
