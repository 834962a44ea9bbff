package import AuditFigures
import AuditModel

extension Table<Fix> {
  /// Fixes by the blockers they resolve, then by severity, then by the number of findings.
  package static func fixes(_ tally: FixTally) -> Table {
    let (fixes, open) = (tally.fixes, tally.open)
    return Table(
      "fixes", title: "Fixes",
      columns: [
        Column("findings", "Findings", .number, \.findings).leading,
        Column("screen_count", "Screens", .number, \.screens.count),
        Column("what", "Fix", .identifier, \.words), Column("by", "By", \.group.rawValue),
        Column("criterion_count", "Criteria", .number, \.criteria.count).spare,
        Column("component_count", "Components", .number, \.components.count).spare,
        Column("blockers", "Blockers", .number, \.blockers),
        Column("critical", "Critical", .number, \.critical), Column("serious", "Serious", .number, \.serious),
        Column("remedy", "Remedy", \.remedy.filled), Column("open", "Total open", .number) { _ in open }.extra,
        Column("name", "Name", .identifier, \.name).extra, Column("check", "Check", .identifier, \.check).extra,
        Column("components", "Components by name", \.components).extra,
        Column("screens", "Screens by name", \.screens).extra,
        Column("criteria", "Criteria by number", \.criteria).extra,
      ], rows: TableRows(fixes),
      empty: "No matching open findings. Untested items do not count as passed.",
      summary: summary(fixes, open)
    ).inLine(
      "what", "findings", "blockers", "critical", "serious", "screen_count", "by", "criterion_count", "component_count",
      "remedy")
  }

  private static func summary(_ fixes: [Fix], _ open: Int) -> [String] {
    guard let best = fixes.first, best.group != .owner else { return [] }
    let parts = [counted(best.screens.count, "screen"), counted(best.criteria.count, "criterion", "criteria")]
    return [
      "Highest-impact fix: \(best.words), "
        + "\(best.findings) of \(counted(open, "open finding")), \(parts.joined(separator: ", ")).",
      "Fixes overlap: a finding can appear in several rows.",
    ]
  }
}

extension Fix {
  /// The display name of a fix.
  package var words: String {
    switch group {
    case .component: name
    case .pattern: "\(check ?? "") in every \(name)"
    case .antiPattern: "the pattern \(name)"
    case .source: "the file \(name)"
    case .owner: "components owned by \(name)"
    }
  }
}
