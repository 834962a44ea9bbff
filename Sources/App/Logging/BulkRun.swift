import Audit
import Base
import CommandLine
import Sessions
import Store

/// What `a11y log -` does: many results in one transaction, all of them or, with `--partial`, the valid ones.
enum BulkRun {
  /// Input beyond this is read while the transaction is open; below it a slow pipe does not block other processes.
  private static let readAhead = 8 << 20
  /// Thrown to roll back; the lines were reported already.
  private struct Refused: Error {}
  /// Thrown to begin again without the items that two rows of the table answer differently.
  private struct Disputed: Error {
    var items: [Int: AnsweredItems.Pair]
  }

  static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    guard arguments.positionals.count == 1 else {
      throw Problem.usage(
        "arguments.extra", "unexpected argument: a11y log - reads checks and components from the input",
        hints: ["Run \"a11y log - < results.tsv\"."])
    }
    // A table may name the tester of each row.
    let tester = try context.tester() == nil ? "" : context.requiredTester()
    let headerRow = try context.headerRow()
    var rejects = try RejectsFile(context)
    let tracker = try context.openTracker(.write)
    let map = try ColumnMap(context, columns: RowLayout.names, RowLayout.vocabularies)
    let input = try LineSource(try text(context), readAhead: readAhead)
    let build = try BuildChoice.settle(context, tracker, tester: tester)
    var tally = BulkTally()
    var disputed: [Int: AnsweredItems.Pair] = [:]
    let progress = context.progress
    progress.begin("Logging")
    defer { progress.end() }
    while true {
      do {
        try tracker.write(isBulk: true) { writer in
          let defaults = try LogDefaults.read(context, writer.reader, tester: tester, build: build)
          tally.openAudits = defaults.openAudits?.names ?? []
          let log = BulkLog(defaults, isRetest: arguments.has(.retest), override: arguments.string(.override), map)
          tally.outcome = try log.run(
            input, headerRow: headerRow, without: disputed, writer, progress: { progress.update("\($0) results") }
          ) { row, reason in
            tally.refuse(line: row.line, reason)
            rejects?.add(row.whole, line: row.line)
          }
          // Two answers of one item in a table have no order, so neither is logged.
          if tally.outcome.isTable, !tally.outcome.disputed.isEmpty { throw Disputed(items: tally.outcome.disputed) }
          tally.audit = defaults.audit
          try writer.settle()
          tally.contradicted = try writer.contradictedCount()
          tally.older = writer.historyCount
          tally.kept = writer.keptFindings
          tally.overtaken = writer.overtaken
          tally.overtakingBuilds = writer.overtakingBuilds
          tally.accepted = writer.acceptedBuilds
          if !tally.refused.isEmpty, !arguments.has(.partial) { throw Refused() }
          if arguments.has(.dryRun) { throw Refused() }
          tally.rejects = try rejects?.write(head: tally.outcome.head, context)
          if let (order, line) = tally.outcome.dateOrder {
            let with = "; pass --map \(order.rawValue)=at with them, as line \(line) shows the order of their dates"
            tally.rejects = tally.rejects.map { $0 + with }
          }
        }
      } catch let again as Disputed {
        disputed.merge(again.items) { $1 }
        tally = BulkTally()
        rejects?.clear()
        input.rewind()
        continue
      } catch is Refused {
        tally.isKept = false
      }
      return try tally.report(context)
    }
  }
}

extension BulkRun {
  /// The lines of the file that is named.
  ///
  /// - Throws: a file that is missing, with what else the word may be.
  private static func text(_ context: Context) throws(Problem) -> ByteReader {
    let name = context.arguments.positional(0) ?? "-"
    let files = context.world.files
    guard name == "-" || files.isStream(name) || files.kind(of: name) != nil else {
      throw Problem(
        .notFound, code: "log.file", "cannot open \(MessageText.quoted(name)): no such file",
        hints: ["Run \"a11y log OUTCOME CHECK \(ShellWord.quoted(name))\" if it is a component."])
    }
    return try context.text(of: name, keepsMark: true)
  }
}

