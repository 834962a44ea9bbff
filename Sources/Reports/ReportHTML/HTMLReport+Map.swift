import Audit
import Base
import Store

extension HTMLReport {
  /// Columns with a category of their own: those that fail, else as many as this; the others share the last.
  private static let (usualColumns, mostColumns) = (7, 12)
  /// Rows with a component of their own; the others are summed.
  private static let mostRows = 200

  /// Screens that open to their components, by category, worst first; without screens the components alone.
  var map: Part {
    let table = report.map
    guard !table.rows.isEmpty, report.figures.counts.answered > 0 else { return ("map", "Map", "", "") }
    let own = ownColumns
    let rest = table.asked - own
    let heads: HTMLText = mapColumns.map { "<th scope=\"col\" role=\"columnheader\">\($0)</th>" }.joined()
    let screens = self.screens
    let subject = screens.isEmpty ? "Component" : "Screen and component"
    let count =
      screens.isEmpty
      ? counted(table.rows.count, "component") : counted(screens.count { !$0.sum.name.isEmpty }, "screen")
    let bodies = screens.isEmpty ? flat(own, rest) : grouped(screens, own, rest)
    let overlap: HTMLText =
      screens.isEmpty ? "" : " A screen sums its components; one on several screens is in each of them."
    return (
      "map", "Map", "Map: \(count) by category",
      """
      <p class="lead">Worst \(screens.isEmpty ? "component" : "screen") first. A failing field has the letter and the count of each severity, \
      worst first, and leads to its worst finding. \
      Numbers are items; a blank field does not apply.\(overlap)</p>
      <ul class="key map" role="list"><li class="f1"><b class="x1"></b>FAIL, critical</li><li class="f2"><b class="x2"></b>serious</li>\
      <li class="f3"><b class="x3"></b>moderate</li><li class="f4"><b class="x4"></b>minor</li>\
      <li><b class="p"></b>PASS</li><li><b class="q"></b>CAN'T TELL</li><li><b class="h"></b>UNTESTED</li></ul>
      <table class="map\(Self.when(mapColumns.count > Self.usualColumns, " many"))" role="table"><caption><u>Items by \(subject.lowercased()) and category</u></caption>
      <thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">\(subject)</th>\(heads)</tr></thead>
      \(bodies)</table>
      \(rest > 0 ? otherCategories(own) : "")
      """
    )
  }

  /// How many categories have a column of their own.
  private var ownColumns: Int {
    let failing = report.map.sums.prefix { $0.fail > 0 }.count
    return min(report.map.tested, max(Self.usualColumns, min(failing, Self.mostColumns)))
  }

  /// The names of the columns behind the first.
  var mapColumns: [String] {
    let rest = report.map.asked - ownColumns
    return report.map.categories.prefix(ownColumns).map(\.title) + (rest > 0 ? [Self.others(rest)] : [])
  }

  /// A screen and its components, worst first.
  private struct MapScreen {
    /// Named as the screen; empty for the components without one.
    var sum: CellMatrix.Row
    var rows: [CellMatrix.Row] = []
  }

  /// Empty where no component names a screen.
  private var screens: [MapScreen] {
    let sums = report.mapOfScreens.rows
    guard report.components.contains(where: { !$0.standing.screens.isEmpty }) else { return [] }
    let known = Dictionary(
      firstOf: report.components.lazy.map {
        (ExactText($0.standing.key), $0.component?.countedOn ?? $0.standing.screens)
      })
    var rows: [ExactText: [CellMatrix.Row]] = [:]
    for row in report.map.rows {
      let names = known[ExactText(row.name)] ?? []
      for name in names.isEmpty ? [""] : names { rows[ExactText(name), default: []].append(row) }
    }
    return sums.map { MapScreen(sum: $0, rows: rows[ExactText($0.name)] ?? []) }
  }

