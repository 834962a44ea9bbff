package import Audit
package import Base
package import CommandLine
package import Reports
package import Store

extension Context {
  /// Opens the tracker that the flags, the environment or the folder name.
  package func openTracker(_ access: Tracker.Access) throws -> Tracker {
    let path = try locateDatabase(world, arguments)
    let tracker = try Tracker.open(path: path, environment: storeEnvironment, access: access)
    keep(tracker)
    if access == .write { try tracker.adopt(Self.catalogSeed) }
    return tracker
  }

  /// Reads the tracker; without one `body` gets nil and uses the catalog alone.
  package func readIfThere<T>(_ body: (Reader?, EvidenceFolder?) throws -> T) throws -> T {
    let tracker: Tracker
    do {
      tracker = try openTracker(.read)
    } catch let problem as Problem where problem.code == "tracker.none" {
      return try body(nil, nil)
    }
    return try tracker.read { try body($0, tracker.evidence) }
  }

  /// Opens the same tracker for a command that begins with a write, which may be the first to find that the file is
  /// damaged.
  package func openTrackerToWrite() throws -> Tracker {
    let path = try locateDatabase(world, arguments)
    let tracker = try Tracker.openToWrite(path: path, environment: storeEnvironment, catalog: Self.catalogSeed)
    keep(tracker)
    return tracker
  }

  /// Committed data is on disk. Closing only frees the schema, which takes 5% of the time to log one result.
  private func keep(_ tracker: Tracker) {
    if world.endsWithCommand { _ = Unmanaged.passRetained(tracker) }
  }

  /// Says where a tracker that was joined has checks that only a newer program knows.
  package func remarkLaterEdition(of tracker: Tracker) throws {
    guard let words = try tracker.read(NoticeWords.laterEdition) else { return }
    remark("a11y: note: \(words)")
  }

  package var storeEnvironment: StoreEnvironment {
    var environment = StoreEnvironment(now: world.now, random: world.random, host: world.hostIdentity())
    environment.clock = world.clock
    let (progress, ending) = (progress, world.ending)
    environment.watch = ProgressWatch(
      shouldStop: {
        progress.pulse()
        return ending.isAsked
      }, stage: progress.begin, hold: ending.hold, wait: progress.wait,
      didAdd: { ending.notes.pointee.hasRecorded = true })
    return environment
  }

  /// The built-in checks, parsed only if a tracker needs them.
  package static var catalogSeed: CatalogSeed { .builtIn }

  package static let missingTester = Problem.usage(
    "tester.missing", "missing tester",
    hints: ["Pass --tester NAME, set A11Y_TESTER, or run \"a11y config tester NAME\"."])

  /// The tester.
  ///
  /// - Throws: usage, `tester.missing`: the tester is never guessed. A missing tracker is reported first.
  package func requiredTester() throws(Problem) -> String {
    guard let tester = tester(), !tester.isEmpty else {
      _ = try locateDatabase(world, arguments)
      throw Self.missingTester
    }
    return try editor()
  }

  /// The editor, if known: unlike a result, a record needs none.
  package func editor() throws(Problem) -> String {
    let name = tester() ?? ""
    try Problem.named("tester.invalid") { () throws(NameProblem) in try Names.checkLine(name, of: "tester") }
    return name
  }
}

