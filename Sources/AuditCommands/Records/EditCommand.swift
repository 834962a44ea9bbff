import Arguments

/// `a11y edit`: edits records.
enum EditCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "edit", group: .setUp, "edit a record",
      usage: ["KIND KEY... [FLAGS]"],
      examples: [
        .init("a11y edit component sign-in/close-button --owner qa-2 --size 48x48", "two fields"),
        .init("a11y edit component sign-in/close-button --owner ''", "clear a field"),
        .init("a11y edit audit spring-24 --close", "close an audit"),
        .init("a11y edit finding label-present close-button --ticket APP-12", "set the ticket of a finding"),
        .init("a11y edit tracker --stale-days 90", "age at which results become stale"),
      ],
      details: [
        "Only the named fields change; an empty value clears a field. The history keeps earlier values, and a11y undo "
          + "undoes an edit."
      ],
      subcommands: RecordKind.all.compactMap(\.edit), run: GroupRun.run)
  }
}
