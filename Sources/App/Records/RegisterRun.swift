import Base
package import CommandLine
import Reports
import Sessions
package import Store

/// What `a11y new` and `a11y edit` share: one transaction, a dry run that is rolled back, one report.
package enum RegisterRun {
  /// The result of a command.
  package struct Outcome {
    package var rows: [RegisterRow]
    package var remarks: [String]
    var warnings: [String] = []
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
    let editor = try context.editor()
    return try context.change(tracker) { writer in
      let register = Register(writer, editor: editor)
      var release: OwnChange?
      register.willDecide = { release = try OwnChange(writer, context) }
      try body(register)
      try remarkOnFindings(register, leave: context.arguments.has(.dryRun) ? "would leave" : "left")
      try remarkOnBuilds(register)
      for remark in try release?.remarks(writer, context) ?? [] { register.remark(remark) }
      return Outcome(
        rows: register.rows, remarks: register.remarks.map(FieldWords.words), warnings: register.warnings)
    }
  }

  /// What leaves the scope with components, by a flag, a row of a table, or a deletion.
  private static func remarkOnFindings(_ register: Register, leave: String) throws {
    var left: [(key: String, findings: [(check: String, isWaived: Bool)])] = []
    for row in register.rows where row.kind == "component" && row.change == .changed {
      let taken = row.fields.filter { $0.after == true }.map(\.name)
      // The findings of a component that was retired before had left with it then.
      let isLeaving =
        try taken.contains("retired")
        || taken.contains("deleted") && register.record("component", row.key)?.fields["retired"]?.boolValue != true
      let findings = isLeaving ? try register.reader.findings(of: row.key) : []
      if !findings.isEmpty { left.append((row.key, findings)) }
    }
    /// `3 open findings`, `1 waived finding`, `3 findings (2 open, 1 waived)`
    func words(_ findings: [(check: String, isWaived: Bool)]) -> String {
      let waived = findings.count(where: \.isWaived)
      if waived == 0 { return counted(findings.count, "open finding") }
      if waived == findings.count { return counted(waived, "waived finding") }
      let open = counted(findings.count - waived)
      return "\(counted(findings.count, "finding")) (\(open) open, \(counted(waived)) waived)"
    }
    guard left.count > RegisterReport.mostNamed else {
      for (key, findings) in left {
        let checks = firstNamed(findings.map(\.check), 3)
        register.remark("\(words(findings)) of \(key) \(leave) the scope with it: \(checks)")
      }
      return
    }
    register.remark(
      "\(words(left.flatMap(\.findings))) \(leave) the scope with \(counted(left.count, "component")): "
        + firstNamed(left.map(\.key), 3))
  }

  /// What the name of a build does to items: results of any tester on it may have waited for that.
  private static func remarkOnBuilds(_ register: Register) throws {
    let builds = register.rows.filter { ["audit", "setting"].contains($0.kind) }.flatMap(\.fields)
      .filter { ["build", "current_build"].contains($0.name) }.compactMap(\.after.stringValue)
    guard let build = builds.first, !build.isEmpty else { return }
    try register.writer.settle()
    let changes = register.writer.changes
    guard changes.better + changes.worse > 0 else { return }
    register.remark(
      "\(counted(changes.better, "item")) better, \(changes.worse) worse: which results count depends on the build; run "
        + "\(MessageText.quoted("a11y list results build:\(ShellWord.quoted(build))")) to see them")
  }
}

