import Audit
import Base
import CommandLine
import Sessions
import Store

extension RecordKind {
  static let tracker = RecordKind(
    "tracker", fields: TrackerRun.fields,
    edit: CommandSpec(
      "tracker", group: .setUp, "change team settings (synced)", usage: ["FLAGS"],
      flags: TrackerRun.fields.compactMap(\.edit) + [
        .choice(.unsigned, value: "POLICY", of: UnsignedPolicy.self, "policy for unsigned bundles on this machine")
          .excludes(.dryRun, hint: "Remove --dry-run: settings of this machine change at once."),
        FlagSpec(
          .withdraw, value: "KEY", "key (SHA256:...) whose signatures are no longer trusted on this machine"
        ).excludes(.dryRun, hint: "Remove --dry-run: settings of this machine change at once."),
        .dryRun,
      ],
      needsFlag: true, run: TrackerRun.edit))
}

/// What `a11y edit tracker` does: settings of the team, which sync with the facts.
enum TrackerRun {
  static let fields: [RecordField] = [
    .title,
    RecordField(
      FlagSpec(
        .checklists, value: "CHECKLIST", clearable: true, repeatable: true, completes: .records(.checklist),
        "checklists in the plan (comma-separated)"), .checklists),
    RecordField(
      FlagSpec(
        .conditions, value: "CONDITION", clearable: true, repeatable: true,
        "conditions in the plan (comma-separated)"), .conditions),
    RecordField(
      FlagSpec(
        .match, value: "RULE", clearable: true, repeatable: true,
        "rule for tool findings: ELEMENT=COMPONENT, screen:SCREEN=COMPONENT, or rule:TOOL/RULE=CHECK"),
      .known(.list) { rules, register in
        try MatchRules.values(
          rules, component: { try NameFinder.component($0, register.reader) },
          check: { try NameFinder.check($0, register.reader) })
      }),
    RecordField(
      FlagSpec(.staleDays, value: "DAYS", "age in days at which a result is stale"),
      .whole(.staleDays, in: 0...36_500, clears: true), as: "stale_days"),
    RecordField(
      FlagSpec(.currentBuild, value: "BUILD", completes: .records(.build), "current build (others are stale)"),
      .line("current-build"), as: "current_build"),
    RecordField(.policy, .policy),
    RecordField(
      FlagSpec(
        .ticketURL, value: "URL", clearable: true, "address of your tickets, with {} in the place of the number"),
      .text { text throws(Problem) in try FieldRules.ticketAddress(text) }, as: "ticket_url"),
    RecordField(
      FlagSpec(.catalog, value: "EDITION", clearable: true, "edition of the built-in checks, 1 to 6 (newest)"),
      .whole(.catalog, in: 1...CatalogEdition.newest.rawValue, clears: true)),
  ]

  static func edit(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let policy = try arguments.choice(.unsigned, as: UnsignedPolicy.self)
    let plain = try fields.values(arguments, \.edit, nil)
    let isLocal = try editTrust(policy, context)
    if isLocal, !fields.contains(where: { $0.edit.map { arguments.has($0.name) } ?? false }) { return .done }
    let code = try RegisterRun.run(context) { register in
      let wanted = try fields.values(arguments, \.edit, register, plain)
      try register.change("setting", "tracker", wanted, usual: usual(register.reader), restoring: true)
    }
    if arguments.has(.match), code == .done, !arguments.has(.dryRun) { try review(context) }
    return code
  }

  /// What applies where the team has set nothing.
  private static func usual(_ reader: Reader) throws -> [String: String] {
    let plan = try reader.usualChecklists
    return [
      "checklists": plan.isEmpty ? "every check that applies" : plan.joined(separator: ", "),
      "conditions": Condition.standard.shown, "stale_days": String(StaleRule.standardDays),
    ]
  }

  /// Assigns cells to findings that had none.
  private static func review(_ context: Context) throws {
    let tracker = try context.openTracker(.write)
    let intake = SignalIntake(circumstances: SignalIntake.Circumstances(), editor: context.tester() ?? "")
    let told = try tracker.write { try intake.review(into: $0) }
    for line in told.reviewed { context.remark(line) }
  }

  /// Changes the trust settings of this machine, which are never synced; false if no flag sets one.
  private static func editTrust(_ policy: UnsignedPolicy?, _ context: Context) throws -> Bool {
    let key = context.arguments.string(.withdraw)
    guard policy != nil || key != nil else { return false }
    let tracker = try context.openTracker(.write)
    if let policy {
      try tracker.write { try $0.set(policy) }
      context.remark("Unsigned bundles on this machine: \(policy.rawValue).")
    }
    if let key {
      let count = try tracker.write { try $0.withdraw(key: key) }
      guard count > 0 else {
        throw Problem(
          .notFound, code: "signing.unknown-key", "unknown signing key \(MessageText.quoted(key))",
          hints: ["Run \"a11y verify FILE\" for the key of a bundle (SHA256: and 43 characters)."])
      }
      context.remark(
        "No longer trusted on this machine: \(counted(count, "signature")) of \(key). Also remove the key from "
          + "allowed_signers.")
    }
    return true
  }
}
