import AuditCatalog
package import AuditModel
package import AuditStore
import TrackerAccess

/// Takes the findings of one report in as signals: one per component and check, however many screens report it.
///
/// A signal is never an answer. Where it is a fault and nobody has answered since, the cell is opened with `cant-tell`
/// under the tool's name, so that a person looks; once per cell, rule and build.
package struct SignalIntake {
  /// What flags say where the report does not.
  package struct Circumstances {
    var component: String?
    var condition = Condition.standard
    var device = ""
    var os = ""
    var build = ""
    var time: Int64?
  }

  let tool: ToolFinding.Tool
  let circumstances: Circumstances
  /// Who imports; empty where nobody said.
  let editor: String

  package init(tool: ToolFinding.Tool, circumstances: Circumstances, editor: String) {
    self.tool = tool
    self.circumstances = circumstances
    self.editor = editor
  }

  private struct Cell: Hashable {
    var component: String
    var check: String
    var condition: Condition
  }

  /// What makes two findings one signal.
  private struct Likeness: Hashable {
    var rule: String
    var message: String
    var isReview: Bool
    var device: String
    var os: String
    var build: String
  }

  package func take(_ findings: [ToolFinding], into writer: Writer) throws -> SignalReport {
    var report = SignalReport(tool: tool, findings: findings.count)
    let otherwise = try circumstances.component.map { try component($0, writer) }
    var finder = ComponentFinder(try writer.reader.components(), otherwise: otherwise)
    var cells: [Cell: [Signal]] = [:]
    var order: [Cell] = []
    for finding in findings {
      guard let rule = Catalog.toolRule(finding.rule, of: tool) else {
        report.leaveOut(rule: finding.rule)
        continue
      }
      switch finder.find(finding) {
      case .none(let reason, let hint): report.refuse(finding.place, reason, hint)
      case .component(let component, let isScreen):
        let cell = Cell(
          component: component.key, check: check(rule, for: component),
          condition: finding.condition ?? circumstances.condition)
        if cells[cell] == nil { order.append(cell) }
        var finding = finding
        finding.rule = rule.name
        add(finding, to: &cells[cell, default: []], cell)
        report.place(finding, in: component.key, isScreen: isScreen)
      }
    }
    report.cells = order.count
    let known = try known(writer.reader)
    for cell in order { try keep(cells[cell] ?? [], in: cell, beside: known[cell] ?? [], &report, writer) }
    return report
  }

  private func component(_ typed: String, _ writer: Writer) throws -> Component {
    let key = try NameFinder.component(typed, writer.reader)
    guard let component = try writer.reader.component(key) else { throw Refusal.unknownComponent(key) }
    return component
  }

  /// The closest check that is for such a component; the one that records the run where none is.
  private func check(_ rule: ToolRules.Rule, for component: Component) -> String {
    let fitting = rule.finds.first { id in
      Catalog.checks[id: id]?.isInScope(for: component) ?? false
    }
    return fitting ?? rule.run ?? rule.finds.first ?? ""
  }

  // MARK: One signal of many findings

  private func add(_ finding: ToolFinding, to signals: inout [Signal], _ cell: Cell) {
    let signal = Signal(
      component: cell.component, check: cell.check, condition: cell.condition.text, tool: tool.rawValue,
      rule: finding.rule, message: finding.message, detail: finding.detail, isReview: finding.isReview,
      elements: finding.elements.prefix(1).map { $0 }, screens: finding.screen.isEmpty ? [] : [finding.screen],
      device: finding.device.isEmpty ? circumstances.device : finding.device,
      os: finding.os.isEmpty ? circumstances.os : finding.os,
      build: finding.build.isEmpty ? circumstances.build : finding.build, run: finding.run,
      at: finding.time ?? circumstances.time)
    guard let index = signals.firstIndex(where: { Self.likeness($0) == Self.likeness(signal) }) else {
      signals.append(signal)
      return
    }
    signals[index].elements += signal.elements.filter { !signals[index].elements.contains($0) }
    signals[index].screens += signal.screens.filter { !signals[index].screens.contains($0) }
    signals[index].at = [signals[index].at, signal.at].compactMap { $0 }.max()
  }

  private static func likeness(_ signal: Signal) -> Likeness {
    Likeness(
      rule: signal.rule, message: signal.message, isReview: signal.isReview, device: signal.device, os: signal.os,
      build: signal.build)
  }

  // MARK: Keeping

  /// What this tool has found before.
  private func known(_ reader: Reader) throws -> [Cell: [Signal]] {
    var known: [Cell: [Signal]] = [:]
    for cell in try reader.signals() {
      guard let condition = try? Condition(parsing: cell.condition) else { continue }
      let place = Cell(component: cell.component, check: cell.check, condition: condition)
      known[place] = cell.signals.map(\.signal).filter { $0.tool == tool.rawValue }
    }
    return known
  }

  /// Adds what is new in a cell, and opens the cell for a fault of a rule that is new in this build.
  private func keep(
    _ signals: [Signal], in cell: Cell, beside known: [Signal], _ report: inout SignalReport, _ writer: Writer
  ) throws {
    var opening: [Signal] = []
    for signal in signals {
      guard let new = Self.new(in: signal, beside: known) else {
        report.same += 1
        continue
      }
      try writer.add(new, by: editor)
      report.added += 1
      let isKnownRule = known.contains { $0.rule == signal.rule && $0.build == signal.build && !$0.isReview }
      if !signal.isReview, !isKnownRule { opening.append(signal) }
    }
    if try open(cell, for: opening, writer) { report.opened += 1 }
  }

  /// The signal with the screens and elements that are not known yet; nil where it says nothing new.
  private static func new(in signal: Signal, beside known: [Signal]) -> Signal? {
    let alike = known.filter { likeness($0) == likeness(signal) }
    guard !alike.isEmpty else { return signal }
    var new = signal
    new.screens.removeAll { screen in alike.contains { $0.screens.contains(screen) } }
    new.elements.removeAll { element in alike.contains { $0.elements.contains(element) } }
    return new.screens.isEmpty && new.elements.isEmpty ? nil : new
  }

  private func open(_ cell: Cell, for signals: [Signal], _ writer: Writer) throws -> Bool {
    guard let first = signals.first else { return false }
    let time = signals.compactMap(\.at).max()
    let isAnswered = try writer.reader.isAnswered(
      component: cell.component, check: cell.check, condition: cell.condition,
      since: min(time ?? writer.now, writer.now), build: first.build)
    guard !isAnswered else { return false }
    var result = NewResult(
      component: cell.component, check: cell.check, condition: cell.condition, outcome: .cantTell,
      tester: tool.rawValue, device: first.device, os: first.os, build: first.build, audit: "", time: time)
    result.note = signals.map(SignalWords.note).joined(separator: "\n")
    try writer.log(result)
    return true
  }
}
