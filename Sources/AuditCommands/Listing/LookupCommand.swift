import Arguments
import AuditModel

/// `a11y lookup`: platform guidance from the source documents.
enum LookupCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "lookup", group: .other, "look up platform guidance and known pitfalls",
      usage: ["[TABLE] [WORD...] [FLAGS]"],
      examples: [
        .init("a11y lookup", "all tables"),
        .init("a11y lookup trait tabBar", "correct name, required OS version, and check"),
        .init("a11y lookup action delete --platform iOS", "not available, with the alternative"),
        .init("a11y lookup component drill down", "components for a need"),
        .init("a11y lookup style child-friendly-large", "its size, haptic, and press effect"),
        .init("a11y lookup shortcut cmd+shift+3", "current use of these keys"),
        .init("a11y lookup text-style", "all entries of a table"),
      ],
      details: [
        "Tables are " + ReferenceTable.allCases.map(\.rawValue).joined(separator: ", ")
          + ". Without a table, all tables are searched. Dots, hyphens, spaces, and case are ignored.",
        "An entry shows its meaning, the interface and the systems that have it, when to use it, known pitfalls, the "
          + "checks that cover it, and the reading used where sources disagree. A wrong name leads to the correct one. "
          + "Use a11y new reference --from FILE to add custom entries and tables.",
      ],
      positionals: [
        PositionalSpec("WORD", arity: .many, completes: .records(.entry), "table, name, or search words")
      ],
      flags: [
        FlagSpec(
          .platform, value: "PLATFORM", choices: ["iOS", "iPadOS", "macOS"], "platform to check for availability")
      ],
      formats: [.table, .plain, .json, .md], canBeRunAgain: true, run: LookupRun.run)
  }
}
