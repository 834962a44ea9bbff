import Arguments
import AuditCatalog
import AuditModel
import AuditSessions
import AuditStore
import Terminal
import TrackerAccess

/// A failure that is filed as a known anti-pattern: its check is one of the pattern's, and its remedy goes with it.
enum PatternLog {
  static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let outcome = arguments.positional(0) ?? ""
    guard outcome == Outcome.fail.rawValue else {
      throw Problem.usage("pattern.unfit", "a pattern belongs to a fail, not to \(MessageText.quoted(outcome))")
    }
    let typed = try arguments.required(.pattern)
    let words = arguments.positionals(from: 1)
    let (pattern, isCheckNamed) = try context.openTracker(.read).read { reader in
      let pattern = try Self.pattern(typed, reader)
      return (pattern, try words.first.map { try isCheck($0, reader, isOnly: words.count == 1) } ?? false)
    }
    var check = pattern.checks.first ?? ""
    var components = words
    if isCheckNamed {
      check = try Self.check(components.removeFirst(), of: pattern)
    } else if pattern.checks.count != 1 {
      throw unnamed(pattern)
    }
    guard !components.isEmpty else {
      throw Problem.usage(
        "arguments.missing", "a11y log wants at least one component",
        hints: ["a11y log fail \(check) COMPONENT --pattern \(pattern.name)"])
    }
    let name = pattern.name
    return try TypedLog(
      outcome: outcome, check: check, components: components,
      advice: ["\(name): \(pattern.meaning) Remedy: \(pattern.useWhen)"],
      prepare: { result, _ in result.pattern = name }
    ).run(context)
  }

  private static func pattern(_ typed: String, _ reader: Reader) throws -> ReferenceEntry {
    let entries = try ReferenceCatalog(reader).entries.filter { $0.table == ReferenceTable.pattern.rawValue }
    return try ReferenceName.find(
      typed, in: ReferenceSearch(entries), what: "pattern",
      own: "a11y lookup pattern lists them; a11y new reference --from FILE adds your own.")
  }

  /// Whether a word names a check and not the first component.
  private static func isCheck(_ word: String, _ reader: Reader, isOnly: Bool) throws -> Bool {
    if try reader.check(word) != nil { return true }
    if try isOnly || reader.component(word) != nil { return false }
    if case .one = resolve(word, among: try reader.componentKeys()) { return false }
    return true
  }

  private static func check(_ typed: String, of pattern: ReferenceEntry) throws(Problem) -> String {
    if case .one(let check) = resolve(typed, among: pattern.checks) { return check }
    throw .usage(
      "pattern.other-check", "\(MessageText.quoted(typed)) is no check of the pattern \(pattern.name)",
      hints: ["Its checks are \(pattern.checks.joined(separator: ", "))."])
  }

  private static func unnamed(_ pattern: ReferenceEntry) -> Problem {
    if pattern.checks.isEmpty {
      return .usage(
        "pattern.no-check", "the pattern \(pattern.name) names no check",
        hints: ["Give its entry \"checks\": a11y edit reference pattern/\(pattern.name) --from FILE."])
    }
    return .usage(
      "pattern.which-check", "the pattern \(pattern.name) has several checks; one of them has to be named",
      hints: [
        "They are \(pattern.checks.joined(separator: ", ")).",
        "a11y log fail \(pattern.checks.first ?? "CHECK") COMPONENT --pattern \(pattern.name)",
      ])
  }
}
