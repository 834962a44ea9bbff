package import Audit
import Base
package import CommandLine
package import Store

/// Typed outcomes of items, recorded in one transaction.
package struct TypedLog {
  package struct Wording {
    var done: String
    package var conditional: String
    package var schema: String

    static let log = Wording(done: "Logged", conditional: "Would log", schema: "a11y.log/1")
    package static let resolve = Wording(done: "Resolved", conditional: "Would resolve", schema: "a11y.settled/1")
  }

  /// What a person confirms before anything is recorded.
  package enum Confirmation {
    case none
    /// The number of items, where it is large.
    case count
    /// Each item, since it is not tested yet.
    case drafts
  }

  /// More items than this that a pattern selected are confirmed first.
  static let mostUnasked = 20

  private var wording = Wording.log
  /// Remarks for every result, in addition to those of each.
  private let advice: [String]
  /// Completes a result before it is recorded, or throws.
  package var prepare: (inout NewResult, Writer) throws -> Void = { _, _ in }
  /// The items with what is logged of each, from what the flags say of all, and what is confirmed first.
  private let entries: (LogEntry, LogDefaults, Writer) throws -> ([LogEntry], Confirmation)
  private var selected = Selected()

  /// One outcome for every item that the names, patterns, and terms select.
  package init(
    outcome: String, check: String, components: [String], where terms: [Filter.Term] = [], wording: Wording = .log,
    advice: [String] = [], prepare: @escaping (inout NewResult, Writer) throws -> Void = { _, _ in }
  ) {
    let selected = Selected()
    self.init(advice: advice) { entry, defaults, writer in
      let selection = try LogSelection(
        check: check, components: components, where: terms, audit: defaults.audit, writer)
      selected.remark = selection.remark
      let entries = selection.items.map { item in
        var entry = entry
        (entry.outcome, entry.check, entry.component) = (outcome, item.check, item.component)
        return entry
      }
      return (entries, selection.isPattern ? .count : .none)
    }
    (self.wording, self.prepare, self.selected) = (wording, prepare, selected)
  }

  /// What is known only once the words have selected items.
  private final class Selected {
    /// About what they leave out.
    var remark: String?
  }

  package init(
    advice: [String] = [], entries: @escaping (LogEntry, LogDefaults, Writer) throws -> ([LogEntry], Confirmation)
  ) {
    (self.advice, self.entries) = (advice, entries)
  }

  /// Records the outcomes, or reports with `--dry-run` what it would record.
  package func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let tester = try context.requiredTester()
    let files = arguments.strings(.evidence)
    // Evidence is stored only after the tracker was opened successfully.
    let tracker = try files.isEmpty ? context.openTrackerToWrite() : context.openTracker(.write)
    var evidence = try TakenFiles(files, context, tracker)
    evidence.describe(try EvidenceIntake.words(arguments))
    var entry = LogEntry()
    entry.value = arguments.string(.value)
    entry.note = arguments.string(.message)
    entry.severity = arguments.string(.severity)
    entry.override = arguments.string(.override)
    if arguments.has(.components) { entry.on = arguments.list(.components) }
    var contradictions = try Contradictions(context)
    var build = try BuildChoice.settle(context, tracker, tester: tester)
    var accepted: Set<ScopeCell>?
    while true {
      do {
        return try attempt(entry, accepted, contradictions, evidence, (tester, build), tracker, context)
      } catch let question as Contradictions.Question {
        // The tracker is not locked during a prompt.
        try contradictions.ask(question, context)
      } catch let differ as BuildsDiffer {
        build = try differ.ask(context)
      } catch let question as LogQuestion {
        accepted = try question.ask(context)
        guard accepted?.isEmpty == false else {
          throw Problem(.decision, code: "log.declined", "nothing was logged")
        }
      }
    }
  }

  private func attempt(
    _ typed: LogEntry, _ accepted: Set<ScopeCell>?, _ contradictions: Contradictions, _ evidence: TakenFiles,
    _ seen: (by: String, build: String?), _ tracker: Tracker, _ context: Context
  ) throws -> ExitCode {
    let tester = seen.by
    let isDryRun = context.arguments.has(.dryRun)
    let report = LogReport(wording: wording, evidence: evidence, context: context)
    do {
      let (logged, accepted) = try evidence.keeping {
        try tracker.write { writer in
          let defaults = try LogDefaults.read(context, writer.reader, tester: tester, build: seen.build)
          let (entries, confirmation) = try entries(typed, defaults, writer)
          var lines: [LoggedLine] = []
          var contradicted: [Cell] = []
          for entry in entries {
            var result = try entry.result(defaults, writer)
            if let accepted, !accepted.contains(result.place) { continue }
            try prepare(&result, writer)
            if !result.isRetest, let standing = try contradictions.judge(&result, writer) {
              contradicted.append(standing)
              continue
            }
            let remark = try Contradictions.remark(on: result, writer)
            let stored = try writer.log(result)
            if let build = stored.newerBuild {
              try contradictions.refuse(result, stored.before?.outcome, build, writer)
            }
            if !isDryRun { try evidence.attach(to: stored, by: tester, writer) }
            var line = try LoggedLine(result, after: stored, defaults, writer)
            line.advice += [remark].compactMap(\.self) + advice
            line.isDraft = confirmation == .drafts
            lines.append(line)
          }
          if !contradicted.isEmpty { throw Contradictions.Question(results: contradicted) }
          if let words = selected.remark, let last = lines.indices.last { lines[last].advice.append(words) }
          if isDryRun { throw DryRun(lines: lines, accepted: writer.acceptedBuilds) }
          let question = LogQuestion(confirmation: confirmation, lines: lines)
          if accepted == nil, question.isDue { throw question }
          return (lines, writer.acceptedBuilds)
        }
      }
      try report.print(logged, accepted: accepted, isDryRun: false)
    } catch let dryRun as DryRun {
      try report.print(dryRun.lines, accepted: dryRun.accepted, isDryRun: true)
    }
    return .done
  }

  /// Carries the results of a dry run out of a transaction that is rolled back.
  private struct DryRun: Error {
    var lines: [LoggedLine]
    var accepted: [(build: String, results: Int)]
  }

  /// The check of a name, looked up in the transaction that writes.
  package static func name(ofCheck typed: String, _ writer: Writer, _ names: NameBook? = nil) throws -> String {
    do {
      _ = try writer.check(typed)
      return try (names ?? NameBook(writer.reader)).check(typed)
    } catch Refusal.unknownCheck {
      if try writer.reader.component(typed) != nil {
        throw Problem(
          .notFound, code: "check.unknown", "\(MessageText.quoted(typed)) is a component, not a check",
          hints: ["Put the check before the component."])
      }
      return try (names ?? NameBook(writer.reader)).check(typed)
    }
  }
}

