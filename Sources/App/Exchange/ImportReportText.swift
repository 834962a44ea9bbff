import Base
package import CommandLine
import Exchange
import Reports
import Store

package enum ImportReportText {
  /// Prints what became of the files, and answers with the exit code.
  ///
  /// - Parameter gate: what they did to the release check; nil where no policy was in force.
  package static func write(
    _ outcomes: [ImportOutcome], _ gate: GateChange? = nil, _ context: Context
  ) throws -> ExitCode {
    let isJSON = try context.format() == .json
    let outcomes = outcomes.allSatisfy { $0.problem != nil } ? outcomes : outcomes.map(besideOthers)
    try context.write(outcomes.compactMap(\.problem), asJSON: isJSON)
    if isJSON {
      try context.print(document(outcomes, gate, context))
    } else {
      if outcomes.contains(where: { $0.signals == nil }) {
        try context.print(sentence(outcomes, context))
      }
      for outcome in outcomes { try write(outcome, context) }
      for line in taken(outcomes).remarks(waiting: waiting(outcomes), context.world.clock) { context.remark(line) }
      let records = taken(outcomes).effects.changedRecords
      for line in gate?.lines(records) ?? [] { context.remark(MessageText.escaped(line)) }
    }
    let codes = outcomes.map { outcome -> ExitCode in
      if let problem = outcome.problem { return problem.exitCode }
      if outcome.signals?.isUseless ?? false { return .notFound }
      // A finding without a component needs a decision where it belongs.
      return (outcome.signals?.unmatched ?? 0) > 0 ? .decision : .done
    }
    let worst = codes.max { $0.rawValue < $1.rawValue } ?? .done
    return worst == .done
      ? exitCode(
        waiting: waiting(outcomes) + proposals(outcomes).count + taken(outcomes).sessions.count
          + taken(outcomes).held.count, context) : worst
  }

  /// The effect of a file that was refused.
  static let nothing = "Nothing was imported."

  /// What to do about a report that cannot be read.
  static func advice(on message: String) -> String {
    if message.contains("UTF-8") { return ImportInput.asUTF8 }
    if message.hasSuffix(", $: expected a value, found `,`") {
      return "Remove the commas between the values, or put all of them in [ and ]."
    }
    if message.contains("expected SARIF 2.1.0") {
      return "Export the report as SARIF 2.1.0, or convert it to that with the tool that wrote it."
    }
    return message.hasSuffix("found the end of the input")
      ? "Copy the file again, or run the tool again: it may be incomplete."
      : message.hasPrefix("line 1, column 1, ")
        ? "Have the tool write its report alone to the file, with no other text before it."
        : "Run \"a11y help formats\" for the report formats."
  }

  /// The outcome of a refused file where others were imported.
  private static func besideOthers(_ outcome: ImportOutcome) -> ImportOutcome {
    guard var problem = outcome.problem, problem.effect != nil else { return outcome }
    problem.effect = "Nothing of it was imported."
    return with(outcome) { $0.result = .failure(problem) }
  }

  /// With `--exit-code` a waiting decision also sets the exit code.
  static func exitCode(waiting: Int, _ context: Context) -> ExitCode {
    context.arguments.has(.exitCode) && waiting > 0 ? .decision : .done
  }

  private static func waiting(_ outcomes: [ImportOutcome]) -> Int {
    taken(outcomes).reports.last?.waiting ?? 0
  }

  private static func taken(_ outcomes: [ImportOutcome]) -> ImportTotals {
    ImportTotals(
      reports: outcomes.compactMap(\.bundle), evidence: outcomes.map(\.evidence), proposals: proposals(outcomes))
  }

  /// What waits after the last of them.
  private static func proposals(_ outcomes: [ImportOutcome]) -> Set<String> {
    outcomes.compactMap(\.bundle).last?.proposals ?? []
  }

  /// Says of a tool's report what came of it.
  private static func write(_ outcome: ImportOutcome, _ context: Context) throws {
    guard let signals = outcome.signals else { return }
    let isDryRun = context.arguments.has(.dryRun)
    try context.say(signals.sentence(isDryRun: isDryRun))
    if isDryRun {
      for line in signals.matches(named: namedReasons) {
        try context.say(line)
      }
    }
    for line in signals.remarks(of: outcome.name, named: namedReasons, isDryRun: isDryRun) { context.remark(line) }
  }

  private static let namedReasons = 20

  /// `Imported 3 files: 214 added, 96 the same, 0 refused, 1 dispute, 2 ahead of the clock.`
  private static func sentence(_ outcomes: [ImportOutcome], _ context: Context) -> String {
    let verb = context.arguments.has(.dryRun) ? "Would import" : "Imported"
    let taken = taken(outcomes)
    let refused = outcomes.count { $0.signals == nil } - taken.reports.count
    // Each report of a tool has a sentence of its own.
    if taken.reports.isEmpty, case let reports = outcomes.count(where: { $0.signals != nil }), reports > 0 {
      return "\(verb) \(counted(reports, "report")), \(counted(refused)) refused."
    }
    let files = taken.reports.isEmpty ? "no file" : counted(taken.reports.count, "file")
    return "\(verb) \(files): \(taken.words(refused: refused))."
  }

  private static func document(
    _ outcomes: [ImportOutcome], _ gate: GateChange?, _ context: Context
  ) -> JSONText {
    let taken = taken(outcomes)
    return context.document(
      "a11y.import/1",
      [
        "dry_run": context.arguments.has(.dryRun), "files": outcomes.map(file),
        "added": taken.added + sum(outcomes) { $0.added }, "same": taken.same + sum(outcomes) { $0.same },
        "refused": outcomes.count { $0.problem != nil },
        "evidence": taken.evidenceTaken, "evidence_missing": taken.evidenceMissing, "effects": taken.effects.json,
        "waiting": taken.reports.last?.waiting ?? 0, "proposals": proposals(outcomes).count,
        "sessions_waiting": taken.sessions.count, "held": taken.held.map(HeldWords.json),
        "release_check": gate?.json ?? JSONText.array([]), "first_tap_verdicts": GateChange.verdicts(gate),
      ])
  }

  private static func sum(_ outcomes: [ImportOutcome], _ number: (SignalReport) -> Int) -> Int {
    outcomes.compactMap(\.signals).reduce(0) { $0 + number($1) }
  }

  private static func file(_ outcome: ImportOutcome) -> JSONText {
    let report = outcome.bundle
    let signals = outcome.signals
    let received = report?.received ?? IntakeSummary()
    let signature = report.map { ProvenanceWords.json($0.provenance) } ?? .null
    let error = outcome.problem.map { problem in
      JSONText.object(["code": problem.code, "message": problem.message, "hint": problem.hints.first])
    }
    return .object([
      "file": outcome.name, "scope": report?.summary.header.scope.rawValue, "added": signals?.added ?? received.added,
      "same": signals?.same ?? received.same, "refused": report == nil && signals == nil ? 1 : 0,
      "disputes": report?.effects.changes.disputed ?? 0, "contradictions": report?.effects.changes.contradicted ?? 0,
      "conflicts": report?.effects.conflicts ?? 0, "kept_for_newer": received.keptForNewer,
      "too_large": received.tooLarge, "ahead_of_clock": received.aheadOfClock, "forks": report?.effects.forks ?? 0,
      "gaps": received.gaps, "under_own_name": received.underOwnName, "erased": received.erased,
      "filled": received.filled, "evidence": outcome.evidence.copied, "evidence_missing": outcome.evidence.missing,
      "signature": signature, "signals": signals?.json, "error": error,
    ])
  }
}