extension StoreError: ProblemConvertible {
  package var problem: Problem {
    switch self {
    case .missing(let path):
      Problem(
        .notFound, code: "tracker.missing", "no tracker found at \(MessageText.quoted(path, limit: 1_000))",
        hints: ["Run \"a11y init\" to create a tracker here, or pass --db PATH to use another one."])
    case .exists(let path):
      Problem(
        .decision, code: "tracker.exists", "tracker \(MessageText.quoted(path, limit: 1_000)) already exists",
        hints: [
          "Run \"a11y status\" to see its status. Nothing was changed.",
          "Run \"a11y edit tracker --checklists A,B\" to change its plan.",
          "Run \"a11y edit tracker --current-build BUILD\" to change its build.",
        ])
    case .foreign(let path):
      Problem(
        .storage, code: "tracker.foreign", "\(path) is not an a11y tracker; nothing was changed",
        hints: ["Pass --db PATH to use another file. If this file was a tracker, restore a backup."])
    case .newer(let path, let version):
      Problem(
        .storage, code: "tracker.newer",
        "\(path) was written by a newer version of a11y (schema \(version)); this version can only read it",
        hints: ["Install the newer version of a11y on this machine."])
    case .damaged(let path, let detail):
      Problem(
        .storage, code: "tracker.damaged", "\(path) is damaged: \(detail)",
        hints: ["Keep the file and restore a backup. Run \"a11y doctor\" to see what is readable."])
    case .readOnly(let path):
      Problem(
        .storage, code: "tracker.read-only",
        "cannot write \(path): the file, its folder, or its disk is read-only; nothing was recorded",
        hints: ["Allow writing there, or copy the folder to a writable location."])
    case .moved(let path):
      Problem(
        .storage, code: "tracker.moved",
        "\(path) was moved, deleted, or replaced while this command ran; nothing was recorded",
        hints: ["Restore it, or pass its new location with --db. Then try again."])
    case .full(let path):
      Problem(
        .storage, code: "tracker.full", "the disk that holds \(path) is full; nothing was recorded",
        hints: ["Free up disk space and try again."])
    case .linked(let path, let others):
      Problem(
        .storage, code: "tracker.linked",
        "\(path) has \(counted(others, "other name")) (hard links): a write that is interrupted under one name damages "
          + "the file under the other; nothing was changed",
        hints: [
          "Run \"find DIR -samefile \(ShellWord.quoted(path))\" to list the names, and remove all but one. For a copy, "
            + "use \"a11y backup FILE\" or \"cp\"."
        ])
    case .tooManyFiles(let path):
      Problem(
        .storage, code: "system.files", "cannot open \(path): too many open files",
        hints: ["Close other programs, or raise the limit (ulimit -n). Then try again."])
    case .busy(let path):
      Problem(
        .storage, code: "tracker.busy",
        "timed out: another program has \(path) locked; nothing was recorded",
        hints: ["Try again. If the problem persists, close the program that has the file open."])
    case .unreachable(let path, let detail):
      Problem(
        .storage, code: "tracker.unreachable", "cannot open or write \(path): \(detail)",
        hints: ["Check the path, and the permissions of the file and its folder."])
    case .notUpgraded(let path, let version):
      Problem(
        .storage, code: "tracker.not-upgraded",
        "cannot upgrade \(path) from schema \(version) to \(Tracker.newestVersion): the file or its folder is not writable",
        hints: ["Allow writing to both, or copy the tracker to another folder and use the copy."])
    case .commitUnknown(let path, let detail):
      Problem(
        .storage, code: "tracker.commit",
        "the last step of writing \(path) failed (\(detail)); the change may or may not be recorded",
        hints: ["Run \"a11y undo --list\" or \"a11y show\" to see what was recorded."])
    case .interrupted:
      // It may come after a step was recorded and before its confirmation.
      Problem(
        .interrupted, code: "interrupted", "stopped; unfinished changes were discarded",
        hints: ["Run \"a11y undo --list\" to see what was recorded."])
    case .sqlite(let error):
      Problem(
        .storage, code: "tracker.sqlite", "database error: \(error)",
        hints: ["Run \"a11y doctor\" to check the file."])
    }
  }
}

extension Refusal: ProblemConvertible {
  package var problem: Problem {
    switch self {
    case .unknownComponent(let key):
      Problem(
        .notFound, code: "component.unknown", "unknown component \(MessageText.quoted(key))",
        hints: [
          "Run \"a11y list components\" for valid keys, or \"a11y new component KEY --kind KIND\" to add a component."
        ])
    case .unknownCheck(let id):
      Problem(
        .notFound, code: "check.unknown", "unknown check \(MessageText.quoted(id))",
        hints: Catalog.criterion(in: id).map { [Self.checks(of: $0)] } ?? ["Run \"a11y list checks\" for valid IDs."])
    case .unknownRecord(let kind, let key):
      Problem(.notFound, code: "\(kind).unknown", "unknown \(kind) \(MessageText.quoted(key))")
    case .recordExists(let kind, let key):
      Problem(
        .decision, code: "\(kind).exists", "\(kind) \(MessageText.quoted(key)) already exists",
        hints: ["Run \"a11y edit \(kind) \(ShellWord.quoted(key))\" with the flags of what to change."])
    case .recordDeleted(let kind, let key): Self.restorable(kind, key, "deleted")
    case .recordRetired(let kind, let key): Self.restorable(kind, key, "retired")
    case .unknownStyle(let name):
      .usage(
        "style.unknown", "unknown button style \(MessageText.quoted(name))",
        hints: Suggestion.hint(
          for: name,
          among: Catalog.reference.filter { $0.table == ReferenceTable.style.rawValue }.map(\.name))
          + ["Run \"a11y lookup style\" for valid names, or \"a11y new reference --from FILE\" to add a custom style."])
    case .tooManyItems:
      Problem(
        .badInput, code: "scope.size",
        "the scope has more than \(WorkScope.mostListed) items, which are not listed at once",
        hints: [
          "Run \"a11y edit tracker --checklists A,B --conditions A,B\" to ask for fewer, or pass a query for a part of them."
        ])
    case .invalid(let reason):
      Problem(.badInput, code: "input.invalid", reason)
    }
  }

