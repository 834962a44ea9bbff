package import Base

/// The reference: everything that the source documents know and that can be looked up.
extension Catalog {
  /// All built-in entries, by table, in the order of their file; traits, criteria, limits and sizes come from their
  /// own.
  package static let reference: [ReferenceEntry] = {
    let all =
      ownReference.map(withConflicts) + conflicts.map(entry) + traits.map(entry) + uiKitTraits.compactMap(entry)
      + criteria.map(entry) + limits.map(entry) + TextSize.allCases.map(entry)
    return ReferenceTable.allCases.flatMap { table in all.filter { $0.table == table.rawValue } }
  }()

  /// With every conflict of the register that is about one of its checks, in the order of the register.
  private static func withConflicts(_ entry: ReferenceEntry) -> ReferenceEntry {
    with(entry) { $0.conflicts = conflicts(of: $0.checks, and: $0.conflicts) }
  }

  /// The conflicts that are about one of some checks, and those that are named, in the order of the register.
  private static func conflicts(of checks: [String], and named: [String] = []) -> [String] {
    let found = Set(checks.flatMap { conflictsOfChecks[$0] ?? [] })
    return conflicts.indices.filter { found.contains($0) || named.contains(conflicts[$0].id) }.map { conflicts[$0].id }
  }

  /// The places in the register of the conflicts that are about a check.
  private static let conflictsOfChecks: [String: [Int]] = {
    var places: [String: [Int]] = [:]
    for (place, conflict) in conflicts.enumerated() {
      for check in conflict.checks { places[check, default: []].append(place) }
    }
    return places
  }()

  /// The checks that test a criterion, in the order of the catalog.
  private static let checksOfCriteria: [String: [String]] = {
    var ids: [String: [String]] = [:]
    for check in checks {
      for criterion in Set(check.wcag.filter { $0.relation == .tests }.map(\.criterion)) {
        ids[criterion, default: []].append(check.id)
      }
    }
    return ids
  }()

