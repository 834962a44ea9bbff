package import Audit
import Base
package import Store

/// An entry of the reference in words and members.
package struct ReferencePage {
  private let found: ReferenceSearch.Found
  private let platform: String?
  private let catalog: ReferenceCatalog

  package init(_ found: ReferenceSearch.Found, platform: String?, catalog: ReferenceCatalog) {
    (self.found, self.platform, self.catalog) = (found, platform, catalog)
  }

  private var entry: ReferenceEntry { found.entry }

  /// Whether the requested platform has it; nil without one, or if unknown.
  private var exists: Bool? { platform.flatMap(entry.exists) }

  package var shown: Shown {
    get throws {
      let titles = try entry.checks.map { ($0, try catalog.title(ofCheck: $0)) }
      return Shown(
        schema: "lookup", page: try page(titles),
        members: ["entries": JSONText.array([try members(titles)])])
    }
  }

  private func page(_ checks: [(id: String, title: String)]) throws -> Page {
    let (isWhat, isUse) = labels
    var head: [PageItem] = []
    if let wrong = found.wrongName { head.append(.text(wrong.why)) }
    if let sentence = platformSentence { head.append(.text(sentence)) }
    head += [.fact(isWhat, entry.meaning), .fact(isUse, entry.useWhen)]
    if !entry.platforms.isEmpty {
      head.append(
        .fact(entry.table == "shortcut" ? "Platforms" : "Platforms (only)", entry.platforms.joined(separator: ", ")))
    }
    if exists != false, let instead = entry.instead { head.append(.fact("Alternative", instead)) }
    head += entry.figures.map { .fact(Self.capitalised($0.name), $0.value) }
    head += try catalog.ownFigures(of: entry).map { .fact("Custom figure", "\($0.wording) (\($0.check))") }
    if catalog.isOwn(entry) { head.append(.fact("Origin", "custom")) }
    let conflicts = entry.conflicts.compactMap(Catalog.conflict)
    return Page(
      title: "\(entry.table) \(entry.name)\(entry.title == entry.name ? "" : ": \(entry.title)")",
      sections: [
        PageSection(nil, head),
        PageSection("Interface", entry.interfaces.map { .row(PageRow([$0.name], words: Self.since($0))) }),
        PageSection("Common mistakes", entry.goesWrong.map { .text($0) }),
        PageSection("Related checks", checks.map { .row(PageRow([$0.id], words: [$0.title])) }),
        PageSection(
          "Conflicting sources",
          conflicts.map { .row(PageRow([$0.id], words: [$0.title], details: [("Decision", $0.reading)])) }),
        PageSection("Source", entry.sources.map { .text("\($0.document), \($0.section)") }),
      ])
  }

  /// The labels of the meaning and the use of an entry in its table.
  private var labels: (meaning: String, use: String) {
    switch ReferenceTable(rawValue: entry.table) {
    case .pattern: ("Problem", "Remedy")
    case .component: ("Purpose", "Usage")
    case .criterion: ("Description", "Meaning for apps")
    case .limit: ("Limit", "Advice")
    case .conflict: ("Decision", "Usage")
    case .typeSize: ("Description", "WCAG")
    default: ("Description", "Usage")
    }
  }

  private var platformSentence: String? {
    guard let platform, let exists else { return platform.map { "No information about \($0)." } }
    if exists { return "Available on \(platform)." }
    return "Not available on \(platform). \(entry.instead ?? "")"
  }

  /// `iOS 17.0`, `macOS 14.0`.
  private static func since(_ interface: ReferenceEntry.Interface) -> [String] {
    interface.since.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
  }

  private static func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  private func members(_ checks: [(id: String, title: String)]) throws -> JSONText {
    .object(
      Self.head(found) + [
        "meaning": entry.meaning, "use_when": entry.useWhen, "goes_wrong": entry.goesWrong, "aliases": entry.aliases,
        "interfaces": JSONText.objects(entry.interfaces) { interface in
          let since = interface.since.sorted { $0.key < $1.key }.map { ($0.key, JSONText.string($0.value)) }
          return ["name": interface.name, "since": JSONMembers(since)]
        }, "platforms": entry.platforms, "instead": entry.instead, "exists": exists,
        "figures": JSONText.object(entry.figures.map { ($0.name, .string($0.value)) }),
        "own_figures": JSONText.objects(try catalog.ownFigures(of: entry)) {
          ["check": $0.check, "wording": $0.wording]
        }, "checks": JSONText.objects(checks) { ["id": $0.id, "title": $0.title] },
        "conflicts": entry.conflicts.compactMap(Catalog.conflict).map(Self.conflict),
        "sources": JSONText.objects(entry.sources) { ["document": $0.document, "section": $0.section] },
        "origin": catalog.isOwn(entry) ? "team" : "built-in",
      ])
  }

  private static func head(_ found: ReferenceSearch.Found) -> JSONMembers {
    [
      "table": found.entry.table, "name": found.entry.name, "title": found.entry.title,
      "wrong_name": found.wrongName?.why,
    ]
  }

  private static func conflict(_ conflict: SourceConflict) -> JSONText {
    .object(["id": conflict.id, "title": conflict.title, "reading": conflict.reading])
  }

  /// Several entries, one line each.
  package static func list(_ found: [ReferenceSearch.Found], title: String) -> Shown {
    let isMixed = Set(found.map(\.entry.table)).count > 1
    let rows = found.map { one in
      let isConflict = one.entry.table == ReferenceTable.conflict.rawValue
      return PageRow(
        (isMixed ? [one.entry.table] : []) + [one.entry.name],
        words: [isConflict ? one.entry.title : "", one.wrongName?.why ?? one.entry.meaning],
        details: [("Checks", isConflict ? one.entry.checks.joined(separator: ", ") : "")])
    }
    let entries = JSONText.objects(found) { head($0) + ["meaning": $0.entry.meaning] }
    return Shown(
      schema: "lookup", page: Page(title: title, sections: [PageSection(nil, rows.map { .row($0) })]),
      members: ["entries": entries])
  }

  /// The lookup tables.
  package static func overview(_ catalog: ReferenceCatalog) -> Shown {
    let counts = Dictionary(grouping: catalog.entries, by: \.table).mapValues(\.count)
    let rows = catalog.tables.map { table in
      PageRow(
        [table],
        words: [
          ReferenceTable(rawValue: table)?.title ?? "custom",
          counted(counts[table] ?? 0, "entry", "entries"),
        ])
    }
    let page = Page(
      title: "Lookup tables",
      sections: [
        PageSection(nil, rows.map { .row($0) }),
        PageSection(
          nil,
          [.text("To list a table, run \"a11y lookup TABLE\". To search all tables, run \"a11y lookup WORD\".")]),
      ])
    let tables = JSONText.objects(catalog.tables) { table in
      ["table": table, "title": ReferenceTable(rawValue: table)?.title ?? "", "entries": counts[table] ?? 0]
    }
    return Shown(schema: "lookup", page: page, members: ["tables": tables])
  }
}