/// The numbers of imports together, and the words for them.
struct ImportTotals {
  let reports: [ImportReport]
  let effects: EffectWords
  /// Whether signatures play a part on this machine.
  private var isTrustInUse: Bool {
    reports.contains { report in
      if case .unsigned = report.provenance { report.isTrustInUse } else { true }
    }
  }
  /// What became of the evidence files beside the bundles; for a folder they are reported separately.
  var evidence: [EvidenceCount] = []
  /// What waits after all of them because its authors are not followed.
  var proposals: Set<String> = []

  /// Sessions with children that came and count in no figure; a file may come twice.
  var sessions: [WaitingSession] { reports.flatMap(\.sessions).unique(by: \.id) }

  /// Findings that became milder by results of people who are not followed, as the last file leaves it.
  var held: [HeldFinding] { effects.changes.held > 0 ? reports.last?.held ?? [] : [] }

  func sum(_ number: (ImportReport) -> Int) -> Int { reports.reduce(0) { $0 + number($1) } }

  init(reports: [ImportReport], evidence: [EvidenceCount] = [], proposals: Set<String> = []) {
    (self.reports, self.evidence, self.proposals) = (reports, evidence, proposals)
    effects = EffectWords(reports)
  }

  /// Fields that got a second value in view, less those that were settled.
  var conflicts: Int { max(0, sum { $0.effects.balance }) }

  var added: Int { sum { $0.received.added } }
  var same: Int { sum { $0.received.same } }

  var evidenceTaken: Int { evidence.reduce(0) { $0 + $1.copied } }
  var evidenceMissing: Int { evidence.reduce(0) { $0 + $1.missing } }

  /// `214 added, 96 the same, 0 refused, 1 dispute, 2 ahead of the clock`
  ///
  /// - Parameter refused: the number of refused files; shown even if 0, left out if nil.
  func words(refused: Int?) -> String {
    let always =
      ["\(counted(added)) added", "\(counted(same)) the same"] + (refused.map { ["\(counted($0)) refused"] } ?? [])
    let others: [(Int, String, String)] = [
      (effects.changes.disputed, "dispute", "disputes"),
      (effects.changes.contradicted, "contradiction", "contradictions"), (conflicts, "conflict", "conflicts"),
      (sum { $0.received.aheadOfClock }, "ahead of the clock", "ahead of the clock"),
      (sum { $0.received.keptForNewer }, "kept for a newer version", "kept for a newer version"),
      (sum { $0.received.tooLarge }, "not applied: too large", "not applied: too large"),
      (sum { $0.effects.forks }, "fork", "forks"),
      (sum { $0.received.erased }, "without content", "without content"),
      (sum { $0.received.filled }, "filled in", "filled in"),
      (evidenceTaken, "evidence file", "evidence files"),
      (evidenceMissing, "evidence file missing", "evidence files missing"),
    ]
    return (always + others.filter { $0.0 > 0 }.map { counted($0.0, $0.1, $0.2) }).joined(separator: ", ")
  }

