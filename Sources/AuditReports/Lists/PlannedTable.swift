package import AuditModel
package import AuditStore

extension Table<PlannedLine> {
  /// Measured values that differ from the specified values.
  ///
  /// - Parameter isWhole: also values that match.
  package static func planned(_ query: Filter, _ reader: Reader, isWhole: Bool) throws -> Table {
    let filter = RecordFilter(query, reader: reader)
    let comparison = PlannedComparison(reader)
    var lines: [PlannedLine] = []
    for component in try reader.components() where !component.isRetired {
      guard !component.planned.isEmpty || !component.style.isEmpty else { continue }
      lines += try comparison.lines(of: component, reader.currentCells(ofComponent: component.key)).filter { line in
        try filter.accepts(
          component: line.component, check: line.check, texts: [line.planned, line.found ?? "", line.words])
      }
    }
    let counts = PlannedLine.Standing.allCases.map { standing in
      let count = lines.count { $0.standing == standing }
      return "\(count) \(standing == .differs && count != 1 ? "differ" : standing.rawValue)"
    }
    return Table(
      "planned", title: "Specified vs. measured",
      columns: [
        Column("component", "Component", .identifier, \.component), Column("check", "Check", .identifier, \.check),
        .told("condition", "Condition") { line, form in
          .text(orNull: form.isForPeople ? line.condition.map { Condition.shown($0) } : line.condition)
        }.extra, Column("planned", "Specified", \.planned), Column("by", "By", \.by).extra,
        Column("found", "Value", \.found), Column("says", "Match", .outcome, \.standing.rawValue),
        Column("outcome", "Outcome", .outcome) { $0.outcome }.extra,
        Column("judged_outcome", "By value", .outcome) { $0.judged }.extra,
        Column("words", "Details", \.words.filled),
      ], rows: TableRows(isWhole ? lines : lines.filter { !$0.standing.isSettled }),
      empty: lines.isEmpty
        ? "No specified values. Run \"a11y edit component COMPONENT --planned CHECK=VALUE\" to add one."
        : "No differences: \(counted(lines.count, "specified value matches", "specified values match")). Use --all to list all.",
      summary: lines.isEmpty ? [] : ["\(counted(lines.count, "specified value")): \(counts.joined(separator: ", "))."])
  }
}

extension Table<SettingHalves> {
  /// The checks that must be tested with a setting off and on.
  ///
  /// - Parameter isWhole: also what passes on both sides.
  package static func matrix(_ query: Filter, _ reader: Reader, isWhole: Bool) throws -> Table {
    let filter = RecordFilter(query, reader: reader)
    let checks = try SettingHalves.checks(reader)
    var halves: [SettingHalves] = []
    for component in try reader.components() where !component.isRetired {
      let cells = try reader.currentCells(ofComponent: component.key)
      halves += try SettingHalves.all(of: component, checks, cells).filter {
        try filter.accepts(component: $0.component, check: $0.check, texts: [$0.setting])
      }
    }
    return Table(
      "matrix", title: "Setting off/on comparison",
      columns: [
        Column("component", "Component", .identifier, \.component), Column("check", "Check", .identifier, \.check),
        Column("setting", "Setting", \.setting).extra,
        Column("off", "Off", .outcome) { SheetValue.outcome($0.off) }.kept,
        Column("on", "On", .outcome) { SheetValue.outcome($0.on) }.kept,
        Column("missing", "Missing", \.missing),
      ], rows: TableRows(isWhole ? halves : halves.filter { !$0.isSettled }),
      empty: halves.isEmpty
        ? "No applicable check requires tests with a setting off and on."
        : "All items pass with the setting off and on. Use --all to list them.",
      summary: summary(halves))
  }

  private static func summary(_ halves: [SettingHalves]) -> [String] {
    guard !halves.isEmpty else { return [] }
    let off = halves.count { $0.missing.contains("off") }
    let on = halves.count { $0.missing.contains("on") }
    var sentences = [
      "\(counted(halves.count, "pair")): \(off) not tested with the setting off, \(on) not tested with the setting on."
    ]
    let settings = SettingHalves.settings.filter { setting in
      halves.contains { $0.setting == setting && !$0.missing.isEmpty }
    }
    for setting in settings {
      sentences.append("To test with \(setting) on, run \"a11y walk --check '\(setting).*' --condition \(setting)\".")
    }
    return sentences
  }
}
