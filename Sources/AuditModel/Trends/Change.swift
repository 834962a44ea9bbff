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
  /// It fails and had passed before.
  case regressed
  /// It fails and had never passed.
  case newlyFailing = "newly-failing"
  case waiverEnded = "waiver-ended"
  case becameDisputed = "became-disputed"
  case becameStale = "became-stale"
  /// Stale because the check's text or threshold was changed.
  case checkChanged = "check-changed"
  /// It failed and passes.
  case fixed
  case settled
  case waiverGranted = "waiver-granted"
  case freshAgain = "fresh-again"
  /// The first answer, and it is no failure.
  case newlyTested = "newly-tested"
  /// Another answer, neither a failure nor a fix.
  case answeredOtherwise = "answered-otherwise"
  case componentAdded = "component-added"
  case componentRestored = "component-restored"
  /// Retired or deleted.
  case componentRetired = "component-retired"
  /// Nothing of the above. There is no such case, and tests hold it at none.
  case other
}

/// What a cell was at one of the two moments.
package struct CellSide: Equatable, Sendable {
  /// Its component was there and in use.
  package var isInScope: Bool
  /// Nil: untested.
  package var outcome: Outcome?
  /// The plan asks for it, so that it counts as untested where nobody has looked.
  package var isAsked = true
  package var severity: Severity?
  package var isDisputed = false
  package var isWaived = false
  package var stale: [StaleReason] = []

  package init(isInScope: Bool) {
    self.isInScope = isInScope
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
  /// It showed a pass at some time up to the later moment.
  package var hadPassed: Bool
  /// The component was neither registered nor observed at the earlier moment.
  package var isOfNewComponent: Bool

  package init(
    component: String, check: String, condition: String, before: CellSide, after: CellSide, hadPassed: Bool,
    isOfNewComponent: Bool
  ) {
    self.component = component
    self.check = check
    self.condition = condition
    self.before = before
    self.after = after
    self.hadPassed = hadPassed
    self.isOfNewComponent = isOfNewComponent
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
    case (false, true): isOfNewComponent ? .componentAdded : .componentRestored
    case (true, false): .componentRetired
    default: nil
    }
  }

  /// Why the outcome is another.
  private var answer: ChangeClass {
    let failing: ChangeClass = hadPassed ? .regressed : .newlyFailing
    guard let outcome = after.outcome else { return .other }
    guard let former = before.outcome else { return outcome == .fail ? failing : .newlyTested }
    if after.isDisputed, !before.isDisputed { return .becameDisputed }
    if before.isDisputed, !after.isDisputed { return .settled }
    if outcome == .fail { return failing }
    return former == .fail && outcome == .pass ? .fixed : .answeredOtherwise
  }
}
