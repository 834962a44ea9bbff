import Audit
import Base
import CommandLine
import Exchange
import Sessions
import Store

/// `a11y log`: logs results.
enum LogCommand {
  private static let inLines = "Put values, notes, and severities in the input lines."

  private static let ofEach = "Copy the results, then log what is different."
  private static let asQuery = "Use query words instead, e.g. kind:toggle screen:sign-in."

  static let spec = CommandSpec(
    "log", group: .tester, "log a test result",
    usage: [
      "OUTCOME CHECK COMPONENT... [FLAGS]", "OUTCOME FINDING [FLAGS]", "like [CHECK...] FROM TO...",
      "fail [CHECK] COMPONENT... --pattern PATTERN [FLAGS]", "FILE [FLAGS]", "- [FLAGS] < results.tsv",
    ],
    positionals: [
      PositionalSpec(
        "OUTCOME", choices: ["pass", "fail", "na", "cant-tell", "like", "-"], fileAs: "-",
        "outcome, like to copy results, or a file of results (- for stdin)"),
      PositionalSpec(
        "CHECK", arity: .optional, completes: .records(.check),
        "check IDs (comma-separated), unique prefix, pattern, or query; or the ID of a finding"),
      PositionalSpec(
        "COMPONENT", arity: .many, completes: .records(.component),
        "component keys, unique prefixes, patterns, or queries"),
    ],
    flags: [
      .severity.doesNotFit("-", hint: inLines).doesNotFit("like", hint: ofEach),
      .measuredValue.doesNotFit("-", hint: inLines).doesNotFit("like", hint: ofEach),
      .message("note: what you observed").doesNotFit("-", hint: inLines).doesNotFit("like", hint: ofEach),
      .onlyOfKind.doesNotFit("-", hint: inLines).doesNotFit("like", hint: asQuery),
      .onlyOnScreen.doesNotFit("-", hint: inLines).doesNotFit("like", hint: asQuery),
      .condition("device settings during the test, e.g. dark,text-ax5"),
      .audit("audit"), .tester, .build, .device, .os, .detect,
      .at("time of the test (default: now), e.g. 2026-03-01T10:00:00Z, or local time without Z"),
      FlagSpec(
        .evidence, value: "FILE", repeatable: true, completes: .files, "evidence file: image, video, PDF, or text"
      ).doesNotFit("like", hint: ofEach).doesNotFit(
        "-", hint: "Run \"a11y new evidence CHECK COMPONENT FILE\" to attach a file to a logged result."),
      FlagSpec(
        .components, value: "COMPONENTS", repeatable: true, completes: .records(.component),
        "components that fail, where the check is asked once per screen (comma-separated)"
      ).doesNotFit("-", hint: inLines).doesNotFit("like", hint: ofEach),
      .alt.needs(fileOf: .evidence).doesNotFit("-", hint: inLines),
      FlagSpec(
        .pattern, value: "PATTERN", completes: .records(.pattern), "known anti-pattern (see a11y lookup pattern)"
      ).doesNotFit("-", hint: "Run \"a11y log fail CHECK COMPONENT --pattern PATTERN\" for each such fail."),
      FlagSpec(.override, value: "REASON", "reason to keep a pass that its value contradicts (counts as a fail)"),
      FlagSpec(switch: .retest, "replace another tester's outcome after testing again")
        .excludes(.disagree, hint: "Use --retest alone: it ends a disagreement."),
      FlagSpec(switch: .disagree, "disagree with another tester on the same build; both outcomes are kept"),
      FlagSpec.map("Result=outcome,OK=pass,P1=critical").fits("-"),
      .headerRow.fits("-"), .partial, .rejects.fits("-"), .dryRun,
    ],
    takesQuery: true, run: run)

