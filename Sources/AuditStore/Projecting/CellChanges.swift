import AuditModel

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

  package init() {}

  mutating func add(_ row: CellRow) {
    defer { (row.initial, row.wasBetterByRetest) = (row.state, row.isBetterByRetest) }
    guard row.state != row.initial || row.isBetterByRetest != row.wasBetterByRetest else { return }
    let before = row.initial
    if row.state?.isDisputed == true, before?.isDisputed != true { disputed += 1 }
    if row.state?.isContradicted == true, before?.isContradicted != true { contradicted += 1 }
    if row.state?.isOverruled == true, before?.isOverruled != true { overruled += 1 }
    guard let before, let after = row.state else { return }
    if after.badness < before.badness {
      better += 1
      if row.isBetterByRetest { betterByRetest += 1 }
      if before.outcome == .fail, after.outcome == .na { failToNotApplicable += 1 }
    } else if after.badness > before.badness {
      worse += 1
    }
  }

  /// What came in between two looks at a transaction.
  package func since(_ earlier: CellChanges) -> CellChanges {
    var changes = self
    changes.better -= earlier.better
    changes.worse -= earlier.worse
    changes.betterByRetest -= earlier.betterByRetest
    changes.failToNotApplicable -= earlier.failToNotApplicable
    changes.disputed -= earlier.disputed
    changes.contradicted -= earlier.contradicted
    changes.overruled -= earlier.overruled
    return changes
  }

  package static func + (one: CellChanges, other: CellChanges) -> CellChanges {
    var sum = one
    sum.better += other.better
    sum.worse += other.worse
    sum.betterByRetest += other.betterByRetest
    sum.failToNotApplicable += other.failToNotApplicable
    sum.disputed += other.disputed
    sum.contradicted += other.contradicted
    sum.overruled += other.overruled
    return sum
  }
}