  /// A part of the table for each screen: its own row, and those of its components where they are several, which the
  /// script folds.
  private func grouped(_ screens: [MapScreen], _ own: Int, _ rest: Int) -> HTMLText {
    // Of very many rows each component has one, on the worst of its screens.
    let isOnce = screens.reduce(0) { $0 + $1.rows.count } > Self.mostRows
    var named: Set<ExactText> = []
    return screens.map { screen -> HTMLText in
      var (shown, others): ([CellMatrix.Row], [CellMatrix.Row]) = ([], [])
      for row in screen.rows {
        let isNew = named.count < Self.mostRows && named.insert(ExactText(row.name)).inserted
        if isNew || !isOnce { shown.append(row) } else { others.append(row) }
      }
      var title: HTMLText = screen.sum.name.isEmpty ? "No screen" : name(screen.sum.name)
      var rows: HTMLText = shown.map { row($0, own, rest) }.joined()
      // A screen of one component is that component: a second row would say the same.
      if screen.rows.count == 1, let only = shown.first.map({ name($0.name) }) {
        if only.text != title.text { title = "\(title) › \(only)" }
        rows = ""
      }
      return """
        <tbody role="rowgroup">
        \(row(screen.sum, own, rest, of: screen.rows.map(\.name), title))\(rows)\(sum(of: others[...], own, rest))</tbody>

        """
    }.joined()
  }

  private func flat(_ own: Int, _ rest: Int) -> HTMLText {
    let shown = report.map.rows.prefix(Self.mostRows)
    let failing = shown.prefix { $0.total.fail > 0 }
    var rows: HTMLText = failing.map { row($0, own, rest) }.joined()
    if failing.count < shown.count {
      rows += """
        <tr role="row" class="sep"><td role="cell" colspan="\(own + (rest > 0 ? 2 : 1))">Components without a failure</td></tr>

        """
    }
    rows += shown.dropFirst(failing.count).map { row($0, own, rest) }.joined()
    return """
      <tbody role="rowgroup">
      \(rows)\(sum(of: report.map.rows.dropFirst(Self.mostRows), own, rest))</tbody>

      """
  }

  /// One row for those that have none of their own.
  private func sum(of others: ArraySlice<CellMatrix.Row>, _ own: Int, _ rest: Int) -> HTMLText {
    guard !others.isEmpty else { return "" }
    var sum = CellMatrix.Row(name: "")
    for other in others {
      for (place, counts) in other.counts { sum.counts[place] = (sum.counts[place] ?? CellCounts()) + counts }
    }
    return row(sum, own, rest, of: [], "\(counted(others.count, "more component"))")
  }

  /// What the last column sums, by category.
  private func otherCategories(_ own: Int) -> HTMLText {
    let rows = (own..<report.map.asked).map { place -> (name: HTMLText, numbers: [HTMLText]) in
      let counts = report.map.sums[place]
      return (
        "\(report.map.categories[place].title)",
        [counts.fail, counts.cantTell, counts.pass, counts.untested].map { "\(counted($0))" }
      )
    }
    return """
      <details class="card"><summary><b>The \(Self.others(report.map.asked - own))</b></summary>
      \(HTMLText.numbers(["Category", "FAIL", "CAN'T TELL", "PASS", "UNTESTED"], rows, caption: "<u>Items of the other categories</u>"))\
      </details>

      """
  }

  private func row(_ row: CellMatrix.Row, _ own: Int, _ rest: Int) -> HTMLText {
    self.row(row, own, rest, of: [row.name], nil)
  }

  /// - Parameters:
  ///   - components: whose findings it leads to.
  ///   - screen: the words of a row that sums them; nil for a component by itself.
  private func row(
    _ row: CellMatrix.Row, _ own: Int, _ rest: Int, of components: [String], _ words: HTMLText?
  ) -> HTMLText {
    var cells = (0..<own).map { cell(row.counts[$0], worst(components, [$0])) }
    if rest > 0 {
      let places = Array(own..<report.map.asked)
      let sum = places.compactMap { row.counts[$0] }.reduce(CellCounts(), +)
      cells.append(cell(sum.inScope > 0 ? sum : nil, worst(components, places)))
    }
    let isScreen = words != nil && !components.isEmpty
    return """
      <tr role=row\(isScreen ? " class=sc" : "")><th scope=\(isScreen ? "rowgroup" : "row") role=rowheader>\(words ?? name(row.name))\(cells.joined())

      """
  }

