package import AuditModel

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
    self.name = name
    self.from = from
    self.to = to
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

  package init(name: String?, points: [TrendPoint]) {
    self.name = name
    self.points = points
  }
}

/// How a tracker, or a part of it, stood at the ends of some periods.
package struct Trend: Equatable, Sendable {
  package var periods: [TrendPeriod]
  /// In the order of the bytes of their names; those without any result are left out.
  package var groups: [TrendGroup]

  package init(periods: [TrendPeriod], groups: [TrendGroup]) {
    self.periods = periods
    self.groups = groups
  }
}
