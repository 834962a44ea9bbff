package import Audit
package import Base

extension ConformanceReport {
  /// The draft as one page to read, without a script.
  package func page(origin: PageOrigin) -> HTMLPage {
    HTMLPage(
      title: "\(name) Accessibility Conformance Report", lead: "<p class=\"lead\">\(edition.name)</p>\n",
      main: [contents, counts, about, terms, levels, chapters.map(\.html).joined()].joined(), origin: origin,
      style: .conformanceStyle)
  }

  private var contents: HTMLText {
    let parts: [(id: String, name: String)] =
      [("counts", "Criteria by conformance level"), ("about", "About this report"), ("terms", "Terms")]
      + ConformanceLevel.allCases.map { (Self.id($0), "Level \($0.rawValue)") }
      + chapters.map { ($0.id, $0.chapter.heading) }
    let links: HTMLText = parts.map { "<li><a href=\"#\($0.id)\">\($0.name)</a></li>\n" }.joined()
    return """
      <nav class="card" aria-labelledby="contents">
      <h2 id="contents">Contents</h2>
      <ul class="links">
      \(links)</ul>
      </nav>

      """
  }

  private static func id(_ level: ConformanceLevel) -> String { "level-\(level.rawValue.lowercased())" }

  /// A part of the page with terms and their meanings; one without a meaning is left out.
  private static func card(_ id: String, _ heading: HTMLText, _ rows: [(HTMLText, HTMLText)]) -> HTMLText {
    let list: HTMLText = rows.filter { !$0.1.text.isEmpty }.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>\n" }.joined()
    return """
      <section class="card" aria-labelledby="\(id)">
      <h2 id="\(id)">\(heading)</h2>
      <dl class="about">
      \(list)</dl>
      </section>

      """
  }

  /// How many criteria of each table have which term.
  private var counts: HTMLText {
    let rows = ConformanceLevel.allCases.map { level -> (HTMLText, HTMLText) in
      let entries = entries(of: level)
      let terms = ConformanceTerm.allCases.map { term in (entries.count { $0.term == term }, term.words) }
      return (
        "Level \(level.rawValue), \(counted(entries.count, "criterion", "criteria"))",
        "\(counted(terms + [(entries.count { $0.term == nil }, "OPEN")]))"
      )
    }
    return Self.card("counts", "Criteria by conformance level", rows)
  }

  private var about: HTMLText {
    let vendor = [details.vendor, details.vendorContact].filter { !$0.isEmpty }.joined(separator: ", ")
    let author = [details.author, details.contact].filter { !$0.isEmpty }.joined(separator: ", ")
    return Self.card(
      "about", "About this report",
      [
        ("Product", .people(name)), ("Version", details.version.isEmpty ? "" : .people(details.version)),
        ("Vendor", vendor.isEmpty ? "" : .people(vendor)), ("Author", author.isEmpty ? "" : .people(author)),
        ("Report date", "<time datetime=\"\(day)\">\(LongDate.day(day))</time>"), ("Notes", notes.html),
        ("Evaluation methods", "<span class=\"pre\">\(methodsUsed.html)</span>"),
        ("License", details.license.isEmpty ? "" : "\(details.license)"),
      ])
  }

  private var terms: HTMLText {
    let open: (HTMLText, HTMLText) = ("OPEN", "The criterion has no term yet. The remarks give the reason.")
    return Self.card("terms", "Terms", ConformanceTerm.allCases.map { ("\($0.words)", "\($0.meaning)") } + [open])
  }

  private var levels: HTMLText {
    ConformanceLevel.allCases.enumerated().map { place, level -> HTMLText in
      var (told, open): ([HTMLText], [HTMLText]) = ([], [])
      for entry in entries(of: level) {
        let criterion = entry.standing.criterion
        let remarks: HTMLText
        if entry.term == nil, entry.verdicts.isEmpty {
          remarks = "<p>Not enough evidence: \(entry.openReason).</p>\n"
        } else {
          remarks = entry.remarks.html
        }
        let row = Self.row(
          "\(criterion.id) \(criterion.name)", entry.term, isPerson: entry.verdicts.term != nil, remarks)
        // What people differ about is to be read.
        if entry.term == nil, entry.verdicts.isEmpty { open.append(row) } else { told.append(row) }
      }
      return Self.section(
        Self.id(level), "Table \(place + 1): Success Criteria, Level \(level.rawValue)", told, folding: open)
    }.joined()
  }

