import Audit
import Base

extension HTMLReport {
  /// How the findings and what was tested went, period by period: two charts, and a table of the same figures.
  var course: HTMLText { report.trend.flatMap { CourseChart($0, report.marks)?.html } ?? "" }
}

/// Something that happened in the time of a report's charts.
package struct ReportMark: Sendable {
  package var name: String
  /// ms UTC.
  package var at: Int64
  /// An audit that was closed; else a build, from its first result.
  package var isAudit: Bool
}

/// The course of a tracker in charts: what is open, by severity, and how much is evaluated and passes.
///
/// Shapes are placed in shares of the width, and their words are text beside them: so both fit any window, and a reader
/// chooses the size of the letters.
struct CourseChart {
  private static let height = 160
  private static let mostMarks = 12
  /// With more of them there is no room between two columns.
  private static let mostColumns = 40
  /// The names of the axis have room on a phone.
  private static let mostNames = 4

  private let trend: TrendReport
  /// Whose course it is, where a page shows several.
  private let subject: String?
  /// Whether it brings what a page has once: the pattern of new findings, and the words of the marks.
  var isFirst = true
  /// Of the charts of a page: in what it names for itself.
  var number = 0
  private let points: [TrendPoint]
  private let periods: [TrendPeriod]
  private let marks: [ReportMark]
  /// The first and the last period with a result.
  private let (first, last): (Int, Int)

  /// Nil for fewer than two periods with a result.
  ///
  /// - Parameter group: of the trend, where a page shows several; nil for the only one.
  init?(_ trend: TrendReport, _ marks: [ReportMark], of group: TrendGroup? = nil) {
    subject = group.map { trend.titled($0.name) }
    guard let points = (group ?? trend.trend.groups.first)?.points,
      let first = points.firstIndex(where: { !$0.isGap }), let last = points.lastIndex(where: { !$0.isGap }),
      first < last
    else { return nil }
    (self.trend, self.points, periods, self.marks) = (trend, points, trend.trend.periods, marks)
    (self.first, self.last) = (first, last)
  }

  var html: HTMLText {
    """
    <div class="two ch"><div class="card"><h3>\(findingsTitle)</h3>
    \(findings)</div>
    <div class="card"><h3>\(ratesTitle)</h3>
    \(rates)</div>\(isFirst ? told : "")</div>
    <details class="card"><summary><b>Table of the two charts</b>\(ofSubject)</summary>
    \(table)</details>

    """
  }

  /// Said where several charts have the same words.
  private var ofSubject: HTMLText { subject.map { "<span class=\"unseen\"> of \(HTMLText.brief($0))</span>" } ?? "" }

  // MARK: Words

  private func name(_ place: Int) -> String { trend.step.named(periods[place].name) }
  private func at(_ place: Int) -> String { trend.step.at(periods[place].name) }

  private static func moved(_ from: Int, _ to: Int) -> String { to > from ? "rose" : to < from ? "fell" : "stayed" }

  /// `Open findings rose from 11 in Nov 2024 to 54, at most 71 at month ends (Jul 2025)`
  var findingsTitle: HTMLText {
    let (from, to) = (points[first].open, points[last].open)
    let most = points.indices.max { points[$0].open < points[$1].open } ?? last
    let peak =
      points[most].open > max(from, to)
      ? ", at most \(counted(points[most].open)) \(trend.step.ends) (\(name(most)))" : ""
    guard from != to else { return "Open findings stayed at \(counted(to)) since \(name(first))\(peak)" }
    let moved = Self.moved(from, to)
    return "Open findings \(moved) from \(counted(from)) \(at(first)) to \(counted(to))\(peak)"
  }

  /// `Coverage rose from 63% to 69%, compliance fell from 89% to 73%`
  var ratesTitle: HTMLText {
    func words(_ name: String, _ rate: (TrendPoint) -> Percent) -> String {
      let (from, to) = (rate(points[first]), rate(points[last]))
      guard let start = from.value, let end = to.value else { return "\(name) is \(to.text)" }
      return start == end
        ? "\(name) stayed at \(to.text)" : "\(name) \(Self.moved(start, end)) from \(from.text) to \(to.text)"
    }
    return "\(words("Coverage", Self.coverage)), \(words("compliance", Self.compliance))"
  }

