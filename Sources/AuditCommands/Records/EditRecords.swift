import AuditModel
import AuditStore

/// The kinds of `a11y edit`: the flags of `new`, and what only something that exists can have done to it.
enum EditRecords {
  static var component: CommandSpec {
    kind(
      "component", "its fields, or that it is no longer part of the app", .component,
      example: .init("a11y edit component sign-in/close-button --owner qa-2 --size 48x48", "two fields"),
      more: [
        .init("a11y edit component pay --planned max-one-per='press: medium'", "what design promises: one haptic")
      ],
      details: [
        "What is planned is held to the check, the tables of the reference, the component's style and profile, and is "
          + "then set against what is found: a11y show COMPONENT, a11y list planned."
      ],
      flags: [
        .kind, .title, .source, .screen, FlagSpec(.addScreen, value: "SCREEN", repeatable: true, "one screen more"),
        FlagSpec(.removeScreen, value: "SCREEN", repeatable: true, completes: .records(.screen), "one screen less"),
        .profile, .style, .owner, .size, .targetTier, .platform, .planned, .tag,
        FlagSpec(.addTag, value: "TAG", repeatable: true, "one tag more"),
        FlagSpec(.removeTag, value: "TAG", repeatable: true, completes: .records(.tag), "one tag less"),
        FlagSpec(switch: .retire, "it is no longer in the app: out of every scope, its history stays"),
      ], run: ComponentRun.edit)
  }

  static var audit: CommandSpec {
    kind(
      "audit", "its scope and fields, closing and opening it again", .audit,
      example: .init("a11y edit audit spring-24 --close", "ends it"),
      flags: [
        .title,
        FlagSpec(
          .checklist, value: "CHECKLIST", repeatable: true, completes: .records(.checklist),
          "the checklists in it, instead of those before"),
        FlagSpec(
          .components, value: "PATTERN", repeatable: true, completes: .records(.component),
          "the components in it, instead of those before"),
        .condition("the conditions to test under, instead of those before; dark+text-ax5 is both at once"), .build,
        FlagSpec(.standard, value: "STANDARD", completes: .records(.standard), "what it is measured by"), .owner, .tag,
        FlagSpec(switch: .wholeApp, "each check is answered once, for the component that is the app"),
        FlagSpec(switch: .perComponent, "each check is answered for each component, as usual"),
        .message("what it is for"), FlagSpec(switch: .close, "the round is over"),
        .reopen("the round goes on"),
      ], run: AuditRun.edit)
  }

  static var check: CommandSpec {
    kind(
      "check", "a new text for a check of your own, or another figure for any", .check,
      example: .init("a11y edit check team.no-autoplay --from check.json", "results given before become stale"),
      more: [
        .init("a11y edit check touch-target.minimum-44pt --threshold 48", "this team asks for more than the built-in"),
        .init("a11y edit check touch-target.minimum-44pt --threshold ''", "back to the figure it came with"),
      ],
      details: [
        "--impact and --threshold also change a built-in check, for this tracker: it is shown as adjusted, and measured "
          + "values are judged by the new figure. A check of your own that is retired or deleted is no longer asked for; "
          + "its results stay."
      ],
      flags: [
        .from.excludes(.impact, .threshold, hint: "--from brings a whole check."),
        FlagSpec(
          .impact, value: "IMPACT", choices: Impact.allCases.map(\.rawValue), clearable: true,
          "how much a fail matters to this team"),
        FlagSpec(.threshold, value: "FIGURE", "the figure that decides, e.g. 48, 4.5:1; a range is 3,5"),
        FlagSpec(switch: .retire, "no longer asked for; its results stay"),
      ], run: CheckRun.edit)
  }

  static var checklist: CommandSpec {
    kind(
      "checklist", "a new order or selection for a checklist of your own", .checklist,
      example: .init("a11y edit checklist smoke --check voiceover.label-present", "one check only"),
      flags: [
        .title,
        FlagSpec(
          .check, value: "CHECK", repeatable: true, completes: .records(.check),
          "the checks in it, instead of those before"),
        .from.excludes(.check, .title, hint: "--from brings both."), FlagSpec(switch: .retire, "no longer offered"),
      ], run: ChecklistRun.edit)
  }

  static var waiver: CommandSpec {
    kind(
      "waiver", "a new date or reason, or the end of it", .waiver,
      example: .init("a11y edit waiver KEY --until 2027-03-31", "longer; a11y list waivers names the keys"),
      flags: [
        .reason, FlagSpec(.approver, value: "WHO", "who allows it"),
        FlagSpec(.until, value: "DATE", "the last day it holds"), .ticket, .message("what else there is to say"),
        FlagSpec(switch: .revoke, "it holds no longer").standsAlone(),
      ], run: WaiverRun.edit)
  }

  static var question: CommandSpec {
    kind(
      "question", "the decision, or that it is open again", .question,
      example: .init("a11y edit question KEY --decision \"yes, from 3.3\" --decided 2026-03-01", "decided"),
      flags: [
        .title, FlagSpec(.decision, value: "TEXT", "what was decided"),
        FlagSpec(.decided, value: "DATE", "when (otherwise today)"), .reopen("it is open again"),
        .component("the component it is about"), .check("the check it is about"), .owner, .tag, .ticket,
        .message("what is known so far"),
      ], run: WorkRun.editQuestion)
  }

