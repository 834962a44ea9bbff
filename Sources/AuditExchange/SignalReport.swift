package import AuditModel
import AuditReports
import Terminal

/// What became of the findings of one report.
package struct SignalReport {
  /// Findings that belong to no component, for one reason.
  package struct Refusal {
    var reason: String
    var hint: String
    var count: Int
    /// Where the first of them stand.
    var places: [String]
  }

  private static let places = 20

  let tool: ToolFinding.Tool
  /// All that the report holds.
  let findings: Int
  var cells = 0
  /// Signals that were kept, and those that said nothing new.
  var added = 0
  var same = 0
  /// Findings that went to the component that is their screen, because no other fitted.
  private(set) var onScreens = 0
  /// Cells that say `cant-tell` now.
  var opened = 0
  private(set) var refusals: [Refusal] = []
  /// Rules that no check covers, with the number of their findings.
  private(set) var leftOut: [(rule: String, count: Int)] = []
  private var components: Set<String> = []
  private var screens: Set<String> = []

  var unmatched: Int { refusals.reduce(0) { $0 + $1.count } }
  var uncovered: Int { leftOut.reduce(0) { $0 + $1.count } }

  package init(tool: ToolFinding.Tool, findings: Int) {
    self.tool = tool
    self.findings = findings
  }

  mutating func place(_ finding: ToolFinding, in component: String, isScreen: Bool) {
    components.insert(component)
    if isScreen { onScreens += 1 }
    if !finding.screen.isEmpty { screens.insert(finding.screen) }
  }

  mutating func refuse(_ place: String, _ reason: String, _ hint: String) {
    guard let index = refusals.firstIndex(where: { $0.reason == reason }) else {
      refusals.append(Refusal(reason: reason, hint: hint, count: 1, places: [place]))
      return
    }
    refusals[index].count += 1
    if refusals[index].places.count < Self.places { refusals[index].places.append(place) }
  }

  mutating func leaveOut(rule: String) {
    if let index = leftOut.firstIndex(where: { $0.rule == rule }) {
      leftOut[index].count += 1
    } else {
      leftOut.append((rule, 1))
    }
  }

  // MARK: Words

  /// `333 findings on 13 screens: 61 cells of 20 components. 61 signals added, 0 the same, 61 cells opened.`
  func sentence(isDryRun: Bool) -> String {
    let place = screens.isEmpty ? "" : " on \(counted(screens.count, "screen"))"
    let verb = isDryRun ? "would be added" : "added"
    return "\(tool.rawValue): \(counted(findings, "finding"))\(place), in \(counted(cells, "cell")) of "
      + "\(counted(components.count, "component")). \(counted(added, "signal")) \(verb), \(same) the same; "
      + "\(counted(opened, "cell")) \(isDryRun ? "would be " : "")opened as can't tell."
  }

  /// What a person may want to do next, and what was left out.
  func remarks(of name: String, named: Int) -> [String] {
    var lines: [String] = []
    for refusal in refusals.prefix(named) {
      let first = refusal.places.first ?? ""
      let others = refusal.count > 1 ? " (and \(refusal.count - 1) more like it)" : ""
      lines.append("a11y: \(MessageText.quoted(name)), \(first): \(refusal.reason)\(others). \(refusal.hint)")
    }
    if refusals.count > named { lines.append("a11y: and \(refusals.count - named) more reasons; --json names all.") }
    if !leftOut.isEmpty {
      let rules = leftOut.prefix(named).map { "\($0.rule) (\($0.count))" }.joined(separator: ", ")
      let rest = leftOut.count > named ? " and \(leftOut.count - named) more" : ""
      lines.append("\(counted(uncovered, "finding")) left out, of rules that no check covers: \(rules)\(rest).")
    }
    if onScreens > 0 {
      lines.append(
        "\(counted(onScreens, "finding")) went to the screen as a whole: no component on it is called like the element."
      )
    }
    if opened > 0 { lines.append("a11y list signals shows them; a person's result confirms or refutes each.") }
    return lines
  }

  var json: JSONText {
    .object([
      ("tool", .string(tool.rawValue)), ("findings", .int(findings)), ("cells", .int(cells)),
      ("components", .int(components.count)), ("screens", .int(screens.count)), ("opened", .int(opened)),
      ("on_screens", .int(onScreens)), ("unmatched", .int(unmatched)), ("uncovered", .int(uncovered)),
      (
        "reasons",
        .array(
          refusals.map { refusal in
            .object([
              ("reason", .string(refusal.reason)), ("hint", .string(refusal.hint)), ("count", .int(refusal.count)),
              ("places", .strings(refusal.places)),
            ])
          })
      ),
      (
        "uncovered_rules",
        .array(leftOut.map { .object([("rule", .string($0.rule)), ("count", .int($0.count))]) })
      ),
    ])
  }
}
