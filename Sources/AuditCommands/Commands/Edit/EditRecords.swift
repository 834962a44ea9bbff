/// The kinds of `a11y edit`: the flags of `new`, and what only something that exists can have done to it.
enum EditRecords {
  static var component: CommandSpec {
    kind(
      "component", "its fields, or that it is no longer part of the app", .component,
      example: .init("a11y edit component sign-in/close-button --owner qa-2 --size 48x48", "two fields"),
      flags: [
        .kind, .title, .source, .screen, FlagSpec(.addScreen, value: "SCREEN", repeatable: true, "one screen more"),
        FlagSpec(.removeScreen, value: "SCREEN", repeatable: true, completes: .records(.screen), "one screen less"),
        .profile, .owner, .size, .targetTier, .platform, .tag,
        FlagSpec(.addTag, value: "TAG", repeatable: true, "one tag more"),
        FlagSpec(.removeTag, value: "TAG", repeatable: true, completes: .records(.tag), "one tag less"),
        FlagSpec(switch: .retire, "it is no longer in the app: out of every scope, its history stays"),
      ])
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
        .condition("the conditions to test under, instead of those before"), .build,
        FlagSpec(.standard, value: "STANDARD", completes: .records(.standard), "what it is measured by"), .owner, .tag,
        .message("what it is for"), FlagSpec(switch: .close, "the round is over"),
        FlagSpec(switch: .reopen, "the round goes on"),
      ])
  }

  static var check: CommandSpec {
    kind(
      "check", "a new text for a check of your own", .check,
      example: .init("a11y edit check team.no-autoplay --from check.json", "results given before become stale"),
      flags: [.from, FlagSpec(switch: .retire, "no longer asked for; its results stay")])
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
        .from, FlagSpec(switch: .retire, "no longer offered"),
      ])
  }

  static var waiver: CommandSpec {
    kind(
      "waiver", "a new date or reason, or the end of it", .waiver,
      example: .init("a11y edit waiver KEY --until 2027-03-31", "longer; a11y list waivers names the keys"),
      flags: [
        FlagSpec(.reason, value: "WORD", "why"), FlagSpec(.approver, value: "WHO", "who allows it"),
        FlagSpec(.until, value: "DATE", "the last day it holds"), .ticket, .message("what else there is to say"),
        FlagSpec(switch: .revoke, "it holds no longer"),
      ])
  }

  static var question: CommandSpec {
    kind(
      "question", "the decision, or that it is open again", .question,
      example: .init("a11y edit question KEY --decision \"yes, from 3.3\" --decided 2026-03-01", "decided"),
      flags: [
        .title, FlagSpec(.decision, value: "TEXT", "what was decided"),
        FlagSpec(.decided, value: "DATE", "when (otherwise today)"), FlagSpec(switch: .reopen, "it is open again"),
        .component("the component it is about"), .check("the check it is about"), .owner, .tag, .ticket,
        .message("what is known so far"),
      ])
  }

  static var task: CommandSpec {
    kind(
      "task", "that it is done, or its fields", .task, example: .init("a11y edit task KEY --done", "it is done"),
      flags: [
        .title, FlagSpec(switch: .markDone, "it is done"), FlagSpec(switch: .reopen, "it is not done after all"),
        .component("the component that needs it"), .check("the check it serves"), .owner, .tag, .ticket,
        FlagSpec(.until, value: "DATE", "when it should be done"), .message("more about it"),
      ])
  }

  static var note: CommandSpec {
    kind(
      "note", "another text", .note,
      example: .init("a11y edit note KEY -m \"label comes from the server\"", "corrected"),
      flags: [.message("the text")])
  }

  private static func kind(
    _ name: String, _ summary: String, _ record: RecordKind, example: CommandSpec.Example, flags: [FlagSpec]
  ) -> CommandSpec {
    CommandSpec(
      name, group: .setUp, summary, usage: ["KEY... [FLAGS]"], examples: [example],
      positionals: [
        PositionalSpec("KEY", completes: .records(record), "its key, or the beginning of it"),
        PositionalSpec("KEY", arity: .many, completes: .records(record), "more of them, changed alike"),
      ],
      flags: flags + [
        FlagSpec(switch: .delete, "take the record away; its history stays"),
        FlagSpec(switch: .restore, "bring a retired or deleted record back"), .dryRun,
      ],
      run: NotBuilt.run)
  }
}
