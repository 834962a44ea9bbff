/// `a11y status`: where the app stands.
enum StatusCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "status", group: .lead, "where the app stands, on one screen",
      examples: [
        .init("a11y status", "the whole tracker"),
        .init("a11y status --audit spring-24", "one audit"),
        .init("a11y status --json", "the same numbers for a script"),
      ],
      details: [
        "Compliance is pass of pass and fail; it stands beside its counts, its coverage and the age of its evidence. "
          + "Percentages are rounded down, so 100 percent means all. Untested is never counted as passed.",
        "Without an audit the scope is the cells that have a result.",
      ],
      flags: [
        .audit("only this audit"), FlagSpec(.limit, value: "NUMBER", "how many of the worst components to name"),
      ],
      formats: [.table, .plain, .json, .md], run: StatusRun.run)
  }
}