/// The result of a bulk log.
struct BulkTally {
  /// What became of the lines.
  var outcome = BulkLog.Outcome()
  /// The rejected lines to be listed, in their order.
  private(set) var refused: [(line: Int, reason: String)] = []
  private(set) var refusedCount = 0
  /// The first lines of the first reasons.
  private var firsts: [String: Int] = [:]
  var isKept = true
  /// Cells whose lines contradict other testers' results on the same build.
  var contradicted = 0
  /// Results that are older than what their items show.
  var older = 0
  /// The audit that the line or the configuration names.
  var audit = ""
  /// Results that do not count, as newer builds are shown.
  var overtaken = 0
  /// Those builds, each with how many do not count because of it.
  var overtakingBuilds: [String: Int] = [:]
  /// Builds that only others had named before.
  var accepted: [(build: String, results: Int)] = []
  /// Failures that kept the severity or note of their findings.
  var kept = 0
  /// Where the rejected lines are; nil for nowhere.
  var rejects: String?
  /// Open audits, if the lines name none.
  var openAudits: [String] = []

  /// The maximum number of rejected lines in JSON, and in text.
  private static let named = 100
  private static let shown = 20

  mutating func refuse(line: Int, _ reason: String) {
    refusedCount += 1
    // A problem of the reader names the line already.
    let prefix = "line \(line): "
    let reason = reason.hasPrefix(prefix) ? String(reason.dropFirst(prefix.count)) : reason
    if firsts[reason].map({ line < $0 }) ?? true {
      firsts[reason] = line
      if firsts.count > Self.shown, let last = firsts.max(by: { $0.value < $1.value }) { firsts[last.key] = nil }
    }
    guard refused.count < Self.named || line < refused[refused.count - 1].line else { return }
    // Rows that say when something was seen come in the order of time.
    let place = refused.lastIndex { $0.line <= line }.map { $0 + 1 } ?? 0
    refused.insert((line, reason), at: place)
    if refused.count > Self.named { refused.removeLast() }
  }

  /// The rejected lines for text: of more than fit the first of each reason, so that one reason does not hide another, and
  /// then those that are left, from the first on.
  private var told: [(line: Int, reason: String)] {
    guard refusedCount > Self.shown else { return refused }
    let firsts = firsts.map { (line: $0.value, reason: $0.key) }
    let lines = Set(firsts.map(\.line))
    let others = refused.filter { !lines.contains($0.line) }.prefix(Self.shown - firsts.count)
    return (firsts + others).sorted { $0.line < $1.line }
  }

