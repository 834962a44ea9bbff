package import Audit
package import Base
import Store

/// A draft of an accessibility conformance report (OpenACR, a VPAT in YAML), decided before it is drawn.
package struct ConformanceReport: Sendable {
  /// A failing cell, as listed in the remarks of a criterion.
  package struct Finding: Sendable {
    package var component: String
    package var title: String
    package var condition: String
    package var severity: Severity?
    package var note: String
    /// The last day of the waiver that covers it; nil without one.
    package var waivedUntil: String?
    /// The components that make the check of their screen fail.
    package var on: [String] = []
  }

  /// What the tracker does not know of the product and of the report; empty if not specified.
  package struct Details: Sendable {
    package var product = ""
    package var version = ""
    package var vendor = ""
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
    /// Of the checks with a result.
    package var origins: Set<Check.Origin> = []
    package var ways: Set<Method> = []

    /// Claims nothing that no result shows.
    var sentence: String {
      let checks = [
        origins.contains(.builtIn) ? "the built-in checks of the catalog" : nil,
        origins.contains(.team) ? "custom checks" : nil,
      ].compactMap(\.self)
      let words: [(way: Method, words: String)] = [
        (.manual, "by hand"), (.inspection, "by inspection of the source"), (.automated, "with tools"),
        (.childTest, "by first taps of children"),
      ]
      let named = words.filter { ways.contains($0.way) }.map(\.words)
      guard !named.isEmpty, !checks.isEmpty else { return "No component of the app has been tested yet." }
      let tools = ways.contains(.automated) ? " A tool that found nothing does not count as evidence." : ""
      return
        "Components of the app were tested one by one with \(WordList.and(checks)): \(WordList.and(named)).\(tools)"
    }
  }

  /// A chapter besides the tables of success criteria, with what people say about its requirements.
  package struct Chapter: Sendable {
    package var chapter: ConformanceChapter
    /// By the id of the requirement.
    package var verdicts: [String: VerdictStanding]

    package init(_ chapter: ConformanceChapter, _ book: VerdictBook, in edition: String) {
      self.chapter = chapter
      verdicts = Dictionary(firstOf: chapter.rows.map { ($0.id, book.standing($0.id, in: edition)) }).filter {
        !$0.value.isEmpty
      }
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
  package var clock = LocalClock.utc
  /// Nil for the whole tracker.
  package var audit: String?
  /// The part of the app that a partial report covers.
  package var part: String?
  /// The query, as typed; nil for none.
  package var filter: String?
  /// Versions of the program and of its catalog.
  package var program: String
  package var catalogue: String
  /// Items that others have made milder, and that count as those say who are followed.
  package var held = 0
  /// Which built-in checks the team has changed; empty for none.
  var adjusted = ""
  /// Items that only others have tested: untested here.
  var byOthers = TestedByOthers()

  /// The criteria without a term.
  package var open: [ConformanceEntry] { entries.filter { $0.term == nil } }

  /// The criteria whose term is a person's.
  package var decided: [ConformanceEntry] { entries.filter { $0.verdicts.term != nil } }

  /// What people differ about, by its id.
  package var disputed: [String] {
    let criteria = entries.filter(\.verdicts.isDisputed).map(\.standing.criterion.id)
    return chapters.reduce(into: criteria) { disputed, chapter in
      disputed += chapter.chapter.rows.map(\.id).filter { chapter.verdicts[$0]?.isDisputed == true }
    }
  }

  /// The criteria of a level, where the one that was dropped has its former level.
  func entries(of level: ConformanceLevel) -> [ConformanceEntry] {
    entries.filter { ($0.standing.criterion.level ?? $0.standing.criterion.formerLevel) == level }
  }

  var name: String { details.product.isEmpty ? "Unnamed product" : details.product }

  /// Of the report, where it is made.
  var day: String { clock.date(asOf).iso8601 }
}

/// One success criterion of a conformance report.
package struct ConformanceEntry: Sendable {
  package var standing: CriterionRollUp
  /// The term that the evidence supports; nil for none.
  package var evidence: ConformanceTerm?
  /// The answer that the form prescribes where there is no evidence.
  package var prescribed: ConformanceTerm?
  package var verdicts: VerdictStanding
  /// Worst first.
  package var findings: [ConformanceReport.Finding]
  /// Why the evidence does not cover the whole app; empty for a partial report.
  package var gap: StandardsGap { standing.gap }

  /// - Parameter edition: nil for one that prescribes nothing.
  package init(
    _ standing: CriterionRollUp, findings: [ConformanceReport.Finding],
    verdicts: VerdictStanding = VerdictStanding(), edition: ConformanceEdition? = nil
  ) {
    (self.standing, self.findings, self.verdicts) = (standing, findings, verdicts)
    evidence = ConformanceTerm(standing)
    if let edition, standing.criterion.isObsolete, evidence == nil { prescribed = Self.prescribed(edition) }
  }

  /// A criterion that WCAG 2.2 removed is always supported under WCAG 2.0 and 2.1 by their errata of 2023, which hold
  /// for the standards that refer to them, too.
  private static func prescribed(_ edition: ConformanceEdition) -> ConformanceTerm {
    edition.wcag == "2.2" && edition.chapters.isEmpty ? .notApplicable : .supports
  }

  /// The term of the report: of the people if they agree, else of the evidence; nil if it stays open.
  package var term: ConformanceTerm? { verdicts.term ?? prescribed ?? evidence }

  /// How a person's term goes beyond what the results show.
  package enum Claim: Sendable {
    case better
    /// Nothing that was tested supports any term.
    case untested
  }

  package var claim: Claim? {
    guard let term = verdicts.term, prescribed == nil else { return nil }
    guard let evidence, evidence != .notEvaluated else { return term == .notEvaluated ? nil : .untested }
    return term.isBetter(than: evidence) ? .better : nil
  }
}

/// The remarks of a criterion: paragraphs, then a list.
package struct ConformanceRemarks: Equatable, Sendable {
  package var paragraphs: [Prose]
  package var items: [Prose] = []

  package var markdown: String {
    let list = items.map { "- " + $0.markdown }.joined(separator: "\n")
    return (paragraphs.map(\.markdown) + (list.isEmpty ? [] : [list])).joined(separator: "\n\n")
  }

  package var html: HTMLText {
    let list: HTMLText = items.map { "<li class=\"pre\">\($0.html)</li>\n" }.joined()
    let text: HTMLText = paragraphs.map { "<p class=\"pre\">\($0.html)</p>\n" }.joined()
    return items.isEmpty ? text : text + "<ul>\n\(list)</ul>\n"
  }
}

extension ConformanceReport {
  /// The draft as OpenACR 0.1.0 against the catalog of its edition.
  ///
  /// A criterion without a term is listed without a component, so that a reader sees that it is open; the notes of its
  /// chapter give the reason.
  package var yaml: String {
    let levels: [(key: String, value: YAMLText)] = ConformanceLevel.allCases.map { level in
      ("success_criteria_level_\(level.rawValue.lowercased())", chapter(level))
    }
    let document: [(key: String, value: YAMLText)] =
      [
        ("title", .string("\(name) Accessibility Conformance Report")),
        ("product", .map([("name", .string(name))] + Self.filled([("version", details.version)]))),
        // The schema requires an address; it is empty if none was specified.
        ("author", .map(Self.filled([("name", details.author)]) + [("email", .string(details.contact))])),
      ] + vendor + [
        ("report_date", .string(day)), ("last_modified_date", .string(day)), ("notes", .string(notes.markdown)),
        // Markdown of the person who runs the command, or ours.
        ("evaluation_methods_used", .string(details.methods.isEmpty ? methodsUsed.markdown : details.methods)),
      ] + Self.filled([("license", details.license)]) + [
        ("catalog", .string(edition.id)),
        ("chapters", .map(levels + chapters.map { ($0.chapter.id, $0.yaml) })),
      ]
    return YAMLText.map(document).render()
  }

  private var vendor: [(key: String, value: YAMLText)] {
    guard !details.vendor.isEmpty || !details.vendorContact.isEmpty else { return [] }
    let address: [(key: String, value: YAMLText)] = [("email", .string(details.vendorContact))]
    return [("vendor", .map(Self.filled([("company_name", details.vendor)]) + address))]
  }

  private static func filled(_ members: [(String, String)]) -> [(key: String, value: YAMLText)] {
    members.filter { !$0.1.isEmpty }.map { (key: $0.0, value: .string($0.1)) }
  }

  private func chapter(_ level: ConformanceLevel) -> YAMLText {
    let criteria = entries(of: level).map { entry in
      YAMLText.answer(entry.standing.criterion.id, of: "software", entry.term.map { ($0, entry.remarks) })
    }
    let notes = notes(of: level).map { [(key: "notes", value: YAMLText.string($0.markdown))] } ?? []
    return .map(notes + [("criteria", .list(criteria))])
  }
}

extension ConformanceReport.Chapter {
  /// Without a verdict the chapter is not part of the report.
  fileprivate var yaml: YAMLText {
    let notes: [(key: String, value: YAMLText)] = [("notes", .string(notes.markdown))]
    guard !verdicts.isEmpty else { return .map(notes + [("disabled", .bool(true))]) }
    let criteria = chapter.rows.map { YAMLText.answer($0.id, of: "none", answer($0)) }
    return .map(notes + [("disabled", .bool(false)), ("criteria", .list(criteria))])
  }
}

extension YAMLText {
  /// A criterion with its term for a component, or without one.
  fileprivate static func answer(
    _ id: String, of component: String, _ answer: (term: ConformanceTerm, remarks: ConformanceRemarks)?
  ) -> YAMLText {
    let components = answer.map { answer -> [YAMLText] in
      let adherence: [(key: String, value: YAMLText)] = [
        ("level", .string(answer.term.rawValue)), ("notes", .string(answer.remarks.markdown)),
      ]
      return [.map([("name", .string(component)), ("adherence", .map(adherence))])]
    }
    return .map([("num", .string(id)), ("components", .list(components ?? []))])
  }
}

extension ConformanceReport {
  /// The draft of what a tracker holds.
  ///
  /// - Parameters:
  ///   - details: of the product; without a version the build of the audit or of the tracker is the version.
  ///   - part: of the app; nil for all of it.
  package init(
    _ request: ExchangeRequest, _ details: Details, _ edition: ConformanceEdition, part: String?, program: String
  ) throws {
    let (reader, table) = (request.reader, try request.table())
    let rollUp = try reader.standards(request.filter, of: request.audit, in: table)
    let findings = try Self.findings(reader.criteriaJudge(of: request.audit).failing(in: table), reader)
    let held = table.held
    let book = VerdictBook(try reader.verdicts())
    let entries = rollUp.criteria.filter { edition.has($0.criterion) }.map { whole in
      let id = whole.criterion.id
      // The report on a part of the app is about that part alone.
      var standing = whole
      if part != nil { standing.gap = StandardsGap() }
      return ConformanceEntry(
        standing, findings: findings[id] ?? [], verdicts: book.standing(id, in: edition.id), edition: edition)
    }
    self.init(
      details: details, edition: edition, methods: try Self.methods(table, reader), entries: entries,
      chapters: edition.chapters.map { Chapter($0, book, in: edition.id) }, asOf: reader.now,
      audit: request.audit?.name, part: part, filter: request.filter.isEmpty ? nil : request.filter.source,
      program: program, catalogue: Catalog.revision)
    adjusted = try NoticeWords.adjusted(reader).first?.sentence ?? ""
    (self.held, byOthers, clock) = (held, table.testedByOthers, reader.clock)
    if details.version.isEmpty { self.details.version = try request.audit?.build.filled ?? reader.staleRule().build }
  }

  /// By category of checks, what a tester who answers one uses.
  private static let technologies: [(category: String, name: String)] = [
    ("voiceover", "VoiceOver"), ("voice-control", "Voice Control"), ("switch-control", "Switch Control"),
    ("keyboard", "keyboard"), ("dynamic-type", "Dynamic Type"), ("reduce-motion", "Reduce Motion"),
    ("reduce-transparency", "Reduce Transparency"),
  ]

  /// The devices of the results, what the checks with a result were tested with, and how.
  private static func methods(_ table: CellTable, _ reader: Reader) throws -> Methods {
    let categories = try table.categories()
    let checks = try table.testing().checks.keys.compactMap { try reader.check($0)?.check }
    return Methods(
      devices: try table.devices().sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) },
      technologies: technologies.filter { categories.contains($0.category) }.map(\.name),
      origins: Set(checks.map(\.origin)), ways: Set(checks.map(\.method)))
  }

  /// What fails the criteria, by criterion, worst first.
  private static func findings(_ rows: [Cell], _ reader: Reader) throws -> [String: [Finding]] {
    var checks: [String: Check?] = [:]
    var found: [String: [Finding]] = [:]
    for row in rows.sorted(by: Cell.isWorse) {
      guard let check = try checks.value(row.check, { try reader.check(row.check)?.check }) else { continue }
      // A criterion goes by the built-in figure, and so do the words about it.
      let builtIn = try Catalog.checks(of: reader.edition)[id: row.check]
      let isAdjusted = AdjustedFigure(check, builtIn: builtIn) != nil
      let finding = Finding(
        component: row.component, title: (isAdjusted ? builtIn : nil)?.failure ?? check.failure,
        condition: row.condition, severity: row.severity,
        note: row.note ?? "", waivedUntil: row.waiver?.until, on: row.on ?? [])
      for criterion in Set(check.criteria) { found[criterion, default: []].append(finding) }
    }
    return found
  }

  /// What is to be done with the draft.
  package var remarks: [String] {
    var remarks = [HeldWords.kept(held, in: "the draft"), byOthers.draftSentence()].compactMap { $0 }
    if !open.isEmpty {
      remarks.append(
        "\(counted(open.count, "criterion", "criteria")) of level A and AA have no term, because the evidence supports none. "
          + "The notes of each level list the reasons.")
    }
    let beyond = decided.filter { $0.claim != nil }.map(\.standing.criterion.id)
    if !beyond.isEmpty {
      remarks.append(
        "The verdicts on \(beyond.joined(separator: ", ")) go beyond the evidence. Their notes begin with that.")
    }
    if !disputed.isEmpty {
      remarks.append(
        "The verdicts on \(disputed.joined(separator: ", ")) are disputed, so none of them is used. Run \"a11y "
          + "list verdicts\" to see who differs.")
    }
    let missing = [(details.product, "--product"), (details.contact, "--contact")].filter(\.0.isEmpty)
    if !missing.isEmpty {
      remarks.append("Product details are missing. Use \(missing.map(\.1).joined(separator: " and ")) to add them.")
    }
    return remarks
  }
}
