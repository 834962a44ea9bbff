import CommandLine
import Sessions
import Store

/// What the tracker said before the first entry that was not here yet. An import that brings none reads nothing of it.
final class BeforeNews {
  private let context: Context
  private var names: LookAlikeNames?
  private var gate: GateStand?

  init(_ context: Context) { self.context = context }

  /// Looks, the first time.
  func look(_ reader: Reader) throws {
    guard names == nil else { return }
    names = try LookAlikeNames(reader)
    gate = try GateStand(reader, context)
  }

  /// Looks again after all was stored, if there was anything to store.
  ///
  /// - Returns: how the release check changed; nil without news, and where no policy was in force before.
  func compare(_ tracker: Tracker, hasNews: Bool) throws -> GateChange? {
    guard names != nil else { return nil }
    return try tracker.read { try compare($0, hasNews: hasNews) }
  }

  func compare(_ reader: Reader, hasNews: Bool) throws -> GateChange? {
    try names?.look(reader)
    guard let gate, hasNews else { return nil }
    return try GateChange(gate, GateStand(reader, context), reader)
  }

  /// Warns of names that look like others and were not here before.
  func warn() { names?.warn(context) }
}
