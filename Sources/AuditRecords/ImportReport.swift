package import Arguments
import AuditReports
import AuditStore
package import Terminal

extension ImportTally {
  package func report(_ outcome: RegisterRun.Outcome, _ context: Context, shownRows: Int) throws -> ExitCode {
    let isDryRun = context.arguments.has(.dryRun)
    func count(_ change: RegisterRow.Change) -> Int { outcome.rows.count { $0.change == change } }
    let (added, changed, same) = (count(.added), count(.changed), count(.same))
    if try context.format() == .json {
      let lines = refused.map {
        JSONText.object([("place", .string($0.place)), ("reason", .string($0.reason))])
      }
      let counts: [(String, JSONText)] = [
        ("added", .int(added)), ("changed", .int(changed)), ("same", .int(same)), ("refused", .int(refusedCount)),
        ("lines", .array(lines)),
      ]
      try context.print(RegisterReport.document(outcome, context, counts: counts).render(indent: 2))
    } else {
      if refusedCount > Self.shown { context.remark("a11y: and \(refusedCount - Self.shown) more") }
      if isKept {
        let isPlain = try context.format() == .plain
        for row in outcome.rows.filter({ $0.change == .changed }).prefix(shownRows) {
          try context.print(RegisterReport.line(row, context, isPlain: isPlain))
        }
        let rest = refusedCount == 0 ? "" : ", \(refusedCount) rejected"
        let verb = isDryRun ? "Would import components" : "Components"
        try context.print("\(verb): \(added) added, \(changed) changed, \(same) unchanged\(rest).")
      }
    }
    RegisterReport.remark(outcome, context)
    guard refusedCount > 0 else { return .done }
    guard isKept || isDryRun else {
      throw Problem(
        .badInput, code: "component.refused",
        "\(counted(refusedCount, "component")) in \(source) rejected; nothing was imported",
        hints: ["Correct the file and try again, or pass --partial to import the rest."])
    }
    return .badInput
  }
}
