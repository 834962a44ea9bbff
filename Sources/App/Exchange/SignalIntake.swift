import Audit
import Base
package import Exchange
import Sessions
package import Store

/// Imports the findings of one report as signals: one per component and check, even if several screens report it.
///
/// A signal is never a result. If it is a failure and no result is newer, the cell is opened with `cant-tell` under the
/// tool's name, so that a person tests it; once per cell, rule and build. A finding without a component or check is
/// kept as well, for review.
package struct SignalIntake {
  /// What flags say where the report does not.
  package struct Circumstances {
    var component: String?
    var condition = Condition.standard
    var device = ""
    var os = ""
    /// Nil for the current build of the tracker, as in results that people log; empty if unknown.
    var build: String?
    var time: Int64?
    /// The name of the run: a newer report of it closes what it does not have. Empty where it has none.
    var series = ""

    package init() {}
  }

  let circumstances: Circumstances
  /// Who imports; empty if unknown.
  let editor: String
  /// The other reports of the same command: files of one run are one report together.
  var others: [FindingsReport] = []

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

    init(_ signal: Signal) {
      (tool, rule, message) = (signal.tool, signal.rule, signal.message)
      (isReview, device, os) = (signal.isReview, signal.device, signal.os)
      (build, series) = (signal.build, signal.series)
    }
  }

  /// - Parameter form: nil for a list without entries, which may be of several tools.
  package func take(_ report: FindingsReport, of form: ReportForm?, into writer: Writer) throws -> SignalReport {
    if circumstances.series.isEmpty, !report.series.isEmpty {
      var named = circumstances
      named.series = report.series
      let others = others.filter { $0.series.hasSameBytes(as: report.series) }
      return try SignalIntake(circumstances: named, editor: editor, others: others).take(report, of: form, into: writer)
    }
    if circumstances.build == nil {
      var known = circumstances
      known.build = try writer.reader.staleRule().build
      return try SignalIntake(circumstances: known, editor: editor, others: others).take(report, of: form, into: writer)
    }
    var told = SignalReport(form: form, report)
    told.isOfRun = !circumstances.series.isEmpty
    // Findings kept before may have a component by now; the flags of this report do not apply to them.
    let reviewed = try SignalIntake(circumstances: Circumstances(), editor: editor).review(into: writer)
    (told.attached, told.opened) = (reviewed.attached, reviewed.opened)
    var finder = try finder(writer)
    let rules = try MatchRules(writer.reader)
    var cells: [Cell: Group] = [:]
    var order: [Cell] = []
    for finding in report.findings {
      let (cell, rule) = place(finding, &finder, rules, &told)
      if cells[cell] == nil { order.append(cell) }
      var finding = finding
      finding.rule = rule
      cells[cell, default: Group()].add(signal(of: finding, in: cell))
    }
    told.cells = order.count(where: \.isMatched)
    let reader = writer.reader
    let known = try known(reader)
    for cell in order {
      try keep(cells[cell]?.signals ?? [], in: cell, beside: known[cell] ?? Known(), &told, reader, writer)
    }
    var kinds = cells.mapValues { Set($0.signals.map(Kind.init)) }
    for finding in circumstances.series.isEmpty ? [] : others.flatMap(\.findings) {
      var unused = SignalReport()
      let (cell, rule) = place(finding, &finder, rules, &unused)
      kinds[cell, default: []].insert(Kind(signal(of: finding, in: cell), rule: rule))
    }
    try close(kinds, known, report, &told, writer)
    return told
  }

  /// Looks once more for the cells of what had none: rules and components may be there now that were not.
  package func review(into writer: Writer) throws -> SignalReport {
    var told = SignalReport()
    var finder = try finder(writer)
    let rules = try MatchRules(writer.reader)
    let reader = writer.reader
    let known = try known(reader)
    var ended: [SeenSignal] = []
    for seen in try reader.own(try reader.unmatchedSignals().flatMap(\.signals)) {
      guard var finding = ToolFinding(seen.signal) else { continue }
      var unused = SignalReport()
      let (cell, rule) = place(finding, &finder, rules, &unused)
      guard cell.isMatched else { continue }
      finding.rule = rule
      var signal = signal(of: finding, in: cell)
      signal.series = seen.signal.series
      try keep([signal], in: cell, beside: known[cell] ?? Known(), &told, reader, writer)
      ended.append(seen)
    }
    try writer.end(ended, by: editor)
    told.attached = ended.count
    return told
  }

  private func finder(_ writer: Writer) throws -> ComponentFinder {
    let otherwise = try circumstances.component.map { try component($0, writer) }
    let reader = writer.reader
    let others = try reader.ofOthersAlone("component")
    return ComponentFinder(
      try reader.componentsTitledByFollowed(without: others), ofOthers: others, otherwise: otherwise)
  }

  private func component(_ typed: String, _ writer: Writer) throws -> Component {
    let key = try NameFinder.component(typed, writer.reader)
    guard let component = try writer.reader.component(key) else { throw Refusal.unknownComponent(key) }
    return component
  }

  // MARK: The cell of a finding

  /// Where a finding goes, and what its rule is called; a part of the cell is empty if unknown.
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
      cell.place.check = rules.check(of: finding) ?? rule.map { check($0, for: component, rules.edition) } ?? ""
      if let item = CheckSettings(of: rules.edition).item(condition, of: cell.place.check) {
        (cell.condition, cell.place.condition) = (item, item.text)
      }
      if cell.isMatched { told.place(finding, at: cell.place, isScreen: isScreen) }
    }
    if cell.place.check.isEmpty, rule == nil, rules.check(of: finding) == nil { told.leave(rule: finding.rule) }
    if !cell.isMatched { cell.element = Self.element(finding.names, finding.elements, finding.file) }
    return (cell, rule?.name ?? finding.rule)
  }

  private static func element(_ names: [String], _ elements: [String], _ file: String) -> [String] {
    names + elements.prefix(1) + [file]
  }

  /// The closest check that is for such a component, or is asked of its screen; the one that records the run where none
  /// is.
  private func check(_ rule: ToolRules.Rule, for component: Component, _ edition: CatalogEdition) -> String {
    let checks = Catalog.checks(of: edition)
    let fitting = rule.finds.first { id in checks[id: id]?.isInScope(for: component) ?? false }
    let ofScreen = edition < .third ? nil : rule.finds.first { id in checks[id: id]?.unit == .screen }
    return fitting ?? (CheckUnit.screens.contains(component.kind) ? nil : ofScreen) ?? rule.run ?? rule.finds.first
      ?? ""
  }

  // MARK: One signal of many findings

  private func signal(of finding: ToolFinding, in cell: Cell) -> Signal {
    var signal = Signal(
      component: cell.place.component, check: cell.place.check, condition: cell.condition.text,
      tool: finding.tool.rawValue,
      rule: finding.rule, message: finding.message, detail: finding.detail, isReview: finding.isReview,
      elements: finding.elements.prefix(1).map { $0 }, screens: finding.screen.isEmpty ? [] : [finding.screen],
      device: finding.device.isEmpty ? circumstances.device : finding.device,
      os: finding.os.isEmpty ? circumstances.os : finding.os,
      build: finding.build.isEmpty ? circumstances.build ?? "" : finding.build, run: finding.run,
      at: finding.time ?? circumstances.time)
    (signal.criteria, signal.impact, signal.series) = (finding.criteria, finding.impact, circumstances.series)
    if signal.isUnmatched { (signal.names, signal.file) = (finding.names, finding.file) }
    if finding.tool == .wcag, let criterion = Catalog.criteria.first(where: { $0.slug == finding.rule }) {
      signal.criteria = [criterion.id]
      if signal.message.isEmpty { signal.message = criterion.name }
    }
    return signal
  }

  /// The signals of one cell, alike findings as one.
  private struct Group {
    private(set) var signals: [Signal] = []
    private var places: [Likeness: Int] = [:]

    /// The maximum number of elements and screens that a signal names.
    static let named = 200

    mutating func add(_ signal: Signal) {
      let likeness = Likeness(signal)
      guard let index = places[likeness] else {
        places[likeness] = signals.count
        signals.append(signal)
        return
      }
      Self.add(signal.elements, to: &signals[index].elements)
      Self.add(signal.screens, to: &signals[index].screens)
      signals[index].at = [signals[index].at, signal.at].compactMap { $0 }.max()
    }

    private static func add(_ names: [String], to known: inout [String]) {
      for name in names where known.count < named && !known.contains(name) { known.append(name) }
    }
  }

  /// What is known of one cell.
  private struct Known {
    private(set) var signals: [SeenSignal] = []
    private var alike: [Likeness: [Signal]] = [:]
    private var faults: Set<[String]> = []
    /// Those that a newer report of their run closed.
    private var closed: [Likeness: [Signal]] = [:]

    mutating func close(_ signal: Signal) { closed[Likeness(signal), default: []].append(signal) }

    mutating func add(_ seen: SeenSignal) {
      signals.append(seen)
      alike[Likeness(seen.signal), default: []].append(seen.signal)
      if !seen.signal.isReview { faults.insert(Self.fault(seen.signal)) }
    }

    /// Whether a failure of that rule is known of that build.
    func hasFault(like signal: Signal) -> Bool { faults.contains(Self.fault(signal)) }

    /// The signal with the screens and elements that are not known yet; nil where it says nothing new, as an older report
    /// of a run of which a newer one closed it.
    func new(in signal: Signal) -> Signal? {
      let likeness = Likeness(signal)
      let before = closed[likeness]?.filter { closed in closed.at.map { signal.at ?? .max <= $0 } ?? false } ?? []
      let alike = (alike[likeness] ?? []) + before
      guard !alike.isEmpty else { return signal }
      var new = signal
      new.screens.removeAll { screen in alike.contains { $0.screens.contains(screen) } }
      new.elements.removeAll { element in alike.contains { $0.elements.contains(element) } }
      return new.screens.isEmpty && new.elements.isEmpty ? nil : new
    }

    private static func fault(_ signal: Signal) -> [String] { [signal.tool, signal.rule, signal.build] }
  }

  // MARK: Keeping

  /// What tools of people who are followed have found before. Others may say the same beforehand, and withdraw it once
  /// this machine has left its own out.
  private func known(_ reader: Reader) throws -> [Cell: Known] {
    var known: [Cell: Known] = [:]
    func cell(_ place: ScopeCell, _ first: SeenSignal?) -> Cell? {
      guard let condition = try? Condition(parsing: place.condition) else { return nil }
      var cell = Cell(place, condition)
      if let signal = first?.signal, !cell.isMatched {
        cell.element = Self.element(signal.names, signal.elements, signal.file)
      }
      return cell
    }
    for found in try reader.signals() + reader.unmatchedSignals() {
      guard let cell = cell(found.place, found.signals.first) else { continue }
      for signal in try reader.followed(found.signals) { known[cell, default: Known()].add(signal) }
    }
    for (place, signals) in circumstances.series.isEmpty ? [] : try reader.closedSignals() {
      for signal in try reader.followed(signals) {
        if let cell = cell(place, signal) { known[cell, default: Known()].close(signal.signal) }
      }
    }
    return known
  }

  /// Adds what is new in a cell, and opens the cell for a failure of a rule that is new in this build.
  ///
  /// - Parameter reader: of the tracker before: of each cell that is asked once.
  private func keep(
    _ signals: [Signal], in cell: Cell, beside known: Known, _ report: inout SignalReport, _ reader: Reader,
    _ writer: Writer
  ) throws {
    var opening: [Signal] = []
    for signal in signals {
      guard let new = known.new(in: signal) else {
        report.same += 1
        continue
      }
      try writer.add(new, by: editor)
      report.added += 1
      if !signal.isReview, !known.hasFault(like: signal) { opening.append(signal) }
    }
    guard cell.isMatched else { return }
    if try open(cell, for: opening, reader, writer) { report.opened += 1 }
  }

  /// The maximum number of signals in the note of a `cant-tell`; the list of tool findings has all.
  private static let noted = 10

  private func open(_ cell: Cell, for signals: [Signal], _ reader: Reader, _ writer: Writer) throws -> Bool {
    guard let first = signals.first else { return false }
    let time = signals.compactMap(\.at).max()
    let isAnswered = try reader.isAnswered(
      component: cell.place.component, check: cell.place.check, condition: cell.condition,
      since: min(time ?? writer.now, writer.now), build: first.build)
    guard !isAnswered else { return false }
    var result = NewResult(
      component: cell.place.component, check: cell.place.check, condition: cell.condition, outcome: .cantTell,
      tester: first.tool, device: first.device, os: first.os, build: first.build, audit: "", time: time)
    let notes = signals.prefix(Self.noted).map(SignalWords.note)
    let rest = signals.count > Self.noted ? ["and \(counted(signals.count - Self.noted)) more."] : []
    result.note = (notes + rest).joined(separator: "\n")
    try writer.log(result)
    return true
  }

  // MARK: Closing

  /// Closes what an earlier report of the same run has and this one has not, if this one is no older. The cells that
  /// it opened stay as they are: a person answers them. An empty file closes no finding of another tool than the
  /// recorder, which may have stopped early.
  private func close(
    _ kinds: [Cell: Set<Kind>], _ known: [Cell: Known], _ found: FindingsReport, _ report: inout SignalReport,
    _ writer: Writer
  ) throws {
    guard !circumstances.series.isEmpty else { return }
    report.isIncomplete = ([found] + others).contains(where: \.isIncomplete)
    guard !report.isIncomplete else { return }
    let time = ([found] + others).compactMap(\.time).max() ?? circumstances.time
    let series = Array(circumstances.series.utf8)
    var earlier = try writer.reader.own(known.values.flatMap(\.signals)).filter {
      $0.signal.series.utf8.elementsEqual(series)
    }
    if found.isEmptyFile {
      let isOther = { (seen: SeenSignal) in seen.signal.tool != ToolFinding.Tool.xctest.rawValue }
      report.leftOpen = earlier.filter(isOther).map(\.signal.tool)
      earlier.removeAll(where: isOther)
    }
    let names = Set(earlier.map(\.id))
    let latest = earlier.compactMap(\.signal.at).max()
    guard (time ?? .max) >= latest ?? .min else {
      report.isOlder = true
      return
    }
    var gone: [SeenSignal] = []
    for (cell, seen) in known {
      gone += seen.signals.filter { names.contains($0.id) && !(kinds[cell]?.contains(Kind($0.signal)) ?? false) }
    }
    let untested = Set(([found] + others).flatMap(\.untested))
    report.untested = gone.count { untested.contains($0.signal.rule) }
    gone.removeAll { untested.contains($0.signal.rule) }
    // XCTest names the test in the place of an element; of more than are kept any may be among them.
    let isSkipped = { (seen: SeenSignal) in
      seen.signal.tool == ToolFinding.Tool.xctest.rawValue && !untested.isEmpty
        && (seen.signal.elements.count >= Group.named || !untested.isDisjoint(with: seen.signal.elements))
    }
    report.skipped = gone.count(where: isSkipped)
    gone.removeAll(where: isSkipped)
    gone.sort { $0.id < $1.id }
    try writer.end(gone, by: editor)
    report.closed = gone.map { $0.signal }
  }

  /// The finding as the same run reports it on any build.
  private struct Kind: Hashable {
    var tool: String
    var rule: String
    var message: String

    init(_ signal: Signal) { self.init(signal, rule: signal.rule) }

    /// - Parameter rule: what the rule is called here.
    init(_ signal: Signal, rule: String) { (tool, self.rule, message) = (signal.tool, rule, signal.message) }
  }
}
