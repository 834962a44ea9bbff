package import Audit
import Base

/// Sets what was promised of components against what was found of them.
package final class PlannedComparison {
  private let reader: Reader
  private var checks: [String: Check?] = [:]
  private static let haptic = "haptics.max-one-per-interaction"

  package init(_ reader: Reader) { self.reader = reader }

  /// The plans of a component in the order of their checks, then the promises of its style.
  ///
  /// - Parameter cells: those of the component that have a result.
  package func lines(of component: Component, _ cells: [Cell]) throws -> [PlannedLine] {
    var lines: [PlannedLine] = []
    for (check, text) in component.planned.sorted(by: { $0.key < $1.key }) {
      lines += try planned(text, check, by: "plan", component, cells.filter { $0.check == check })
    }
    guard !component.style.isEmpty, let entry = try reader.style(component.style), let style = entry.expects else {
      return lines
    }
    if let line = size(component, entry, style, cells) { lines.append(line) }
    if !style.haptics.isEmpty { lines += try haptics(component, entry, style, cells) }
    for (check, text) in style.planned.sorted(by: { $0.key < $1.key }) where component.planned[check] == nil {
      lines += try planned(text, check, by: component.style, component, cells.filter { $0.check == check })
    }
    for check in style.measures { lines += try measure(check, component, cells.filter { $0.check == check }) }
    return lines
  }

  // MARK: Planned values

  private func planned(
    _ text: String, _ id: String, by: String, _ component: Component, _ cells: [Cell]
  ) throws -> [PlannedLine] {
    let measurement = try check(id)?.measurement
    let plan = try? MeasuredValue.parse(text, of: measurement)
    let open = PlannedLine(component: component.key, check: id, planned: text, by: by, standing: .nothing)
    guard !cells.isEmpty else { return [open] }
    return cells.map { cell in
      var line = Self.found(cell, in: open)
      guard let value = cell.value else {
        line.words = "no value was measured"
        return line
      }
      guard let plan, let measurement else {
        line.standing = .differs
        line.words = "the specified value cannot be compared with it"
        return line
      }
      line.standing = measurement.areSame(plan, value) ? .same : .differs
      line.words = words(line, value, measurement, component)
      return line
    }
  }

  private func words(
    _ line: PlannedLine, _ value: MeasuredValue, _ measurement: Measurement, _ component: Component
  ) -> String {
    let wanted = measurement.wording(on: component)
    switch (line.standing, line.judged) {
    case (.differs, .pass): return "it meets the check, which requires \(wanted)"
    case (_, .fail):
      let faults = measurement.faults(of: value, on: component)
      return "the check requires \(wanted)" + (faults.isEmpty ? "" : ": " + faults.joined(separator: "; "))
    default: return ""
    }
  }

  private static func found(_ cell: Cell, in open: PlannedLine) -> PlannedLine {
    var line = open
    line.condition = cell.condition
    line.outcome = cell.outcome
    line.judged = cell.judged
    line.value = cell.value?.text
    return line
  }

  // MARK: The promises of its style

  /// What was measured as the size of its target, else the registered size.
  private func size(
    _ component: Component, _ entry: ReferenceEntry, _ style: StyleTemplate, _ cells: [Cell]
  ) -> PlannedLine? {
    guard let wanted = style.size else { return nil }
    let targets = entry.checks.filter { $0.utf8.starts(with: "touch-target.".utf8) }
    var line = PlannedLine(
      component: component.key, check: targets.first ?? "size", planned: "at least \(wanted.width)x\(wanted.height)",
      by: component.style, standing: .nothing)
    var size: TargetSize?
    if let cell = cells.first(where: { targets.contains($0.check) && $0.value?.unit == "pt" }), let value = cell.value,
      let width = value.numbers.first, let height = value.numbers.last
    {
      line = Self.found(cell, in: line)
      line.check = cell.check
      size = try? TargetSize(width: width, height: height)
    } else if !component.tappedSize.isEmpty {
      line.value = component.tappedSize
      line.words = "as registered"
      size = try? TargetSize.parse(component.tappedSize)
    }
    if let size, let isKept = style.accepts(size) { line.standing = isKept ? .kept : .broken }
    return line
  }

  /// What was felt of its interactions, else the result of the check for the type it promises.
  private func haptics(
    _ component: Component, _ entry: ReferenceEntry, _ style: StyleTemplate, _ cells: [Cell]
  ) throws -> [PlannedLine] {
    let types = entry.checks.filter { $0.utf8.starts(with: "haptics.".utf8) && style.planned[$0] == nil }
    let open = PlannedLine(
      component: component.key, check: Self.haptic,
      planned: "haptic " + style.haptics.map(\.rawValue).joined(separator: " or "), by: component.style,
      standing: .nothing)
    let felt = cells.filter { $0.check == Self.haptic && $0.value != nil }
    let said = felt.isEmpty ? cells.filter { types.contains($0.check) } : felt
    guard !said.isEmpty else { return [open] }
    return try said.map { cell in
      var line = Self.found(cell, in: open)
      line.check = cell.check
      line.standing = Self.standing(cell)
      if let value = cell.value, let list = try check(cell.check)?.measurement?.list(of: value) {
        let isKept = HapticFit.keepsPromise(list, component)
        line.standing = isKept.map { $0 ? .kept : .broken } ?? .nothing
      }
      return line
    }
  }

  /// A check whose figures the style promises to keep.
  private func measure(_ id: String, _ component: Component, _ cells: [Cell]) throws -> [PlannedLine] {
    guard let measurement = try check(id)?.measurement else { return [] }
    let open = PlannedLine(
      component: component.key, check: id, planned: measurement.wording(on: component), by: component.style,
      standing: .nothing)
    guard !cells.isEmpty else { return [open] }
    return cells.map { cell in
      var line = Self.found(cell, in: open)
      line.standing = Self.standing(cell)
      return line
    }
  }

  /// A value decides by itself; without a value the tester's outcome does.
  private static func standing(_ cell: Cell) -> PlannedLine.Standing {
    switch cell.judged ?? cell.outcome {
    case .pass: .kept
    case .fail: .broken
    default: .nothing
    }
  }

  private func check(_ id: String) throws -> Check? {
    try checks.value(id) { try reader.check(id)?.check }
  }
}