  /// What is open is folded away behind what has a term.
  fileprivate static func section(
    _ id: String, _ heading: String, _ rows: [HTMLText], folding open: [HTMLText] = [], before: HTMLText = ""
  ) -> HTMLText {
    let folded: HTMLText = """
      <details><summary>\(counted(open.count, "criterion", "criteria")) without a term</summary>
      \(table("\(heading), without a term", open))</details>

      """
    return """
      <section id="\(id)">
      <h2>\(heading)</h2>
      \(before)\(rows.isEmpty ? "" : table(heading, rows))\(open.isEmpty ? "" : folded)</section>

      """
  }

  private static func table(_ caption: String, _ rows: [HTMLText]) -> HTMLText {
    """
    <table>
    <caption class="unseen">\(caption)</caption>
    \(HTMLText.heads(["Criterion", "Conformance level", "Remarks"]))
    <tbody>
    \(rows.joined())</tbody>
    </table>

    """
  }

  fileprivate static func row(
    _ name: String, _ term: ConformanceTerm?, isPerson: Bool, _ remarks: HTMLText
  ) -> HTMLText {
    let source: HTMLText = isPerson ? "<br><span class=\"muted\">verdict of a person</span>" : ""
    let state = term.map(\.rawValue) ?? "open"
    return """
      <tr><th scope="row">\(name)</th>\
      <td><strong class="term \(state)">\(term?.words ?? "OPEN")</strong>\(source)</td>\
      <td>\(remarks)</td></tr>

      """
  }
}

extension ConformanceReport.Chapter {
  fileprivate var html: HTMLText {
    guard !verdicts.isEmpty else { return ConformanceReport.section(id, chapter.heading, [], before: notes.html) }
    let rows = chapter.rows.compactMap { row -> HTMLText? in
      guard let standing = verdicts[row.id] else { return nil }
      let answer = answer(row)
      return ConformanceReport.row(
        "\(row.id) \(row.name)", answer?.term, isPerson: answer != nil,
        (answer?.remarks ?? ConformanceRemarks(paragraphs: standing.sentences)).html)
    }
    return ConformanceReport.section(id, chapter.heading, rows, before: notes.html)
  }

  fileprivate var id: String { "chapter-\(chapter.id)" }
}

extension ConformanceTerm {
  /// In a sentence, for readers of the report.
  fileprivate var meaning: String {
    switch self {
    case .supports: "The product meets the criterion without known defects, or with equivalent facilitation."
    case .partiallySupports: "Some functions of the product do not meet the criterion."
    case .doesNotSupport: "Most functions of the product do not meet the criterion."
    case .notApplicable: "The criterion does not concern the product."
    case .notEvaluated: "The product was not evaluated against the criterion. Allowed only at level AAA."
    }
  }
}

/// The remarks of a conformance report. OpenACR reads them as Markdown, so foreign text is kept apart from ours.
extension ConformanceEntry {
  /// The number of findings that are listed; a line gives the number of the others.
  private static let most = 20

  /// What people say, if they do, then the evidence.
  package var remarks: ConformanceRemarks {
    guard !verdicts.isEmpty else {
      return ConformanceRemarks(paragraphs: [prescription ?? told], items: listed)
    }
    var said = verdicts.sentences
    switch claim {
    case .better: said[0] = "Better than the evidence: " + said[0]
    case .untested: said[0] = "Without enough evidence: " + said[0]
    case nil: break
    }
    return ConformanceRemarks(paragraphs: said + [beside], items: listed)
  }

  /// The evidence after what people say.
  private var beside: Prose {
    if let prescription { return prescription }
    guard let evidence, evidence != .notEvaluated else {
      return "The evidence of this tracker supports no term: \(own: openReason)."
    }
    return "The evidence of this tracker says: \(own: evidence.words). \(told)"
  }

