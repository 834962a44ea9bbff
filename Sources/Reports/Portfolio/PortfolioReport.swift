package import Audit
package import Base
import Store

/// Several trackers side by side: all content of `a11y status --tracker` and `a11y report --portfolio`.
///
/// Names and paths are foreign; the forms escape them.
package struct PortfolioReport: Sendable {
  package struct Row: Sendable {
    /// Its display name, else the name of its folder.
    package var name: String
    /// As typed or found.
    package var path: String
    package var figures = ReportFigures()
    /// Nil where the tracker could not be read.
    package var verdict: ReleaseVerdict?
    /// Why it could not be read.
    package var problem: String?
    /// The open findings at the time that is compared with; nil without one.
    package var openBefore: Int?
    /// The open findings at the ends of the last months, this one the last; nil before the first result.
    package var course: [Int?] = []
    /// The page of its report, relative to that of the portfolio; nil where there is none.
    package var page: String?

    package init(name: String, path: String) { (self.name, self.path) = (name, path) }

    var isRead: Bool { problem == nil }

    /// Whether it comes before another one: what could not be read, then what is to hold, then the more blockers.
    package func isGraver(than other: Row) -> Bool { rank.lexicographicallyPrecedes(other.rank) }

    private var rank: [Int] {
      guard let verdict else { return [0, 0, 0] }
      let place = [ReleaseDecision.hold, .undecided, .ship].firstIndex(of: verdict.decision) ?? 0
      return [1 + place, -verdict.blockers, -figures.open.fail]
    }
  }

  /// Those to hold first, then by their blockers; trackers that could not be read before all others.
  package let rows: [Row]
  /// ms UTC.
  package let asOf: Int64
  /// Of which the days are.
  package var clock = LocalClock.utc
  /// The time that the trackers are compared with, as typed.
  package let compared: String?
  /// Other copies of a tracker that has a row, by the path of that one: each tracker counts once. With what a copy
  /// decides where it differs, as machines do that follow others.
  package var copies: [(path: String, of: String, decision: ReleaseDecision?)] = []

  package init(_ rows: [Row], asOf: Int64, compared: String?) {
    self.rows = rows.sorted(by: Self.isBefore)
    (self.asOf, self.compared) = (asOf, compared)
  }

  private static func isBefore(_ left: Row, _ right: Row) -> Bool {
    left.isGraver(than: right)
      || !right.isGraver(than: left) && (left.name, left.path) < (right.name, right.path)
  }

  /// The trackers that were read.
  var read: [Row] { rows.filter(\.isRead) }

  /// The sums of all trackers.
  var total: ReportFigures {
    var total = ReportFigures()
    for row in read { total.add(row.figures) }
    return total
  }

  func count(_ decision: ReleaseDecision) -> Int { read.count { $0.verdict?.decision == decision } }

  /// `2 HOLD, 1 NO DECISION, 5 SHIP`
  var decisions: String {
    counted(
      [ReleaseDecision.hold, .undecided, .ship].map { (count($0), $0.word) } + [(rows.count - read.count, "not read")])
  }

  package var title: String { "Portfolio: \(counted(rows.count, "tracker"))" }

  func days(since moment: Int64?) -> Int? { moment.map { Timestamp.days(from: $0, to: asOf) } }

  // MARK: Lists

  /// One row for each tracker, and the last for all of them.
  package var sheet: Table<Row> {
    func figure(_ key: String, _ title: String, _ value: @escaping (ReportFigures) -> SheetValue) -> Column<Row> {
      Column(key, title, .number) { $0.isRead ? value($0.figures) : .null }
    }
    func count(_ key: String, _ title: String, _ value: @escaping (CellCounts) -> Int) -> Column<Row> {
      figure(key, title) { .integer(value($0.counts)) }.spare
    }
    // Where nothing is decided, nothing blocks or does not.
    let decided = read.compactMap { $0.verdict?.blocking }
    let blocking = decided.isEmpty ? nil : decided.reduce(0, +)
    let change = Column<Row>("open_change", "Change", .number) { row in
      row.openBefore.map { row.figures.open.fail - $0 }
    }
    var columns: [Column<Row>] = [
      Column("tracker", "Tracker", .identifier, \.name),
      Column("decision", "Decision", .identifier) { $0.isRead ? $0.verdict?.decision.word : "not read" },
      Column("blockers", "Blockers", .number) { $0.isRead ? $0.verdict.map(\.blocking) ?? blocking : nil },
      figure("critical", "Critical") { .integer($0.open.critical) },
      figure("open", "Open") { .integer($0.open.fail) },
    ]
    if compared != nil { columns.append(change) }
    columns += [
      figure("compliance", "Compliance") { .ratio($0.counts.pass, of: $0.counts.judged) },
      figure("coverage", "Coverage") { .ratio($0.counts.judged, of: $0.counts.applicable) },
      figure("newest_days", "Newest (days)") { days(since: $0.newest).sheetValue },
      figure("oldest_days", "Oldest (days)") { days(since: $0.oldest).sheetValue }.spare,
      count("pass", "PASS", \.pass), count("fail", "FAIL", \.fail), count("cant_tell", "CAN'T TELL", \.cantTell),
      count("na", "N/A", \.na), count("untested", "UNTESTED", \.untested),
      Column("path", "Path", .identifier, \.path.filled).spare, Column("problem", "Problem", \.problem),
      Column("proposed", "Without a policy") { $0.verdict?.proposal },
      Column("reason", "Reason") { $0.verdict?.reason }.extra,
      Column("course", "Open by month") { $0.course.isEmpty ? nil : $0.course.map { $0.map(String.init) ?? "" } }
        .extra,
    ]
    var all = Row(name: "all", path: "")
    all.figures = total
    all.openBefore = compared == nil ? nil : read.compactMap(\.openBefore).reduce(0, +)
    var table = Table(
      "portfolio", title: title, columns: columns, rows: TableRows(rows + (rows.count > 1 ? [all] : [])),
      summary: ["\(decisions)."] + remarks)
    table.audience = .always
    return table
  }

  private var remarks: [String] {
    ([withoutPolicy, HeldWords.kept(total.held, in: "the release check") ?? ""] + byOthers + [leftOut, change])
      .filter { !$0.isEmpty }
  }

  /// The trackers whose team has set no rule: no more ready than those on hold.
  private var withoutPolicy: String {
    let count = read.count { $0.verdict?.proposal != nil }
    return count > 0 ? "\(counted(count, "tracker has", "trackers have")) no policy, so nothing is decided there." : ""
  }

  /// The decisions beside the figures go without these.
  private var byOthers: [String] {
    var all = TestedByOthers()
    for one in read.compactMap(\.verdict?.byOthers) {
      all.cells += one.cells
      all.fails += one.fails
    }
    return [
      all.cells > 0 ? all.sentence(namesPeople: false) : "", all.fails > 0 ? all.failsSentence(namesPeople: false) : "",
    ]
  }

  private var leftOut: String {
    guard !copies.isEmpty else { return "" }
    return "Counted once, as copies of one tracker: "
      + firstNamed(
        copies.map { copy in
          "\(copy.path) is left out for \(copy.of)" + (copy.decision.map { ", though it decides \($0.word)" } ?? "")
        }, separator: "; ") + "."
  }

  private var change: String { compared.map { "Change: open findings since \($0)." } ?? "" }

  package var json: JSONText {
    .object([
      "schema": "a11y.portfolio/1", "generated": Report.time(asOf), "compared": compared, "trackers": rows.map(members),
      "total": members(total),
      "copies": JSONText.objects(copies) { ["path": $0.path, "of": $0.of, "decision": $0.decision?.rawValue] },
    ])
  }

  /// The members of a tracker that was read, without those of this machine and of a comparison.
  package func tableMembers(_ row: Row) -> JSONMembers {
    members(row).without("path", "problem", "open_before", "held")
  }

  private func members(_ row: Row) -> JSONMembers {
    let names: JSONMembers = ["name": row.name, "path": row.path, "problem": row.problem]
    guard let verdict = row.verdict else { return names }
    let rest: JSONMembers = [
      "decision": verdict.decision.rawValue, "open_before": row.openBefore, "reason": verdict.reason,
      "course": row.course,
    ]
    return names + rest + verdict.jsonMembers + members(row.figures)
  }

  private func members(_ figures: ReportFigures) -> JSONMembers {
    let counts = figures.counts
    return counts.jsonMembers + [
      "ratio": JSONText.ratio(counts.pass, counts.judged), "coverage": JSONText.ratio(counts.judged, counts.applicable),
      "open": figures.open.fail,
    ] + figures.open.severityMembers + [
      "waived": figures.waived, "stale": figures.stale, "held": figures.held, "components": figures.components,
      "newest_days": days(since: figures.newest), "oldest_days": days(since: figures.oldest),
    ]
  }

  // MARK: Page

  package func htmlPage(origin: PageOrigin) -> HTMLPage {
    let heads: [HTMLText] =
      ["Tracker", "Decision", "Blockers:", "Critical:", "Open:"] + (compared == nil ? [] : ["Change:"])
      + ["12 months:", "Compliance:", "Coverage:", "Newest result:", "Oldest result:"]
    let body: HTMLText = rows.map(line).joined()
    let counts = total.counts
    let lead: HTMLText = """
      <p>As of <time datetime="\(Timestamp(milliseconds: asOf).iso8601Second)">\(LongDate.day(asOf, clock))</time>. \(decisions).\
      \(remarks.map { " " + $0 }.joined())</p>
      """
    let main: HTMLText = """
      <section id="trackers" aria-labelledby="h-trackers"><h2 id="h-trackers">Trackers</h2>
      <p class="lead">\(counted(total.open.fail)) open findings, \(counted(total.open.critical)) of them critical. \(counts.passPhrase); \
      \(counts.coveragePhrase).</p>
      <div class="card window" role="region" aria-label="Table: trackers" tabindex="0"><table class="crit">
      <caption><u>Trackers, those to hold first</u></caption>\(HTMLText.heads(heads))<tbody>
      \(body)</tbody></table></div></section>

      """
    return HTMLPage(title: title, lead: lead, main: main, origin: origin, style: .reportStyle)
  }

  /// A link where the report of the tracker has a page.
  private func name(_ row: Row) -> HTMLText {
    let name = HTMLText.people(row.name)
    return row.page.map { "<a href=\"\($0)\">\(name)</a>" } ?? name
  }

  /// The open findings of each month as bars, and in words.
  private static func course(_ points: [Int?]) -> HTMLText {
    let known = points.compactMap { $0 }
    guard let first = known.first, let last = known.last, let most = known.max() else { return "no results" }
    if most == 0 { return "0 open" }
    let (width, height) = (8, 20)
    let bars: HTMLText = points.enumerated().map { place, count -> HTMLText in
      guard let count, count > 0 else { return "" }
      let tall = max(1, height * count / most)
      return "<rect x=\"\(place * width)\" y=\"\(height - tall)\" width=\"\(width - 2)\" height=\"\(tall)\"/>"
    }.joined()
    return """
      <svg class="sp" width="\(points.count * width)" height="\(height)" aria-hidden="true">\(bars)</svg> \
      <span class="w1">\(known.count == 1 ? "" : "\(counted(first)) to ")\(counted(last)) open</span>
      """
  }

  private func line(_ row: Row) -> HTMLText {
    let columns = compared == nil ? 9 : 10
    guard let verdict = row.verdict else {
      return """
        <tr><th scope="row">\(HTMLText.people(row.name))</th><td class="open q" colspan="\(columns)" data-l="Decision">Not read</td></tr>

        """
    }
    let (figures, counts) = (row.figures, row.figures.counts)
    let style: HTMLText =
      switch verdict.decision {
      case .hold: "no x"
      case .ship: "yes p"
      case .undecided: "open q"
      }
    var cells: [(HTMLText, HTMLText)] = [
      ("Blockers", "\(verdict.blocking.map(counted) ?? "undecided")"),
      ("Critical", "\(counted(figures.open.critical))"),
      ("Open", "\(counted(figures.open.fail))"),
    ]
    if compared != nil {
      cells.append(("Change", "\(row.openBefore.map { ChangeReport.signed(figures.open.fail - $0) } ?? "none")"))
    }
    cells += [
      ("12 months", Self.course(row.course)),
      ("Compliance", "\(counts.compliance.text), <span class=\"w1\">\(counted(counts.pass, of: counts.judged))</span>"),
      (
        "Coverage",
        "\(counts.coverage.text), <span class=\"w1\">\(counted(counts.judged, of: counts.applicable))</span>"
      ),
      ("Newest result", figures.newest.map { "<span class=\"w1\">\(LongDate.shortDay($0, clock))</span>" } ?? "none"),
      ("Oldest result", "\(days(since: figures.oldest).map { "\(LongDate.age($0)) old" } ?? "none")"),
    ]
    let fields: HTMLText = cells.map { "<td class=\"num\" data-l=\"\($0.0)\">\($0.1)</td>" }.joined()
    return """
      <tr><th scope="row">\(name(row))<p class="s">\(HTMLText.commands(verdict.reason))</p></th>\
      <td class="\(style)" data-l="Decision">\(verdict.decision.word)</td>\
      \(fields)</tr>

      """
  }
}
