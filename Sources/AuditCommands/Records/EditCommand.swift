import Arguments

/// `a11y edit`: changes what was registered.
enum EditCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "edit", group: .setUp, "change what was registered",
      usage: ["KIND KEY... [FLAGS]"],
      examples: [
        .init("a11y edit component sign-in/close-button --owner qa-2 --size 48x48", "two fields"),
        .init("a11y edit component sign-in/close-button --owner ''", "clears a field"),
        .init("a11y edit audit spring-24 --close", "ends a round of work"),
        .init("a11y edit finding label-present close-button --ticket APP-12", "where it is being fixed"),
        .init("a11y edit tracker --stale-days 90", "when results count as stale"),
      ],
      details: [
        "Only the fields that are named change; an empty value clears one. Nothing is lost: the history keeps what was "
          + "there, and a11y undo takes an edit back."
      ],
      subcommands: RecordKind.all.compactMap(\.edit), run: GroupRun.run)
  }
}