  private var prescription: Prose? {
    switch prescribed {
    case .supports:
      "Prescribed answer: the errata of 2023 for WCAG 2.0 and 2.1 say that this criterion is always satisfied."
    case .notApplicable: "Prescribed answer: WCAG 2.2 does not have this criterion."
    default: nil
    }
  }

  /// The evidence for the term that it supports.
  private var told: Prose {
    let cells = standing.cells
    let figures = ([StandardsWords.phrase(cells)] + StandardsWords.remarks(cells)).joined(separator: "; ") + "."
    switch evidence {
    case .supports: return "No known defect. \(own: figures)"
    case .notApplicable: return "Not applicable to any component. \(own: figures)"
    case .notEvaluated, nil: return "\(own: openReason.capitalizedFirst)."
    case .partiallySupports, .doesNotSupport:
      let subject = counted(cells.failingComponents, "component fails", "components fail")
      return "\(own: subject), of \(cells.judgedComponents) evaluated. \(own: figures)"
    }
  }

  private var withoutChecks: String {
    var reason = standing.criterion.noCheck ?? "no check covers it"
    if reason.hasSuffix(".") { reason.removeLast() }
    return reason
  }

  /// Why there is no better term: `no check covers it`.
  package var openReason: String {
    let counts = standing.cells.counts
    switch standing.state {
    case .notEvaluated: return standing.criterion.isObsolete ? "removed in WCAG 2.2" : withoutChecks
    case .cantTell:
      return
        "\(counted(counts.cantTell)) of \(counted(counts.inScope, "item")) CAN'T TELL, \(counted(counts.disputed)) disputed"
    case .untested where !gap.isEmpty && [.pass, .na].contains(standing.cells.outcome): return gap.words
    case .untested where gap.isEmpty && standing.cells.outcome == .pass:
      return standing.cells.measuredPasses == 0 ? "no item was measured" : standing.unmeasured
    default:
      let cells = counted(counts.inScope, "item")
      return counts.inScope == 0 ? "no items" : "\(counted(counts.untested)) of \(cells) untested"
    }
  }

  private var listed: [Prose] {
    guard evidence == .partiallySupports || evidence == .doesNotSupport else { return [] }
    let lines = findings.prefix(Self.most).map { finding -> Prose in
      let condition: Prose = finding.condition.isEmpty ? "" : ", \(finding.condition)"
      let on: Prose = OnWords.phrase(finding.on).map { ", \($0)" } ?? ""
      let waiver: Prose = finding.waivedUntil.map { ", waived until \($0)" } ?? ""
      let note: Prose = finding.note.isEmpty ? "" : ": \(finding.note)"
      let severity = SeverityWords.word(finding.severity)
      return "\(finding.component): \(finding.title) (\(own: severity)\(condition)\(on)\(waiver))\(note)"
    }
    return findings.count > lines.count ? lines + ["and \(counted(findings.count - lines.count)) more"] : lines
  }
}

extension VerdictStanding {
  /// Each verdict in a paragraph; in a dispute that first.
  package var sentences: [Prose] {
    let said = verdicts.map { verdict -> Prose in
      let level: Prose = isDisputed ? "\(own: verdict.level?.words ?? "no level"). " : ""
      let edition: Prose = verdict.edition.isEmpty ? "" : " for this edition"
      let writer: Prose = verdict.writer.isEmpty ? "" : " (last changed by \(verdict.writer))"
      return "Verdict of \(verdict.person) on \(verdict.day)\(edition)\(writer): \(level)\(verdict.remarks)"
    }
    return (isDisputed ? ["Disputed: \(named) differ, so the level of no person is used."] : []) + said
  }

  /// `the verdicts of lead-1 (SUPPORTS) and lead-2 (DOES NOT SUPPORT)`
  var named: Prose {
    let persons = verdicts.map { verdict -> Prose in
      "\(verdict.person) (\(own: verdict.level?.words ?? "")\(own: verdict.isConflicting ? ", several values" : ""))"
    }
    guard let last = persons.last, persons.count > 1 else {
      return "the values of the verdict of \(persons.first ?? "")"
    }
    let head = Array(persons.dropLast()).joined(separator: ", ")
    return "the verdicts of \(head) and \(last)"
  }
}

