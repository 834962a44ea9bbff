import AuditCatalog
import AuditModel
package import AuditStore
package import AuditSync
import TrackerAccess

/// Takes the findings of one report in as signals: one per component and check, however many screens report it.
///
/// A signal is never an answer. Where it is a fault and nobody has answered since, the cell is opened with `cant-tell`
/// under the tool's name, so that a person looks; once per cell, rule and build. What belongs to no component or speaks to
/// no check is kept as well, to be reviewed.
package struct SignalIntake {
  /// What flags say where the report does not.
  package struct Circumstances {
    var component: String?
    var condition = Condition.standard
    var device = ""
    var os = ""
    var build = ""
    var time: Int64?
    /// The name of the run: a newer report of it closes what it does not have. Empty where it has none.
    var series = ""

    package init() {}
  }

  let circumstances: Circumstances
  /// Who imports; empty where nobody said.
  let editor: String

  package init(circumstances: Circumstances, editor: String) {
    self.circumstances = circumstances
    self.editor = editor
  }

  private struct Cell: Hashable {
    /// Its component and its check are empty where they are not known.
    var place: ScopeCell
    var condition: Condition
    /// Of what belongs to no cell: its names, its element and its file, so that each element stays by itself.
    var element: [String] = []

    init(_ place: ScopeCell, _ condition: Condition) { (self.place, self.condition) = (place, condition) }

    var isMatched: Bool { !place.component.isEmpty && !place.check.isEmpty }
  }

  /// What makes two findings one signal.
  private struct Likeness: Hashable {
    var tool: String
    var rule: String
    var message: String
    var isReview: Bool
    var device: String
    var os: String
    var build: String
    var series: String
  }

  package func take(_ report: FindingsReport, of form: ReportForm, into writer: Writer) throws -> SignalReport {
    var told = SignalReport(form: form, report)
    var finder = try finder(writer)
    let rules = try MatchRules(writer.reader)
    var cells: [Cell: [Signal]] = [:]
    var order: [Cell] = []
    for finding in report.findings {
      let (cell, rule) = place(finding, &finder, rules, &told)
      if cells[cell] == nil { order.append(cell) }
      var finding = finding
      finding.rule = rule
      add(finding, to: &cells[cell, default: []], cell)
    }
    told.cells = order.count(where: \.isMatched)
    let known = try known(writer.reader)
    for cell in order { try keep(cells[cell] ?? [], in: cell, beside: known[cell] ?? [], &told, writer) }
    try close(cells, known, at: report.time ?? circumstances.time, &told, writer)
    return told
  }

  /// Looks once more for the cells of what had none: rules and components may be there now that were not.
  package func review(into writer: Writer) throws -> SignalReport {
    var told = SignalReport()
    var finder = try finder(writer)
    let rules = try MatchRules(writer.reader)
    let known = try known(writer.reader)
    var ended: [SeenSignal] = []
    for seen in try writer.reader.own(try writer.reader.unmatchedSignals().flatMap(\.signals)) {
      guard var finding = ToolFinding(seen.signal) else { continue }
      var unused = SignalReport()
      let (cell, rule) = place(finding, &finder, rules, &unused)
      guard cell.isMatched else { continue }
      finding.rule = rule
      var signals: [Signal] = []
      add(finding, to: &signals, cell)
      for index in signals.indices { signals[index].series = seen.signal.series }
      try keep(signals, in: cell, beside: known[cell] ?? [], &told, writer)
      ended.append(seen)
    }
    try writer.end(ended, by: editor)
    told.attached = ended.count
    return told
  }

  private func finder(_ writer: Writer) throws -> ComponentFinder {
    let otherwise = try circumstances.component.map { try component($0, writer) }
    return ComponentFinder(try writer.reader.components(), otherwise: otherwise)
  }

  private func component(_ typed: String, _ writer: Writer) throws -> Component {
    let key = try NameFinder.component(typed, writer.reader)
    guard let component = try writer.reader.component(key) else { throw Refusal.unknownComponent(key) }
    return component
  }

  // MARK: The cell of a finding

  /// Where a finding goes, and what its rule is called; a part of the cell is empty where nobody knows.
  private func place(
    _ finding: ToolFinding, _ finder: inout ComponentFinder, _ rules: MatchRules, _ told: inout SignalReport
  ) -> (Cell, rule: String) {
    let condition = finding.condition ?? circumstances.condition
    var cell = Cell(ScopeCell(component: "", check: "", condition: condition.text), condition)
    let rule = Catalog.toolRule(finding.rule, of: finding.tool)
    let answer = rules.component(of: finding).map { finder.find(named: $0) } ?? finder.find(finding)
    switch answer {
    case .none(let reason, let hint): told.refuse(finding.place, reason, hint)
    case .component(let component, let isScreen):
      cell.place.component = component.key
      cell.place.check = rules.check(of: finding) ?? rule.map { check($0, for: component) } ?? ""
      if cell.isMatched { told.place(finding, at: cell.place, isScreen: isScreen) }
    }
    if cell.place.check.isEmpty, rule == nil, rules.check(of: finding) == nil { told.leave(rule: finding.rule) }
    if !cell.isMatched { cell.element = Self.element(finding.names, finding.elements, finding.file) }
    return (cell, rule?.name ?? finding.rule)
  }

  private static func element(_ names: [String], _ elements: [String], _ file: String) -> [String] {
    names + elements.prefix(1) + [file]
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
    var signal = Signal(
      component: cell.place.component, check: cell.place.check, condition: cell.condition.text,
      tool: finding.tool.rawValue,
      rule: finding.rule, message: finding.message, detail: finding.detail, isReview: finding.isReview,
      elements: finding.elements.prefix(1).map { $0 }, screens: finding.screen.isEmpty ? [] : [finding.screen],
      device: finding.device.isEmpty ? circumstances.device : finding.device,
      os: finding.os.isEmpty ? circumstances.os : finding.os,
      build: finding.build.isEmpty ? circumstances.build : finding.build, run: finding.run,
      at: finding.time ?? circumstances.time)
    (signal.criteria, signal.impact, signal.series) = (finding.criteria, finding.impact, circumstances.series)
    if signal.isUnmatched { (signal.names, signal.file) = (finding.names, finding.file) }
    if finding.tool == .wcag, let criterion = Catalog.criteria.first(where: { $0.slug == finding.rule }) {
      signal.criteria = [criterion.id]
      if signal.message.isEmpty { signal.message = criterion.name }
    }
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
      tool: signal.tool, rule: signal.rule, message: signal.message, isReview: signal.isReview, device: signal.device,
      os: signal.os, build: signal.build, series: signal.series)
  }

  // MARK: Keeping

  /// What tools have found before.
  private func known(_ reader: Reader) throws -> [Cell: [SeenSignal]] {
    var known: [Cell: [SeenSignal]] = [:]
    for cell in try reader.signals() + reader.unmatchedSignals() {
      guard let condition = try? Condition(parsing: cell.condition) else { continue }
      var place = Cell(cell.place, condition)
      if cell.isUnmatched, let signal = cell.signals.first?.signal {
        place.element = Self.element(signal.names, signal.elements, signal.file)
      }
      known[place, default: []] += cell.signals
    }
    return known
  }

  /// Adds what is new in a cell, and opens the cell for a fault of a rule that is new in this build.
  private func keep(
    _ signals: [Signal], in cell: Cell, beside known: [SeenSignal], _ report: inout SignalReport, _ writer: Writer
  ) throws {
    var opening: [Signal] = []
    for signal in signals {
      guard let new = Self.new(in: signal, beside: known) else {
        report.same += 1
        continue
      }
      try writer.add(new, by: editor)
      report.added += 1
      let isKnownRule = known.contains {
        $0.signal.rule == signal.rule && $0.signal.tool == signal.tool && $0.signal.build == signal.build
          && !$0.signal.isReview
      }
      if !signal.isReview, !isKnownRule { opening.append(signal) }
    }
    guard cell.isMatched else { return }
    if try open(cell, for: opening, writer) { report.opened += 1 }
  }

  /// The signal with the screens and elements that are not known yet; nil where it says nothing new.
  private static func new(in signal: Signal, beside known: [SeenSignal]) -> Signal? {
    let alike = known.map(\.signal).filter { likeness($0) == likeness(signal) }
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
      component: cell.place.component, check: cell.place.check, condition: cell.condition,
      since: min(time ?? writer.now, writer.now), build: first.build)
    guard !isAnswered else { return false }
    var result = NewResult(
      component: cell.place.component, check: cell.place.check, condition: cell.condition, outcome: .cantTell,
      tester: first.tool, device: first.device, os: first.os, build: first.build, audit: "", time: time)
    result.note = signals.map(SignalWords.note).joined(separator: "\n")
    try writer.log(result)
    return true
  }

  // MARK: Closing

  /// Takes away what an earlier report of the same run has and this one has not, if this one is no older. The cells that
  /// it opened stay as they are: a person answers them.
  private func close(
    _ cells: [Cell: [Signal]], _ known: [Cell: [SeenSignal]], at time: Int64?, _ report: inout SignalReport,
    _ writer: Writer
  ) throws {
    guard !circumstances.series.isEmpty else { return }
    let earlier = try writer.reader.own(known.values.flatMap(\.self)).filter {
      ExactName($0.signal.series) == ExactName(circumstances.series)
    }
    let latest = earlier.compactMap(\.signal.at).max()
    guard (time ?? .max) >= latest ?? .min else {
      report.isOlder = true
      return
    }
    var gone: [SeenSignal] = []
    for (cell, seen) in known {
      let now = Set((cells[cell] ?? []).map { Kind($0) })
      gone += seen.filter { one in
        earlier.contains { $0.id == one.id } && !now.contains(Kind(one.signal))
      }
    }
    gone.sort { $0.id < $1.id }
    try writer.end(gone, by: editor)
    report.closed = gone.map { $0.signal }
  }

  /// What a run finds again, on whatever build.
  private struct Kind: Hashable {
    var tool: String
    var rule: String
    var message: String

    init(_ signal: Signal) { (tool, rule, message) = (signal.tool, signal.rule, signal.message) }
  }

  /// A name by its bytes.
  private struct ExactName: Equatable {
    let bytes: [UInt8]

    init(_ name: String) { bytes = Array(name.utf8) }
  }
}

extension ToolFinding {
  /// What was kept of a finding, as it was found; nil for a tool that this version does not know.
  fileprivate init?(_ signal: Signal) {
    guard let tool = Tool(rawValue: signal.tool) else { return nil }
    self.init(tool: tool, rule: signal.rule, message: signal.message, place: "")
    (detail, isReview, component, elements) = (signal.detail, signal.isReview, signal.component, signal.elements)
    (names, screen, file) = (signal.names, signal.screens.first ?? "", signal.file)
    (device, os, build, run, time) = (signal.device, signal.os, signal.build, signal.run, signal.at)
    (criteria, impact, condition) = (signal.criteria, signal.impact, try? Condition(parsing: signal.condition))
  }
}
