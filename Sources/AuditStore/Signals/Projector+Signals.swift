import AuditModel
import SQLite

extension Projector {
  /// Adds a stored `signal` fact; false where its body is not understood.
  func addSignal(_ fact: Fact, number: Int64, isRetracted: Bool) throws -> Bool {
    guard let signal = Signal(fact.body) else { return false }
    // A tool's clock that is ahead would keep a cell open after it was answered.
    let time = min(signal.at ?? fact.clock.milliseconds, fact.clock.milliseconds)
    try database.run(
      """
      INSERT OR REPLACE INTO signal (fact, component, check_id, condition, time, retracted) VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(number), .integer(try interner.number(records.names().present(signal.component))),
        .integer(try interner.number(signal.check)), .integer(try interner.number(signal.condition)), .integer(time),
        .integer(isRetracted ? 1 : 0),
      ])
    return true
  }
}
