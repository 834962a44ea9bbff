import Arguments
import AuditModel

/// `a11y lookup`: what the source documents know.
enum LookupCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "lookup", group: .other, "look up traits, haptics, styles, gestures, limits and what goes wrong with them",
      usage: ["[TABLE] [WORD...] [FLAGS]"],
      examples: [
        .init("a11y lookup", "what there is to look up"),
        .init("a11y lookup trait tabBar", "the right name, from which system on, and the check for it"),
        .init("a11y lookup action delete --platform iOS", "not there; and what to do instead"),
        .init("a11y lookup component drill down", "which component for a need"),
        .init("a11y lookup style child-friendly-large", "the size, haptic and press it promises"),
        .init("a11y lookup shortcut cmd+shift+3", "who has these keys already"),
        .init("a11y lookup text-style", "all of a table"),
      ],
      details: [
        "Tables are " + ReferenceTable.allCases.map(\.rawValue).joined(separator: ", ")
          + ". Without one the word is looked for in all of them. Dots, hyphens, spaces and capitals make no difference.",
        "An entry says what it is, the right interface with the systems that have it, when to use it, what goes wrong, "
          + "the checks that cover it, and the reading taken where the sources disagree. A name that does not exist "
          + "leads to the right one. A team adds entries and tables of its own: a11y new reference --from FILE.",
      ],
      positionals: [
        PositionalSpec("WORD", arity: .many, "a table, a name, or words of what is needed")
      ],
      flags: [
        FlagSpec(
          .platform, value: "PLATFORM", choices: ["iOS", "iPadOS", "macOS"], "say whether it exists there")
      ],
      formats: [.table, .plain, .json, .md], canBeRunAgain: true, run: LookupRun.run)
  }
}