  private static func coverage(_ point: TrendPoint) -> Percent { point.counts.coverage }
  private static func compliance(_ point: TrendPoint) -> Percent { point.compliance }

  // MARK: Open findings

  private static let severities: [(word: String, style: String)] =
    Severity.allCases.map { ($0.word, "s\($0.rawValue)") } + [("no severity", "s5")]

  private static func parts(_ point: TrendPoint) -> [Int] {
    let known = (0..<4).map { point.openSeverities[$0] }
    return known + [max(0, point.open - known.reduce(0, +))]
  }

  var findings: HTMLText {
    let top = max(1, points.map(\.open).max() ?? 1)
    let width = 100 / Double(points.count)
    let columns = self.columns(width, top)
    let says = """
      Open findings by severity at the ends of \(counted(points.count, "period")): \(counted(points[first].open)) \(at(first)), \
      \(counted(points[last].open)) \(at(last)). The numbers are in the table.
      """
    let used = Self.severities.indices.filter { place in points.contains { Self.parts($0)[place] > 0 } }
    let names: HTMLText = used.map { place in
      let (word, style) = Self.severities[place]
      return "<li>\(Self.swatch("class=\"\(style)\""))\(word) (\(counted(Self.parts(points[last])[place])) now)</li>\n"
    }.joined()
    let isNew = points.contains { $0.newOpen > 0 }
    let new: HTMLText =
      isNew ? "<li>\(Self.swatch("fill=\"url(#nt)\""))in items tested for the first time in that period</li>\n" : ""
    return """
      \(plot(top: "\(counted(top))", "<svg class=\"st\" width=\"100%\" height=\"\(Self.height)\" role=\"img\" aria-label=\"\(says)\">\(isFirst ? Self.pattern : "")\(Self.grid)\(columns)\(lines)</svg>"))\
      <ul class="key" aria-hidden="true">
      \(names)\(new)</ul>

      """
  }

  /// The periods that have a column of their own. Where they are many, those in which nothing changed are one: else the
  /// lines between them are all that is seen.
  private var runs: [Range<Int>] {
    guard points.count > Self.mostColumns else { return points.indices.map { $0..<$0 + 1 } }
    var runs: [Range<Int>] = []
    for place in points.indices {
      let isSame = runs.last.map { run in
        let before = points[run.lowerBound]
        return Self.parts(before) == Self.parts(points[place]) && before.newOpen == points[place].newOpen
      }
      if isSame == true, let run = runs.popLast() {
        runs.append(run.lowerBound..<place + 1)
      } else {
        runs.append(place..<place + 1)
      }
    }
    return runs
  }

  /// The columns of all periods. One that is like the column before it is that column again: most periods of a long course
  /// are quiet.
  private func columns(_ width: Double, _ top: Int) -> HTMLText {
    let runs = self.runs
    func isSame(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
      let (left, right) = (points[one.lowerBound], points[other.lowerBound])
      return Self.parts(left) == Self.parts(right) && left.newOpen == right.newOpen && one.count == other.count
    }
    var drawn = 0
    return runs.indices.map { place -> HTMLText in
      let run = runs[place]
      if place > 0, isSame(runs[drawn], run) {
        let x = HTMLReport.number(Double(run.lowerBound - runs[drawn].lowerBound) * width)
        return "<use href=\"#k\(number)-\(drawn)\" x=\"\(x)%\"/>"
      }
      drawn = place
      let column = self.column(
        points[run.lowerBound], at: Double(run.lowerBound) * width, width * Double(run.count), top)
      let isRepeated = place + 1 < runs.count && isSame(run, runs[place + 1])
      return isRepeated ? "<g id=\"k\(number)-\(place)\">\(column)</g>" : column
    }.joined()
  }

  /// The severities of a period on each other, the worst at the bottom.
  private func column(_ point: TrendPoint, at x: Double, _ width: Double, _ top: Int) -> HTMLText {
    func height(_ count: Int) -> Double { Double(Self.height) * Double(count) / Double(top) }
    let gap = points.count > Self.mostColumns ? 0 : width * 0.08
    func rect(_ style: HTMLText, _ low: Int, _ count: Int) -> HTMLText {
      let y = Double(Self.height) - height(low + count)
      return """
        <rect \(style) x="\(HTMLReport.number(x + gap))%" y="\(HTMLReport.number(y))" width="\(HTMLReport.number(width - 2 * gap))%" \
        height="\(HTMLReport.number(height(count)))"/>
        """
    }
    var low = 0
    let parts: HTMLText = zip(Self.parts(point), Self.severities).map { count, severity -> HTMLText in
      guard count > 0 else { return "" }
      defer { low += count }
      return rect("class=\"\(severity.style)\"", low, count)
    }.joined()
    let new = min(point.newOpen, point.open)
    return parts + (new > 0 ? rect("class=\"nt\" fill=\"url(#nt)\"", point.open - new, new) : "")
  }

  private static func swatch(_ style: HTMLText) -> HTMLText {
    "<svg class=\"st\" viewBox=\"0 0 14 14\" aria-hidden=\"true\"><rect \(style) x=\"1\" y=\"1\" width=\"12\" height=\"12\"/></svg>"
  }

  private static let pattern: HTMLText = """
    <defs><pattern id="nt" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
    <rect class="nb" width="6" height="6"/><line class="nl" y2="6" stroke-width="2"/></pattern></defs>
    """

  /// The lower and the upper edge, and the middle between them.
  private static let grid: HTMLText = [0, height / 2, height].map { y -> HTMLText in
    "<line class=\"gr\" x2=\"100%\" y1=\"\(y)\" y2=\"\(y)\"/>"
  }.joined()

  // MARK: Coverage and compliance

  var rates: HTMLText {
    let says = """
      Coverage and compliance at the ends of \(counted(points.count, "period")): coverage \(Self.coverage(points[first]).text) and \
      compliance \(Self.compliance(points[first]).text) \(at(first)), \(Self.coverage(points[last]).text) and \
      \(Self.compliance(points[last]).text) \(at(last)). The numbers are in the table.
      """
    let drawn = curve("lc", Self.coverage) + curve("lp", Self.compliance)
    func key(_ style: HTMLText, _ words: HTMLText) -> HTMLText {
      "<li><svg class=\"ln\" viewBox=\"0 0 28 14\" aria-hidden=\"true\"><line class=\"\(style)\" x2=\"28\" y1=\"7\" y2=\"7\"/></svg>\(words)</li>\n"
    }
    return """
      \(plot(top: "100%", "<svg class=\"ln\" width=\"100%\" height=\"\(Self.height)\" role=\"img\" aria-label=\"\(says)\">\(Self.grid)\(drawn)\(lines)</svg>"))\
      <ul class="key ln" aria-hidden="true">
      \(key("lp", "pass, of the evaluated items (\(Self.compliance(points[last]).text) now)"))\
      \(key("lc", "evaluated, of the applicable items (\(Self.coverage(points[last]).text) now)"))</ul>

      """
  }

  /// A line through the rates, with a gap where there is none, and a dot at its end.
  private func curve(_ style: HTMLText, _ rate: (TrendPoint) -> Percent) -> HTMLText {
    let places = points.map { point in
      point.isGap ? nil : rate(point).value.map { Double(Self.height * (100 - $0)) / 100 }
    }
    func x(_ place: Int, of width: Double) -> HTMLText {
      HTMLReport.number((Double(place) + 0.5) * width / Double(points.count))
    }
    // Each run is one line: dashes that begin again at every point would be shorter than a dash where points are many.
    let runs = places.indices.split { places[$0] == nil }.map { run -> HTMLText in
      // On a level stretch its ends are enough.
      let ends: HTMLText = run.filter { place in
        place == run.first || place == run.last || places[place - 1...place + 1].contains { $0 != places[place] }
      }.map { "\(x($0, of: 1000)),\(HTMLReport.number(places[$0] ?? 0)) " }.joined()
      return "<polyline class=\"\(style)\" vector-effect=\"non-scaling-stroke\" points=\"\(ends)\"/>"
    }
    let lines: HTMLText = """
      <svg viewBox="0 0 1000 \(Self.height)" preserveAspectRatio="none" width="100%" height="\(Self.height)" \
      aria-hidden="true">\
      \(runs.joined())</svg>
      """
    let end: HTMLText =
      places[last].map {
        "<circle class=\"\(style)\" cx=\"\(x(last, of: 100))%\" cy=\"\(HTMLReport.number($0))\" r=\"4\"/>"
      } ?? ""
    return lines + end
  }

  // MARK: Around both

  private func plot(top: HTMLText, _ image: HTMLText) -> HTMLText {
    let count = min(Self.mostNames, points.count)
    let places = (0..<count).map { $0 * (points.count - 1) / max(1, count - 1) }
    let ends = places.map { min(periods[$0].to, trend.now) }
    var names = ends.map { LongDate.month($0, trend.clock) }
    // Within one month, the days.
    if Set(names).count < names.count { names = [ends[0], ends[count - 1]].map { LongDate.day($0, trend.clock) } }
    let axis: HTMLText = names.map { "<span>\($0)</span>" }.joined()
    return """
      <div class="plot"><p class="ya" aria-hidden="true"><span>\(top)</span><span>0</span></p><div>\(image)\
      <p class="ax" aria-hidden="true">\(axis)</p></div></div>

      """
  }

  private var shownMarks: ArraySlice<ReportMark> { marks.suffix(Self.mostMarks) }

  private var lines: HTMLText {
    shownMarks.compactMap { mark -> HTMLText? in
      guard let place = periods.firstIndex(where: { $0.from <= mark.at && mark.at <= $0.to }) else { return nil }
      let period = periods[place]
      let length = max(1, Double(period.to) - Double(period.from))
      let x = HTMLReport.number(
        (Double(place) + (Double(mark.at) - Double(period.from)) / length) * 100 / Double(points.count))
      return "<line class=\"mk\(mark.isAudit ? "" : " mb")\" x1=\"\(x)%\" x2=\"\(x)%\" y2=\"\(Self.height)\"/>"
    }.joined()
  }

  private var told: HTMLText {
    guard !marks.isEmpty else { return "" }
    let words: HTMLText = shownMarks.map { mark -> HTMLText in
      let day = LongDate.day(mark.at, trend.clock)
      return mark.isAudit
        ? "audit \(HTMLText.brief(mark.name)) closed on \(day)"
        : "build \(HTMLText.brief(mark.name)) first tested on \(day)"
    }.joined(separator: "; ")
    let more = marks.count - shownMarks.count
    let earlier = more > 0 ? " \(counted(more, "earlier one is", "earlier ones are")) not drawn." : ""
    return "<p class=\"s\">Upright lines, from the left: \(words).\(earlier)</p>\n"
  }

  var table: HTMLText {
    let heads = ["Open", "Critical", "Serious", "Moderate", "Minor", "First tested", "Evaluated", "Pass"]
    let rows = trend.changing.map { shown -> (name: HTMLText, numbers: [HTMLText]) in
      let point = points[shown.place]
      let cells: [String] =
        point.isGap
        ? Array(repeating: "no results", count: heads.count)
        : [point.open].map(counted) + (0..<4).map { counted(point.openSeverities[$0]) }
          + [counted(point.newOpen), Self.coverage(point).text, Self.compliance(point).text]
      return ("\(name(shown.place))", cells.map { "\($0)" })
    }
    let caption: HTMLText = """
      At the end of each period in which something changed; “First tested” are open findings of items tested for the first \
      time in it
      """
    return """
      <div class="window" role="region" aria-label="Table: open findings, coverage, and compliance\(subject.map { " of \($0)" } ?? "")" tabindex="0">\
      \(HTMLText.numbers(["Period"] + heads.map { "\($0)" }, rows, caption: caption))</div>
      """
  }
}

extension HTMLReport {
  /// The results of first-tap tests; empty without any.
  var firstTap: Part {
    ("first-tap", "First tap", "First-tap success with children", report.firstTap?.html ?? "")
  }
}
