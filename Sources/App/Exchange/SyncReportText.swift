import Audit
import Base
package import CommandLine
package import Exchange
import Reports
import Store

package enum SyncReportText {
  /// Prints the report, and answers with the exit code.
  ///
  /// - Parameter gate: what it did to the release check; nil where no policy was in force.
  package static func write(
    _ report: FolderReport, _ gate: GateChange? = nil, path: String, _ context: Context
  ) throws -> ExitCode {
    let isJSON = try context.format() == .json
    // A file that is damaged itself is named and passed over, so that it does not stop who syncs before the gate.
    let errors = report.refused.filter { context.arguments.has(.exitCode) || !$0.isAboutContent }
    try context.write(errors.map(problem), asJSON: isJSON)
    if isJSON {
      try context.print(document(report, gate, path: path, context))
    } else {
      try context.print("\(readSentence(report)) \(writtenSentence(report))\(evidenceSentence(report))")
      let aside = errors.count < report.refused.count ? report.refused.filter(\.isAboutContent) : []
      let files =
        firstLines(
          aside.map { file in
            let advice =
              switch file.problem.code {
              case .limit: "Pass --max to raise a limit."
              case .changed: "Run \"a11y import --accept-changed FILE\" to import its answers anyway."
              default: "It is read again when it changes."
              }
            return "Set aside \(file.path): \(file.problem). \(advice)"
          }, mostFiles
        ) {
          "Set aside \(counted($0, "more file")); pass --json to list all."
        }
        + firstLines(report.skipped.map { "Skipped \($0.path): \($0.reason)." }, mostFiles) {
          "Skipped \(counted($0, "more file")); pass --json to list all."
        }
      for line in files { context.remark(line) }
      for remark in remarks(report, context.world.clock) { context.remark(remark) }
      let records = ImportTotals(reports: report.read.map(\.report)).effects.changedRecords
      for line in gate?.lines(records) ?? [] { context.remark(MessageText.escaped(line)) }
      if !report.others.isEmpty { context.remark(SyncStatusText.others(report.others, path)) }
    }
    let worst = errors.map { problem(of: $0).exitCode }.max { $0.rawValue < $1.rawValue } ?? .done
    let held = ImportTotals(reports: report.read.map(\.report)).held.count
    let waiting = report.waiting + report.proposals.count + held
    return worst == .done ? ImportReportText.exitCode(waiting: waiting, context) : worst
  }

  /// Of how many files of one kind each has a line.
  static let mostFiles = 10

  /// The path is relative to the folder and never shortened, so that the file can be found.
  static func problem(of refused: FolderReport.Refused) -> Problem {
    let problem = refused.problem.problem
    let message = "\(MessageText.quoted(refused.path, limit: 1000)): \(problem.message)"
    return Problem(problem.exitCode, code: problem.code, message, hints: problem.hints)
  }

  private static func readSentence(_ report: FolderReport) -> String {
    let taken = ImportTotals(reports: report.read.map(\.report))
    guard !taken.reports.isEmpty || !report.refused.isEmpty else { return "No new files to read." }
    let refused = report.refused.count
    let words = taken.words(refused: refused > 0 ? refused : nil)
    return "Read \(counted(taken.reports.count + refused, "file")): \(words)."
  }

  private static func writtenSentence(_ report: FolderReport) -> String {
    guard !report.written.isEmpty else { return "No new entries to write." }
    let facts = report.written.reduce(0) { $0 + $1.facts }
    return "Wrote \(counted(report.written.count, "file")) with \(counted(facts, "entry", "entries"))."
  }

  /// ` Evidence: read 2 files, wrote 1, 3 are missing.`, or nothing.
  private static func evidenceSentence(_ report: FolderReport) -> String {
    let parts: [(Int, String)] = [
      (report.evidenceRead, "read \(counted(report.evidenceRead, "file"))"),
      (report.evidenceWritten, "wrote \(counted(report.evidenceWritten, "file"))"),
      (report.evidenceMissing, "\(counted(report.evidenceMissing, "is", "are")) still missing"),
    ]
    let words = parts.filter { $0.0 > 0 }.map(\.1)
    return words.isEmpty ? "" : " Evidence: \(words.joined(separator: ", "))."
  }

  private static func remarks(_ report: FolderReport, _ clock: LocalClock) -> [String] {
    var remarks = firstLines(
      report.newcomers.map { machine in
        let waiting = report.read.flatMap(\.report.effects.proposals)
          .count { report.proposals.contains($0.identity) && $0.replica == machine.replica }
        let results = counted(machine.results, "result counts", "results count")
        let changes = waiting > 0 ? ", \(counted(waiting, "change waits", "changes wait"))" : ""
        return "New machine \(ProposalWords.name(machine)): its \(results)\(changes). "
          + "Run \"a11y follow \(machine.replica)\" to follow it."
      }, mostFiles
    ) { "\(counted($0, "more new machine")). Run \"a11y follow\" to see them." }
    remarks += ImportTotals(reports: report.read.map(\.report), proposals: report.proposals)
      .remarks(waiting: report.waiting, clock)
    for written in report.written where report.refused.contains(where: { $0.path == written.path }) {
      remarks.append("Repaired \(written.path), a file of this machine.")
    }
    let git = report.isInGit ? " Git history still contains the old files." : ""
    if !report.cleaned.isEmpty {
      remarks.append("Rewrote \(counted(report.cleaned.count, "own file")) without erased content.\(git)")
    }
    if report.evidenceRemoved > 0 {
      remarks.append(
        "Removed \(counted(report.evidenceRemoved, "erased evidence file")) from the folder.\(git)")
    }
    if !report.stale.isEmpty {
      remarks.append(
        "Erased content remains in \(counted(report.stale.count, "file")) of other machines until those machines sync: "
          + "\(firstNamed(report.stale)). "
          + "If a machine is no longer used, delete its files: their other content is then written again."
      )
    }
    return remarks
  }

  private static func document(
    _ report: FolderReport, _ gate: GateChange?, path: String, _ context: Context
  ) -> JSONText {
    let taken = ImportTotals(reports: report.read.map(\.report))
    func sum(_ number: (ImportReport) -> Int) -> JSONText { .int(taken.sum(number)) }
    return context.document(
      "a11y.sync/1",
      [
        "folder": path, "read": report.read.map(\.path),
        "written": JSONText.objects(report.written) { ["file": $0.path, "facts": $0.facts] },
        "skipped": JSONText.objects(report.skipped) { ["file": $0.path, "reason": $0.reason] },
        "refused": JSONText.objects(report.refused) {
          [
            "file": $0.path, "code": $0.problem.code.rawValue, "message": $0.problem.description,
            "set_aside": $0.isAboutContent,
          ]
        }, "added": sum { $0.received.added }, "same": sum { $0.received.same },
        "disputes": taken.effects.changes.disputed, "contradictions": taken.effects.changes.contradicted,
        "conflicts": taken.conflicts, "kept_for_newer": sum { $0.received.keptForNewer },
        "too_large": sum { $0.received.tooLarge }, "ahead_of_clock": sum { $0.received.aheadOfClock },
        "forks": sum { $0.effects.forks }, "erased": sum { $0.received.erased },
        "cleaned": report.cleaned, "evidence_read": report.evidenceRead,
        "evidence_written": report.evidenceWritten, "evidence_missing": report.evidenceMissing,
        "evidence_removed": report.evidenceRemoved,
        "still_holding_erased": report.stale, "waiting": report.waiting,
        "proposals": report.proposals.count, "new_machines": report.newcomers.map(\.replica),
        "other_trackers": report.others, "effects": taken.effects.json, "held": taken.held.map(HeldWords.json),
        "release_check": gate?.json ?? JSONText.array([]), "first_tap_verdicts": GateChange.verdicts(gate),
      ])
  }
}

