import AuditModel

extension Dashboard {
  /// The summary sentence, the four figures, and a bar of all items.
  var summary: HTMLText {
    let change: HTMLText =
      report.change.map {
        "<p>Since \(HTMLText.people($0.from.name)): \(HTMLText.people($0.summary))</p>\n"
      } ?? ""
    return """
      <section class="card verdict \(report.verdict.rawValue)" aria-labelledby="verdict">
      <h2 id="verdict"><span class="eyebrow">Summary: </span>\(report.headline)</h2>
      \(change)\(report.figures.counts.inScope > 0 ? numbers : "")</section>

      """
  }

  private var numbers: HTMLText {
    let (counts, cells) = (report.figures.counts, report.figures.cells)
    var compliance: HTMLText = "<dd>\(counts.pass) of \(counted(counts.judged, "evaluated item")) pass</dd>"
    if let range = report.rangePhrase(\.text) { compliance += "\n<dd class=\"muted\">\(range)</dd>" }
    let attention = [
      (report.figures.waived, "more waived"), (counts.disputed, "disputed"), (counts.contradicted, "contradicted"),
    ].filter { $0.0 > 0 }.map {
      "\($0.0) \($0.1)"
    }.joined(separator: ", ")
    let tiles: [HTMLText] = [
      tile("Compliance", cells.compliance.text, bar: (counts.pass, counts.judged), compliance),
      tile(
        "Coverage", cells.coverage.text, bar: (counts.judged, counts.applicable),
        "<dd>\(counts.judged) of \(counted(counts.applicable, "applicable item")) evaluated</dd>"),
      tile(
        "Open findings", String(report.figures.open.total),
        "<dd>\(report.severities)</dd>" + (attention.isEmpty ? "" : "\n<dd class=\"muted\">\(attention)</dd>")),
      tile("Oldest result", age, evidence),
    ]
    return "<dl class=\"tiles\">\n\(tiles.joined())</dl>\n\(strip)"
  }

  /// The age of the oldest result in the figures.
  private var age: String {
    guard let oldest = report.figures.oldest else { return "none" }
    return counted(report.days(since: oldest), "day")
  }

  private var evidence: HTMLText {
    guard let newest = report.figures.newest else { return "<dd>no results yet</dd>" }
    let (stale, answered) = (report.figures.stale, report.figures.counts.answered)
    return "<dd>newest result: \(Report.age(report.days(since: newest)))</dd>\n"
      + "<dd class=\"muted\">\(stale) of \(counted(answered, "result")) stale</dd>"
  }

  private func tile(_ title: HTMLText, _ value: String, bar: (Int, Int)? = nil, _ more: HTMLText) -> HTMLText {
    let bar = bar.map { Self.bar($0.0, $0.1) } ?? ""
    return "<div class=\"tile\">\n<dt>\(title)</dt>\n<dd class=\"figure\">\(value)\(bar)</dd>\n\(more)\n</div>\n"
  }

  /// A bar of all cells, each status as wide as its share, and the numbers below.
  private var strip: HTMLText {
    let states = [
      ("pass", report.figures.counts.pass), ("fail", report.figures.counts.fail),
      ("cant-tell", report.figures.counts.cantTell), ("untested", report.figures.counts.untested),
      ("na", report.figures.counts.na),
    ].filter { $0.1 > 0 }
    let total = report.figures.counts.inScope
    var place = 0
    let pieces: HTMLText = states.map { state, count -> HTMLText in
      // A thousandth of the width at least, so that a single failure among thousands is visible.
      let from = Self.thousandths(place, total)
      place += count
      let width = max(4, Self.thousandths(place, total) - from)
      return "<rect class=\"\(state)\" x=\"\(from)\" width=\"\(width)\" height=\"24\"/>"
    }.joined()
    let words = states.map { "\($0.1) \(OutcomeWords.word($0.0))" }.joined(separator: ", ")
    let key: HTMLText = states.map { state, count -> HTMLText in
      "<li><svg class=\"key\" viewBox=\"0 0 16 16\" aria-hidden=\"true\"><rect class=\"\(state)\" width=\"16\" "
        + "height=\"16\"/></svg> \(count) \(OutcomeWords.word(state))</li>\n"
    }.joined()
    return """
      <svg class="strip" viewBox="0 0 1000 24" preserveAspectRatio="none" role="img" aria-labelledby="strip-title strip-desc">\
      <title id="strip-title">Items by status</title><desc id="strip-desc">\(words).</desc>\
      \(Self.patterns)\(pieces)</svg>
      <ul class="legend">
      \(key)</ul>

      """
  }

  /// Patterns repeat the meaning of the colors.
  private static let patterns: HTMLText = """
    <defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
    <path d="M0 0V6" class="hatch"/></pattern>\
    <pattern id="bars" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0 3H6" class="thin"/></pattern>\
    <pattern id="dots" width="6" height="6" patternUnits="userSpaceOnUse"><circle cx="3" cy="3" r="1.2" class="dot"/>\
    </pattern></defs>
    """

  private static func thousandths(_ part: Int, _ whole: Int) -> Int {
    guard whole > 0, part >= 0, part <= whole else { return 0 }
    return whole.dividingFullWidth(part.multipliedFullWidth(by: 1000)).quotient
  }
}
