import AuditFigures
import AuditModel

extension ConformanceReport {
  /// The draft as one page to read, without a script.
  package func page(origin: PageOrigin) -> HTMLPage {
    HTMLPage(
      title: "\(name) Accessibility Conformance Report", lead: "<p class=\"lead\">\(edition.name)</p>\n",
      main: [about, terms, levels, chapters.map(\.html).joined()].joined(), origin: origin,
      style: .conformanceStyle)
  }

  private var about: HTMLText {
    let vendor = [details.vendor, details.vendorContact].filter { !$0.isEmpty }.joined(separator: ", ")
    let author = [details.author, details.contact].filter { !$0.isEmpty }.joined(separator: ", ")
    let rows: [(HTMLText, HTMLText)] = [
      ("Product", .people(name)), ("Version", details.version.isEmpty ? "" : .people(details.version)),
      ("Vendor", vendor.isEmpty ? "" : .people(vendor)), ("Author", author.isEmpty ? "" : .people(author)),
      ("Report date", "<time datetime=\"\(day)\">\(day)</time>"), ("Notes", notes.html),
      ("Evaluation methods", "<span class=\"pre\">\(methodsUsed.html)</span>"),
      ("License", details.license.isEmpty ? "" : "\(details.license)"),
    ]
    let list: HTMLText = rows.filter { !$0.1.text.isEmpty }.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>" }
      .joined(separator: "\n")
    return """
      <section class="card" aria-labelledby="about">
      <h2 id="about">About this report</h2>
      <dl class="about">
      \(list)
      </dl>
      </section>

      """
  }

  private var terms: HTMLText {
    let meanings: [(String, HTMLText)] = ConformanceTerm.allCases.map { ($0.words, "\($0.meaning)") }
    let list: HTMLText = meanings.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>\n" }.joined()
    return """
      <section class="card" aria-labelledby="terms">
      <h2 id="terms">Terms</h2>
      <dl class="about">
      \(list)<dt>OPEN</dt><dd>The criterion has no term yet. The remarks give the reason.</dd>
      </dl>
      </section>

      """
  }

  private var levels: HTMLText {
    ConformanceLevel.allCases.enumerated().map { place, level -> HTMLText in
      let rows = entries(of: level).map { entry -> HTMLText in
        let criterion = entry.standing.criterion
        let remarks: HTMLText
        if entry.term == nil, entry.verdicts.isEmpty {
          remarks = "<p>Not enough evidence: \(entry.openReason).</p>\n"
        } else {
          remarks = entry.remarks.html
        }
        return Self.row("\(criterion.id) \(criterion.name)", entry.term, isPerson: entry.verdicts.term != nil, remarks)
      }
      return Self.section("Table \(place + 1): Success Criteria, Level \(level.rawValue)", rows)
    }.joined()
  }

  fileprivate static func section(_ heading: String, _ rows: [HTMLText], before: HTMLText = "") -> HTMLText {
    let table: HTMLText = """
      <table>
      <caption class="unseen">\(heading)</caption>
      <thead><tr><th scope="col">Criterion</th><th scope="col">Conformance level</th><th scope="col">Remarks</th>\
      </tr></thead>
      <tbody>
      \(rows.joined())</tbody>
      </table>

      """
    return "<section>\n<h2>\(heading)</h2>\n\(before)\(rows.isEmpty ? "" : table)</section>\n"
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
    guard !verdicts.isEmpty else { return ConformanceReport.section(chapter.heading, [], before: notes.html) }
    let rows = chapter.rows.compactMap { row -> HTMLText? in
      guard let standing = verdicts[row.id] else { return nil }
      let answer = answer(row)
      return ConformanceReport.row(
        "\(row.id) \(row.name)", answer?.term, isPerson: answer != nil,
        (answer?.remarks ?? ConformanceRemarks(paragraphs: standing.sentences)).html)
    }
    return ConformanceReport.section(chapter.heading, rows, before: notes.html)
  }
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
