import Arguments
import AuditModel

/// `a11y status`: where the app stands.
enum StatusCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "status", group: .lead, "where the app stands, on one screen",
      examples: [
        .init("a11y status", "the whole tracker"),
        .init("a11y status --audit spring-24", "one audit"),
        .init("a11y status --by device", "each class of device by itself"),
        .init("a11y status --as-of 2026-02-28", "where it stood at the end of February"),
        .init("a11y status --json", "the same numbers for a script"),
      ],
      details: [
        "Compliance is pass of pass and fail; it stands beside its counts, its coverage and the age of its evidence. "
          + "Percentages are rounded down, so 100 percent means all. Untested is never counted as passed.",
        "Without an audit the scope is the plan of the tracker (a11y edit tracker --checklists A,B --conditions C,D): the "
          + "components in use, each with the checks of the plan that apply to it, under each condition of the plan. Until "
          + "a plan is set that is every check that applies, and what was tested besides. Results outside the plan are "
          + "kept, counted apart, and listed by a11y list cells --outside. Every command without --audit has this scope.",
        "With --as-of it is the state at the end of that day (UTC) or at that time, with the age of the evidence, what "
          + "was stale and what was waived then. A result counts from when it was observed: one that arrived late is in "
          + "its place, and one that was taken back never was. Owners, screens and the scope of audits are as they are "
          + "now. A component that was retired by then is left out; so is one that was registered later, unless something "
          + "had been observed of it. The same facts give the same answer on every machine.",
        "What was seen at a time ahead of this machine's clock, by more than ten minutes, is kept and counts as seen in "
          + "every figure of now, here as in report, gate, list and trend, and each says how much that is. --as-of leaves it "
          + "out until its time has come.",
        "A result is stale when the component's source, the build that is asked for or the text of the check has changed "
          + "since, or when it is older than the tracker's limit (a11y edit tracker --stale-days), of an audit as of the "
          + "whole.",
      ],
      flags: [
        .audit("only this audit"), .asOf,
        FlagSpec(
          .by, value: "SETTING", choices: ConditionGrouping.allCases.map(\.rawValue),
          "what was seen under which settings, by them; of an audit with several conditions it is told anyway"),
        FlagSpec(.limit, value: "NUMBER", "how many of the worst components to name"),
      ],
      formats: [.table, .plain, .json, .md], canBeRunAgain: true, run: StatusRun.run)
  }
}
