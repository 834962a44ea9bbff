import Audit
import Base
import CommandLine
import Reports
import Sessions
import Store

/// What `a11y new evidence` does.
enum AttachRun {
  static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let paths = arguments.positionals(from: 2)
    guard !paths.isEmpty else {
      throw Problem.usage(
        "arguments.missing", "expected a check, a component, and at least one file",
        hints: ["Run \"a11y new evidence CHECK COMPONENT FILE...\"."])
    }
    let tester = try context.requiredTester()
    let tracker = try context.openTracker(.write)
    var files = try TakenFiles(paths, context, tracker)
    files.describe(try EvidenceIntake.words(arguments))
    let outcome = try files.keeping {
      try RegisterRun.transact(context, tracker) { register in
        let result = try latest(context, tester, register.reader)
        let known = try register.reader.evidence(component: result.component, check: result.check)
        for file in files.files {
          if let same = known.first(where: { $0.result == result.id && $0.evidence.digest == file.evidence.digest }) {
            register.note(RegisterRow(kind: "evidence", key: same.id, change: .same))
            continue
          }
          let id = try arguments.has(.dryRun) ? "" : register.writer.attach(file.evidence, to: result, by: tester)
          register.note(row(file.evidence, id, result))
        }
      }
    }
    try RegisterReport.print(outcome, context)
    files.remark(context)
    return .done
  }

  /// The tester's latest result of the cell that was not undone.
  private static func latest(_ context: Context, _ tester: String, _ reader: Reader) throws -> Cell {
    let check = try NameFinder.check(context.arguments.positional(0) ?? "", reader)
    let component = try NameFinder.component(context.arguments.positional(1) ?? "", reader)
    let tokens = context.setting(.condition, flag: .condition) ?? ""
    let condition = try Problem.named { () throws(NameProblem) in try Condition(typed: tokens) }
    let own = try reader.history(component: component, check: check).first {
      !$0.isRetracted && $0.tester.hasSameBytes(as: tester)
        && [$0.condition, $0.seenUnder].contains(condition.text)
    }
    guard let own else {
      throw Problem(
        .notFound, code: "result.missing",
        "no result by \(MessageText.quoted(tester)) for \(check) on \(component) under \(condition.shown)",
        hints: [
          "Run \"a11y log OUTCOME \(ShellWord.quoted(check)) \(ShellWord.quoted(component)) --evidence FILE\" to log a "
            + "result with evidence."
        ])
    }
    return own
  }

  private static func row(_ evidence: NewEvidence, _ id: String, _ result: Cell) -> RegisterRow {
    let fields: [(String, JSONValue)] = [
      ("name", .string(evidence.name)), ("type", .string(evidence.type)), ("size", .integer(evidence.bytes)),
      ("check", .string(result.check)), ("component", .string(result.component)),
      ("outcome", .string(result.outcome?.rawValue ?? "")),
    ]
    return RegisterRow(
      kind: "evidence", key: id.isEmpty ? evidence.name : id, change: .added,
      fields: fields.map { FieldChange(name: $0.0, before: .null, after: $0.1) })
  }
}

/// What `a11y show ... --save-evidence DIR` does: copies with safe names that overwrite no file.
enum SaveEvidenceRun {
  private struct Saved {
    var row: Reader.EvidenceRow
    /// Nil if the file is missing or was changed.
    var path: String?
  }

  static func run(_ rows: [Reader.EvidenceRow], _ folder: EvidenceFolder?, _ context: Context) throws -> ExitCode {
    let target = try context.arguments.required(.saveEvidence)
    guard let folder, !rows.isEmpty else {
      throw Problem(
        .notFound, code: "evidence.none", "no evidence found",
        hints: ["Run \"a11y list evidence\" for attached files."])
    }
    let path = try context.world.absolute(target)
    try context.world.files.createDirectory(path)
    var saved: [Saved] = []
    // Several results may share one file.
    for row in rows where !saved.contains(where: { $0.row.evidence == row.evidence }) {
      let name = EvidenceName.safe(row.evidence.name, type: row.evidence.type)
      let written = try folder.save(row.evidence.digest, into: path) { EvidenceName.numbered(name, $0) }
      saved.append(Saved(row: row, path: written.map { Paths.join(target, $0) }))
    }
    try report(saved, context)
    return saved.contains { $0.path != nil } ? .done : .notFound
  }

  private static func report(_ saved: [Saved], _ context: Context) throws {
    if try context.format() == .json {
      let rows = saved.map { saved in
        JSONText.object(
          EvidenceWords.json(saved.row.evidence) + [
            "component": saved.row.component, "check": saved.row.check, "condition": saved.row.condition,
            "path": saved.path, "missing": saved.path == nil, "id": saved.row.id,
          ])
      }
      return try context.print(context.document("a11y.saved-evidence/1", ["rows": rows]))
    }
    for saved in saved {
      let row = saved.row
      let words = EvidenceWords.words(row.evidence)
      let place = "\(row.check) \(row.component)"
      if let path = saved.path {
        try context.print("Saved \(words) of \(place): \(path).", linking: path)
      } else {
        let missing = "Missing: \(words) of \(place). The file was not received or has been changed."
        try context.say(missing)
      }
    }
  }
}
