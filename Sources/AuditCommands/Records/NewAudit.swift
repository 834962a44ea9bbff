/// `a11y new audit`.
enum NewAudit {
  static var spec: CommandSpec {
    CommandSpec(
      "audit", group: .setUp, "a round of work: checklists on components, under conditions",
      usage: ["KEY [FLAGS]"],
      examples: [
        .init(
          "a11y new audit spring-24 --checklist touch-target-manual,critical-rules --components 'sign-in/**' "
            + "--condition default,dark --build 3.2 --standard wcag22-aa",
          "a round of two checklists on a part of the app"),
        .init(
          "a11y new audit review-24 --checklist release-review --whole-app",
          "each question once, for the app as a whole"),
        .init(
          "a11y new audit passes-24 --checklist assistive-technologies --passes", "a run of each assistive technology"),
      ],
      positionals: [PositionalSpec("KEY", "its key, e.g. spring-24")],
      flags: [
        .title,
        FlagSpec(
          .checklist, value: "CHECKLIST", repeatable: true, completes: .records(.checklist),
          "a checklist in it; several with commas"),
        FlagSpec(
          .components, value: "PATTERN", repeatable: true, completes: .records(.component),
          "components in it, * within a part of a key and ** across; all if left out"),
        .condition("conditions to test under, with commas; default is the plain one, dark+text-ax5 is both at once"),
        FlagSpec(
          switch: .wholeApp,
          "each check is answered once, for the component that is the app; a fail may name the components it was seen in"
        ),
        FlagSpec(
          switch: .passes, "a pass with each of VoiceOver, Voice Control, Switch Control and a keyboard, told apart"),
        .build,
        FlagSpec(
          .standard, value: "STANDARD", completes: .records(.standard), "what it is measured by, e.g. wcag22-aa"),
        .owner, .tag, .message("what it is for"), .dryRun,
      ],
      run: AuditRun.new)
  }
}
