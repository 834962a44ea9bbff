import Arguments
import AuditModel
import AuditRecords
import AuditSessions
import AuditStore
import CanonicalJSON
import Terminal
import TrackerAccess

/// What `a11y new evidence` does.
enum AttachRun {
  static func run(_ context: Context) throws -> ExitCode {
    let (arguments, context) = (context.arguments, context)
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
    let condition = try Problem.named { () throws(NameProblem) in try Condition(parsing: tokens) }
    let own = try reader.history(component: component, check: check).first {
      !$0.isRetracted && $0.tester.utf8.elementsEqual(tester.utf8) && $0.condition == condition.text
    }
    guard let own else {
      throw Problem(
        .notFound, code: "result.missing",
        "no result by \(MessageText.quoted(tester)) for \(check) on \(component) under \(condition.shown)",
        hints: ["Run \"a11y log OUTCOME \(check) \(component) --evidence FILE\" to log a result with evidence."])
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
