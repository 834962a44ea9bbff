import AuditModel
import AuditReports

/// What is to be seen again, as rows, in the order in which it is seen.
enum RetestSheet {
  private static let columns: [SheetColumn] = [
    SheetColumn("stop", "Stop", .outcome), SheetColumn("condition", "Condition", .identifier),
    SheetColumn("component", "Component", .identifier), SheetColumn("check", "Check", .identifier),
    SheetColumn("reasons", "Why"), SheetColumn("outcome", "Outcome"), SheetColumn("severity", "Severity"),
    SheetColumn("device", "Device"),
    SheetColumn("detail", "In words", isDefault: false), SheetColumn("build", "Build", isDefault: false),
    SheetColumn("tester", "Tester", isDefault: false), SheetColumn("at", "Seen", .number, isDefault: false),
    SheetColumn("disputed", "Disputed", isDefault: false),
  ]

  static func rows(_ items: [RetestItem], _ form: RowForm) -> ListRun.Rows {
    let sheet = Sheet(
      schema: "retest", title: "Retest", columns: columns,
      emptyMessage: "Nothing that matches has to be seen again. What nobody has seen yet: a11y walk.")
    return ListRun.Rows(sheet: sheet, values: items.map { row($0, form) }, summary: summary(items))
  }

  private static func row(_ item: RetestItem, _ form: RowForm) -> [SheetValue] {
    let words = item.reasons.map(words)
    return [
      .integer(item.stop), .text(item.condition), .text(item.component), .text(item.check),
      form.isForPeople ? .text(words.joined(separator: "; ")) : .list(item.reasons.map(\.code)),
      .outcome(item.outcome?.rawValue ?? "untested"), .severity(orNull: item.severity?.rawValue),
      form.text(item.device), .list(words), form.text(item.build), form.text(item.tester), form.time(item.time),
      form.flag(item.isDisputed),
    ]
  }

  /// Why, for people.
  static func words(_ reason: RetestReason) -> String {
    switch reason {
    case .newerBuild(let seen, let now): "failed in \(seen), there is \(now)"
    case .newerSource: "failed, the source has changed"
    case .stale(let reasons): "stale: " + reasons.map(\.rawValue).joined(separator: ", ")
    case .checkChanged: "the check was changed"
    case .waiverExpired(let day): "waiver expired on \(day)"
    case .disputed: "disputed"
    }
  }

  private static func summary(_ items: [RetestItem]) -> [String] {
    let stops = items.last?.stop ?? 0
    let named = Set(items.map(\.device).filter { !$0.isEmpty }.map { Array($0.utf8) }).count
    let unnamed = items.count(where: \.device.isEmpty)
    // Where nobody said on which device it was seen, that is not one more device.
    let devices =
      named == 0
      ? "no device named"
      : "on \(counted(named, "device"))" + (unnamed > 0 ? ", \(unnamed) on no named device" : "")
    let codes = ["newer-build", "newer-source", "stale", "check-changed", "waiver-expired", "disputed"]
    let parts = codes.compactMap { code -> String? in
      let count = items.count { $0.reasons.contains { $0.code == code } }
      return count > 0 ? "\(count) \(code)" : nil
    }
    return [
      "\(counted(items.count, "cell")) to see again in \(counted(stops, "stop")), \(devices): "
        + parts.joined(separator: ", ") + ".",
      "a11y walk --only retest walks them in this order.",
    ]
  }
}
