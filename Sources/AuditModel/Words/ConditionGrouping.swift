/// What results are grouped by that were observed under different conditions.
package enum ConditionGrouping: String, CaseIterable, Sendable {
  case condition
  /// VoiceOver, Voice Control, Switch Control, a keyboard: each pass by itself.
  case technology
  /// From a small phone to a large tablet.
  case device
  case sizeClass = "size-class"
  case orientation

  /// Where something that was seen belongs; in several groups where several technologies were on.
  ///
  /// - Parameters:
  ///   - condition: as results keep it.
  ///   - device: what the tester called the device; empty where not given.
  ///   - method: of the check; a source that was read was not touched.
  package func groups(condition text: String, device: String, method: Method? = nil) -> [String] {
    guard let condition = try? Condition(parsing: text) else { return [text] }
    let tokens = condition.tokens
    switch self {
    case .condition: return [condition.shown]
    case .technology:
      let used = ConditionSetting.technologies.filter(tokens.contains)
      guard used.isEmpty else { return used }
      return [method == .inspection || method == .automated ? method?.rawValue ?? Self.touch : Self.touch]
    case .device: return [DeviceClass(condition).token ?? Self.family(device) ?? "unspecified"]
    case .sizeClass:
      if let width = DeviceClass(condition).width { return [width] }
      guard let family = Self.family(device), let named = try? Condition(parsing: text + "," + family) else {
        return ["unspecified"]
      }
      return [DeviceClass(named).width ?? "unspecified"]
    case .orientation: return [tokens.contains("landscape") ? "landscape" : "portrait"]
    }
  }

  private static let touch = "touch"

  /// `iPad mini 6` is an `ipad`.
  private static func family(_ device: String) -> String? {
    switch DeviceFamily.of(device: device) {
    case .iPhone: "phone"
    case .iPad: "ipad"
    case .mac: "mac"
    default: nil
    }
  }

  /// Groups in the order in which they are shown: as the settings name them, others by name, unspecified last.
  package func ordered(_ names: Set<String>) -> [String] {
    let known: [String] =
      switch self {
      case .condition: []
      case .technology:
        ConditionSetting.technologies + [Self.touch, Method.inspection.rawValue, Method.automated.rawValue]
      case .device:
        ["phone-small", "phone", "iphone", "phone-large", "ipad-small", "ipad", "ipad-large", "mac"]
      case .sizeClass: ["compact", "regular"]
      case .orientation: ["portrait", "landscape"]
      }
    let first = known.filter(names.contains)
    let rest = names.subtracting(known).subtracting(["unspecified", Condition.standard.shown]).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    return [Condition.standard.shown].filter(names.contains) + first + rest + ["unspecified"].filter(names.contains)
  }
}

/// The cells of each group.
package struct ConditionGroups: Equatable, Sendable {
  package struct Row: Equatable, Sendable {
    package var name: String
    package var counts: CellCounts

    package init(name: String, counts: CellCounts) {
      self.name = name
      self.counts = counts
    }
  }

  package var by: ConditionGrouping
  package var rows: [Row]

  package init(by: ConditionGrouping, rows: [Row]) {
    self.by = by
    self.rows = rows
  }

  /// - Parameter counts: by the names of the groups.
  package init(by grouping: ConditionGrouping, _ counts: [String: CellCounts]) {
    self.init(
      by: grouping,
      rows: grouping.ordered(Set(counts.keys)).map { Row(name: $0, counts: counts[$0] ?? CellCounts()) })
  }

  /// `By technology`.
  package var title: String { by == .sizeClass ? "By size class" : "By \(by.rawValue)" }
}