  /// The worst finding of some components in some categories.
  private func worst(_ components: [String], _ categories: [Int]) -> PageFinding? {
    let ids = categories.map { report.map.categories[$0].id }
    return components.lazy.compactMap { findings.worst($0, in: ids) }
      .min { Severity.place($0.severity) < Severity.place($1.severity) }
  }

  /// A narrow window shows those alone in which something is seen, each beside the name of its category. Cells and rows
  /// end where the next one begins.
  private func cell(_ counts: CellCounts?, _ finding: PageFinding?) -> HTMLText {
    guard let counts else { return "<td role=cell>" }
    // Each severity has a letter and a count of its own: one count of all would be read as that of the worst.
    let failing = counts.severities.enumerated().filter { $0.element.count > 0 }
    let unrated = counts.fail - failing.reduce(0) { $0 + $1.element.count }
    let fails: HTMLText = failing.map { mark("x\($0 + 1)", "FAIL, \($1.word): ", $1.count) }.joined()
    let others: [(HTMLText, HTMLText, Int)] = [
      ("q", "CAN'T TELL ", counts.cantTell), ("p", "PASS ", counts.pass),
      ("", "N/A ", counts.na), ("h", "UNTESTED ", counts.untested),
    ]
    let all = fails + mark("x", "FAIL ", unrated)
    let linked = finding.map { Self.when(counts.fail > 0, "<a href=\"#\($0.anchor)\">\(all)</a>") } ?? all
    let words = linked + others.map(mark).joined()
    let style: HTMLText = counts.fail > 0 ? " class=f\((failing.first?.offset ?? 4) + 1)" : ""
    return "<td role=cell\(style)>\(words)"
  }

  /// Nothing for none. Without a style it is read, not seen: a number of what does not apply looks like one of what does.
  private func mark(_ style: HTMLText, _ word: HTMLText, _ count: Int) -> HTMLText {
    guard count > 0 else { return "" }
    let words: HTMLText = "\(word)</u>\(counted(count))"
    return style.text.isEmpty ? "<u>\(word)\(counted(count))</u>" : "<b class=\(style)><u>\(words)</b>"
  }

  private static func others(_ count: Int) -> String { counted(count, "more category", "more categories") }
}

extension HTMLReport {
  /// The open findings by owner and by screen: counts that lead to the list, and no second list.
  var owners: Part {
    let open = findings.open
    guard !open.isEmpty else { return ("owners", "Owners", "", "") }
    let byOwner = Dictionary(grouping: open) { $0.row.finding.owner }
    var byScreen: [String: [PageFinding]] = [:]
    for finding in open {
      let screens = finding.row.finding.countedOn
      for screen in screens.isEmpty ? [""] : screens { byScreen[screen, default: []].append(finding) }
    }
    let owners = table("Open findings by owner", "Owner", "No owner", "owner", byOwner)
    let screens: HTMLText = Self.when(
      open.contains { !$0.row.finding.screens.isEmpty },
      "<div class=\"card\">\(table("Open findings by screen", "Screen", "No screen", "screen", byScreen))</div>\n")
    return (
      "owners", "Owners", "By owner and screen",
      """
      <p class="lead">To list the findings of one: <code>a11y list findings owner:OWNER</code>. A finding on several \
      screens counts on each.</p>
      <div class="two"><div class="card">\(owners)</div>
      \(screens)</div>

      """
    )
  }