extension ConformanceReport {
  /// Notes about the whole draft.
  var notes: Prose {
    var sentences: [Prose] = [
      "Draft generated from test results. Review and complete it before publishing.",
      Prose(own: StandardsRollUp.noClaim),
      "Created with a11y \(own: program), catalog \(own: catalogue), from results up to \(own: Timestamp(milliseconds: asOf).iso8601Second).",
    ]
    if let part { sentences.append("Partial report: \(part).") }
    if let audit { sentences.append("Audit: \(audit).") }
    if let filter { sentences.append("Query: \(filter).") }
    if !adjusted.isEmpty { sentences.append(Prose(own: "\(adjusted) The criteria go by the built-in thresholds.")) }
    if !decided.isEmpty {
      let better = decided.filter { $0.claim != nil }.map(\.standing.criterion.id)
      let beyond = better.isEmpty ? "." : "; beyond the evidence: \(better.joined(separator: ", "))."
      sentences.append(
        Prose(own: "The terms of \(counted(decided.count, "criterion", "criteria")) are verdicts of persons\(beyond)"))
    }
    if !disputed.isEmpty {
      sentences.append(Prose(own: "Disputed verdicts, not used: \(disputed.joined(separator: ", "))."))
    }
    if !open.isEmpty {
      sentences.append(
        Prose(
          own: "\(counted(open.count, "criterion", "criteria")) of level A and AA have no term: the evidence "
            + "is insufficient, and \"not evaluated\" is allowed only at level AAA."))
    }
    return sentences.joined(separator: " ")
  }

  /// How the product was evaluated: as specified, else as the results say.
  var methodsUsed: Prose {
    guard details.methods.isEmpty else { return "\(details.methods)" }
    var sentences = [Prose(own: methods.sentence)]
    let most = 20
    if !methods.devices.isEmpty {
      let shown = methods.devices.prefix(most).map { device -> Prose in "\(device)" }
      let more = methods.devices.count > most ? ", and \(counted(methods.devices.count - most)) more" : ""
      sentences.append("Devices: \(shown.joined(separator: ", "))\(own: more).")
    }
    if !methods.technologies.isEmpty {
      sentences.append(
        Prose(own: "Assistive technologies and settings: \(methods.technologies.joined(separator: ", "))."))
    }
    return sentences.joined(separator: " ")
  }

  /// Why some criteria of a level have no term; nil where all have one.
  func notes(of level: ConformanceLevel) -> ConformanceRemarks? {
    let open = entries(of: level).filter { $0.term == nil }
    guard !open.isEmpty else { return nil }
    return ConformanceRemarks(
      paragraphs: ["Not enough evidence:"],
      items: open.map { entry in
        let criterion = entry.standing.criterion
        let dispute: Prose = entry.verdicts.isDisputed ? "; disputed: \(entry.verdicts.named)" : ""
        return "\(own: criterion.id) \(own: criterion.name): \(own: entry.openReason)\(dispute)"
      })
  }
}

extension ConformanceReport.Chapter {
  /// Why the chapter, or a part of it, has no terms.
  var notes: ConformanceRemarks {
    guard !verdicts.isEmpty else { return ConformanceRemarks(paragraphs: [Prose(own: chapter.reason)]) }
    let decided = verdicts.values.count { $0.term != nil }
    let disputed = chapter.rows.filter { verdicts[$0.id]?.isDisputed == true }
    return ConformanceRemarks(
      paragraphs: [
        Prose(
          own: chapter.reason + " \(counted(decided)) of \(counted(chapter.rows.count, "requirement")) "
            + "\(decided == 1 ? "has" : "have") the verdict of a person; the others are open.")
      ],
      items: disputed.map { row in
        "\(own: row.id) \(own: row.name): disputed: \(verdicts[row.id]?.named ?? "")"
      })
  }

  /// The term and the remarks of a requirement; nil if it stays open.
  func answer(_ row: ConformanceChapter.Row) -> (term: ConformanceTerm, remarks: ConformanceRemarks)? {
    guard let standing = verdicts[row.id], let term = standing.term else { return nil }
    return (
      term, ConformanceRemarks(paragraphs: standing.sentences + ["The tracker has no evidence for this requirement."])
    )
  }
}
