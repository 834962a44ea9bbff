package import AuditFigures
package import AuditModel
package import AuditStore
import Measuring

/// The first rows of a list, and how many there are: the others are counted, not created.
package struct FirstRows<Row: Sendable>: Sendable, ExpressibleByArrayLiteral {
  package var rows: [Row]
  package var count: Int

  package init(_ rows: [Row], of count: Int) {
    self.rows = rows
    self.count = count
  }

  package init(arrayLiteral rows: Row...) { self.init(rows, of: rows.count) }

  package var isEmpty: Bool { count == 0 }
}

/// The status of a component.
package struct ReportComponent: Sendable {
  package var standing: ComponentSummary
  package var kind = ""
  package var owner = ""
  /// All that a query may name it by; without a registration its key alone.
  package var component: Component?
  package var figures = ReportFigures()

  package init(standing: ComponentSummary) {
    self.standing = standing
  }
}

/// A finding as the report shows it.
package struct ReportFinding: Sendable {
  /// Its tester and those of its remarks are codes, unless the report names testers.
  package var finding: Finding
  package var daysOpen: Int
  /// The names of its evidence files, and a small picture of one of them.
  package var evidence: [ReportEvidence] = []
  package var picture: ReportPicture?

  package init(_ finding: Finding, daysOpen: Int) {
    self.finding = finding
    self.daysOpen = daysOpen
  }

  var note: String { finding.note ?? "" }
  /// As typed.
  var value: String { finding.value?.text ?? "" }
  /// The device and its system.
  var device: String { [finding.device, finding.os].filter { !$0.isEmpty }.joined(separator: ", ") }
}

/// The open findings that one fix would resolve.
package struct ReportFix: Sendable {
  /// The fix, in words.
  package var what: String
  package var fix: Fix

  package init(_ what: String, _ fix: Fix) {
    self.what = what
    self.fix = fix
  }
}

/// A cell to retest.
package struct ReportRetest: Sendable {
  package var component: String
  package var check: String
  package var condition: String
  /// The device of the test; empty if not recorded.
  package var device: String
  /// Cells of one device and one set of settings have the same number.
  package var stop: Int
  /// As codes, and in words.
  package var reasons: [(code: String, words: String)]

  package init(
    component: String, check: String, condition: String, device: String, stop: Int,
    reasons: [(code: String, words: String)]
  ) {
    self.component = component
    self.check = check
    self.condition = condition
    self.device = device
    self.stop = stop
    self.reasons = reasons
  }
}

/// A cell with different results of two testers.
package struct ReportDispute: Sendable {
  /// The result of one of them.
  package struct Side: Sendable {
    /// An outcome's id.
    package var outcome: String
    /// A code, unless the report names testers.
    package var tester: String
    package var note: String
    /// ms UTC.
    package var seen: Int64

    package init(outcome: String, tester: String, note: String, seen: Int64) {
      self.outcome = outcome
      self.tester = tester
      self.note = note
      self.seen = seen
    }
  }

  package var component: String
  package var check: String
  package var condition: String
  /// The latest first.
  package var sides: [Side]

  package init(component: String, check: String, condition: String, sides: [Side]) {
    self.component = component
    self.check = check
    self.condition = condition
    self.sides = sides
  }
}

/// A file that shows a finding.
package struct ReportEvidence: Sendable {
  package var name: String
  /// Where a copy is, relative to the page; nil without one.
  package var link: String?

  package init(name: String, link: String? = nil) {
    self.name = name
    self.link = link
  }
}

/// An audit with its counts.
package struct ReportAudit: Sendable {
  package var name: String
  package var isClosed: Bool
  package var counts: CellCounts

  package init(name: String, isClosed: Bool, counts: CellCounts) {
    self.name = name
    self.isClosed = isClosed
    self.counts = counts
  }
}
