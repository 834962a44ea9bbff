import AuditModel

extension Dashboard {
  /// Every component in scope, by severity.
  var components: HTMLText {
    guard !report.components.isEmpty else { return "" }
    let rows: HTMLText = report.components.map(row).joined()
    let screens: HTMLText = hasScreens ? "<th scope=\"col\">Screens</th>" : ""
    let owner: HTMLText = hasOwners ? "<th scope=\"col\">Owner</th>" : ""
    let table: HTMLText = """
      <table id="components-rows">
      <caption>\(counted(report.components.count, "component")), by severity of their open findings</caption>
      <thead><tr><th scope="col">Component</th><th scope="col">Open findings</th><th scope="col">Compliance</th>\
      <th scope="col">Coverage</th>\(screens)\(owner)</tr></thead>
      <tbody>
      \(rows)</tbody>
      </table>

      """
    let tools = Tools(
      list: "components", noun: "components", total: report.components.count, boxes: nil,
      orders: [("", "Severity"), ("n", "Name"), ("r", "Lowest compliance"), ("c", "Lowest coverage")])
    return tools.html + Self.window("Components", table)
  }

  /// Empty columns are left out.
  private var hasScreens: Bool { report.components.contains { !$0.standing.screens.isEmpty } }
  private var hasOwners: Bool { report.components.contains { !$0.owner.isEmpty } }

  private func row(_ component: ReportComponent) -> HTMLText {
    let (standing, figures) = (component.standing, component.figures)
    let counts = standing.counts
    var open: HTMLText = figures.open.total > 0 ? "\(figures.open.words)" : "none"
    if figures.waived > 0 { open += ", \(figures.waived) waived" }
    let screens: HTMLText = hasScreens ? "<td>\(Self.list(standing.screens))</td>" : ""
    let owner: HTMLText = hasOwners ? "<td>\(HTMLText.people(component.owner))</td>" : ""
    return """
      <tr data-r="\(Self.order(counts.pass, counts.judged))" \
      data-c="\(Self.order(counts.judged, counts.applicable))"><th scope="row">\(Self.name(standing.key, standing.title))</th>\
      <td>\(open)</td><td class="share">\(Self.bar(counts.pass, counts.judged))\(Self.share(counts.pass, counts.judged))</td>\
      <td>\(Self.share(counts.judged, counts.applicable))</td>\(screens)\(owner)</tr>

      """
  }

  /// Parts per ten thousand; a rate without evaluated cells comes last.
  private static func order(_ part: Int, _ whole: Int) -> Int {
    guard whole > 0, part >= 0, part <= whole else { return 10_001 }
    return whole.dividingFullWidth(part.multipliedFullWidth(by: 10_000)).quotient
  }

  static func list(_ names: [String]) -> HTMLText { names.map { HTMLText.brief($0) }.joined(separator: ", ") }
}

extension FailingCounts {
  /// `2 critical, 31 serious`.
  var words: String {
    listed.filter { $0.count > 0 }.map { "\($0.count) \($0.word)" }.joined(separator: ", ")
  }
}
