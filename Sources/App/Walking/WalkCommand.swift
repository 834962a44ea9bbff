import Audit
import Base
import CommandLine
import Sessions
import Store

/// `a11y walk`: shows one item after another and logs an answer to each.
enum WalkCommand {
  static let spec = CommandSpec(
    "walk", group: .tester, "test what is left, item by item", usage: ["[QUERY...] [FLAGS]"],
    positionals: [.query("items to walk through, e.g. screen:sign-in")],
    flags: [
      .audit("audit to test ('' for none)"),
      .component("component, pattern, or query, e.g. 'sign-in/**'"),
      .check("checks (comma-separated), pattern, or query, e.g. 'voiceover.*'"),
      FlagSpec(.checklist, value: "CHECKLIST", repeatable: true, completes: .records(.checklist), "checklist"),
      .by, .only,
      FlagSpec(switch: .all, "include all items, tested or not").excludes(.only),
      FlagSpec(switch: .mine, "only components that the audit assigns to you"),
      .condition("device settings, e.g. dark,text-ax5"),
      FlagSpec(.keys, value: "MODE", choices: ["single", "line"], "input mode: single key or line"),
      .tester, .build, .device, .os, .detect,
    ],
    formats: [.table, .plain], takesQuery: true, run: run)

  enum Keys: String, CaseIterable {
    case line, single
  }

  static func run(_ context: Context) throws -> ExitCode {
    let isSingle = try isSingle(context)
    let tester = try context.requiredTester()
    let tracker = try context.openTracker(.write)
    try DetectedDevice.use(context)
    let build = try BuildChoice.settle(
      context, tracker, tester: tester, isAssigned: context.arguments.has(.mine), isOfMany: true)
    let (request, scope, defaults) = try tracker.read { reader in
      let defaults = try LogDefaults.read(
        context, reader, tester: tester, isAssigned: context.arguments.has(.mine), build: build)
      let request = try WalkRequest(context, defaults)
      try QueryNames(reader: reader).examine(ListRequest(kind: .cells, filter: request.query), context)
      if request.only != .retest { try SettingWords.refuse(defaults.condition, on: defaults.device) }
      let audit = defaults.audit.isEmpty ? nil : try reader.audit(defaults.audit)
      return (request, try WalkScope(reader, request, audit: audit, device: defaults.device), defaults)
    }
    guard !scope.cells.isEmpty else {
      let output = PromptOutput(context: context, asks: false)
      for line in nothing(request, scope, defaults, context.arguments) { try output.say(line) }
      return .done
    }
    let writer = WalkWriter(context: context, tracker: tracker, defaults: defaults, isRetest: request.isRetest)
    let session = WalkSession(context, request, scope, writer, isSingle: isSingle)
    session.screenshot = DetectedDevice.screenshot(context)
    let keyboard = context.world.keyboard
    context.progress.mute()
    try keyboard.begin()
    defer { keyboard.end() }
    if isSingle { keyboard.hand(over: .keys) }
    let code = try session.run()
    // Restores the terminal before the rest is printed.
    try context.output.flush()
    return code
  }

  /// Whether keys are read one by one: if input and output are a terminal and `--keys line` was not passed.
  static func isSingle(_ context: Context, what: String = "a walk") throws(Problem) -> Bool {
    let wanted = try context.arguments.choice(.keys, as: Keys.self)
    let isPair = context.world.isTerminal(.input) && context.world.isTerminal(.output) && context.writesToStandardOutput
    if context.world.isTerminal(.input), !Prompt.isPossible(context) {
      throw .usage(
        "prompt.impossible", "\(what) prompts for answers, which --no-input forbids",
        hints: ["Remove --no-input, pipe in the answers, or run \"a11y log -\" to log many results."])
    }
    guard wanted == .single, !isPair else { return isPair && wanted != .line }
    throw .usage(
      "keys.no-terminal", "--keys single requires a terminal for input and output",
      hints: ["Use --keys line to enter one answer per line."])
  }

  /// Why no item is in scope, and what to do.
  private static func nothing(
    _ request: WalkRequest, _ scope: WalkScope, _ defaults: LogDefaults, _ arguments: ParsedArguments
  ) -> [String] {
    if scope.inScope == 0, !scope.leftOut.isEmpty {
      return ["No items to test here."] + WalkSentences.leftOut(scope.leftOut, defaults.device)
        + ["Name a check with --check to test it here."]
    }
    if scope.components.isEmpty {
      return [
        "No items to test: no component is in use" + (defaults.audit.isEmpty ? "." : " in this audit."),
        "Run \"a11y new component --help\" to add one.",
      ]
    }
    let place = defaults.audit.isEmpty ? "" : " of audit \(defaults.audit)"
    let others = toTest(scope.testedByOthers, arguments)
    guard request.only == .untested, request.query.isEmpty else {
      let source = request.query.source
      let phrase = source.isEmpty ? request.only.phrase : "matches \(MessageText.quoted(source))"
      // What is answered already may match all the same.
      let isOfUntested = request.only == .untested && !request.asksResults
      return [
        "No items to test: no \(isOfUntested ? "untested item" : "item")\(place) \(phrase).",
        isOfUntested
          ? "Run \"\(ShellWord.command("a11y walk --only fail", [source]))\" for failing items."
          : "Run \"a11y walk\" for untested items.",
      ] + others
    }
    guard scope.inScope > 0 else {
      return [
        "No items to test: no check applies to these components.",
        "Run \"a11y list checks\" and \"a11y list components\" to compare kinds and platforms.",
      ]
    }
    return [
      "All items answered: \(counted(scope.inScope, "item"))\(place)."
    ] + others + [
      "Run \"a11y walk --only stale\" to retest stale results.",
      "Run \"a11y status\" for the current status.",
    ]
  }

  /// How to test what only people have tested who are not followed.
  private static func toTest(_ count: Int, _ arguments: ParsedArguments) -> [String] {
    guard count > 0 else { return [] }
    return [
      "\(counted(count, "item was", "items were")) tested only by people who are not followed here. Run "
        + "\"\(WalkSentences.command(arguments, only: .retest))\" to test \(count == 1 ? "it" : "them")."
    ]
  }
}
