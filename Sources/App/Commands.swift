import Audit
import Base
package import CommandLine
import Sessions
import Store

extension CommandTable {
  /// The one table of commands, in the order of the overview.
  package static let a11y = CommandTable(
    [
      ("walk", { WalkCommand.spec }),
      ("log", { LogCommand.spec }),
      ("undo", { UndoCommand.spec }),
      ("redo", { RedoCommand.spec }),
      ("show", { ShowCommand.spec }),
      ("worksheet", { WorksheetCommand.spec }),
      ("tap", { TapCommand.spec }),
      ("status", { StatusCommand.spec }),
      ("list", { ListCommand.spec }),
      ("trend", { TrendCommand.spec }),
      ("report", { ReportCommand.spec }),
      ("gate", { GateCommand.spec }),
      ("resolve", { ResolveCommand.spec }),
      ("export", { ExportCommand.spec }),
      ("import", { ImportCommand.spec }),
      ("sync", { SyncCommand.spec }),
      ("verify", { VerifyCommand.spec }),
      ("backup", { BackupCommand.spec }),
      ("erase", { EraseCommand.spec }),
      ("waiting", { WaitingCommand.spec }),
      ("follow", { FollowCommand.spec }),
      ("fork", { ForkCommand.spec }),
      ("init", { InitCommand.spec }),
      ("new", { NewCommand.spec }),
      ("edit", { EditCommand.spec }),
      ("config", { ConfigCommand.spec }),
      ("demo", { DemoCommand.spec }),
      ("doctor", { DoctorCommand.spec }),
      ("calc", { CalcCommand.spec }),
      ("lookup", { LookupCommand.spec }),
      ("suggest", { SuggestCommand.spec }),
      ("help", { HelpCommand.spec }),
      ("completion", { CompletionCommand.spec }),
      ("__complete", { CompleteCommand.spec }),
      ("__state", { StateCommand.spec }),
    ], help: { HelpCommand.spec }, leftOut: ["list", "new", "tap", "calc"])
}

extension Context {
  /// The line of `--header-row`; nil without it.
  func headerRow() throws(Problem) -> Int? { try arguments.int(.headerRow, in: 1...1_000_000) }
}

extension PositionalSpec {
  /// The words of a query.
  static func query(_ doc: String) -> PositionalSpec {
    PositionalSpec("QUERY", arity: .many, completes: .records(.query), doc)
  }
}

/// Flags that have the same meaning in several commands.
extension FlagSpec {
  /// A flag with the path of a file, or of a folder.
  static func file(_ name: FlagName, value: String = "FILE", _ doc: String) -> FlagSpec {
    FlagSpec(name, value: value, completes: .files, doc)
  }

  /// A flag with one of the words of an enumeration.
  static func choice<Word: CaseIterable & RawRepresentable<String>>(
    _ name: FlagName, value: String, of words: Word.Type, _ doc: String
  ) -> FlagSpec {
    FlagSpec(name, value: value, choices: words.allCases.map(\.rawValue), doc)
  }

  static func number(_ name: FlagName, _ doc: String) -> FlagSpec { FlagSpec(name, value: "NUMBER", doc) }

  static let forceIntoGit = FlagSpec(switch: .force, "write the file inside a git work tree anyway")

  // MARK: Components

  static let kind = FlagSpec(
    .kind, value: "KIND", completes: .records(.componentKind), "component kind, e.g. icon-button, toggle, card")
  static let source = FlagSpec.file(
    .source, "source file; registering a changed file again makes earlier results stale")
  static let screen = FlagSpec(
    .screen, value: "SCREEN", repeatable: true, completes: .records(.screen),
    "screen that the component appears on (comma-separated)")
  static let profile = FlagSpec(
    .profile, value: "PROFILE", choices: ["general", "child"], clearable: true, "target audience")
  static let style = FlagSpec(
    .style, value: "STYLE", completes: .records(.style), "button style; see a11y lookup style")
  static let size = FlagSpec(.size, value: "WxH", "measured size in points, e.g. 40x40")
  static let hitArea = FlagSpec(
    .hitArea, value: "WxH", "area that responds to taps, in points, if larger than the visible size")
  static let targetTier = FlagSpec(
    .targetTier, value: "POINTS", choices: FieldRules.tiers, clearable: true, "required target size in points")
  static let platform = FlagSpec(
    .platform, value: "PLATFORM", choices: Platform.allCases.map(\.rawValue), clearable: true, repeatable: true,
    "platform (comma-separated)")
  static let has = FlagSpec(
    .has, value: "FEATURE", choices: FieldRules.features, clearable: true, repeatable: true,
    "what it has (comma-separated); decides which checks apply")

