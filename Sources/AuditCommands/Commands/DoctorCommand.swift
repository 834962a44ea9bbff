/// `a11y doctor`: is the tracker sound.
enum DoctorCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "doctor", group: .setUp, "check the tracker and say what is wrong with it",
      examples: [
        .init("a11y doctor", "checks the file, the facts and what is derived from them"),
        .init("a11y doctor --rebuild", "makes everything that is derived anew from the facts"),
      ],
      details: ["Nothing is changed but with --rebuild. The exit code is 1 if something is wrong; notes are not."],
      flags: [FlagSpec(switch: .rebuild, "derive every table anew from the facts"), .dryRun],
      run: DoctorRun.run)
  }
}
