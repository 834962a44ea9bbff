import Arguments
import AuditCatalog
import AuditModel
import AuditSessions
import AuditStore
import Terminal
import TrackerAccess

/// A fail that is logged as a known anti-pattern, with one of the pattern's checks and its fix.
enum PatternLog {
  static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let outcome = arguments.positional(0) ?? ""
    guard outcome == Outcome.fail.rawValue else {
      throw Problem.usage("pattern.unfit", "--pattern applies only to a fail, not to \(MessageText.quoted(outcome))")
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
    let terms = LogRun.terms(arguments)
    guard !components.isEmpty || !terms.isEmpty else {
      throw Problem.usage(
        "arguments.missing", "missing argument COMPONENT",
        hints: ["Run \"a11y log fail \(check) COMPONENT --pattern \(pattern.name)\"."])
    }
    let name = pattern.name
    return try TypedLog(
      outcome: outcome, check: check, components: components, where: terms,
      advice: ["\(name): \(pattern.meaning) Fix: \(pattern.useWhen)"],
      prepare: { result, _ in result.pattern = name }
    ).run(context)
  }

  private static func pattern(_ typed: String, _ reader: Reader) throws -> ReferenceEntry {
    let entries = try ReferenceCatalog(reader).entries.filter { $0.table == ReferenceTable.pattern.rawValue }
    return try ReferenceName.find(
      typed, in: ReferenceSearch(entries), what: "pattern",
      own: "Run \"a11y lookup pattern\" for valid patterns, or \"a11y new reference --from FILE\" to add one.")
  }

  /// Whether a word is a check and not the first component.
  private static func isCheck(_ word: String, _ reader: Reader, isOnly: Bool) throws -> Bool {
    if try reader.check(word) != nil { return true }
    if try isOnly || reader.component(word) != nil { return false }
    if case .one = resolve(word, among: try reader.componentKeys()) { return false }
    return true
  }

  private static func check(_ typed: String, of pattern: ReferenceEntry) throws(Problem) -> String {
    if case .one(let check) = resolve(typed, among: pattern.checks) { return check }
    let checks = pattern.checks.joined(separator: ", ")
    throw .usage(
      "pattern.other-check", "check \(MessageText.quoted(typed)) does not belong to pattern \(pattern.name)",
      hints: ["Use one of: \(checks)."])
  }

  private static func unnamed(_ pattern: ReferenceEntry) -> Problem {
    guard let first = pattern.checks.first else {
      return .usage(
        "pattern.no-check", "pattern \(pattern.name) has no check",
        hints: ["Add \"checks\" to its entry: a11y edit reference pattern/\(pattern.name) --from FILE."])
    }
    let checks = pattern.checks.joined(separator: ", ")
    return .usage(
      "pattern.which-check", "missing argument CHECK: pattern \(pattern.name) has several checks",
      hints: [
        "Use one of: \(checks).",
        "Run \"a11y log fail \(first) COMPONENT --pattern \(pattern.name)\".",
      ])
  }
}