  static let planned = FlagSpec(
    .planned, value: "CHECK=VALUE", repeatable: true,
    "value specified by design, e.g. visual-feedback.scale-range=0.95 (an empty value removes it)")

  static let onlyOfKind = FlagSpec(
    .kind, value: "KIND", repeatable: true, completes: .records(.componentKind),
    "only components of a kind (comma-separated)")
  static let onlyOnScreen = FlagSpec(
    .screen, value: "SCREEN", repeatable: true, completes: .records(.screen),
    "only components on a screen (comma-separated)")

  // MARK: Results

  static let severity = FlagSpec(
    .severity, short: "s", value: "LEVEL",
    choices: ["1", "2", "3", "4", "critical", "serious", "moderate", "minor"], "severity of a fail")
  static let measuredValue = FlagSpec(.value, value: "VALUE", "measured value, e.g. 40x40, 3.2:1, 165%")

  // MARK: Records

  static let title = FlagSpec(.title, value: "TEXT", "display name")
  static let owner = FlagSpec(.owner, value: "WHO", completes: .records(.owner), "owner")
  static let tag = FlagSpec(.tag, value: "TAG", repeatable: true, completes: .records(.tag), "tag (comma-separated)")
  static let policy = FlagSpec(
    .policy, value: "RULES", clearable: true, "release policy, e.g. 'max-critical 0, min-coverage 80'")
  static let ticket = FlagSpec(.ticket, value: "ID", "issue ID or URL")
  static func message(_ doc: String) -> FlagSpec { FlagSpec(.message, short: "m", value: "TEXT", doc) }

  static let reason = FlagSpec.choice(.reason, value: "WORD", of: Waiver.Reason.self, "reason for the exception")

  // MARK: References

  static func component(_ doc: String) -> FlagSpec {
    FlagSpec(.component, value: "COMPONENT", completes: .records(.component), doc)
  }
  static func check(_ doc: String) -> FlagSpec {
    FlagSpec(.check, value: "CHECK", completes: .records(.check), doc)
  }
  static func audit(_ doc: String) -> FlagSpec {
    FlagSpec(.audit, value: "AUDIT", completes: .records(.audit), doc)
  }

  // MARK: Walks

  static let by = FlagSpec(.by, value: "WHAT", choices: ["component", "check"], "order of items")
  static let only = FlagSpec.choice(
    .only, value: "STATE", of: WalkRequest.Only.self,
    "items with this status, with open tool findings (signals), or of a11y list retest (retest)")

  // MARK: Test environment

  static func condition(_ doc: String) -> FlagSpec {
    FlagSpec(.condition, value: "TOKENS", repeatable: true, completes: .records(.condition), doc)
  }
  static let build = FlagSpec(.build, value: "BUILD", completes: .records(.build), "app build")
  static let device = FlagSpec(.device, value: "NAME", completes: .records(.device), "device name, e.g. \"iPhone 15\"")
  static let os = FlagSpec(.os, value: "VERSION", "system version, e.g. 18.1")
  static let detect = FlagSpec(
    switch: .detect, "use device, system, and settings of the booted simulator, or of the connected device")
  static let tester = FlagSpec(
    .tester, value: "WHO", completes: .records(.tester), "tester (default: $A11Y_TESTER, then your settings)")
  static let testerWhose = FlagSpec(
    .tester, value: "WHO", completes: .records(.tester),
    "tester whose changes count (default: you, from $A11Y_TESTER or your settings)")
  static func at(_ doc: String) -> FlagSpec { FlagSpec(.at, value: "TIME", doc) }

  // MARK: Changes