/// Reports changes of records.
package enum RegisterReport {
  /// - Parameter schema: the schema of the JSON (default: the name of the command).
  package static func print(_ outcome: RegisterRun.Outcome, _ context: Context, schema: String? = nil) throws {
    if try context.format() == .json {
      try context.print(document(outcome, context, schema: schema))
    } else {
      let isPlain = try context.format() == .plain
      for line in lines(outcome.rows, context, isPlain: isPlain) { try context.print(line) }
    }
    remark(outcome, context)
  }

  /// The same of a file: only how many changed, in one sentence, and all of it in JSON.
  package static func print(
    _ totals: String, _ counts: [(String, Int)], _ outcome: RegisterRun.Outcome, _ context: Context
  ) throws {
    let isJSON = try context.format() == .json
    try context.print(
      isJSON
        ? document(outcome, context, counts: JSONMembers(counts.map { ($0.0, .int($0.1)) })).render(indent: 2) : totals)
    remark(outcome, context)
  }

  static func remark(_ outcome: RegisterRun.Outcome, _ context: Context) {
    for warning in outcome.warnings { context.warn(warning) }
    for remark in outcome.remarks { context.remark("a11y: note: \(remark)") }
  }

  /// More records that change alike are one line: the result is not a list of names. A dry run names each.
  fileprivate static let mostNamed = 5
  /// What names a finding, which each has for itself.
  private static let names = ["component", "check", "condition"]

  /// The fields of a line. What names a finding begins the line already.
  private static func told(_ row: RegisterRow) -> [FieldChange] {
    FieldWords.reported(row).filter { row.kind != "finding" || !names.contains($0.name) }
  }

  private static func lines(_ rows: [RegisterRow], _ context: Context, isPlain: Bool) -> [String] {
    guard rows.count > mostNamed, !context.arguments.has(.dryRun) else {
      return rows.map { line($0, context, isPlain: isPlain) }
    }
    let alike = rows.grouped { row in
      let fields = FieldWords.reported(row).filter { !names.contains($0.name) }
      let shown = FieldWords.shown(fields.map(\.name))
      let words = fields.filter { shown.contains($0.name) }.map(FieldWords.now).joined(separator: "; ")
      return [row.change.done, row.kind, words]
    }
    return alike.flatMap { parts, rows -> [String] in
      guard rows.count > mostNamed else { return rows.map { line($0, context, isPlain: isPlain) } }
      let words = parts[2].isEmpty ? "" : ": \(parts[2])"
      return [MessageText.escaped("\(parts[0]): \(counted(rows.count, parts[1]))\(words).")]
    }
  }

  static func line(_ row: RegisterRow, _ context: Context, isPlain: Bool) -> String {
    let isDryRun = context.arguments.has(.dryRun)
    let name = "\(row.kind) \(row.key)"
    switch row.change {
    case .same: return MessageText.escaped("Unchanged: \(name).")
    case .added:
      let told = told(row)
      let said = FieldWords.said(by: row.key, of: row.kind, told.map { ($0.name, $0.after) })
      let fields = told.filter { !said.contains($0.name) }.map {
        "\(FieldWords.name($0.name)) \(FieldWords.words($0.after, of: $0.name))"
      }
      let joined = fields.joined(separator: ", ")
      let list = fields.isEmpty ? "" : isPlain ? ": \(joined)" : " (\(joined))"
      return MessageText.escaped(Page.sentence("\(isDryRun ? "Would add" : "Added"): \(name)\(list)"))
    case .changed:
      let fields = told(row)
      let shown = FieldWords.shown(fields.map(\.name))
      let words = fields.filter { shown.contains($0.name) }
        .map { FieldWords.sentence($0, isPlain: isPlain) }
        .joined(separator: "; ")
      return MessageText.escaped(Page.sentence("\(isDryRun ? "Would change" : "Changed"): \(name): \(words)"))
    }
  }

  /// `{"schema":"a11y.new/1","generated":…,"dry_run":…,"rows":[…],"remarks":[…]}`, with further members of the command
  /// before the rows.
  static func document(
    _ outcome: RegisterRun.Outcome, _ context: Context, schema: String? = nil, counts: JSONMembers = [:]
  ) -> JSONText {
    context.document(
      schema ?? "a11y.\(context.arguments.path.first ?? "new")/1",
      ["dry_run": context.arguments.has(.dryRun)] + counts
        + ["rows": outcome.rows.map(json), "remarks": outcome.remarks, "warnings": outcome.warnings])
  }

  /// `fields` are the new values, `before` those of a changed record; null is "no value".
  private static func json(_ row: RegisterRow) -> JSONText {
    var members: JSONMembers = [
      "kind": row.kind, "key": row.key, "change": row.change.rawValue,
      "fields": JSONText.object(row.fields.map { ($0.name, FieldValue.json($0.after)) }),
    ]
    if row.change == .changed {
      members += ["before": JSONText.object(row.fields.map { ($0.name, FieldValue.json($0.before)) })]
    }
    return .object(members)
  }
}

extension RegisterRow.Change {
  fileprivate var done: String {
    switch self {
    case .same: "Unchanged"
    case .added: "Added"
    case .changed: "Changed"
    }
  }
}

extension Context {
  /// Carries what a dry run found out of a transaction that is not kept.
  private struct DryRun<T: Sendable>: Error {
    var value: T
  }

  /// What `body` gives, which runs in one transaction; `--dry-run` rolls it back.
  @discardableResult
  package func change<T: Sendable>(_ tracker: Tracker, _ body: (Writer) throws -> T) throws -> T {
    do {
      return try tracker.write { writer in
        let value = try body(writer)
        if arguments.has(.dryRun) { throw DryRun(value: value) }
        return value
      }
    } catch let dryRun as DryRun<T> {
      return dryRun.value
    }
  }
}
