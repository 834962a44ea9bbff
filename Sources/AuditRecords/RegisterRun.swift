package import Arguments
import AuditModel
package import AuditStore
package import Terminal
import TrackerAccess

/// What `a11y new` and `a11y edit` share: one transaction, a dry run that is rolled back, one report.
package enum RegisterRun {
  /// The result of a command.
  package struct Outcome {
    package var rows: [RegisterRow]
    package var remarks: [String]
    var warnings: [String] = []

    package init(rows: [RegisterRow], remarks: [String], warnings: [String] = []) {
      self.rows = rows
      self.remarks = remarks
      self.warnings = warnings
    }
  }

  /// Carries the result of a dry run out of a transaction that is rolled back.
  private struct DryRun: Error {
    var outcome: Outcome
  }

  /// Runs `body` and reports its changes.
  package static func run(_ context: Context, _ body: (Register) throws -> Void) throws -> ExitCode {
    let outcome = try transact(context, try context.openTracker(.write), body)
    try RegisterReport.print(outcome, context)
    return .done
  }

  /// Runs `body` in one transaction of a tracker; `--dry-run` rolls it back.
  package static func transact(
    _ context: Context, _ tracker: Tracker, _ body: (Register) throws -> Void
  ) throws -> Outcome {
    let editor = try editor(context)
    do {
      return try tracker.write { writer in
        let register = Register(writer, editor: editor)
        try body(register)
        let outcome = Outcome(
          rows: register.rows, remarks: register.remarks.map(FieldWords.words), warnings: register.warnings)
        if context.arguments.has(.dryRun) { throw DryRun(outcome: outcome) }
        return outcome
      }
    } catch let dryRun as DryRun {
      return dryRun.outcome
    }
  }

  /// The editor, if known: unlike a result, a record needs none.
  private static func editor(_ context: Context) throws(Problem) -> String {
    let name = context.tester() ?? ""
    do throws(NameProblem) {
      try Names.checkLine(name, of: "tester")
    } catch {
      throw .usage("tester.invalid", error.message)
    }
    return name
  }
}
