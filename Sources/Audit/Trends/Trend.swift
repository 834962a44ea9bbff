/// What the lines of a trend are about.
package enum TrendGrouping: String, CaseIterable, Sendable {
  case component, screen, category, criterion, owner, tester, build, kind, profile, tag

  /// Whether a cell may stand in several groups, so that the groups add up to more than there is.
  package var overlaps: Bool { [.screen, .criterion, .tag].contains(self) }

  /// Whether the group of a cell is that of the result it shows, and may change with every result.
  package var followsResult: Bool { self == .tester || self == .build }
}

/// What a period of a trend is.
package enum TrendStep: String, CaseIterable, Sendable {
  /// A day, an ISO week, a month; all local.
  case day, week, month
  /// From the close of one audit to that of the next.
  case audit
  /// From the first result of one build to that of the next.
  case build
}

/// One period; its point is the state at its end.
package struct TrendPeriod: Equatable, Sendable {
  /// `2026-W10`, `2026-03-01`, `2026-03`, or the name of an audit or a build.
  package var name: String
  /// Its first and last millisecond, UTC.
  package var from: Int64
  package var to: Int64

  package init(name: String, from: Int64, to: Int64) {
    (self.name, self.from, self.to) = (name, from, to)
  }
}

/// The state of a group at the end of a period.
package struct TrendPoint: Equatable, Sendable {
  /// Untested are cells that the plan of today asks for, of components that were there by then.
  package var counts = CellCounts()
  /// Failing cells that a waiver covered then.
  package var waived = 0
  /// Components with an answered cell.
  package var components = 0
  /// Cells that were answered for the first time since the point before.
  package var new = 0
  /// Of these, the ones that fail without a waiver at the end.
  package var newOpen = 0
  /// Failing cells without a waiver, by severity, critical first.
  package var openSeverities = SIMD4<Int>.zero
  /// When the result was observed that is the oldest of those shown, ms UTC; nil where that was not read.
  package var oldest: Int64?

  package init() {}

  /// Nothing had been observed yet: there is no value, and above all no 0 %.
  package var isGap: Bool { counts.answered == 0 }
  /// Failing cells without a waiver.
  package var open: Int { counts.fail - waived }
}

/// The points of one group, one for each period.
package struct TrendGroup: Equatable, Sendable {
  /// Empty for what has none: no owner, no screen. Nil where nothing is grouped.
  package var name: String?
  package var points: [TrendPoint]

  package init(name: String?, points: [TrendPoint]) { (self.name, self.points) = (name, points) }
}

/// How a tracker, or a part of it, stood at the ends of some periods.
package struct Trend: Equatable, Sendable {
  package var periods: [TrendPeriod]
  /// In the order of the bytes of their names; those without any result are left out.
  package var groups: [TrendGroup]

  package init(periods: [TrendPeriod], groups: [TrendGroup]) {
    (self.periods, self.groups) = (periods, groups)
  }
}

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

  package init(isInScope: Bool) { self.isInScope = isInScope }

  /// A bit for each measure, in the order of `ChangeMeasure`.
  package typealias Measures = UInt16

  package var measures: Measures {
    var measures: Measures = 0
    for (place, measure) in ChangeMeasure.allCases.enumerated() where counts(in: measure) { measures |= 1 << place }
    return measures
  }

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
    (self.component, self.check, self.condition, self.before) = (component, check, condition, before)
    (self.after, self.life, self.coming, self.going) = (after, life, coming, going)
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

/// What changed between two moments.
package struct Changes: Equatable, Sendable {
  package private(set) var before: [ChangeMeasure: Int] = [:]
  package private(set) var after: [ChangeMeasure: Int] = [:]
  /// The cells that count differently in some measure.
  package var cells: [CellChange] = []

  /// What untested cells add, by reason.
  private var untested: [ChangeClass: Int] = [:]

  package init() {}

  /// Counts a cell, and keeps it where it changed.
  package mutating func add(_ cell: CellChange) {
    for measure in ChangeMeasure.allCases {
      if cell.before.counts(in: measure) { before[measure, default: 0] += 1 }
      if cell.after.counts(in: measure) { after[measure, default: 0] += 1 }
    }
    if ChangeMeasure.allCases.contains(where: { cell.difference(in: $0) != 0 }) { cells.append(cell) }
  }

  /// Counts cells that count alike at both moments.
  package mutating func addUnchanged(_ measures: CellSide.Measures, _ count: Int) {
    for (place, measure) in ChangeMeasure.allCases.enumerated() where measures >> place & 1 == 1 {
      before[measure, default: 0] += count
      after[measure, default: 0] += count
    }
  }

  /// Counts untested cells of a component. They are counted where they come or go together with it, and not kept.
  package mutating func addUntested(_ count: Int, wasThere: Bool, isThere: Bool, isOfNewComponent: Bool) {
    if wasThere { before[.untested, default: 0] += count }
    if isThere { after[.untested, default: 0] += count }
    guard wasThere != isThere else { return }
    let reason: ChangeClass = wasThere ? .componentRetired : isOfNewComponent ? .componentAdded : .componentRestored
    untested[reason, default: 0] += isThere ? count : -count
  }

  /// The cells of one reason and what they add to each measure.
  package struct Part: Equatable, Sendable {
    package var reason: ChangeClass
    package var difference: [ChangeMeasure: Int] = [:]
    package var cells: [CellChange] = []
    /// Untested items of a component that came or left, which are not among the cells.
    package var untested = 0

    package var count: Int { cells.count + untested }
  }

  /// The parts that the difference is made of, in the order of `ChangeClass`; none that adds nothing.
  package var parts: [Part] {
    var parts: [ChangeClass: Part] = [:]
    for cell in cells {
      var told: [ChangeClass] = []
      for measure in ChangeMeasure.allCases {
        guard let reason = cell.reason(for: measure) else { continue }
        parts[reason, default: Part(reason: reason)].difference[measure, default: 0] += cell.difference(in: measure)
        guard !told.contains(reason) else { continue }
        told.append(reason)
        parts[reason]?.cells.append(cell)
      }
    }
    for (reason, count) in untested {
      parts[reason, default: Part(reason: reason)].difference[.untested, default: 0] += count
      parts[reason]?.untested = abs(count)
    }
    return ChangeClass.allCases.compactMap { parts[$0] }
  }
}