package enum SyncStatusText {
  private static let mostMachines = 40

  /// Prints the status of each machine, and returns the exit code.
  package static func write(_ state: FolderState, path: String, _ context: Context) throws -> ExitCode {
    if try context.format() == .json {
      try context.print(document(state, path: path, context))
      return .done
    }
    // By ear the answer is first, and the ID of a machine only where nothing else names it.
    let isPlain = try context.format() == .plain
    if !isPlain { try context.say("Tracker \(state.tracker), folder \(path)") }
    let machines = state.replicas.map { sentence($0, state, context.world.clock, isPlain: isPlain) }
    for line in firstLines(machines, mostMachines, { "And \(counted($0, "more machine")); pass --json to list all." }) {
      try context.say(line)
    }
    if state.replicas.isEmpty { try context.print("No entries yet.") }
    if state.unread.isEmpty {
      try context.print(
        state.skipped.isEmpty ? "All files in the folder were read." : "All other files in the folder were read.")
    } else {
      try context.say(
        "\(counted(state.unread.count, "file is", "files are")) not read yet: \(firstNamed(state.unread)). "
          + "Run \"a11y sync \(ShellWord.quoted(path))\" to read \(state.unread.count == 1 ? "it" : "them").")
    }
    let files =
      firstLines(state.skipped.map { "Skipped \($0.path): \($0.reason)." }, SyncReportText.mostFiles) {
        "Skipped \(counted($0, "more file")); pass --json to list all."
      }
      + firstLines(state.refused.map { "Cannot import \($0.path): \($0.problem)." }, SyncReportText.mostFiles) {
        "Cannot import \(counted($0, "more file")); pass --json to list all."
      }
    for line in files { try context.say(line) }
    if state.waiting > 0 {
      try context.print(
        "\(counted(state.waiting, "request waits", "requests wait")) for a decision. Run \"a11y waiting\" to review.")
    }
    if state.proposals > 0 {
      try context.print(
        "\(counted(state.proposals, "change waits", "changes wait")): by people who are not followed here. "
          + "Run \"a11y waiting\" to review.")
    }
    if let held = HeldWords.kept(state.held, in: "the release check") {
      try context.say("\(held) Run \"a11y waiting\" to review.")
    }
    for notice in Notice.imposture(state.imposture) {
      try context.say("\(notice.sentence) Run \"\(notice.command)\" to review.")
    }
    if !state.others.isEmpty { try context.say(others(state.others, path)) }
    if isPlain { try context.say("Folder: \(path). Tracker: \(state.tracker).") }
    return .done
  }

  /// Two trackers side by side exchange nothing, which is hardly what their owners want.
  static func others(_ others: [String], _ path: String) -> String {
    "\(others.count == 1 ? "Another tracker is" : "Other trackers are") in the folder: \(firstNamed(others)). Nothing is "
      + "exchanged with \(others.count == 1 ? "it" : "them"). Run \"a11y init\" in a new folder, and \"a11y sync "
      + "--adopt \(ShellWord.quoted(path))\" there, to join one."
  }

  /// `tia (4k2m9x7c1p0q), this machine: 118 entries, last 2026-03-01T10:00:00Z; all in the folder.`
  private static func sentence(
    _ replica: FolderState.Replica, _ own: FolderState, _ clock: LocalClock, isPlain: Bool
  ) -> String {
    let state = replica.state
    let id = state.tester.isEmpty ? state.replica : state.tester + (isPlain ? "" : " (\(state.replica))")
    var name = id + (state.replica == own.own ? ", this machine" : "")
    if !state.parent.isEmpty { name += ", continued from \(state.parent)" }
    let missing = state.facts - replica.inFolder - replica.withheld
    var folder = missing == 0 ? "all in the folder" : "\(missing) not in the folder"
    if replica.withheld > 0 {
      folder = missing == 0 ? "all others in the folder" : folder
      folder = "\(replica.withheld) of first-tap tests, not shared; " + folder
    }
    var parts = [
      "\(counted(state.facts, "entry", "entries")), last \(clock.moment(state.clock.milliseconds))", folder,
    ]
    if state.missing > 0 { parts.append("\(counted(state.missing, "earlier entry", "earlier entries")) missing") }
    if state.aheadOfClock > 0 { parts.append("\(state.aheadOfClock) ahead of this machine's clock") }
    if state.keptForNewer > 0 { parts.append("\(state.keptForNewer) kept for a newer version") }
    if state.isForked { parts.append("forked, see \"a11y doctor\"") }
    return "\(name): \(parts.joined(separator: "; "))."
  }

  private static func document(_ state: FolderState, path: String, _ context: Context) -> JSONText {
    context.document(
      "a11y.sync-status/1",
      [
        "folder": path, "tracker": state.tracker, "replica": state.own, "replicas": state.replicas.map(entry),
        "unread": state.unread,
        "skipped": JSONText.objects(state.skipped) { ["file": $0.path, "reason": $0.reason] },
        "refused": JSONText.objects(state.refused) {
          ["file": $0.path, "code": $0.problem.code.rawValue, "message": $0.problem.description]
        }, "waiting": state.waiting, "proposals": state.proposals, "held": state.held,
        "under_own_name": state.imposture.underOwnName,
        "not_signed": state.imposture.notSigned, "under_names": state.imposture.underNames,
        "other_trackers": state.others,
      ])
  }

  private static func entry(_ replica: FolderState.Replica) -> JSONText {
    let state = replica.state
    return .object([
      "replica": state.replica, "tester": state.tester.filled,
      "parent": state.parent.filled, "facts": state.facts,
      "last": Int(clamping: state.last), "last_at": Timestamp(milliseconds: state.clock.milliseconds).iso8601,
      "in_folder": replica.inFolder, "withheld": replica.withheld, "missing": state.missing,
      "ahead_of_clock": state.aheadOfClock, "kept_for_newer": state.keptForNewer, "forked": state.isForked,
    ])
  }
}
