import Arguments

extension RecordKind {
  /// Files that go with results; what they are is said when they are attached.
  static var evidence: RecordKind {
    RecordKind(
      "evidence",
      new: CommandSpec(
        "evidence", group: .setUp, "files that show what you saw, for a result that is there already",
        usage: ["CHECK COMPONENT FILE... [FLAGS]"],
        examples: [
          .init("a11y new evidence voiceover.label-present sign-in/close-button shot.png", "a picture, a little later")
        ],
        details: [
          "They are attached to your latest result of the check on the component: what a picture shows is said by whoever "
            + "saw it. With a result that is yet to be recorded a11y log --evidence does both at once. a11y undo takes them "
            + "back."
        ],
        positionals: [
          PositionalSpec("CHECK", completes: .records(.check), "the check"),
          PositionalSpec("COMPONENT", completes: .records(.component), "the component"),
          PositionalSpec("FILE", arity: .many, completes: .files, "png, jpeg, heic, webp, mp4, pdf or plain text"),
        ],
        flags: [.condition("the settings the result was seen under"), .tester, .dryRun],
        run: AttachRun.run))
  }
}
