package import Audit
import SQLite

/// How what cells show changed in a transaction.
package struct CellChanges: Equatable, Sendable {
  /// Cells that show something less bad than before, and those that show something worse. A cell that was untested is
  /// neither.
  package var better = 0
  package var worse = 0
  /// Of the better ones: by a retest on the same build.
  package var betterByRetest = 0
  /// Cells that failed and are not applicable now.
  package var failToNotApplicable = 0
  /// Cells that became disputed, contradicted, or overruled by their own value.
  package var disputed = 0
  package var contradicted = 0
  package var overruled = 0
  /// Cells that others who are not followed made milder, which the release check does not take over.
  package var held = 0

  package init() {}

  /// What came of several imports, one after the other: what a cell showed in between is no change.
  ///
  /// - Parameter parts: what each of them did to cells, by their numbers.
  package init(net parts: [[Int64: CellStep]]) {
    var steps = parts.first ?? [:]
    for part in parts.dropFirst() { steps.merge(part) { $0.then($1) } }
    for step in steps.values { add(step) }
  }

  mutating func add(_ step: CellStep) {
    if step.isHeld, !step.wasHeld { held += 1 }
    let before = step.before
    if step.after?.isDisputed == true, before?.isDisputed != true { disputed += 1 }
    if step.after?.isContradicted == true, before?.isContradicted != true { contradicted += 1 }
    if step.after?.isOverruled == true, before?.isOverruled != true { overruled += 1 }
    guard let before, let after = step.after else { return }
    if after.badness < before.badness {
      better += 1
      if step.isBetterByRetest { betterByRetest += 1 }
      if before.outcome == .fail, after.outcome == .na { failToNotApplicable += 1 }
    } else if after.badness > before.badness {
      worse += 1
    }
  }

  private static let counts: [any WritableKeyPath<CellChanges, Int> & Sendable] = [
    \.better, \.worse, \.betterByRetest, \.failToNotApplicable, \.disputed, \.contradicted, \.overruled, \.held,
  ]

  /// What came in between two looks at a transaction.
  package func since(_ earlier: CellChanges) -> CellChanges {
    var changes = self
    for count in Self.counts { changes[keyPath: count] -= earlier[keyPath: count] }
    return changes
  }

  package static func + (one: CellChanges, other: CellChanges) -> CellChanges {
    var sum = one
    for count in counts { sum[keyPath: count] += other[keyPath: count] }
    return sum
  }
}

/// What a cell showed before and after a transaction.
package struct CellStep: Equatable, Sendable {
  package var before: CellState?
  package var after: CellState?
  package var isBetterByRetest: Bool
  package var wasHeld: Bool
  package var isHeld: Bool

  /// Where one of two failures was rated and the other was not, that one is as severe as the check says.
  mutating func rate(check: Int64, _ database: Connection) throws {
    guard let old = before, let new = after, old.outcome == .fail, new.outcome == .fail,
      (old.severity == nil) != (new.severity == nil)
    else { return }
    let sql = """
      SELECT severity FROM check_text JOIN term ON term.text = check_id WHERE term.id = ? AND current = 1
      """
    let known = try database.first(sql, [.integer(check)]) { Codes.severity($0.int64(0)) } ?? nil
    let usual = known ?? .serious
    before?.severity = old.severity ?? usual
    after?.severity = new.severity ?? usual
  }

  /// Both steps as one.
  package func then(_ next: CellStep) -> CellStep {
    CellStep(
      before: before, after: next.after, isBetterByRetest: next.isBetterByRetest, wasHeld: wasHeld, isHeld: next.isHeld)
  }
}

extension CellRow {
  /// How the cell changed since it was read or asked the last time; nil where it did not.
  func takeStep() -> CellStep? {
    defer { (initial, wasBetterByRetest, othersMarksBefore) = (state, isBetterByRetest, othersMarks) }
    guard state != initial || isBetterByRetest != wasBetterByRetest || othersMarks != othersMarksBefore else {
      return nil
    }
    return CellStep(
      before: initial, after: state, isBetterByRetest: isBetterByRetest,
      wasHeld: othersMarksBefore & Codes.held != 0, isHeld: othersMarks & Codes.held != 0)
  }
}
