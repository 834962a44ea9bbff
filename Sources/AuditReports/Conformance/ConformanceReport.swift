package import AuditModel

/// A draft of an accessibility conformance report (OpenACR, a VPAT in YAML), decided before it is drawn.
package struct ConformanceReport: Sendable {
  /// A failing cell, as listed in the remarks of a criterion.
  package struct Finding: Sendable {
    package var component: String
    /// The title of the check.
    package var title: String
    package var condition: String
    package var severity: Severity?
    package var note: String
    /// The last day of the waiver that covers it; nil without one.
    package var waivedUntil: String?

    package init(
      component: String, title: String, condition: String, severity: Severity?, note: String, waivedUntil: String?
    ) {
      self.component = component
      self.title = title
      self.condition = condition
      self.severity = severity
      self.note = note
      self.waivedUntil = waivedUntil
    }
  }

  /// One criterion.
  package struct Entry: Sendable {
    package var standing: CriterionRollUp
    /// Nil if the evidence supports none of the allowed terms; the criterion stays open then.
    package var term: ConformanceTerm?
    /// Worst first.
    package var findings: [Finding]
    /// Why the evidence does not cover the whole app; empty for a partial report.
    package var gap: StandardsGap

    package init(_ standing: CriterionRollUp, findings: [Finding], gap: StandardsGap = StandardsGap()) {
      self.standing = standing
      self.findings = findings
      self.gap = gap
      term = ConformanceTerm(standing, gap)
    }
  }

  /// Data about the product that the tracker does not have; empty if not specified.
  package struct Product: Sendable {
    package var name: String
    package var version: String
    /// The address to write to.
    package var contact: String

    package init(name: String, version: String, contact: String) {
      self.name = name
      self.version = version
      self.contact = contact
    }
  }

  package var product: Product
  /// In the order of the standard, the one that WCAG 2.2 dropped included: Section 508 still has it.
  package var entries: [Entry]
  /// ms UTC.
  package var asOf: Int64
  /// Nil for the whole tracker.
  package var audit: String?
  /// The part of the app that a partial report covers.
  package var part: String?
  /// The query, as typed; nil for none.
  package var filter: String?
  /// Versions of the program and of its catalog.
  package var program: String
  package var catalogue: String

  package init(
    product: Product, entries: [Entry], asOf: Int64, audit: String?, filter: String?, program: String,
    catalogue: String
  ) {
    self.product = product
    self.entries = entries
    self.asOf = asOf
    self.audit = audit
    self.filter = filter
    self.program = program
    self.catalogue = catalogue
  }

  /// The criteria without a term.
  package var open: [Entry] { entries.filter { $0.term == nil } }

  /// The criteria of a level, where the one that was dropped has its former level.
  func entries(of level: ConformanceLevel) -> [Entry] {
    entries.filter { ($0.standing.criterion.level ?? $0.standing.criterion.formerLevel) == level }
  }
}
