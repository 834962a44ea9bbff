package import AuditModel

/// How a component stands.
package struct ReportComponent: Sendable {
  package var standing: ComponentStanding
  package var kind = ""
  package var owner = ""
  package var figures = ReportFigures()

  package init(standing: ComponentStanding) {
    self.standing = standing
  }
}

/// A cell that fails.
package struct ReportFinding: Sendable {
  package var component: String
  package var check: String
  package var condition: String
  package var severity: Severity?
  /// When it began to fail, and when it was last seen, ms UTC.
  package var since: Int64
  package var seen: Int64
  package var daysOpen: Int
  package var note = ""
  /// As typed.
  package var value = ""
  package var build = ""
  /// A code, unless the report names testers.
  package var tester = ""
  package var owner = ""
  package var screens: [String] = []
  package var criteria: [String] = []
  package var stale: [StaleReason] = []
  package var isDisputed = false
  package var waiver: Waiver?

  package init(
    component: String, check: String, condition: String, severity: Severity?, since: Int64, seen: Int64, daysOpen: Int
  ) {
    self.component = component
    self.check = check
    self.condition = condition
    self.severity = severity
    self.since = since
    self.seen = seen
    self.daysOpen = daysOpen
  }
}

/// A cell to look at again.
package struct ReportRetest: Sendable {
  package var component: String
  package var check: String
  package var condition: String
  /// A phrase each: `stale: source`, `disputed`.
  package var reasons: [String]

  package init(component: String, check: String, condition: String, reasons: [String]) {
    self.component = component
    self.check = check
    self.condition = condition
    self.reasons = reasons
  }
}

/// A cell that two testers saw differently.
package struct ReportDispute: Sendable {
  /// What one of them saw.
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

/// An answer that is no failure.
package struct ReportAnswer: Sendable {
  package var component: String
  package var check: String
  package var condition: String
  /// `pass`, `na`, `cant-tell` or `untested`.
  package var outcome: String
  /// When it was seen, ms UTC; nil where it was not.
  package var seen: Int64?
  package var stale: [StaleReason]

  package init(
    component: String, check: String, condition: String, outcome: String, seen: Int64?, stale: [StaleReason] = []
  ) {
    self.component = component
    self.check = check
    self.condition = condition
    self.outcome = outcome
    self.seen = seen
    self.stale = stale
  }
}

/// How children met their targets. A rate is a sample: it never stands without its interval and the number of children.
package struct ReportFirstTap: Sendable {
  package struct Row: Sendable {
    package var target: String
    package var children: Int
    package var taps: Int
    /// Fractions of 1.
    package var rate: Double
    package var low: Double
    package var high: Double
    package var wanted: Double
    /// `met`, `not met`, `not enough evidence`, `no data`.
    package var verdict: String

    package init(
      target: String, children: Int, taps: Int, rate: Double, low: Double, high: Double, wanted: Double,
      verdict: String
    ) {
      self.target = target
      self.children = children
      self.taps = taps
      self.rate = rate
      self.low = low
      self.high = high
      self.wanted = wanted
      self.verdict = verdict
    }
  }

  /// What it says, in a sentence.
  package var sentence: String
  package var rows: [Row]

  package init(sentence: String, rows: [Row]) {
    self.sentence = sentence
    self.rows = rows
  }
}
