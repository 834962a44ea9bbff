import AuditModel
import AuditReports

/// What one fix removes, as rows, best first.
enum FixSheet {
  private static let columns: [SheetColumn] = [
    SheetColumn("findings", "Findings", .number), SheetColumn("screen_count", "Screens", .number),
    SheetColumn("what", "What to fix", .identifier), SheetColumn("by", "By"),
    SheetColumn("criterion_count", "Criteria", .number), SheetColumn("component_count", "Components", .number),
    SheetColumn("critical", "Critical", .number), SheetColumn("serious", "Serious", .number),
    SheetColumn("remedy", "Remedy"),
    SheetColumn("open", "Open in all", .number, isDefault: false),
    SheetColumn("name", "Name", .identifier, isDefault: false),
    SheetColumn("check", "Check", .identifier, isDefault: false),
    SheetColumn("components", "Components by name", isDefault: false),
    SheetColumn("screens", "Screens by name", isDefault: false),
    SheetColumn("criteria", "Criteria by number", isDefault: false),
  ]

  static func rows(_ findings: [Finding]) -> ListRun.Rows {
    let open = findings.count { $0.waiver == nil }
    let fixes = Fix.all(of: findings)
    let sheet = Sheet(
      schema: "fixes", title: "Fixes", columns: columns,
      emptyMessage: "No open finding matches, so there is nothing to fix. What nobody tested is not counted as passed.")
    let values = fixes.map { fix -> [SheetValue] in
      [
        .integer(fix.findings), .integer(fix.screens.count), .text(words(fix)), .text(fix.group.rawValue),
        .integer(fix.criteria.count), .integer(fix.components.count), .integer(fix.critical), .integer(fix.serious),
        fix.remedy.isEmpty ? .null : .text(fix.remedy),
        .integer(open), .text(fix.name), .text(orNull: fix.check), .list(fix.components), .list(fix.screens),
        .list(fix.criteria),
      ]
    }
    return ListRun.Rows(sheet: sheet, values: values, summary: summary(fixes, open))
  }

  private static func summary(_ fixes: [Fix], _ open: Int) -> [String] {
    guard let best = fixes.first, best.group != .owner else { return [] }
    let parts = [
      counted(best.screens.count, "screen"), counted(best.criteria.count, "criterion", "criteria"),
    ]
    return [
      "The one fix with the most effect: \(words(best)), "
        + "\(best.findings) of \(counted(open, "open finding")), \(parts.joined(separator: ", ")).",
      "Fixes overlap: one finding may stand in several rows.",
    ]
  }

  static func words(_ fix: Fix) -> String {
    switch fix.group {
    case .component: fix.name
    case .pattern: "\(fix.check ?? "") in every \(fix.name)"
    case .antiPattern: "the pattern \(fix.name)"
    case .source: "the file \(fix.name)"
    case .owner: "what \(fix.name) looks after"
    }
  }
}
