package import AuditModel

/// A figure whose change is explained.
package enum ChangeMeasure: String, CaseIterable, Sendable {
  case pass, fail, na
  case cantTell = "cant_tell"
  case untested
  /// Failing cells without a waiver, and with one.
  case open, waived
  case disputed, stale
}

/// Why a cell counts differently than before. Each cell has one for each measure in which it counts differently, so
/// the parts add up to the difference.
package enum ChangeClass: String, CaseIterable, Sendable {
  /// It fails and had passed on an older build.
  case regressed
  /// It fails and had not passed on an older build.
  case newlyFailing = "newly-failing"
  case waiverEnded = "waiver-ended"
  case becameDisputed = "became-disputed"
  case becameStale = "became-stale"
  /// Stale because the check's text or threshold was changed.
  case checkChanged = "check-changed"
  /// It failed, and passes on a newer build or of a changed source.
  case fixed
  /// It failed, and passes by a retest on the same build.
  case retested
  /// It failed, and passes on the same build, or where none is known to be newer.
  case corrected
  case settled
  case waiverGranted = "waiver-granted"
  case freshAgain = "fresh-again"
  /// The first answer, and it is no failure.
  case newlyTested = "newly-tested"
  /// It was tested and is asked for, and was not tested again, as in a later audit.
  case notRetested = "not-retested"
  /// Another answer, neither a failure nor a fix.
  case answeredOtherwise = "answered-otherwise"
  case componentAdded = "component-added"
  case componentRestored = "component-restored"
  /// Retired or deleted.
  case componentRetired = "component-retired"
  /// It is asked for, and was not; and the other way round.
  case intoScope = "into-scope"
  case outOfScope = "out-of-scope"
}

/// What a cell was at one of the two moments.
package struct CellSide: Equatable, Sendable {
  /// Its component was there and in use.
  package var isInScope: Bool
  /// Nil: untested.
  package var outcome: Outcome?
  /// The plan asks for it, so that it counts as untested without a result.
  package var isAsked = true
  package var severity: Severity?
  package var isDisputed = false
  package var isWaived = false
  /// It stands by a retest on the same build.
  package var isRetested = false
  package var stale: [StaleReason] = []

  package init(isInScope: Bool) {
    self.isInScope = isInScope
  }

  /// A bit for each measure, in the order of `ChangeMeasure`.
  package typealias Measures = UInt16

  /// The measures in which it counts.
  package var measures: Measures {
    var measures: Measures = 0
    for (place, measure) in ChangeMeasure.allCases.enumerated() where counts(in: measure) { measures |= 1 << place }
    return measures
  }

  /// Whether it counts in a measure.
  package func counts(in measure: ChangeMeasure) -> Bool {
    guard isInScope else { return false }
    return switch measure {
    case .pass: outcome == .pass
    case .fail: outcome == .fail
    case .na: outcome == .na
    case .cantTell: outcome == .cantTell
    case .untested: outcome == nil && isAsked
    case .open: outcome == .fail && !isWaived
    case .waived: outcome == .fail && isWaived
    case .disputed: isDisputed
    case .stale: !stale.isEmpty
    }
  }
}

/// A cell at two moments, and what lies between them.
package struct CellChange: Equatable, Sendable {
  package var component: String
  package var check: String
  package var condition: String
  package var before: CellSide
  package var after: CellSide
  /// How its failing stood at the later moment; nil where it had never failed, or nothing depends on it.
  package var life: FindingLife.State?
  /// Why it is in scope where it was not, and why it is not where it was.
  package var coming: ChangeClass
  package var going: ChangeClass

  package init(
    component: String, check: String, condition: String, before: CellSide, after: CellSide,
    life: FindingLife.State?, coming: ChangeClass, going: ChangeClass
  ) {
    self.component = component
    self.check = check
    self.condition = condition
    self.before = before
    self.after = after
    self.life = life
    self.coming = coming
    self.going = going
  }

  /// Whether `life` decides why it counts differently.
  package var dependsOnLife: Bool {
    before.outcome != after.outcome && (before.outcome == .fail || after.outcome == .fail)
  }

  /// 1 where it counts only afterwards, -1 where it counted only before, else 0.
  package func difference(in measure: ChangeMeasure) -> Int {
    (after.counts(in: measure) ? 1 : 0) - (before.counts(in: measure) ? 1 : 0)
  }

  /// Why it counts differently in a measure; nil where it does not.
  package func reason(for measure: ChangeMeasure) -> ChangeClass? {
    guard difference(in: measure) != 0 else { return nil }
    if let comesOrGoes { return comesOrGoes }
    switch measure {
    case .pass, .fail, .na, .cantTell, .untested: return answer
    case .open, .waived:
      if before.outcome != after.outcome { return answer }
      return after.isWaived ? .waiverGranted : .waiverEnded
    case .disputed: return after.isDisputed ? .becameDisputed : .settled
    case .stale:
      if after.stale.isEmpty { return .freshAgain }
      return after.stale.contains(.check) ? .checkChanged : .becameStale
    }
  }

  private var comesOrGoes: ChangeClass? {
    switch (before.isInScope, after.isInScope) {
    case (false, true): coming
    case (true, false): going
    default: nil
    }
  }

  /// Why the outcome is another.
  private var answer: ChangeClass {
    let failing: ChangeClass = life == .regressed ? .regressed : .newlyFailing
    guard let outcome = after.outcome else {
      return before.outcome != nil ? .notRetested : after.isAsked ? coming : going
    }
    guard let former = before.outcome else { return outcome == .fail ? failing : .newlyTested }
    if after.isDisputed, !before.isDisputed { return .becameDisputed }
    if before.isDisputed, !after.isDisputed { return .settled }
    if outcome == .fail { return failing }
    guard former == .fail, outcome == .pass else { return .answeredOtherwise }
    return life == .fixed ? .fixed : after.isRetested ? .retested : .corrected
  }
}
