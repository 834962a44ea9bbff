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
        "finding", group: .setUp, "who looks after a fault, and where it is being fixed",
        usage: ["CHECK COMPONENT [FLAGS]"],
        examples: [
          .init(
            "a11y edit finding label-present close-button --ticket https://tracker.example/APP-12 --owner qa-2",
            "its ticket, and an owner of its own"),
          .init("a11y edit finding label-present close-button --owner ''", "back to the owner of the component"),
        ],
        details: [
          "A finding is a check on a component under a condition. Where no condition is named it is the one that fails. What "
            + "is said here stays with it when it is fixed and comes back, and a11y list findings shows it."
        ],
        positionals: [
          PositionalSpec("CHECK", completes: .records(.check), "the check that fails"),
          PositionalSpec("COMPONENT", completes: .records(.component), "the component it fails on"),
        ],
        flags: [
          .condition("the condition under which it fails").needs(.owner, .ticket, .message)
        ] + FindingRun.fields.compactMap(\.edit) + [.dryRun],
        needsFlag: true, run: FindingRun.edit))
  }
}

/// What `a11y edit finding` does: a record by the cell's name, which travels and merges as other records do.
enum FindingRun {
  static let fields: [RecordField] = [.owner, .ticket, .note("what is to be known of it")]

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

  /// The condition under which it fails, where none was named.
  ///
  /// - Throws: `finding.condition`, exit code 5, where it fails under several and not under the default one.
  private static func failing(_ check: String, _ component: String, _ reader: Reader) throws -> String {
    let found = try reader.states(component: component, check: check).filter { $0.state.outcome == .fail }
      .map(\.condition)
    if found.contains("") || found.isEmpty { return "" }
    if found.count == 1 { return found[0] }
    throw Problem(
      .decision, code: "finding.condition",
      "\(check) fails on \(component) under several conditions: \(found.joined(separator: "; "))",
      hints: found.map { "--condition \($0) means that one." })
  }
}
