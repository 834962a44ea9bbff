import AuditModel

extension Dashboard {
  /// The number of cells listed per part; the others are counted.
  private static let mostNamed = 50

  /// Every figure as a sum, then the cells of each part, regressions first.
  var change: HTMLText {
    guard let change = report.change else { return "" }
    let rows: HTMLText = change.lines.filter { $0.before != 0 || $0.after != 0 }.map(row).joined()
    let parts: HTMLText = change.changes.parts.map(details).joined()
    let table: HTMLText = """
      <table>
      <caption>Metrics before and after, with the reasons for each change</caption>
      <thead><tr><th scope="col">Figure</th><th scope="col" class="n">Before</th><th scope="col" class="most">Change</th>\
      <th scope="col" class="n">Now</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table>

      """
    return """
      <p>Since \(HTMLText.people(change.from.name)): \(HTMLText.people(change.summary))</p>
      \(Self.window("Changes by metric", table))\(parts)
      """
  }

  private func row(_ line: ChangeReport.Line) -> HTMLText {
    let terms: HTMLText = line.terms.map {
      "<li>\(ChangeReport.signed($0.difference)) \($0.reason.words($0.difference))</li>"
    }
    .joined()
    let list: HTMLText = line.terms.isEmpty ? "unchanged" : "<ul class=\"terms\">\(terms)</ul>"
    return """
      <tr><th scope="row">\(line.measure.title)</th><td class="n">\(line.before)</td><td>\(list)</td>\
      <td class="n">\(line.after)</td></tr>

      """
  }

  private func details(_ part: Changes.Part) -> HTMLText {
    let cells: HTMLText = part.cells.prefix(Self.mostNamed).map { cell -> HTMLText in
      let condition: HTMLText = cell.condition.isEmpty ? "" : " under \(HTMLText.people(cell.condition))"
      return """
        <li>\(Self.name(cell.component)) \(HTMLText.brief(report.title(of: cell.check)))\(condition): \
        \(cell.before.words) before, <strong>\(cell.after.words)</strong> now</li>

        """
    }.joined()
    let more = part.cells.count - Self.mostNamed
    let rest: HTMLText =
      more > 0 ? "<p>and \(more) more. To list all, run <code>a11y trend --explain</code>.</p>\n" : ""
    return """
      <details class="card"><summary>\(part.reason.title): \(counted(part.cells.count, "item"))</summary>
      <p>\(counted(part.cells.count, "item")) \(part.reason.meaning(part.cells.count)).</p>
      <ul class="rows">
      \(cells)</ul>
      \(rest)</details>

      """
  }
}