  static var task: CommandSpec {
    kind(
      "task", "that it is done, or its fields", .task, example: .init("a11y edit task KEY --done", "it is done"),
      flags: [
        .title, FlagSpec(switch: .markDone, "it is done"), .reopen("it is not done after all"),
        .component("the component that needs it"), .check("the check it serves"), .owner, .tag, .ticket,
        FlagSpec(.until, value: "DATE", "when it should be done"), .message("more about it"),
      ], run: WorkRun.editTask)
  }

  static var shortcut: CommandSpec {
    kind(
      "shortcut", "other keys, or its fields", .shortcut,
      example: .init("a11y edit shortcut KEY --keys Command-Shift-K", "other keys; a11y list shortcuts names KEY"),
      flags: [
        FlagSpec(.keys, value: "KEYS", "other keys, e.g. Command-Shift-K"),
        FlagSpec(.action, value: "TEXT", "what it does"), .screen,
        .component("the component that must have the focus"), .platform, .check("the check it serves"), .owner, .tag,
        .ticket, .message("more about it"),
      ], run: ShortcutRun.edit)
  }

  static var gesture: CommandSpec {
    kind(
      "gesture", "its alternative, or its fields", .gesture,
      example: .init(
        "a11y edit gesture KEY --alternative \"a button in the bar\"", "how else; a11y list gestures names KEY"),
      flags: [
        FlagSpec(.action, value: "TEXT", "what it does"),
        FlagSpec(.alternative, value: "TEXT", "how else that can be done: a button, a menu, a named action"),
        .component("the component that has it"), .check("the check it serves"), .owner, .tag, .ticket,
        .message("more about it"),
      ], run: GestureRun.edit)
  }

  static var plan: CommandSpec {
    kind(
      "plan", "a plan of a test with children, as long as no child has taken part", .plan,
      example: .init("a11y edit plan close-44 --children 12", "more children than was planned"),
      details: [
        "Component, size, gap, target, input and build stay as they are once a session was held: another size is another plan. "
          + "a11y tap close ends a plan."
      ],
      flags: NewPlan.fields + [.reopen("the test goes on")], run: TestPlanRun.edit)
  }

  static var note: CommandSpec {
    CommandSpec(
      "note", group: .setUp, "another text, or the end of it", usage: ["KEY... [FLAGS]"],
      examples: [.init("a11y edit note KEY -m \"label comes from the server\"", "corrected")],
      details: ["A corrected note is a new one under a new key, which is printed. a11y undo brings the old one back."],
      positionals: keys(.note),
      flags: [.message("the text"), .delete, .dryRun], needsFlag: true,
      run: NoteRun.edit)
  }

  static var reference: CommandSpec {
    kind(
      "reference", "a new text for an entry of your own", .reference,
      example: .init("a11y edit reference style/hero --from styles.json", "the text of the file"),
      flags: [.from], run: ReferenceRun.edit)
  }

  static var finding: CommandSpec {
    CommandSpec(
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
        .condition("the condition under which it fails").needs(.owner, .ticket, .message), .owner, .ticket,
        .message("what is to be known of it"),
        .dryRun,
      ],
      needsFlag: true, run: FindingRun.edit)
  }

  static var tracker: CommandSpec {
    CommandSpec(
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
      flags: [
        .title,
        FlagSpec(
          .checklists, value: "CHECKLIST", clearable: true, repeatable: true, completes: .records(.checklist),
          "the checklists that are tested, with commas"),
        FlagSpec(
          .conditions, value: "CONDITION", clearable: true, repeatable: true,
          "the conditions they are tested under, with commas; default is the plain one"),
        FlagSpec(.staleDays, value: "DAYS", "the age in days from which a result is stale"),
        FlagSpec(.currentBuild, value: "BUILD", completes: .records(.build), "the build that results must be from"),
        FlagSpec(
          .unsigned, value: "POLICY", choices: UnsignedPolicy.allCases.map(\.rawValue),
          "on this machine: what happens to bundles that nobody has signed"
        ).excludes(.dryRun, hint: "What only this machine believes is changed at once."),
        FlagSpec(
          .withdraw, value: "KEY", "on this machine: believe nothing that this key (SHA256:...) has signed so far"
        ).excludes(.dryRun, hint: "What only this machine believes is changed at once."),
        .dryRun,
      ],
      needsFlag: true, run: TrackerRun.edit)
  }

  private static func keys(_ record: RecordKind) -> [PositionalSpec] {
    [
      PositionalSpec("KEY", completes: .records(record), "its key, or the beginning of it"),
      PositionalSpec("KEY", arity: .many, completes: .records(record), "more of them, changed alike"),
    ]
  }

  private static func kind(
    _ name: String, _ summary: String, _ record: RecordKind, example: CommandSpec.Example,
    more: [CommandSpec.Example] = [], details: [String] = [], flags: [FlagSpec], run: @escaping CommandSpec.Run
  ) -> CommandSpec {
    CommandSpec(
      name, group: .setUp, summary, usage: ["KEY... [FLAGS]"], examples: [example] + more, details: details,
      positionals: keys(record),
      flags: flags + [
        .delete, FlagSpec(switch: .restore, "bring a retired or deleted record back").excludes(.retire), .dryRun,
      ],
      needsFlag: true, run: run)
  }
}
