import Arguments

extension RecordKind {
  /// Files attached to results.
  static var evidence: RecordKind {
    RecordKind(
      "evidence",
      new: CommandSpec(
        "evidence", group: .setUp, "attach evidence to an existing result",
        usage: ["CHECK COMPONENT FILE... [FLAGS]"],
        examples: [
          .init(
            "a11y new evidence voiceover.label-present sign-in/close-button shot.png "
              + "--alt 'Close button without a label'", "add a screenshot later")
        ],
        details: [
          "The files are attached to your own latest result of the check on the component. Use a11y log --evidence to "
            + "log a result and attach files at once. Use a11y undo to remove them."
        ],
        positionals: [
          PositionalSpec("CHECK", completes: .records(.check), "check"),
          PositionalSpec("COMPONENT", completes: .records(.component), "component"),
          PositionalSpec("FILE", arity: .many, completes: .files, "png, jpeg, heic, webp, mp4, pdf, or text file"),
        ],
        flags: [.alt, .condition("device settings of the result"), .tester, .dryRun],
        run: AttachRun.run))
  }
}