  func report(_ context: Context) throws -> ExitCode {
    let isDryRun = context.arguments.has(.dryRun)
    let (logged, outside, unchanged, added) = (outcome.logged, outcome.outside, outcome.unchanged, outcome.added)
    let isJSON = try context.format() == .json
    for line in outcome.understood { context.remark(line) }
    if !isJSON {
      for (line, reason) in told { context.remark("a11y: line \(line): \(reason)") }
      if refusedCount > Self.shown { context.remark("a11y: and \(counted(refusedCount - Self.shown, "more line"))") }
    }
    if let rejects { context.remark("a11y: note: \(rejects).") }
    let pairs = [
      (
        outcome.disputed, "have different answers for the same item",
        "lines without a header are logged in their order, so the later one is shown."
      ),
      (
        outcome.joined, "are problems of the same item",
        "its finding has the notes of all of them, and the worst severity."
      ),
      (
        outcome.changed, "answer the same item at different times or on different builds",
        "the latest answer is shown, and the others are its history."
      ),
    ]
    for (items, what, then) in pairs where isKept || isDryRun {
      guard let first = items.values.min(by: { $0.second < $1.second }) else { continue }
      let others = items.count > 1 ? ", and so for \(counted(items.count - 1, "other item"))" : ""
      context.remark("a11y: note: lines \(first.first) and \(first.second) \(what)\(others); \(then)")
    }
    if contradicted > 0, isKept || isDryRun {
      context.remark(
        "a11y: note: \(counted(contradicted, "item contradicts", "items contradict")) other testers' results on the "
          + "same build; both outcomes are kept. Pass --retest if you tested them again.")
    }
    if older > 0, isKept || isDryRun {
      context.remark(
        "a11y: note: \(counted(older, "result is", "results are")) older than what the same tester logged; the later "
          + "results stay.")
    }
    if outside > 0, isKept || isDryRun {
      context.remark(
        "a11y: note: \(counted(outside, "result is", "results are")) outside the scope of "
          + "\(audit.isEmpty ? "the audit in the line" : "audit \(audit)"): kept, but not counted for it.")
    }
    if !outcome.retired.isEmpty, isKept || isDryRun {
      let (results, keys) = (outcome.retired.values.reduce(0, +), outcome.retired.keys.sorted())
      context.remark(
        "a11y: note: \(counted(results, "result is", "results are")) of retired components (\(firstNamed(keys, 3))): kept, "
          + "but not counted. Run \"a11y edit component \(ShellWord.quoted(keys[0])) --restore\" to restore one.")
    }
    if outcome.repeated > 0, isKept || isDryRun {
      let say = counted(outcome.repeated, "result says", "results say")
      let undo = isKept ? " If the table was logged before, run \"a11y undo\" to undo all results of it." : ""
      context.remark(
        "a11y: note: \(say) the same as before: same tester, build, and answer. Each is one more result of its item.\(undo)"
      )
    }
    if overtaken > 0, isKept || isDryRun {
      context.remark(
        "a11y: note: \(counted(overtaken, "result does", "results do")) not count, because results of newer builds are "
          + "shown: \(LogReport.words(overtaking: overtakingBuilds))")
    }
    if isKept || isDryRun {
      for words in LogReport.words(accepted: accepted) { context.remark("a11y: note: \(words).") }
    }
    if let words = LogReport.kept(kept), isKept || isDryRun { context.remark("a11y: note: \(words).") }
    if !added.isEmpty {
      context.remark("a11y: note: unknown columns are ignored: \(added.joined(separator: ", ")).")
    }
    if let audit = openAudits.first, logged > 0 {
      context.remark(
        openAudits.count == 1
          ? "a11y: note: results in scope of audit \(audit) count for it. Pass --audit '' to log for no audit."
          : "a11y: note: results in scope of several open audits (\(openAudits.joined(separator: ", "))) count for none. "
            + "Pass --audit \(ShellWord.quoted(audit)) to log for an audit.")
    }
    if isJSON {
      try context.print(json(context, isDryRun: isDryRun))
    } else {
      let same = unchanged == 0 ? "" : " \(counted(unchanged, "row")) unchanged."
      if isDryRun {
        try context.print("Would log \(counted(logged, "result")); \(counted(refusedCount, "line")) rejected.\(same)")
      } else if isKept {
        let rest = refusedCount == 0 ? "" : " \(counted(refusedCount, "line")) rejected."
        try context.print("Logged \(counted(logged, "result")).\(rest)\(same)")
      }
    }
    guard refusedCount > 0 else {
      return overtaken > 0 && isKept && !context.arguments.has(.disagree) && !context.arguments.has(.at)
        ? .decision : .done
    }
    // A rehearsal is to find what has to be mapped.
    if isDryRun, !isJSON, !outcome.unknown.isEmpty, outcome.isTable {
      for hint in mapHints(context, isDefault: false) { context.remark("hint: \(hint)") }
    }
    guard isKept || isDryRun else {
      let rest = logged > 0 ? ", or pass --partial to log the \(counted(logged, "valid line"))" : ""
      throw Problem(
        .badInput, code: "log.refused", "\(counted(refusedCount, "line")) rejected; nothing was logged",
        hints: ["Correct them and submit all lines again\(rest)."]
          + (outcome.isTable ? mapHints(context) : logged == 0 && !outcome.hasScript ? [Self.headerHint] : []))
    }
    return .badInput
  }

