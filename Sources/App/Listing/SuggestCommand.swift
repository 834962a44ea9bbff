import Audit
import CommandLine
import Reports
import Sessions
import Store

/// `a11y suggest`: what to test next.
enum SuggestCommand {
  static let spec = CommandSpec(
    "suggest", group: .other, "suggest what to test next", usage: ["WHAT [FLAGS]"],
    subcommands: [conditions, devices], subcommandName: "WHAT", formats: formats, run: GroupRun.run)

  private static let formats: [OutputFormat] = [.table, .plain, .json, .md]

  private static let conditions = CommandSpec(
    "conditions", "suggest device settings to test next", usage: ["[FLAGS]"],
    flags: [
      .audit("audit whose results count (default: all results)"),
      .number(.count, "number of suggestions (default: 1)"),
      FlagSpec(.without, value: "TOKENS", repeatable: true, "settings to exclude (comma-separated)"),
    ],
    formats: formats, canBeRunAgain: true, run: SuggestConditions.run)

  private static let devices = CommandSpec(
    "devices", "suggest the fewest devices and window layouts", usage: ["[FLAGS]"],
    flags: [
      .audit("audit whose results count (default: all results)"),
      .number(.count, "number of suggestions (default: all)"),
      FlagSpec(.without, value: "TOKENS", repeatable: true, "settings to exclude (comma-separated)"),
    ],
    formats: formats, canBeRunAgain: true, run: SuggestDevices.run)
}

/// What `a11y suggest conditions` does.
enum SuggestConditions {
  static func run(_ context: Context) throws -> ExitCode {
    let without = try Suggesting.excluded(context.arguments, among: ConditionSetting.tokens)
    return try Suggesting.run(
      context, PairCover(without: without), count: 1,
      wording: .conditions)
  }
}

/// What `a11y suggest devices` does.
enum SuggestDevices {
  static func run(_ context: Context) throws -> ExitCode {
    let settings = ConditionSetting.deviceMatrix
    let tokens = settings.flatMap(\.choices).map(\.token).filter { !$0.isEmpty }
    var without = try Suggesting.excluded(context.arguments, among: tokens)
    let tablets = tokens.filter { $0.hasPrefix("ipad-") }
    // Only tablets show two windows side by side.
    if without.isSuperset(of: tablets) {
      without.formUnion(ConditionSetting.ofScreens.flatMap(\.choices).map(\.token))
    }
    return try Suggesting.run(
      context, PairCover(settings: settings, without: without, excludes: ConditionSetting.excludes), count: nil,
      wording: .devices)
  }
}

/// Suggestions that cover every pair of choices once.
enum Suggesting {
  private static let most = 1_000

  /// - Parameter count: the default number of proposals; nil for all.
  static func run(
    _ context: Context, _ start: PairCover, count usual: Int?, wording: ConditionReport.Wording
  ) throws -> ExitCode {
    let arguments = context.arguments
    let count = try arguments.int(.count, in: 1...most) ?? usual ?? most
    let name = arguments.string(.audit)
    let usualAudit = context.settings.value(.audit)
    let (audit, configured, seen) = try context.openTracker(.read).read {
      reader -> (AuditRound?, AuditRound?, [Condition]) in
      let audit = try name.map { try Self.audit($0, reader) }
      let configured = try usualAudit.flatMap { try reader.audit($0) }
      return (audit, configured, try reader.conditionsSeen(audit: audit).compactMap { try? Condition(parsing: $0) })
    }
    var cover = start
    for condition in seen { cover.add(condition) }
    let tested = cover.pairs - cover.remaining
    var proposals: [PairCover.Proposal] = []
    while proposals.count < count, let next = cover.proposal() {
      proposals.append(next)
      cover.add(next.condition)
    }
    let report = ConditionReport(
      wording: wording, audit: audit, pairs: cover.pairs, tested: tested, proposals: proposals, configured: configured)
    try context.write(report.page, json: report.json(generated: context.generated))
    return .done
  }

  private static func audit(_ typed: String, _ reader: Reader) throws -> AuditRound {
    let key = try reader.audit(typed) == nil ? NameFinder.record("audit", typed, reader) : typed
    guard let audit = try reader.audit(key) else { throw Refusal.recordDeleted(kind: "audit", key: key) }
    return audit
  }

  /// The tokens that `--without` excludes.
  static func excluded(_ arguments: ParsedArguments, among known: [String]) throws(Problem) -> Set<String> {
    let typed = arguments.strings(.without).flatMap { $0.split(whereSeparator: { $0 == "," || $0 == "+" }) }
    var found: Set<String> = []
    for part in typed {
      let token = String(part)
      guard known.contains(token) else { throw .unknown("setting", token, " for --without", among: known) }
      found.insert(token)
    }
    return found
  }
}
