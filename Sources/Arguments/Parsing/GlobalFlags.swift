/// The flags that every command takes, before or after its name.
package enum GlobalFlags {
  package static var all: [FlagSpec] {
    [
      FlagSpec(
        .db, value: "FILE", completes: .files,
        "tracker database or its folder (default: $A11Y_DB, then the nearest .a11y folder, then your own tracker)"),
      FlagSpec(.format, value: "FORMAT", choices: OutputFormat.allCases.map(\.rawValue), "output format"),
      FlagSpec(switch: .json, "write JSON, as with --format json; errors are JSON too"),
      FlagSpec(
        .output, short: "o", value: "FILE", completes: .files, "output file; - for standard output"),
      FlagSpec(switch: .plain, "write one statement per line, for screen readers (also A11Y_PLAIN=1, ACCESSIBLE=1)"),
      FlagSpec(.color, value: "WHEN", choices: ["auto", "always", "never"], "color output"),
      FlagSpec(switch: .noColor, "turn off color, as with --color never"),
      FlagSpec(.width, value: "COLUMNS", "output width, 20 to 1000 columns"),
      FlagSpec(switch: .noInput, "never prompt; fail and name the flag that answers"),
      FlagSpec(switch: .yes, short: "y", "answer yes to all prompts"),
      FlagSpec(switch: .quiet, short: "q", "hide messages on standard error, except errors"),
      FlagSpec(switch: .help, short: "h", "show help for the command; -h shows a short form"),
      FlagSpec(switch: .version, "show the version"),
    ]
  }
}
