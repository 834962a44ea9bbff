import Base
import Children
import CommandLine
import Reports
import Sessions
import Store

/// What the tracker said before the first entry that was not here yet. An import that brings none reads nothing of it.
final class BeforeNews {
  private let context: Context
  private var names: LookAlikeNames?
  private var gate: GateStand?
  private var verdicts: [String: String] = [:]
  /// More plans are not compared: the children of each are counted again.
  private static let mostPlans = 100

  init(_ context: Context) { self.context = context }

  /// Looks, the first time.
  func look(_ reader: Reader) throws {
    guard names == nil else { return }
    names = try LookAlikeNames(reader)
    gate = try GateStand(reader, context)
    verdicts = try Self.verdicts(reader)
  }

  /// What is known of tests with children, by their plans.
  private static func verdicts(_ reader: Reader) throws -> [String: String] {
    let reports = try TapReports.reports(Array(try reader.plans().prefix(mostPlans)), reader, isRedacted: false)
    return Dictionary(firstOf: reports.map { ($0.plan.key, $0.verdictWord) })
  }

  /// Looks again after all was stored, if there was anything to store.
  ///
  /// - Returns: how the release check and the verdicts of plans changed; nil without news, and where no policy was in force and no
  ///   verdict changed.
  func compare(_ tracker: Tracker, hasNews: Bool) throws -> GateChange? {
    guard names != nil else { return nil }
    return try tracker.read { try compare($0, hasNews: hasNews) }
  }

  func compare(_ reader: Reader, hasNews: Bool) throws -> GateChange? {
    try names?.look(reader)
    guard hasNews else { return nil }
    var change = try gate.map { try GateChange($0, GateStand(reader, context), reader) } ?? GateChange()
    let now = try verdicts.isEmpty ? [:] : Self.verdicts(reader)
    change.plans = verdicts.keys.sorted().compactMap { key in
      guard let before = verdicts[key], let after = now[key], before != after else { return nil }
      return (key, before, after)
    }
    return gate == nil && change.plans.isEmpty ? nil : change
  }

  /// Warns of names that look like others and were not here before.
  func warn() { names?.warn(context) }
}