  static func run(_ context: Context) throws -> ExitCode {
    try DetectedDevice.use(context)
    let arguments = context.arguments
    if arguments.positional(0) != nil, arguments.chosenWord == "-" { return try BulkRun.run(context) }
    if arguments.positional(0) == "like" { return try LikeLog.run(context) }
    if arguments.has(.pattern) { return try PatternLog.run(context) }
    let components = arguments.positionals(from: 2)
    let terms = terms(arguments)
    guard let outcome = arguments.positional(0), let check = arguments.positional(1),
      !components.isEmpty || !terms.isEmpty
    else {
      if let outcome = arguments.positional(0),
        let named = try context.identified(at: 1, { [$0.check, $0.component] })
      {
        let words = named.arguments.positionals
        return try TypedLog(outcome: outcome, check: words[1], components: [words[2]]).run(named)
      }
      let missing = arguments.positional(1) == nil ? "arguments CHECK and COMPONENT" : "argument COMPONENT"
      throw Problem.usage(
        "arguments.missing",
        "missing \(missing)",
        hints: ["Run \"a11y log pass voiceover.icon-button-label sign-in/close-button\", for example."])
    }
    do {
      return try TypedLog(outcome: outcome, check: check, components: components, where: terms).run(context)
    } catch let unknown as Problem where unknown.code == "component.unknown" && !arguments.has(.message) {
      // Behind a component that is known, words are more often what was seen.
      let isLater = components.dropFirst().contains { unknown.message.hasSuffix(MessageText.quoted($0)) }
      guard isLater else { throw unknown }
      throw Problem(
        unknown.exitCode, code: unknown.code, unknown.message,
        hints: unknown.advice + ["Pass a note with -m, in quotes."])
    }
  }

  /// The query words of `--kind` and `--screen`.
  static func terms(_ arguments: ParsedArguments) -> [Filter.Term] {
    [(FlagName.kind, Filter.Field.kind), (.screen, .screen)].compactMap { flag, field in
      let values = arguments.list(flag)
      return values.isEmpty ? nil : Filter.Term(field, values)
    }
  }
}

/// `a11y log like [CHECK...] FROM TO...`: results of one component as drafts for others, logged once confirmed.
enum LikeLog {
  static func run(_ context: Context) throws -> ExitCode {
    let words = context.arguments.positionals(from: 1)
    guard words.count >= 2 else {
      throw Problem.usage(
        "arguments.missing", "missing arguments FROM and TO",
        hints: ["Run \"a11y log like sign-in/close-button home/close-button\", for example."])
    }
    var answered = 0
    let log = TypedLog { _, defaults, writer in
      let reader = writer.reader
      let (checks, components) = try split(words, reader)
      let source = try NameFinder.component(components[0], reader)
      let found = try SimilarResults(
        of: source, to: ComponentSelection(Array(components.dropFirst()), reader).keys,
        checks: checks.isEmpty ? nil : Set(checks), condition: defaults.condition.text, reader)
      answered = found.answered
      guard !found.entries.isEmpty else { throw nothing(source, answered: found.answered) }
      return (found.entries, .drafts)
    }
    let code = try log.run(context)
    if answered > 0 { context.remark("a11y: note: \(counted(answered, "item")) not copied: already tested") }
    return code
  }

  /// The words before the first component are checks.
  private static func split(_ words: [String], _ reader: Reader) throws -> (checks: [String], components: [String]) {
    let ids = try reader.checkIDs()
    let keys = try reader.componentKeys()
    var checks: [String] = []
    var rest = words[...]
    while rest.count > 2, let word = rest.first {
      let pattern = Glob.choosing(word)
      if pattern.isPattern {
        let found = ids.filter(pattern.matches)
        if found.isEmpty || keys.contains(where: pattern.matches) { break }
        checks += found
      } else {
        if case .one = resolve(word, among: keys) { break }
        checks.append(try NameFinder.check(word, reader))
      }
      rest = rest.dropFirst()
    }
    return (checks, Array(rest))
  }

  private static func nothing(_ source: String, answered: Int) -> Problem {
    let reason = answered > 0 ? "\(counted(answered, "item")) already tested" : "no result applies"
    return Problem(
      .notFound, code: "like.nothing", "no results to copy from \(source): \(reason)",
      hints: ["Run \"a11y list items component:\(ShellWord.quoted(source))\" for its results."])
  }
}

