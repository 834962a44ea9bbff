package import AuditFigures
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

  /// What the tracker does not know of the product and of the report; empty if not specified.
  package struct Details: Sendable {
    package var product = ""
    package var version = ""
    package var vendor = ""
    /// The address of the vendor.
    package var vendorContact = ""
    package var author = ""
    /// The address to write to.
    package var contact = ""
    /// How the product was evaluated; if empty, the results say it.
    package var methods = ""
    /// By its name in the list of SPDX.
    package var license = ""

    package init() {}
  }

  /// How the results were found.
  package struct Methods: Sendable {
    /// With their systems, as recorded.
    package var devices: [String] = []
    /// Assistive technologies and settings of the checks with a result by hand.
    package var technologies: [String] = []

    package init() {}
  }

  /// A chapter besides the tables of success criteria, with what people say about its requirements.
  package struct Chapter: Sendable {
    package var chapter: ConformanceChapter
    /// By the id of the requirement.
    package var verdicts: [String: VerdictStanding]

    package init(_ chapter: ConformanceChapter, _ book: VerdictBook, in edition: String) {
      self.chapter = chapter
      verdicts = Dictionary(
        chapter.rows.map { ($0.id, book.standing($0.id, in: edition)) }, uniquingKeysWith: { first, _ in first }
      ).filter { !$0.value.isEmpty }
    }
  }

  package var details: Details
  package var edition: ConformanceEdition
  package var methods = Methods()
  /// In the order of the standard, the one that WCAG 2.2 dropped included: Section 508 still has it.
  package var entries: [ConformanceEntry]
  package var chapters: [Chapter]
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
    details: Details, edition: ConformanceEdition, entries: [ConformanceEntry], chapters: [Chapter], asOf: Int64,
    audit: String?, filter: String?, program: String, catalogue: String
  ) {
    self.details = details
    self.edition = edition
    self.entries = entries
    self.chapters = chapters
    self.asOf = asOf
    self.audit = audit
    self.filter = filter
    self.program = program
    self.catalogue = catalogue
  }

  /// The criteria without a term.
  package var open: [ConformanceEntry] { entries.filter { $0.term == nil } }

  /// The criteria whose term is a person's.
  package var decided: [ConformanceEntry] { entries.filter { $0.verdicts.term != nil } }

  /// What people differ about, by its id.
  package var disputed: [String] {
    entries.filter(\.verdicts.isDisputed).map(\.standing.criterion.id)
      + chapters.flatMap { chapter in
        chapter.chapter.rows.map(\.id).filter { chapter.verdicts[$0]?.isDisputed == true }
      }
  }

  /// The criteria of a level, where the one that was dropped has its former level.
  func entries(of level: ConformanceLevel) -> [ConformanceEntry] {
    entries.filter { ($0.standing.criterion.level ?? $0.standing.criterion.formerLevel) == level }
  }

  var name: String { details.product.isEmpty ? "Unnamed product" : details.product }

  /// The day of the report.
  var day: String { Timestamp(milliseconds: asOf).localDate(offset: 0) }
}
