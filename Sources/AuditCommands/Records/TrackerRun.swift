import Arguments
import AuditExchange
import AuditRecords
import AuditReports
import AuditStore
import CanonicalJSON
import Terminal
import TrackerAccess

extension RecordKind {
  static var tracker: RecordKind {
    RecordKind(
      "tracker",
      edit: CommandSpec(
        "tracker", group: .setUp, "settings of the team, which travel with the results", usage: ["FLAGS"],
        examples: [
          .init("a11y edit tracker --stale-days 90 --current-build 3.2", "what is older or of another build is stale"),
          .init("a11y edit tracker --current-build ''", "results of any build will do"),
          .init(
            "a11y edit tracker --checklists critical-rules,review --conditions default,dark",
            "the plan: what every number counts where no audit is named"),
        ],
        details: [
          "Without them a result is stale after 180 days, whatever its build; 0 days is no limit.",
          "Without a plan every check that applies is asked for under the default condition, and what was tested under "
            + "others counts as well. With one, other results are kept, listed by list cells --outside, and not counted.",
        ],
        flags: TrackerRun.fields.compactMap(\.edit) + [
          FlagSpec(
            .unsigned, value: "POLICY", choices: UnsignedPolicy.allCases.map(\.rawValue),
            "on this machine: what happens to bundles that nobody has signed"
          ).excludes(.dryRun, hint: "What only this machine believes is changed at once."),
          FlagSpec(
            .withdraw, value: "KEY", "on this machine: believe nothing that this key (SHA256:...) has signed so far"
          ).excludes(.dryRun, hint: "What only this machine believes is changed at once."),
          .dryRun,
        ],
        needsFlag: true, run: TrackerRun.edit))
  }
}

/// What `a11y edit tracker` does: settings of the team, which travel with the facts.
enum TrackerRun {
  static let fields: [RecordField] = [
    .title,
    RecordField(
      FlagSpec(
        .checklists, value: "CHECKLIST", clearable: true, repeatable: true, completes: .records(.checklist),
        "the checklists that are tested, with commas"), .checklists),
    RecordField(
      FlagSpec(
        .conditions, value: "CONDITION", clearable: true, repeatable: true,
        "the conditions they are tested under, with commas; default is the plain one"), .conditions),
    RecordField(
      FlagSpec(
        .match, value: "RULE", clearable: true, repeatable: true,
        "where findings of tools belong: ELEMENT=COMPONENT, screen:SCREEN=COMPONENT or rule:TOOL/RULE=CHECK"),
      .known(.list) { rules, register in
        try MatchRules.values(
          rules, component: { try NameFinder.component($0, register.reader) },
          check: { try NameFinder.check($0, register.reader) })
      }),
    RecordField(
      FlagSpec(.staleDays, value: "DAYS", "the age in days from which a result is stale"),
      .whole(.staleDays, in: 0...36_500, clears: true), as: "stale_days"),
    RecordField(
      FlagSpec(.currentBuild, value: "BUILD", completes: .records(.build), "the build that results must be from"),
      .line("current-build"), as: "current_build"),
  ]

  static func edit(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let policy = try arguments.choice(.unsigned, as: UnsignedPolicy.self)
    let plain = try fields.values(arguments, \.edit, nil)
    let isLocal = try editTrust(policy, context)
    if isLocal, !fields.contains(where: { $0.edit.map { arguments.has($0.name) } ?? false }) { return .done }
    let code = try RegisterRun.run(context) { register in
      let wanted = try fields.values(arguments, \.edit, register, plain)
      try register.change("setting", "tracker", wanted, restoring: true)
    }
    if arguments.has(.match), code == .done, !arguments.has(.dryRun) { try review(context) }
    return code
  }

  /// Gives findings their cells that had none before.
  private static func review(_ context: Context) throws {
    let tracker = try context.openTracker(.write)
    let intake = SignalIntake(circumstances: SignalIntake.Circumstances(), editor: context.tester() ?? "")
    let told = try tracker.write { try intake.review(into: $0) }
    for line in told.reviewed { context.remark(line) }
  }

  /// What this machine believes, which travels nowhere; whether there was anything to change.
  private static func editTrust(_ policy: UnsignedPolicy?, _ context: Context) throws -> Bool {
    let key = context.arguments.string(.withdraw)
    guard policy != nil || key != nil else { return false }
    let tracker = try context.openTracker(.write)
    if let policy {
      try tracker.write { try $0.set(policy) }
      context.remark("Bundles without a signature on this machine: \(policy.rawValue).")
    }
    if let key {
      let count = try tracker.write { try $0.withdraw(key: key) }
      guard count > 0 else {
        throw Problem(
          .notFound, code: "signing.unknown-key", "nothing here was signed with \(MessageText.quoted(key))",
          hints: ["a11y verify FILE names the key of a bundle, SHA256: and 43 letters."])
      }
      context.remark(
        "\(counted(count, "signature")) of \(key) no longer count here. Remove the key from allowed_signers as well.")
    }
    return true
  }
}