/// What `--detect` and `detect yes` do: device, system, and condition of results come from the booted simulator, or the
/// device that is connected. Flags have priority.
enum DetectedDevice {
  static func use(_ context: Context) throws {
    let arguments = context.arguments
    let isConfigured = context.settings.value(.detect).flatMap(Switch.init) == .on
    guard arguments.has(.detect) || isConfigured else { return }
    let isKnown = arguments.has(.device) && arguments.has(.condition)
    guard arguments.has(.detect) || !isKnown else { return }
    let device: ConnectedDevice
    do throws(DeviceTool.Problem) {
      device = try DeviceTool(environment: context.world.setting).find()
    } catch {
      let problem = problem(error)
      guard !arguments.has(.detect) else { throw problem }
      return context.remark("a11y: note: nothing detected: \(problem.message)")
    }
    var found: [SettingKey: String] = [:]
    var words: [String] = []
    if !arguments.has(.device) {
      found[.device] = device.name
      // The system of another device does not apply to this one.
      found[.os] = device.os
      words.append(device.name)
      if !arguments.has(.os), !device.os.isEmpty { words.append(device.os) }
    }
    if let settings = device.settings, !arguments.has(.condition) {
      let condition = try condition(settings, context)
      found[.condition] = condition.shown
      words.append(condition.shown)
      if !settings.unread.isEmpty { words.append("\(settings.unread.joined(separator: " and ")) unknown") }
    }
    context.settings.detected = found
    guard !words.isEmpty else { return }
    let what = device.isSimulator ? "booted simulator" : "connected device"
    context.remark("From the \(what): \(words.joined(separator: ", ")).")
  }

  /// The settings, with the configured ones that no tool can tell, such as VoiceOver.
  private static func condition(_ settings: DeviceSettings, _ context: Context) throws(Problem) -> Condition {
    let configured = try context.condition()?.tokens ?? []
    let others = configured.filter { token in
      let name = ConditionSetting.setting(of: token)?.name ?? ""
      return !DeviceSettings.names.contains(name) || settings.unread.contains(name)
    }
    return try Problem.named { () throws(NameProblem) in
      try Condition(parsing: (settings.tokens + others).joined(separator: ","))
    }
  }

  private static func problem(_ problem: DeviceTool.Problem) -> Problem {
    let hint = "Pass --device, --os, and --condition."
    switch problem {
    case .missing:
      return Problem(
        .notFound, code: "detect.tool", "cannot find xcrun, which knows the simulators and devices of a Mac",
        hints: ["Install Xcode, or pass --device, --os, and --condition instead of --detect."])
    case .none:
      return Problem(
        .notFound, code: "detect.none", "no simulator is booted, and no device is connected",
        hints: ["Start a simulator, or pass --device, --os, and --condition instead of --detect."])
    case .several(let names):
      return Problem(
        .decision, code: "detect.several", "more than one device is in use: \(names.joined(separator: ", "))",
        hints: ["Stop all except one. \(hint)"])
    case .failed(let reason):
      return Problem(.badInput, code: "detect.failed", "cannot detect the device: \(reason)", hints: [hint])
    }
  }

  // MARK: Screenshots

  /// What finds the latest screenshot: of the booted simulator, else in the configured folder. Nil without both.
  static func screenshot(_ context: Context) -> (() -> WalkScreenshot?)? {
    let tool = DeviceTool(environment: context.world.setting)
    let folder = context.settings.value(.screenshots)
    guard tool.isInstalled || folder != nil else { return nil }
    return {
      if tool.isInstalled, let made = TemporaryFolder() {
        let time = Timestamp(milliseconds: context.world.now()).iso8601.prefix(19).filter { $0 != ":" && $0 != "-" }
        let name = "simulator-\(time)Z.png"
        if (try? tool.takeScreenshot(to: made.path(name))) == true {
          return (path: made.path(name), name: name, remove: made.remove)
        }
        made.remove()
      }
      guard let path = folder.flatMap(NewestImage.path) else { return nil }
      return (path: path, name: Paths.name(path), remove: {})
    }
  }
}