  /// Lines of which none is a result may be a table with titles above a header of other words.
  private static let headerHint =
    "Pass --map for a table with other headers, and --header-row with their line if titles are above them."

  /// How to say what the words of the table mean; where that is not known, how it is done, if `isDefault`.
  private func mapHints(_ context: Context, isDefault: Bool = true) -> [String] {
    let how = context.arguments.has(.map) ? "Add to --map" : "Pass --map"
    func spelled(_ word: String) -> String { word.contains { ",=\"".contains($0) } ? "\"\(word)\"" : word }
    let hints = outcome.unknown.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { column, words -> String? in
      if column == .check {
        // Tables of others are about criteria, which have several checks.
        guard let word = words.first(where: { Catalog.criterion(in: $0) != nil }),
          let criterion = Catalog.criterion(in: word)
        else {
          let isRule = { word in Catalog.toolRules.contains { Catalog.toolRule(word, of: $0.tool) != nil } }
          return words.first(where: isRule).map {
            "Import the report of the tool itself (a11y import FILE): \($0) is a rule of a tool, and only people log results."
          }
        }
        return "\(Refusal.checks(of: criterion)) \(how) \(ShellWord.quoted("\(spelled("check:\(word)"))=CHECK")) "
          + "and so on."
      }
      let meaning = column.rawValue.uppercased()
      let pairs = words.map { "\($0.contains(":") ? "\"\($0)\"" : spelled($0))=\(meaning)" }
      let meant = column == .severity ? Severity.allCases.map(\.word) : Outcome.allCases.map(\.rawValue) + ["untested"]
      return "\(how) \(ShellWord.quoted(pairs.joined(separator: ","))), with \(WordList.or(meant)) for each \(meaning)."
    }
    return hints.isEmpty && isDefault ? ["Pass --map to translate custom words, such as \"Blocker=critical\"."] : hints
  }

  private func json(_ context: Context, isDryRun: Bool) -> JSONText {
    context.document(
      "a11y.log/1",
      [
        "dry_run": isDryRun, "logged": isKept || isDryRun ? outcome.logged : 0, "refused": refusedCount,
        "unchanged": outcome.unchanged, "repeated": outcome.repeated,
        "lines": JSONText.objects(refused) { ["line": $0.line, "reason": $0.reason] },
        "accepted_builds": LogReport.json(accepted: accepted),
      ])
  }
}

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
    let terms = LogCommand.terms(arguments)
    guard !components.isEmpty || !terms.isEmpty else {
      throw Problem.usage(
        "arguments.missing", "missing argument COMPONENT",
        hints: [
          "Run \"a11y log fail \(ShellWord.quoted(check)) COMPONENT --pattern "
            + "\(ShellWord.quoted(pattern.name))\"."
        ])
    }
    let name = pattern.name
    return try TypedLog(
      outcome: outcome, check: check, components: components, where: terms,
      advice: ["\(name): \(pattern.meaning) Fix: \(pattern.useWhen)"],
      prepare: { result, _ in result.members.pattern = name }
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
        hints: [
          "Add \"checks\" to its entry: a11y edit reference pattern/\(ShellWord.quoted(pattern.name)) --from FILE."
        ])
    }
    let checks = pattern.checks.joined(separator: ", ")
    return .usage(
      "pattern.which-check", "missing argument CHECK: pattern \(pattern.name) has several checks",
      hints: [
        "Use one of: \(checks).",
        "Run \"a11y log fail \(ShellWord.quoted(first)) COMPONENT --pattern \(ShellWord.quoted(pattern.name))\".",
      ])
  }
}
