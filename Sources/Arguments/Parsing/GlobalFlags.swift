/// The flags that every command takes, before or after its name.
package enum GlobalFlags {
  package static var all: [FlagSpec] {
    [
      FlagSpec(
        .db, value: "FILE", completes: .files,
        "the tracker's database, or the folder that holds it (otherwise A11Y_DB, the nearest .a11y upward, your own)"),
      FlagSpec(.format, value: "FORMAT", choices: OutputFormat.allCases.map(\.rawValue), "the form of the result"),
      FlagSpec(switch: .json, "the same as --format json; problems become JSON too"),
      FlagSpec(
        .output, short: "o", value: "FILE", completes: .files, "write the result to a file; - is standard output"),
      FlagSpec(switch: .plain, "one fact per line, for a screen reader (also A11Y_PLAIN=1 or ACCESSIBLE=1)"),
      FlagSpec(.color, value: "WHEN", choices: ["auto", "always", "never"], "colours"),
      FlagSpec(switch: .noColor, "the same as --color never"),
      FlagSpec(.width, value: "COLUMNS", "the width to write for (20 to 1000)"),
      FlagSpec(switch: .noInput, "never ask; fail instead and name the flag that answers"),
      FlagSpec(switch: .yes, short: "y", "answer yes to every question"),
      FlagSpec(switch: .quiet, short: "q", "no remarks on standard error, only problems"),
      FlagSpec(switch: .help, short: "h", "help for the command"),
      FlagSpec(switch: .version, "the version of the program"),
    ]
  }
}
