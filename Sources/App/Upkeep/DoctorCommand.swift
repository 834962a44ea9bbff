import Base
import CommandLine
import Sessions
import Store

/// `a11y doctor`: checks the tracker.
enum DoctorCommand {
  static let spec = CommandSpec(
    "doctor", group: .setUp, "check the tracker for problems",
    flags: [
      FlagSpec(switch: .rebuild, "rebuild derived data"),
      FlagSpec(switch: .sources, "check only the source files of components")
        .excludes(.rebuild, hint: "Run one command after the other."),
      FlagSpec(switch: .refresh, "register changed source files again")
        .needs(.sources, hint: "Run \"a11y doctor --sources --refresh\"."),
      .dryRun.needs(.rebuild, .refresh, hint: "Remove --dry-run; without those flags nothing is changed."),
    ],
    canBeRunAgain: true, run: run)

  static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    if arguments.has(.sources) { return try SourcesRun.run(context) }
    let path = try locateDatabase(context.world, context.arguments)
    let rebuilds = context.arguments.has(.rebuild)
    let rebuilding = try rebuilds ? rebuild(context) : nil
    let progress = context.progress
    defer { progress.end() }
    var findings: [HealthFinding]
    do {
      findings = try Examination.run(
        path: path, environment: context.storeEnvironment, comparesProjections: !rebuilds
      ) { done, total in progress.update(done, of: total) }
    } catch StoreError.damaged(let path, let detail) {
      throw Problem(
        .storage, code: "tracker.damaged", "\(path) is damaged: \(detail)",
        hints: ["Keep the file and restore a backup. Nothing in the file can be read."])
    }
    progress.end()
    if let copies = conflictCopies(of: path) { findings.append(copies) }
    let report = DoctorReport(
      path: path, findings: findings, rebuilding: rebuilding, isDryRun: context.arguments.has(.dryRun))
    switch try context.format() {
    case .json:
      try context.print(report.json(generated: context.generated))
    case .plain: try context.output.write(report.plain)
    default:
      let style = try context.style()
      try context.output.write(report.text(width: style.width, painter: Styler(enabled: style.hasColor)))
    }
    return report.isSound ? .done : .no
  }

  /// The copies that file services make of a database which two machines have changed; the words for it are those of
  /// the language of the machine.
  private static func conflictCopies(of path: String) -> HealthFinding? {
    let file = Paths.name(path)
    let stem = file.split(separator: ".").first.map(String.init) ?? file
    let signs = ["conflict", "konflikt", "conflit", "conflitto", "conflicto", "conflito"]
    let copies = (FileNames.listing(of: Paths.parent(path)) ?? []).filter { name in
      guard name != file, name.hasPrefix(stem), name.hasSuffix(".db") else { return false }
      let rest = name.dropFirst(stem.count)
      return rest.first == " " || signs.contains { rest.lowercased().contains($0) }
    }
    guard !copies.isEmpty else { return nil }
    let shown = firstNamed(copies.sorted().map { MessageText.quoted($0) })
    return HealthFinding(
      .folder, .note,
      "A file service has made \(counted(copies.count, "conflict copy", "conflict copies")) of the tracker: \(shown). "
        + "What was logged there is not in this file.",
      advice:
        "Import each with \"a11y export --db COPY -o copy.a11y.json\" and \"a11y import copy.a11y.json\", then move it "
        + "away. Exchange a tracker with \"a11y sync FOLDER\", and keep the database itself out of shared folders.")
  }

  private static func rebuild(_ context: Context) throws -> Rebuilding {
    let tracker = try context.openTracker(.write)
    defer { tracker.close() }
    return try tracker.rebuild(isDryRun: context.arguments.has(.dryRun))
  }
}

/// The results of the doctor, in each output format.
struct DoctorReport {
  let path: String
  let findings: [HealthFinding]
  /// Nil without a rebuild.
  let rebuilding: Rebuilding?
  let isDryRun: Bool

  /// No problems; notes do not count.
  var isSound: Bool { wrong == 0 }

  private var wrong: Int { findings.count { $0.grade == .wrong } }

  private var conclusion: String {
    wrong == 0 ? "No problems found." : counted(wrong, "problem found.", "problems found.")
  }

  private var rebuildSentence: String? {
    guard let rebuilding else { return nil }
    if rebuilding.changed.isEmpty {
      return isDryRun ? "A rebuild would change nothing." : "Rebuilt derived data: no changes."
    }
    let names = rebuilding.changed.joined(separator: ", ")
    return isDryRun
      ? "A rebuild would change: \(names). Nothing was changed."
      : "Rebuilt derived data. Changed: \(names)."
  }

  // MARK: Output formats

  /// One line for each finding, its grade in front, and its advice below.
  func text(width: Int, painter: Styler) -> String {
    let margin = 7
    var lines = wrap(MessageText.escaped(path), width: width, breakWords: false).map { painter.paint($0, .heading) }
    lines.append("")
    if let rebuildSentence { lines += wrap(rebuildSentence, width: width) + [""] }
    for finding in findings {
      let texts = [finding.message] + (finding.advice.map { ["-> " + $0] } ?? [])
      var head =
        painter.paint(finding.grade.word, finding.grade.role)
        + String(repeating: " ", count: margin - finding.grade.word.utf8.count)
      for text in texts {
        for line in wrap(MessageText.escaped(text), width: max(20, width - margin)) {
          lines.append(head + line)
          head = String(repeating: " ", count: margin)
        }
      }
    }
    lines += ["", painter.paint(conclusion, isSound ? .pass : .fail)]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The screen-reader form: the conclusion, then what is not in order, then the rest, one on each line.
  var plain: String {
    var lines = [conclusion, "Tracker: \(MessageText.escaped(path))"]
    if let rebuildSentence { lines.append(rebuildSentence) }
    for finding in findings.filter({ $0.grade != .ok }) + findings.filter({ $0.grade == .ok }) {
      let advice = finding.advice.map { " To do: " + $0 } ?? ""
      lines.append(MessageText.escaped("\(finding.grade.sentenceWord): \(finding.message)\(advice)"))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// `a11y.doctor/1`.
  func json(generated: String) -> JSONText {
    let rows = findings.map { finding in
      JSONText.object([
        "area": finding.area.rawValue, "grade": finding.grade.rawValue, "message": finding.message,
        "advice": finding.advice,
      ])
    }
    let rebuilt: JSONText = rebuilding.map { .object(["changed": $0.changed, "dry_run": isDryRun]) } ?? .null
    return .object([
      "schema": "a11y.doctor/1", "generated": generated, "path": path, "sound": isSound, "rebuild": rebuilt,
      "rows": rows,
    ])
  }
}

extension HealthFinding.Grade {
  /// Capitals only for a problem, so that it is visible without color.
  fileprivate var word: String {
    switch self {
    case .ok: "ok"
    case .note: "note"
    case .wrong: "WRONG"
    }
  }

  fileprivate var sentenceWord: String {
    switch self {
    case .ok: "OK"
    case .note: "Note"
    case .wrong: "Wrong"
    }
  }

  fileprivate var role: Theme.Role? {
    switch self {
    case .ok: .pass
    case .note: .warning
    case .wrong: .fail
    }
  }
}