  static let from = FlagSpec.file(.from, "input file; - for standard input")
  static let adopt = FlagSpec(switch: .adopt, "join the team's tracker (this tracker must be empty)")
  static let bundleLimits = FlagSpec(
    .max, value: "NAME=NUMBER", repeatable: true,
    "limit of a bundle: file, fact, string, members, facts, depth")
  static let delete = FlagSpec(switch: .delete, "delete the record; its history stays").standsAlone()
  static func reopen(_ doc: String) -> FlagSpec {
    FlagSpec(switch: .reopen, doc).excludes(.close, .markDone, .decision, .decided)
  }
  static let alt = FlagSpec(.alt, value: "TEXT", "description of the evidence for readers who cannot see it")
  static let dryRun = FlagSpec(switch: .dryRun, "show what would change, without changing anything")
  static let partial = FlagSpec(
    switch: .partial, "import valid lines even if others are invalid (default: all or nothing)")
  static let rejects = FlagSpec.file(
    .rejects, "with --partial, a file for the invalid lines, to be corrected and read again"
  ).needs(.partial, hint: "Add --partial.")
  static func map(_ example: String) -> FlagSpec {
    .file(.map, value: "PAIRS", "headers and words of another table, e.g. \(example), or a file with such pairs")
  }
  static let headerRow = FlagSpec(
    .headerRow, value: "LINE", "line of the header, if titles are above it (default: the first line with all columns)"
  )

  static let asOf = FlagSpec(.asOf, value: "DATE", "end of that day, or a time, e.g. 2026-03-01T10:00 (default: now)")

  static let now = FlagSpec(switch: .now, "show a closed audit with what came after its closing").excludes(.asOf)

  // MARK: Rows

  static let columns = FlagSpec(.columns, value: "NAMES", "columns to show, in order (comma-separated)")
  static let sort = FlagSpec(.sort, value: "COLUMN", "sort column; -COLUMN for descending order")
  static let limit = FlagSpec.number(.limit, "maximum number of rows")
  static let wrap = FlagSpec(switch: .wrap, "show all columns and whole notes, on more lines if necessary")
  static let raw = FlagSpec(
    switch: .raw, "omit the apostrophe that keeps spreadsheets from running CSV or TSV text as a formula")
  static let bom = FlagSpec(switch: .bom, "begin CSV or TSV with a byte order mark, which Excel requires for UTF-8")
}

/// Runs command lines of this program within the process, as if they were typed.
enum InnerCommand {
  /// Runs a command and drops its output. It ignores configuration and environment, so that it always does the same.
  static func runQuietly(_ words: [String], input: [UInt8] = [], in world: World) throws {
    var quiet = world
    quiet.environment = { _ in nil }
    quiet.input = ByteReader(bytes: input)
    quiet.output = ByteWriter(capacity: 0) { _ in }
    quiet.errors = ByteWriter(capacity: 0) { _ in }
    quiet.isTerminal = { _ in false }
    let code = try Dispatch.run(try parsed(words), quiet)
    guard code == .done else { throw failure(words) }
  }

  /// Runs a command as a part of another one, with its output.
  static func run(_ words: [String], within context: Context) throws -> ExitCode {
    let inner = Context(
      world: context.world, arguments: try parsed(words), output: context.output,
      writesToStandardOutput: context.writesToStandardOutput, progress: context.progress)
    return try inner.arguments.command.run(inner)
  }

  private static func parsed(_ words: [String]) throws(Problem) -> ParsedArguments {
    guard case .run(let arguments) = try ArgumentParser.parse(words, .a11y) else { throw failure(words) }
    return arguments
  }

  private static func failure(_ words: [String]) -> Problem {
    Problem(.bug, code: "program.bug", "internal error: a11y \(words.joined(separator: " ")) failed")
  }
}

/// `a11y __state`: the decisions of merging, for the comparison with its model; not shown in help.
enum StateCommand {
  static let spec = CommandSpec(
    "__state", "print merge decisions as JSON", isHidden: true,
    run: { context in
      let state = try context.openTracker(.read).read { try $0.mergeState() }
      var options = JSONOptions.standard
      options.members = 1 << 24
      try context.print(String(decoding: try CanonicalWriter.bytes(of: state, options: options), as: UTF8.self))
      return .done
    })
}
