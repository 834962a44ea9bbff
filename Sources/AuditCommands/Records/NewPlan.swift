import AuditModel

/// `a11y new plan`.
enum NewPlan {
  static var spec: CommandSpec {
    CommandSpec(
      "plan", group: .setUp, "what a test with children is to show: a component, its size, a target",
      usage: ["KEY --component COMPONENT --size WxH [FLAGS]"],
      examples: [
        .init(
          "a11y new plan close-44 --component sign-in/close-button --size 44x44 --gap 8 --target 90 --children 12 --taps 10",
          "twelve children, ten taps each")
      ],
      details: [
        "A target is 50 to 99 percent. What is planned is written down first: how many children with how many taps, and "
          + "how often the numbers may be looked at before all have taken part. a11y tap plan says how many it takes.",
        "--build is the build of the app that is tested: another build is another plan, and a point of its own in the run "
          + "chart of a11y tap report.",
      ],
      positionals: [PositionalSpec("KEY", "its key, e.g. close-44")],
      flags: fields.map { [.component, .size].contains($0.name) ? $0.required() : $0 } + [.dryRun], run: TestPlanRun.new
    )
  }

  static var fields: [FlagSpec] {
    [
      .component("the component that is to be tapped"), .size,
      FlagSpec(.gap, value: "POINTS", "the gap to the nearest neighbour in points"),
      FlagSpec(.target, value: "PERCENT", "the rate to reach, from 50 to 99 (otherwise 90)"),
      FlagSpec(
        .children, value: "NUMBER",
        "children who are to take part (otherwise as many as the target takes, and 8 at least)"),
      FlagSpec(.taps, value: "NUMBER", "scored taps of each child (otherwise 10)"),
      FlagSpec(.looks, value: "NUMBER", "how often the numbers are looked at, the last time included (otherwise 1)"),
      FlagSpec(.script, value: "VERSION", "the version of the task script, e.g. 1.2"), .build,
      FlagSpec(.practice, value: "NUMBER", "practice taps before the scored ones (otherwise 2)"),
      FlagSpec(.parts, value: "NAMES", repeatable: true, "parts of the component that are asked for in turn"),
      TapFlags.input,
    ]
  }
}

/// Flags that tests with children share.
enum TapFlags {
  static var redact: FlagSpec { FlagSpec(switch: .redact, "for others: 10 children at least, wider age bands") }
  static var input: FlagSpec {
    FlagSpec(
      .input, value: "WHAT", choices: TapInput.allCases.map(\.rawValue),
      "what is tapped with; a stylus or a switch is counted apart")
  }
}