  private func table(
    _ caption: HTMLText, _ head: HTMLText, _ none: HTMLText, _ field: String, _ parts: [String: [PageFinding]]
  ) -> HTMLText {
    let ordered = parts.sorted { left, right in
      if left.key.isEmpty != right.key.isEmpty { return right.key.isEmpty }
      let isSame = left.value.count == right.value.count
      return isSame ? NaturalOrder.precedes(left.key, right.key) : left.value.count > right.value.count
    }
    let rows: HTMLText = ordered.map { key, findings in
      let name: HTMLText = key.isEmpty ? none : field == "screen" ? self.name(key) : HTMLText.owner(key)
      let query: HTMLText = Self.when(
        !key.isEmpty && !key.contains("*") && findings.contains(where: \.isListed),
        " data-q=\"\(field):\(Self.quoted(key))\"")
      return """
        <tr><th scope="row"\(query)>\(name)</th><td class="num" data-l="Open">\(counted(findings.count))</td>\
        <td class="num" data-l="Blockers">\(counted(findings.count { $0.blocker != nil }))</td><td>\(Self.severities(findings).map { "<span class=w1>\($0)</span>" as HTMLText }.joined(separator: ", "))</td></tr>

        """
    }.joined()
    return """
      <table class="nums"><caption>\(caption)</caption>\(HTMLText.heads([head, "Open:", "Blockers:", "Severities"]))<tbody>
      \(rows)</tbody></table>
      """
  }

  /// A value of a query: in quotation marks where it would be several.
  private static func quoted(_ value: String) -> String {
    let parts = value.contains { $0.isWhitespace || $0 == "," || $0 == "\"" }
    return parts ? "\"\(value.filter { $0 != "\"" })\"" : value
  }
}

/// What findings are called: by what is wrong, and by the names of places that people know.
extension HTMLReport {
  /// More of a note makes no heading.
  private static let headingLength = 140

  /// The title of a component or a screen, else its key.
  func name(_ key: String) -> HTMLText { HTMLText.brief(titles[key] ?? key) }

  /// The screens and the component of a finding; the key is small beside a title. A screen of the same name says nothing
  /// more.
  func place(_ finding: PageFinding) -> HTMLText {
    let key = finding.component
    let screens = finding.row.finding.screens.map(name).filter { $0.text != name(key).text }.joined(separator: ", ")
    let component: HTMLText =
      titles[key] == nil ? HTMLText.brief(key) : "\(name(key)) <small>\(HTMLText.brief(key))</small>"
    let condition = finding.row.finding.condition
    return """
      \(Self.when(!screens.text.isEmpty, "\(screens) › "))\(component)\
      \(Self.when(!condition.isEmpty, " (\(HTMLText.brief(condition)))"))
      """
  }

  /// What is wrong: the note of the tester, else what a failure of the check means.
  func problem(_ finding: PageFinding) -> HTMLText {
    let words = finding.row.words
    let check = finding.row.finding.check
    return Self.short(words.isEmpty ? report.failure(of: check) : words, Self.headingLength)
  }

  /// Whether the note says more than the heading shows.
  static func isCut(_ words: String) -> Bool { words.count > headingLength }

  /// A link to a finding of the page: `hzjqsqxh Button without a label`; without a row of its own, to its check.
  func link(_ finding: PageFinding) -> HTMLText {
    let id: HTMLText = Self.when(finding.isListed, "\(finding.id) ")
    return "<a href=\"#\(finding.anchor)\">\(id)\(problem(finding))</a>"
  }

  /// Between facts: no line of a narrow card begins with it.
  static let between = "\u{A0}· "

  /// Its file, whose it is, since when it is open, and its tickets.
  func facts(_ row: ReportFinding) -> [HTMLText] {
    let finding = row.finding
    var facts: [HTMLText] = []
    let file = row.location.text.split(separator: "/").suffix(2).joined(separator: "/")
    if !file.isEmpty { facts.append(HTMLText.brief(file)) }
    facts.append(finding.owner.isEmpty ? "no owner" : "owner \(HTMLText.owner(finding.owner))")
    facts.append("open \(LongDate.age(row.daysOpen))")
    return facts + tickets(row)
  }

  /// Each a link where it has a web address, else plain text.
  func tickets(_ row: ReportFinding) -> [HTMLText] {
    row.finding.links.map { ticket in
      let name = HTMLText.people(ticket.name)
      let shown: HTMLText =
        (ticket.address ?? Ticket.link(ticket.name)).map { "<a href=\"\($0)\" rel=\"noreferrer\">\(name)</a>" } ?? name
      return ticket.isNumber ? "ticket \(shown)" : shown
    }
  }
}
