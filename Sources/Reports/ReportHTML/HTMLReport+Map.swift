import Audit
import Base
import Store

extension HTMLReport {
  /// Columns with a category of their own; the other categories share the last.
  private static let mostColumns = 7
  /// Rows with a component of their own; the others are summed.
  private static let mostRows = 200

  /// Components by category, worst first.
  var map: Part {
    let table = report.map
    guard !table.rows.isEmpty, report.figures.counts.answered > 0 else { return Part("map", "Map", "", "") }
    let own = min(table.tested, Self.mostColumns)
    let rest = table.categories.count - own
    let names = table.categories.prefix(own).map(\.title) + (rest > 0 ? [Self.others(rest)] : [])
    let heads: HTMLText = names.map { "<th scope=\"col\" role=\"columnheader\">\($0)</th>" }.joined()
    let shown = table.rows.prefix(Self.mostRows)
    let failing = shown.prefix { $0.total.fail > 0 }
    var rows: HTMLText = failing.map { row($0, own, rest) }.joined()
    if failing.count < shown.count {
      rows += """
        <tr role="row" class="sep"><td role="cell" colspan="\(own + (rest > 0 ? 2 : 1))">Components without a failure</td></tr>

        """
    }
    rows += shown.dropFirst(failing.count).map { row($0, own, rest) }.joined()
    let others = table.rows.dropFirst(Self.mostRows)
    if !others.isEmpty {
      var sum = CellMatrix.Row(name: "\(counted(others.count, "more component"))")
      for other in others {
        for (place, counts) in other.counts { sum.counts[place] = (sum.counts[place] ?? CellCounts()) + counts }
      }
      rows += row(sum, own, rest)
    }
    return Part(
      "map", "Map", "Map: \(counted(table.rows.count, "component")) by category",
      """
      <p class="lead">Worst component first. A failing field has its worst severity and leads to that finding. \
      Numbers are items; a blank field does not apply.</p>
      <ul class="key map"><li class="f1"><b class="x"></b>FAIL, critical</li><li class="f2"><b class="x"></b>serious</li>\
      <li class="f3"><b class="x"></b>moderate</li><li class="f4"><b class="x"></b>minor</li>\
      <li><b class="p"></b>PASS</li><li><b class="q"></b>CAN'T TELL</li><li><b class="h"></b>UNTESTED</li></ul>
      <table class="map" role="table"><caption><u>Items by component and category</u></caption>
      <thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Component</th>\(heads)</tr></thead>
      <tbody role="rowgroup">
      \(rows)</tbody></table>

      """)
  }

  private func row(_ row: CellMatrix.Row, _ own: Int, _ rest: Int) -> HTMLText {
    var cells = (0..<own).map { cell(row.counts[$0], worst(row.name, [$0]), report.map.categories[$0].title) }
    if rest > 0 {
      let places = Array(own..<report.map.categories.count)
      let sum = places.compactMap { row.counts[$0] }.reduce(CellCounts(), +)
      cells.append(cell(sum.inScope > 0 ? sum : nil, worst(row.name, places), Self.others(rest)))
    }
    return """
      <tr role=row><th scope=row role=rowheader>\(name(row.name))</th>\(cells.joined())</tr>

      """
  }

  /// The worst finding of a component in some categories.
  private func worst(_ component: String, _ categories: [Int]) -> PageFinding? {
    let ids = categories.map { report.map.categories[$0].id }
    return findings.worst(component, in: ids)
  }

  /// - Parameter name: of its category, which a narrow window shows beside it.
  private func cell(_ counts: CellCounts?, _ finding: PageFinding?, _ name: String) -> HTMLText {
    guard let counts else { return "<td role=cell><u>none</u></td>" }
    let severities = [counts.critical, counts.serious, counts.moderate, counts.minor]
    let worst = severities.firstIndex { $0 > 0 }.flatMap { Severity(rawValue: $0 + 1) }
    let fail: HTMLText = worst.map { "FAIL, worst \($0.word): " } ?? "FAIL "
    let parts: [(HTMLText, HTMLText, Int)] = [
      ("x", fail, counts.fail), ("q", "CAN'T TELL ", counts.cantTell), ("p", "PASS ", counts.pass),
      ("n", "N/A ", counts.na), ("h", "UNTESTED ", counts.untested),
    ].filter { $0.2 > 0 }
    let words: HTMLText = parts.map { style, word, count -> HTMLText in
      let mark: HTMLText = "<b class=\(style)><u>\(word)</u>\(count)</b>"
      guard style.text == "x", let finding else { return mark }
      return "<a href=\"#\(finding.anchor)\">\(mark)</a>"
    }.joined()
    let style: HTMLText = counts.fail > 0 ? " class=f\(worst?.rawValue ?? 5)" : ""
    let label: HTMLText = Self.when(counts.inScope > counts.na, " data-l=\"\(name)\"")
    return "<td role=cell\(label)\(style)>\(words)</td>"
  }

  private static func others(_ count: Int) -> String { counted(count, "more category", "more categories") }
}