  /// How to find the checks of a criterion, which may be what a checklist or a table names.
  package static func checks(of criterion: Criterion) -> String {
    "Run \"a11y list checks criterion:\(criterion.id)\" for the checks of criterion \(criterion.id)."
  }

  /// Of a record that is out of use and can come back.
  private static func restorable(_ kind: String, _ key: String, _ state: String) -> Problem {
    Problem(
      .decision, code: "\(kind).\(state)", "\(kind) \(MessageText.quoted(key)) is \(state)",
      hints: ["Run \"a11y edit \(kind) \(ShellWord.quoted(key)) --restore\" to restore it with its history."])
  }
}

/// The state of a cell as text.
package enum StateWords {
  /// The outcome first, then its severity and what contradicts it.
  package static func words(_ state: CellState) -> String {
    var words = state.outcome.rawValue
    if let severity = state.severity { words += ", \(severity.word)" }
    if state.isDisputed { words += ", disputed" }
    if state.isContradicted { words += ", contradicted" }
    if state.isOverruled { words += ", value contradicts" }
    return words
  }
}

/// Tool findings as text. Not escaped; that happens where they are printed.
package enum SignalWords {
  /// The maximum number of screens that are named one by one.
  private static let named = 5

  /// `xctest contrast: Contrast failed, on home, sign-in, and 3 more screens.`; with the severity of the tool, as in
  /// `axe button-name, critical: Buttons must have discernible text.`
  package static func note(_ signal: Signal) -> String {
    let message = signal.message.isEmpty ? "" : ": \(signal.message)"
    let place = signal.screens.isEmpty ? "" : ", on \(screens(signal.screens))"
    let impact = signal.impact.map { ", \($0.word)" } ?? ""
    return "\(signal.tool) \(signal.rule)\(impact)\(message)\(place)."
  }

  package static func screens(_ screens: [String]) -> String {
    let rest = screens.count - named
    return screens.prefix(named).joined(separator: ", ") + (rest > 0 ? ", and \(counted(rest, "more screen"))" : "")
  }
}

extension Context {
  /// Writes a report in the form that was asked for; where that is JSON, `json` as a document.
  ///
  /// - Parameter form: where a command has flags of its own for it, such as `--md`.
  package func write(
    _ report: @autoclosure () -> some ReadableReport, json: @autoclosure () -> JSONText, as form: OutputFormat? = nil
  ) throws {
    switch try form ?? format() {
    case .json: try output.write(json().render(indent: 2) + "\n")
    case .plain: try output.write(report().plain)
    case .md: try output.write(report().markdown)
    default:
      let style = try style()
      try output.write(
        report().text(width: style.width, painter: Styler(enabled: style.hasColor, hasLinks: style.hasLinks)))
    }
  }

  /// What `--by` asks for; of an audit with several conditions its passes or its conditions anyway. Nil for nothing.
  package func grouping(_ audit: AuditRound?) throws(Problem) -> ConditionGrouping? {
    if let asked = try arguments.choice(.by, as: ConditionGrouping.self) { return asked }
    guard let audit, audit.conditions.count > 1 else { return nil }
    let isPasses = audit.conditions.allSatisfy { condition in
      condition.tokens.contains(where: ConditionSetting.technologies.contains)
    }
    return isPasses ? .technology : .condition
  }
}
