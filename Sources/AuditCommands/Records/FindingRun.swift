import Arguments
import AuditModel
import AuditRecords
import AuditStore
import CanonicalJSON
import Terminal
import TrackerAccess

extension RecordKind {
  static var finding: RecordKind {
    RecordKind(
      "finding",
      edit: CommandSpec(
        "finding", group: .setUp, "set the owner or ticket of a finding",
        usage: ["CHECK COMPONENT [FLAGS]"],
        examples: [
          .init(
            "a11y edit finding label-present close-button --ticket https://tracker.example/APP-12 --owner qa-2",
            "set its ticket and owner"),
          .init("a11y edit finding label-present close-button --owner ''", "use the owner of the component again"),
        ],
        details: [
          "A finding is a check that fails on a component under a condition (default: the condition that fails). "
            + "Owner, ticket, and note are kept when it is fixed and if it regresses; see a11y list findings."
        ],
        positionals: [
          PositionalSpec("CHECK", completes: .records(.check), "failing check"),
          PositionalSpec("COMPONENT", completes: .records(.component), "component of the finding"),
        ],
        flags: [
          .condition("condition of the finding").needs(.owner, .ticket, .message)
        ] + FindingRun.fields.compactMap(\.edit) + [.dryRun],
        needsFlag: true, run: FindingRun.edit))
  }
}

/// What `a11y edit finding` does: a record with the cell's name, which syncs and merges as other records do.
enum FindingRun {
  static let fields: [RecordField] = [.owner, .ticket, .note("note")]

  static func edit(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let named = arguments.has(.condition) ? try context.condition() : nil
    let wanted = try fields.values(arguments, \.edit, nil)
    return try RegisterRun.run(context) { register in
      let reader = register.reader
      let check = try NameFinder.check(arguments.positional(0) ?? "", reader)
      let component = try NameFinder.component(arguments.positional(1) ?? "", reader)
      let condition = try named?.text ?? failing(check, component, reader)
      let key = "\(component) \(check)" + (condition.isEmpty ? "" : " \(condition)")
      var fields = wanted
      fields["component"] = .string(component)
      fields["check"] = .string(check)
      if !condition.isEmpty { fields["condition"] = .string(condition) }
      try register.change("finding", key, fields, restoring: true)
      let state = try reader.states(component: component, check: check).first { $0.condition == condition }
      if state?.state.outcome != .fail {
        register.remark("\(check) does not fail on \(component) (\(Condition.shown(condition))) now")
      }
    }
  }

  /// The failing condition, if none was named.
  ///
  /// - Throws: `finding.condition`, exit code 5, if several conditions fail and the default one does not.
  private static func failing(_ check: String, _ component: String, _ reader: Reader) throws -> String {
    let found = try reader.states(component: component, check: check).filter { $0.state.outcome == .fail }
      .map(\.condition)
    if found.contains("") || found.isEmpty { return "" }
    if found.count == 1 { return found[0] }
    throw Problem(
      .decision, code: "finding.condition",
      "\(check) fails on \(component) under several conditions: \(found.joined(separator: "; "))",
      hints: found.map { "Pass --condition \($0)." })
  }
}
