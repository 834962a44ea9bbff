import Audit
import Base
import CommandLine
import Reports
import Sessions
import Store

/// `a11y lookup`: platform guidance from the source documents.
enum LookupCommand {
  static let spec = CommandSpec(
    "lookup", group: .other, "look up platform guidance and known pitfalls", usage: ["[TABLE] [WORD...] [FLAGS]"],
    positionals: [
      PositionalSpec("WORD", arity: .many, completes: .records(.entry), "table, name, or search words")
    ],
    flags: [
      FlagSpec(
        .platform, value: "SYSTEM", choices: Platform.usual.map(\.rawValue), "platform to check for availability")
    ],
    formats: [.table, .plain, .json, .md], canBeRunAgain: true, run: run)

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
      guard !found.isEmpty else {
        throw unknown(word, table, catalog.entries, entries, checks: try catalog.checkCount(saying: word))
      }
      if found.count == 1, let one = found.first {
        try write(try ReferencePage(one, platform: platform, catalog: catalog).shown, context)
      } else {
        try write(
          ReferencePage.list(found, title: "\(counted(found.count)) entries for \(MessageText.quoted(word))"), context)
      }
    }
    return .done
  }

  /// Finds keyboard shortcuts in any spelling, and conflicts of sources where nothing else is found.
  private static func find(_ word: String, _ all: [ReferenceEntry]) -> [ReferenceSearch.Found] {
    let entries = all.filter { $0.table != ReferenceTable.conflict.rawValue }
    guard !entries.isEmpty else { return ReferenceSearch(all).find(word, isLoose: true) }
    let search = ReferenceSearch(entries)
    if let keys = try? KeyShortcut(parsing: word) {
      let found = search.find(keys.text).filter { $0.entry.name == keys.text }
      if !found.isEmpty { return found }
    }
    let found = search.find(word, isLoose: true)
    return found.isEmpty ? ReferenceSearch(all).find(word) : found
  }

  private static func unknown(
    _ word: String, _ table: String?, _ all: [ReferenceEntry], _ entries: [ReferenceEntry], checks: Int
  ) -> Problem {
    let near = ReferenceSearch(entries).nearest(to: word)
    var hints = near.isEmpty ? [] : ["Did you mean \(WordList.or(near.map { MessageText.quoted($0) }))?"]
    if let elsewhere = table.flatMap({ _ in ReferenceSearch(all).find(word).first?.entry }) {
      let command = "a11y lookup \(elsewhere.table) \(ShellWord.quoted(elsewhere.name))"
      hints.append("Run \"\(command)\" for the entry in another table.")
    }
    if checks > 0 {
      let command = "a11y list checks \(ShellWord.quoted(word))"
      hints.append("Run \"\(command)\" for \(counted(checks, "check")) with it.")
    }
    hints.append("Run \"a11y lookup\(table.map { " \($0)" } ?? "")\" for valid entries.")
    let place = table.map { "in table \"\($0)\"" } ?? "in the reference"
    return Problem(
      .notFound, code: "reference.unknown", "no entry for \(MessageText.quoted(word)) \(place)",
      hints: hints)
  }

  private static func write(_ shown: Shown, _ context: Context) throws {
    try context.write(shown.page, json: .object(["schema": "a11y.\(shown.schema)/1"] + shown.members))
  }
}

/// The titles of components and checks for lists that are read aloud, each read once.
final class SpokenTitles {
  private let reader: Reader
  /// Whether the rows are findings, which are named by what is wrong.
  private let ofFindings: Bool
  private var known: [[String]: String?] = [:]

  init(_ reader: Reader, ofFindings: Bool) { (self.reader, self.ofFindings) = (reader, ofFindings) }

  /// - Parameter key: of the column that holds the ID.
  func title(_ key: String, _ id: String) throws -> String? {
    if let title = known[[key, id]] { return title }
    let title: String? =
      switch key {
      case "component": try reader.component(id)?.title
      case "check": try (reader.check(id)?.check).map { ofFindings ? $0.failure : $0.title }
      default: nil
      }
    known[[key, id]] = .some(title)
    return title
  }
}
