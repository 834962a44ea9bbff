import Arguments
import AuditModel
import AuditReports
import AuditSessions
import AuditStore
import Terminal
import TrackerAccess

/// `a11y log like [CHECK...] FROM TO...`: results of one component as drafts for others, logged once confirmed.
enum LikeLog {
  static func run(_ context: Context) throws -> ExitCode {
    let words = context.arguments.positionals(from: 1)
    guard words.count >= 2 else {
      throw Problem.usage(
        "arguments.missing", "missing arguments FROM and TO",
        hints: ["Run \"a11y log like sign-in/close-button home/close-button\", for example."])
    }
    var answered = 0
    let log = TypedLog { _, defaults, writer in
      let reader = writer.reader
      let (checks, components) = try split(words, reader)
      let source = try NameFinder.component(components[0], reader)
      let found = try SimilarResults(
        of: source, to: ComponentSelection(Array(components.dropFirst()), reader).keys,
        checks: checks.isEmpty ? nil : Set(checks), condition: defaults.condition.text, reader)
      answered = found.answered
      guard !found.entries.isEmpty else { throw nothing(source, answered: found.answered) }
      return (found.entries, .drafts)
    }
    let code = try log.run(context)
    if answered > 0 { context.remark("a11y: note: \(counted(answered, "item")) not copied: already tested") }
    return code
  }

  /// The words before the first component are checks.
  private static func split(_ words: [String], _ reader: Reader) throws -> (checks: [String], components: [String]) {
    let ids = try reader.checkIDs()
    let keys = try reader.componentKeys()
    var checks: [String] = []
    var rest = words[...]
    while rest.count > 2, let word = rest.first {
      let pattern = Glob(word)
      if pattern.isPattern {
        let found = ids.filter(pattern.matches)
        if found.isEmpty || keys.contains(where: pattern.matches) { break }
        checks += found
      } else {
        if case .one = resolve(word, among: keys) { break }
        checks.append(try NameFinder.check(word, reader))
      }
      rest = rest.dropFirst()
    }
    return (checks, Array(rest))
  }

  private static func nothing(_ source: String, answered: Int) -> Problem {
    let reason = answered > 0 ? "\(counted(answered, "item")) already tested" : "no result applies"
    return Problem(
      .noData, code: "like.nothing", "no results to copy from \(source): \(reason)",
      hints: ["Run \"a11y list cells component:\(source)\" for its results."])
  }
}