  private static func entry(_ conflict: SourceConflict) -> ReferenceEntry {
    var entry = ReferenceEntry(
      table: ReferenceTable.conflict.rawValue, name: conflict.id, title: conflict.title, meaning: conflict.reading,
      useWhen: "")
    entry.figures = [
      .init(name: "sources", value: conflict.sourcesSay), .init(name: "fact", value: conflict.fact),
      .init(name: "place", value: conflict.place),
    ]
    entry.checks = conflict.checks
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
    entry.phrases = [trait.sourceSays]
    entry.interfaces = [.init(name: "AccessibilityTraits.\(name)", since: trait.swiftUISince)]
    if let uiKit = trait.uiKitName {
      entry.aliases = isWrong ? [] : [uiKit]
      entry.interfaces.append(
        .init(name: "UIAccessibilityTraits.\(uiKit)", since: trait.uiKitSinceIOS.map { ["iOS": $0] } ?? [:]))
    }
    entry.checks = [trait.check]
    entry.conflicts = conflicts(of: entry.checks)
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
    entry.checks = checksOfCriteria[criterion.id] ?? []
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
    entry.conflicts = conflicts(of: entry.checks)
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
    entry.conflicts = conflicts(of: entry.checks)
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

extension Catalog {
  /// A built-in style by its name or what it is called in code.
  package static func style(_ name: String) -> ReferenceEntry? {
    let wanted = ReferenceEntry.folded(name)
    return styles.first { ([$0.name] + $0.aliases).contains { ReferenceEntry.folded($0) == wanted } }
  }

  /// The built-in style of a kind of component: the one with its title (`icon`: Icon button), else with its name.
  package static func usualStyle(of kind: String) -> ReferenceEntry? {
    func kinds(_ name: String) -> [String] {
      componentKinds.filter { ReferenceEntry.folded($0) == ReferenceEntry.folded(name) }
    }
    return styles.first { style in
      let titled = kinds(style.title)
      return (titled.isEmpty ? kinds(style.name) : titled).contains(kind)
    }
  }
}

extension Catalog {
  /// A built-in entry of the documents by its table and full name.
  package static func entry(_ table: ReferenceTable, _ name: String) -> ReferenceEntry? {
    ownReference.first { $0.table == table.rawValue && $0.name.hasSameBytes(as: name) }
  }
}

/// Finds what a person means by a word of the reference.
package struct ReferenceSearch {
  package struct Found: Sendable {
    package var entry: ReferenceEntry
    /// Set where the word is a name that does not exist.
    package var wrongName: ReferenceEntry.WrongName?

    package init(entry: ReferenceEntry, wrongName: ReferenceEntry.WrongName? = nil) {
      (self.entry, self.wrongName) = (entry, wrongName)
    }
  }

  private let entries: [ReferenceEntry]

  package init(_ entries: [ReferenceEntry]) { self.entries = entries }

  /// The entries that a word means, the surest way first: a name or an alias, a name that does not exist, the beginning
  /// of a name, a name in code; else those in whose texts all its words begin words. None where nothing does.
  ///
  /// - Parameter isLoose: where no entry has all words, those that have the most of them will do, if that is more than
  ///   half. For people who look around, not for what is recorded.
  package func find(_ typed: String, isLoose: Bool = false) -> [Found] {
    let word = ReferenceEntry.folded(typed)
    guard !word.isEmpty, typed.utf8.count <= 200 else { return [] }
    // `.tabBar` is wrong in this spelling, although `tabBar` folded may begin a right name.
    let wrong = entries.compactMap { entry in
      entry.wrongNames.first { ReferenceEntry.folded($0.name) == word }.map { Found(entry: entry, wrongName: $0) }
    }
    let named = entries.filter { names($0).contains(word) && !wrong.map(\.entry.key).contains($0.key) }
    let exact = wrong + named.map { Found(entry: $0) }
    if !exact.isEmpty { return exact }
    let begun = entries.filter { entry in names(entry).contains { $0.utf8.starts(with: word.utf8) } }
    if !begun.isEmpty { return begun.map { Found(entry: $0) } }
    let coded = entries.filter { entry in
      entry.interfaces.contains { interface in
        interface.name.split { !$0.isLetter && !$0.isNumber }.contains { ReferenceEntry.folded(String($0)) == word }
      }
    }
    if !coded.isEmpty { return coded.map { Found(entry: $0) } }
    let parts = typed.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map(String.init)
    guard parts.contains(where: { $0.utf8.count > 2 }) else { return [] }
    let texts = entries.map(SearchedText.init)
    let all = zip(entries, texts).filter { _, text in parts.allSatisfy(text.has) }
    if !all.isEmpty || !isLoose { return all.map { Found(entry: $0.0) } }
    return most(parts, texts)
  }

  /// The entries that have the most of the words and more than half of them, whether of one or of several.
  private func most(_ parts: [String], _ texts: [SearchedText]) -> [Found] {
    let stems = Set(parts.filter { $0.utf8.count > 2 }.map { $0.hasSuffix("s") ? String($0.dropLast()) : $0 })
    let counts = texts.map { text in stems.count(where: text.has) }
    guard let best = counts.max(), best * 2 > stems.count else { return [] }
    return zip(entries, counts).filter { $0.1 == best }.map { Found(entry: $0.0) }
  }

  /// Names that look like what was typed.
  package func nearest(to typed: String) -> [String] {
    suggestions(for: typed, among: entries.flatMap { [$0.name] + $0.aliases }.unique())
  }

  private func names(_ entry: ReferenceEntry) -> [String] {
    ([entry.name] + entry.aliases).map(ReferenceEntry.folded)
  }

  /// The words of an entry, those within names in code too: `NavigationStack` is also `navigation` and `stack`.
  private struct SearchedText {
    private var words: Set<String> = []

    init(_ entry: ReferenceEntry) {
      for text in [entry.title, entry.meaning, entry.useWhen, entry.name] + entry.aliases + entry.phrases {
        for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
          words.insert(word.lowercased())
          var part = ""
          for letter in word {
            if letter.isUppercase, part.last?.isLowercase == true {
              words.insert(part.lowercased())
              part = ""
            }
            part.append(letter)
          }
          words.insert(part.lowercased())
        }
      }
    }

    /// Whether a word begins one of them; a short one is all of it: `ATT` is not in `attention`.
    func has(_ word: String) -> Bool {
      words.contains(word) || words.contains(word + "s") || word.utf8.count > 3 && words.contains { $0.hasPrefix(word) }
    }
  }
}