  /// Who stands for the files, where signatures play a part here.
  private var provenance: [String] {
    guard isTrustInUse else { return [] }
    var counts: [(sentence: String, count: Int)] = []
    for report in reports {
      let sentence = ProvenanceWords.sentence(report.provenance)
      if let known = counts.firstIndex(where: { $0.sentence == sentence }) {
        counts[known].count += 1
      } else {
        counts.append((sentence, 1))
      }
    }
    return counts.map { $0.count == 1 ? $0.sentence : "\(counted($0.count, "file")): \($0.sentence)" }
  }

  /// What a person may want to do next.
  ///
  /// - Parameter waiting: requests of others that wait for a decision here.
  func remarks(waiting: Int, _ clock: LocalClock) -> [String] {
    var lines = provenance + effects.lines(clock)
    let waits = reports.flatMap(\.effects.proposals).filter { proposals.contains($0.identity) }
    lines += ProposalWords.arrived(ProposalWords.authors(of: waits))
    if !held.isEmpty { lines.append(HeldWords.arrived(held)) }
    lines += ProposalWords.arrived(ProposalWords.groups(of: sessions))
    if effects.changes.disputed + effects.changes.contradicted + conflicts > 0 {
      lines.append("Run \"a11y list conflicts\" to see the conflicts, and \"a11y resolve\" to resolve them.")
    }
    if evidenceMissing > 0 {
      lines.append(
        "Run \"a11y sync DIR\" to get missing files, or import a bundle with its evidence folder (a11y export "
          + "--with-evidence).")
    }
    if waiting > 0 {
      lines.append(
        "\(counted(waiting, "request waits", "requests wait")) for a decision. Run \"a11y waiting\" to review.")
    }
    return lines
  }
}

extension Context {
  /// Writes the problems of files: of many the first, for all are in the JSON form.
  func write(_ problems: [Problem], asJSON isJSON: Bool) throws {
    let most = isJSON ? problems.count : 20
    for problem in problems.prefix(most) {
      try world.errors.write(ProblemPrinter.text(of: problem, json: isJSON, problemStyle))
    }
    if problems.count > most {
      remark("a11y: and \(counted(problems.count - most, "more file")) with errors; pass --json to list all")
    }
  }
}

extension BundleProblem: ProblemConvertible {
  var problem: Problem { problem(of: nil) }

  /// The problem at the edge, about a file where it is known.
  package func problem(of file: String?) -> Problem {
    let message = file.map { "\(MessageText.quoted($0)): \(description)" } ?? description
    return Problem(kind, code: code.rawValue, message, hints: hints, effect: effect)
  }

  private var kind: ExitCode {
    switch code {
    case .missing: .notFound
    case .exists, .join, .changed, .unsigned: .decision
    case .unreadable, .unwritable, .newer: .storage
    case .incomplete, .syntax, .foreign, .header, .fact, .digest, .tracker, .limit, .kind, .signature: .badInput
    }
  }

  private var hints: [String] {
    switch code {
    case .incomplete: ["Wait until the file is copied, or ask for it again, then try again."]
    case .syntax, .header, .fact, .digest:
      ["Ask the sender to export the bundle again."]
    case .foreign:
      [
        "Use a bundle of \"a11y export\", or a report of XCTest, Appium, axe-core, a11y-check, Lighthouse, pa11y, "
          + "Accessibility Insights, axe-android, Evinced, IBM, or WAVE, in SARIF, or in EARL. For tables, run \"a11y new "
          + "component --from\" or \"a11y log -\"."
      ]
    case .tracker: ["Import the bundle into a copy of its own tracker."]
    case .join: ["Pass --adopt to join this empty tracker to the tracker of the bundle."]
    case .changed:
      [
        "Sync first if the worksheet is from another machine, or run \"a11y import --accept-changed FILE\" to import the "
          + "answers anyway; they are stale until a retest."
      ]
    case .unsigned:
      ["Run \"a11y import --unsigned FILE\" to import it and vouch for its content."]
    case .signature: ["Run \"a11y verify FILE\" to check the bundle and its signature."]
    case .newer: ["Install the newer a11y on this machine."]
    case .limit: ["Pass --max to raise a limit, e.g. --max facts=5000000,file=1G."]
    case .exists: ["Choose another file, or pass --yes to replace it."]
    case .unwritable: ["Check the folder and its free space, and try again. No partial files were written."]
    case .kind, .missing, .unreadable: []
    }
  }

  /// Said of a file that was read and refused.
  private var effect: String? {
    switch code {
    case .incomplete, .syntax, .header, .fact, .digest, .tracker, .changed, .unsigned, .signature, .limit:
      ImportReportText.nothing
    case .foreign, .join, .newer, .exists, .unwritable, .kind, .missing, .unreadable: nil
    }
  }
}