/// Asks before many results, or drafts, are recorded. Thrown from the transaction, which is rolled back.
struct LogQuestion: Error {
  let confirmation: TypedLog.Confirmation
  let lines: [LoggedLine]

  var isDue: Bool {
    switch confirmation {
    case .none: false
    case .count: lines.count > TypedLog.mostUnasked
    case .drafts: !lines.isEmpty
    }
  }

  /// The items to record.
  func ask(_ context: Context) throws -> Set<ScopeCell> {
    let all = Set(lines.map(\.place))
    if context.arguments.has(.yes) { return all }
    let count = counted(lines.count, "item")
    if confirmation != .drafts || !Prompt.isPossible(context) {
      let others = LogReport.others(lines)
      let question = "Log \(LogReport.outcomes(lines)) for \(count)?" + (others.isEmpty ? "" : " \(others)")
      return try Prompt.confirm(context, question: question, action: "log \(count)") ? all : []
    }
    for line in lines { context.remark("  \(line.result.outcome.rawValue) \(line.words)\(line.copied)") }
    switch try Prompt.word(context, question: "Log all \(count), decide one by one, or cancel:", among: Self.words) {
    case "all": return all
    case "one":
      return try Set(
        lines.filter { line in
          let question = "\(line.result.outcome.rawValue) \(line.words)\(line.copied)?"
          return try Prompt.confirm(context, question: question, action: "log \(line.words)")
        }.map(\.place))
    default: return []
    }
  }

  private static let words = ["all", "one", "cancel"]
}

/// Builds that audit, tracker and configuration name for one answer. Thrown from a transaction, which is rolled back.
struct BuildsDiffer: Error {
  let named: [(source: String, build: String)]

  /// Each once.
  var builds: [String] { named.map(\.build).unique() }

  /// What is wrong: `builds differ (audit spring: 3.2; current: 3.1)`.
  var words: String { "builds differ (" + named.map { "\($0.source): \($0.build)" }.joined(separator: "; ") + ")" }

  private var problem: Problem {
    Problem(
      .decision, code: "build.differs", words + "; nothing was logged",
      hints: named.map { "Pass --build \(ShellWord.quoted($0.build)) to log for build \($0.build) (\($0.source))." }
        + ["Run \"a11y edit tracker --current-build BUILD\" to move the tracker to another build."])
  }

  static func named(_ audit: AuditRound) -> (source: String, build: String) { ("audit \(audit.name)", audit.build) }

  /// Asks which build is tested.
  ///
  /// - Throws: `build.differs`, exit code 5, where no prompt is possible or none was chosen.
  func ask(_ context: Context) throws -> String {
    guard Prompt.isPossible(context) else { throw problem }
    let choices = builds.enumerated().map { "\($0.offset + 1) build \($0.element)" }.joined(separator: ", ")
    let question = "B\(words.dropFirst()). Which build do you test? \(choices)"
    guard let number = try Prompt.number(context, question: question, in: 1...builds.count) else { throw problem }
    return builds[number - 1]
  }
}

/// The build of answers where audit, tracker and configuration name different ones: only the tester can tell.
package enum BuildChoice {
  /// Asks which build is tested, before the first answer.
  ///
  /// - Parameter isOfMany: whether the only open audit is meant where none is named: its items are among those asked for.
  /// - Returns: nil where nothing has to be chosen.
  /// - Throws: `build.differs`, exit code 5, where no prompt is possible or none was chosen.
  package static func settle(
    _ context: Context, _ tracker: Tracker, tester: String, isAssigned: Bool = false, isOfMany: Bool = false
  ) throws -> String? {
    guard context.arguments.string(.build) == nil else { return nil }
    let differ = BuildsDiffer(named: try tracker.read { try namedBuilds(context, $0, tester, isAssigned, isOfMany) })
    return differ.builds.count > 1 ? try differ.ask(context) : nil
  }

  private static func namedBuilds(
    _ context: Context, _ reader: Reader, _ tester: String, _ isAssigned: Bool, _ isOfMany: Bool
  ) throws -> [(source: String, build: String)] {
    var named: [(source: String, build: String)] = []
    let name = try LogDefaults.auditName(context, reader, tester: tester, isAssigned: isAssigned)
    let open = try name == nil && isOfMany ? OpenAudits(reader).names : []
    let audit = name ?? (open.count == 1 ? open[0] : "")
    if !audit.isEmpty { named.append(BuildsDiffer.named(try LogDefaults.open(audit, reader))) }
    named.append(("current", try reader.staleRule().build))
    // An empty build in the configuration means that the build is not known.
    named.append(("configuration", try reader.setting("build") ?? ""))
    return named.filter { !$0.build.isEmpty }
  }
}
