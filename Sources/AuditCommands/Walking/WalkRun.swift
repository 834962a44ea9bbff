import Arguments
import AuditReports
import AuditSessions
import AuditStore
import Terminal
import TrackerAccess

/// What `a11y walk` does.
enum WalkRun {
  enum Keys: String, CaseIterable {
    case line, single
  }

  static func run(_ context: Context) throws -> ExitCode {
    let isSingle = try isSingle(context)
    let tester = try context.requiredTester()
    let tracker = try context.openTracker(.write)
    let (request, scope, defaults) = try tracker.read { reader in
      let defaults = try LogDefaults.read(context, reader, tester: tester)
      let request = try WalkRequest(context, defaults)
      let audit = defaults.audit.isEmpty ? nil : try reader.audit(defaults.audit)
      return (request, try WalkScope(reader, request, audit: audit), defaults)
    }
    guard !scope.cells.isEmpty else {
      for line in nothing(request, scope, defaults) { try PromptOutput(context: context, asks: false).say(line) }
      return .done
    }
    let writer = WalkWriter(context: context, tracker: tracker, defaults: defaults, isRetest: request.isRetest)
    let session = WalkSession(context, request, scope, writer, isSingle: isSingle)
    let keyboard = context.world.keyboard
    context.progress.mute()
    try keyboard.begin()
    defer { keyboard.end() }
    if isSingle { keyboard.hand(over: .keys) }
    let code = try session.run()
    // What is still to be printed meets a terminal that is as it was.
    try context.output.flush()
    return code
  }

  /// Whether keys are taken one by one: where a person sits at both ends, and does not ask for lines.
  static func isSingle(_ context: Context, what: String = "a walk") throws(Problem) -> Bool {
    let wanted = try context.arguments.choice(.keys, as: Keys.self)
    let isPair = context.world.isTerminal(.input) && context.world.isTerminal(.output) && context.writesToStandardOutput
    if context.world.isTerminal(.input), !Prompt.isPossible(context) {
      throw .usage(
        "prompt.impossible", "\(what) asks for one answer after the other, and nobody may be asked",
        hints: ["Leave --no-input out, or send the answers through a pipe. a11y log - takes many results at once."])
    }
    guard wanted == .single, !isPair else { return isPair && wanted != .line }
    throw .usage(
      "keys.no-terminal", "--keys single needs a terminal for input and output",
      hints: ["--keys line takes one answer per line."])
  }

  /// Why there is nothing to walk, and what to do about it.
  private static func nothing(_ request: WalkRequest, _ scope: WalkScope, _ defaults: LogDefaults) -> [String] {
    if scope.components.isEmpty {
      return [
        "There is nothing to walk: no component is in use" + (defaults.audit.isEmpty ? "." : " in this audit."),
        "To register one: a11y new component --help",
      ]
    }
    let place = defaults.audit.isEmpty ? "" : " of the audit \(defaults.audit)"
    guard request.only == .untested else {
      return [
        "There is nothing to walk: no cell\(place) \(request.only.phrase).",
        "To walk what has no answer yet: a11y walk",
      ]
    }
    guard scope.inScope > 0 else {
      return [
        "There is nothing to walk: no check applies to these components.",
        "What applies: a11y list checks, a11y list components",
      ]
    }
    return [
      "Nothing is left: \(counted(scope.inScope, "cell"))\(place), all answered.",
      "To look at old answers again: a11y walk --only stale",
      "Where the app stands: a11y status",
    ]
  }
}
