import AuditModel

extension Dashboard {
  /// The trend as a sentence, two curves, and a table.
  var trend: HTMLText {
    guard let trend = report.trend, let points = trend.trend.groups.first?.points else { return "" }
    let names = trend.trend.periods.map(\.name)
    let shares = points.map { $0.isGap ? nil : $0.compliance.value }
    let open = points.map { $0.isGap ? nil : $0.open }
    let most = max(1, open.compactMap { $0 }.max() ?? 1)
    let now = points.last
    let charts = [
      Chart(
        id: "compliance", title: "Compliance (PASS / evaluated)", values: shares, top: 100,
        labels: ["100%", "0%"], periods: names,
        says: sentence("Compliance", shares.map { value in value.map { "\($0)%" } }, names),
        now: now.map { $0.compliance.text } ?? ""),
      Chart(
        id: "open", title: "Open findings", values: open, top: most, labels: [String(most), "0"], periods: names,
        says: sentence("Open findings", open.map { value in value.map(String.init) }, names),
        now: now.map { String($0.open) } ?? ""),
    ].map(\.html)
    return """
      <p>\(HTMLText.people(trend.summary))</p>
      <div class="charts">
      \(charts.joined())</div>
      <details class="card open-on-paper"><summary>Data table</summary>
      \(Self.window("Trend", table(trend, points)))</details>

      """
  }

  private func sentence(_ title: String, _ values: [String?], _ names: [String]) -> String {
    let known = values.indices.filter { values[$0] != nil }
    guard let first = known.first, let last = known.last, let from = values[first], let to = values[last] else {
      return "\(title): no results."
    }
    return first == last
      ? "\(title): \(from) in \(names[first])." : "\(title): \(from) in \(names[first]), \(to) in \(names[last])."
  }

  private func table(_ trend: TrendReport, _ points: [TrendPoint]) -> HTMLText {
    let rows: HTMLText = trend.changing.map { shown -> HTMLText in
      let (period, point) = (trend.trend.periods[shown.place], points[shown.place])
      let alike: HTMLText =
        shown.alike > 0 ? "<tr><td colspan=\"7\" class=\"muted\">\(trend.stillness(shown.alike))</td></tr>\n" : ""
      let name = HTMLText.people(period.name)
      guard !point.isGap else {
        return "\(alike)<tr><th scope=\"row\">\(name)</th><td colspan=\"6\">no results yet</td></tr>\n"
      }
      let counts = point.counts
      return """
        \(alike)<tr><th scope="row">\(name)</th><td>\(Self.share(counts.pass, counts.judged))</td>\
        <td>\(Self.share(counts.judged, counts.applicable))</td><td class="n">\(point.open)</td>\
        <td class="n">\(point.waived)</td><td class="n">\(counts.disputed)</td><td class="n">\(point.new)</td></tr>

        """
    }.joined()
    return """
      <table>
      <caption>Status at the end of each \(trend.step.rawValue) with changes</caption>
      <thead><tr><th scope="col">\(trend.step.rawValue.capitalizedFirst)</th><th scope="col">Compliance</th>\
      <th scope="col">Coverage</th><th scope="col" class="n">Open</th><th scope="col" class="n">Waived</th>\
      <th scope="col" class="n">Disputed</th><th scope="col" class="n">New items</th></tr></thead>
      <tbody>
      \(rows)</tbody>
      </table>

      """
  }
}
