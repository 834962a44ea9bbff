import AuditModel
import AuditReports
import AuditStore

/// Where what was found is not what was planned, as rows.
enum PlannedSheet {
  private static let columns: [SheetColumn] = [
    SheetColumn("component", "Component", .identifier), SheetColumn("check", "Check", .identifier),
    SheetColumn("condition", "Condition", isDefault: false), SheetColumn("planned", "Planned"),
    SheetColumn("by", "By", isDefault: false), SheetColumn("found", "Found", isLastToGo: true),
    SheetColumn("says", "Says", .outcome),
    SheetColumn("outcome", "Outcome", .outcome, isDefault: false),
    SheetColumn("judged_outcome", "Judged", .outcome, isDefault: false), SheetColumn("words", "In words"),
  ]

  /// - Parameter isWhole: also what was found as planned.
  static func rows(_ query: Filter, _ reader: Reader, _ form: RowForm, isWhole: Bool) throws -> ListRun.Rows {
    let filter = RecordFilter(query, reader: reader)
    let comparison = PlannedComparison(reader)
    var lines: [PlannedLine] = []
    for component in try reader.components() where !component.isRetired {
      guard !component.planned.isEmpty || !component.style.isEmpty else { continue }
      lines += try comparison.lines(of: component, reader.currentCells(ofComponent: component.key)).filter { line in
        try filter.accepts(component: line.component, check: line.check)
          && filter.accepts(texts: [line.planned, line.found ?? "", line.words])
      }
    }
    let shown = isWhole ? lines : lines.filter { !$0.standing.isSettled }
    let sheet = Sheet(
      schema: "planned", title: "Planned against found", columns: columns,
      emptyMessage: lines.isEmpty
        ? "Nothing is planned. a11y edit component COMPONENT --planned CHECK=VALUE says what design promised."
        : "Everything that was planned was found so (\(lines.count)); --all shows it.")
    let counts = PlannedLine.Standing.allCases.map { standing in
      let count = lines.count { $0.standing == standing }
      return "\(count) \(standing == .differs && count != 1 ? "differ" : standing.rawValue)"
    }
    return ListRun.Rows(
      sheet: sheet, values: shown.map { row($0, form) },
      summary: lines.isEmpty ? [] : ["\(counted(lines.count, "promise")): \(counts.joined(separator: ", "))."])
  }

  private static func row(_ line: PlannedLine, _ form: RowForm) -> [SheetValue] {
    [
      .text(line.component), .text(line.check),
      line.condition.map { .text(form.isForPeople ? Condition.shown($0) : $0) } ?? .null, .text(line.planned),
      .text(line.by), .text(orNull: line.found), .text(line.standing.rawValue),
      line.outcome.map { .outcome($0.rawValue) } ?? .null, line.judged.map { .outcome($0.rawValue) } ?? .null,
      form.text(line.words),
    ]
  }
}

/// Which checks were seen with a setting off and on, as rows.
enum MatrixSheet {
  private static let columns: [SheetColumn] = [
    SheetColumn("component", "Component", .identifier), SheetColumn("check", "Check", .identifier),
    SheetColumn("setting", "Setting", isDefault: false), SheetColumn("off", "Off", .outcome),
    SheetColumn("on", "On", .outcome),
    SheetColumn("missing", "Missing"),
  ]

  /// - Parameter isWhole: also what passes on both sides.
  static func rows(_ query: Filter, _ reader: Reader, _ form: RowForm, isWhole: Bool) throws -> ListRun.Rows {
    let filter = RecordFilter(query, reader: reader)
    let checks = try SettingHalves.checks(reader)
    var halves: [SettingHalves] = []
    for component in try reader.components() where !component.isRetired {
      let cells = try reader.currentCells(ofComponent: component.key)
      halves += try SettingHalves.all(of: component, checks, cells).filter {
        try filter.accepts(component: $0.component, check: $0.check) && filter.accepts(texts: [$0.setting])
      }
    }
    let shown = isWhole ? halves : halves.filter { !$0.isSettled }
    let sheet = Sheet(
      schema: "matrix", title: "With the setting off and on", columns: columns,
      emptyMessage: halves.isEmpty
        ? "No check that is to be seen with a setting off and on is asked of any component here."
        : "Everything was seen with the setting off and on, and passes; --all shows it.")
    let values = shown.map { half -> [SheetValue] in
      [
        .text(half.component), .text(half.check), .text(half.setting),
        .outcome(half.off?.rawValue ?? "untested"), .outcome(half.on?.rawValue ?? "untested"),
        .list(half.missing),
      ]
    }
    return ListRun.Rows(sheet: sheet, values: values, summary: summary(halves))
  }

  private static func summary(_ halves: [SettingHalves]) -> [String] {
    guard !halves.isEmpty else { return [] }
    let off = halves.count { $0.missing.contains("off") }
    let on = halves.count { $0.missing.contains("on") }
    var sentences = [
      "\(counted(halves.count, "pair")): \(off) not seen with the setting off, \(on) not seen with it on."
    ]
    let settings = SettingHalves.settings.filter { setting in
      halves.contains { $0.setting == setting && !$0.missing.isEmpty }
    }
    for setting in settings {
      sentences.append("a11y walk --check '\(setting).*' --condition \(setting) asks for the side with it on.")
    }
    return sentences
  }
}