/// What was promised of a component and what was found of it, for one check.
package struct PlannedLine {
  package enum Standing: String, CaseIterable {
    /// Found as planned.
    case same
    /// A promise in a range is kept.
    case kept
    /// Another value than the planned one.
    case differs
    /// A promise in a range is broken.
    case broken
    case nothing = "nothing found yet"

    /// Whether there is nothing to do about it.
    package var isSettled: Bool { self == .same || self == .kept }
  }

  package var component: String
  /// The id of a check, or `size`.
  package var check: String
  /// Nil where nothing was found.
  package var condition: String?
  package var planned: String
  /// `plan`, or the style that promises it.
  package var by: String
  /// What was measured; nil where an outcome is all there is, or nothing.
  package var value: String?
  package var outcome: Outcome?
  package var judged: Outcome?
  package var standing: Standing
  /// A clause about what was found; empty where the standing says it all.
  package var words = ""
}

/// A check that has to be seen twice, with a setting of the system off and on: every animation with Reduce Motion,
/// every glass surface with Reduce Transparency.
package struct SettingHalves {
  package var component: String
  package var check: String
  /// The token of conditions, such as `reduce-motion`.
  package var setting: String
  /// What was seen with the setting off; nil where not tested.
  package var off: Outcome?
  package var on: Outcome?

  /// The settings, by the category of the checks that look at them.
  package static let settings = ["reduce-motion", "reduce-transparency"]

  /// The halves that were not tested.
  package var missing: [String] { (off == nil ? ["off"] : []) + (on == nil ? ["on"] : []) }

  package var isSettled: Bool {
    missing.isEmpty && [off, on].allSatisfy { $0 == .pass || $0 == .na }
  }

  /// Whether it stands on the page of its component: always where that is an animation, else once a side was seen.
  package func isToldOf(_ component: Component?) -> Bool { component?.kind == "animation" || missing.count < 2 }

  /// The checks of a component that have to be seen twice, in the order of the catalog.
  ///
  /// - Parameters:
  ///   - checks: those of the settings' categories.
  ///   - cells: those of the component that have a result.
  package static func all(of component: Component, _ checks: [Check], _ cells: [Cell]) -> [SettingHalves] {
    checks.compactMap { check in
      let seen = cells.filter { $0.check == check.id }
      guard !seen.isEmpty || (!component.isRetired && check.isInScope(for: component)) else { return nil }
      let on = seen.filter { $0.condition.split(separator: ",").contains { $0 == check.category } }
      let off = seen.filter { !$0.condition.split(separator: ",").contains { $0 == check.category } }
      return SettingHalves(
        component: component.key, check: check.id, setting: check.category, off: rolledUp(off), on: rolledUp(on))
    }
  }

  /// Those of the settings' categories. What names its setting itself is tested with it on alone: there is no other side.
  package static func checks(_ reader: Reader) throws -> [Check] {
    try reader.checks(in: settings).map(\.check).filter { check in
      try reader.setting(of: check.id).map { !$0.tokens.contains(check.category) } ?? true
    }
  }

  /// Several conditions on one side count as the worst of them.
  private static func rolledUp(_ cells: [Cell]) -> Outcome? {
    guard !cells.isEmpty else { return nil }
    var counts = CellCounts()
    for cell in cells { counts.add(cell.state) }
    if counts.fail > 0 { return .fail }
    if counts.cantTell > 0 { return .cantTell }
    return counts.pass > 0 ? .pass : .na
  }
}

/// The states that a control is seen in, each with the check that looks at it (child-touch-guide, Color States).
package enum ControlStates {
  static let all = [
    ("normal", "visual-feedback.normal-state"), ("pressed", "visual-feedback.press-visible"),
    ("disabled", "visual-feedback.disabled-state"), ("loading", "visual-feedback.loading-state"),
  ]

  package struct Line {
    package var state: String
    package var check: String
    /// Whether it is asked of this component.
    package var isAsked: Bool
    /// One for each condition with a result.
    package var cells: [Cell]
  }

  /// Empty for what is no control: none of the checks applies to it, and none was tested.
  package static func lines(of component: Component, _ cells: [Cell], _ reader: Reader) throws -> [Line] {
    let lines = try all.map { state, check in
      Line(
        state: state, check: check,
        isAsked: try reader.check(check)?.check.isInScope(for: component) ?? false,
        cells: cells.filter { $0.check == check })
    }
    return lines.contains { $0.isAsked || !$0.cells.isEmpty } ? lines : []
  }
}
