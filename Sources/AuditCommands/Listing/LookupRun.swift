import Arguments
import AuditCatalog
import AuditFigures
import AuditModel
import AuditReports
import AuditStore
import Terminal
import TrackerAccess

/// What `a11y lookup` does.
enum LookupRun {
  static func run(_ context: Context) throws -> ExitCode {
    let words = context.arguments.positionals
    let platform = context.arguments.string(.platform)
    try context.readIfThere { reader, _ in
      let catalog = try ReferenceCatalog(reader)
      let (table, word) = try catalog.split(words)
      let entries = table.map { table in catalog.entries.filter { $0.table == table } } ?? catalog.entries
      if word.isEmpty {
        guard let table else { return try write(ReferencePage.overview(catalog), context) }
        return try write(ReferencePage.list(entries.map { .init(entry: $0) }, title: catalog.title(of: table)), context)
      }
      let found = Self.find(word, entries)
      guard !found.isEmpty else { throw unknown(word, table, catalog.entries, entries) }
      if found.count == 1, let one = found.first {
        try write(try ReferencePage(one, platform: platform, catalog: catalog).shown, context)
      } else {
        try write(ReferencePage.list(found, title: "\(found.count) entries for \(MessageText.quoted(word))"), context)
      }
    }
    return .done
  }

  /// Finds keyboard shortcuts in any spelling.
  private static func find(_ word: String, _ entries: [ReferenceEntry]) -> [ReferenceSearch.Found] {
    let search = ReferenceSearch(entries)
    if let keys = try? KeyShortcut(parsing: word) {
      let found = search.find(keys.text).filter { $0.entry.name == keys.text }
      if !found.isEmpty { return found }
    }
    return search.find(word, isLoose: true)
  }

  private static func unknown(
    _ word: String, _ table: String?, _ all: [ReferenceEntry], _ entries: [ReferenceEntry]
  ) -> Problem {
    let near = ReferenceSearch(entries).nearest(to: word)
    var hints = near.isEmpty ? [] : ["Did you mean \(Suggestion.alternatives(near.map { MessageText.quoted($0) }))?"]
    if let elsewhere = table.flatMap({ _ in ReferenceSearch(all).find(word).first?.entry }) {
      let command = "a11y lookup \(elsewhere.table) \(ShellWord.quoted(elsewhere.name))"
      hints.append("Run \"\(command)\" for the entry in another table.")
    }
    hints.append("Run \"a11y lookup\(table.map { " \($0)" } ?? "")\" for valid entries.")
    let place = table.map { "in table \"\($0)\"" } ?? "in the reference"
    return Problem(
      .notFound, code: "reference.unknown", "no entry for \(MessageText.quoted(word)) \(place)",
      hints: hints)
  }

  private static func write(_ shown: Shown, _ context: Context) throws {
    try context.write(shown.page, json: .object([("schema", .string("a11y.\(shown.schema)/1"))] + shown.members))
  }
}
