package import AuditModel

extension Table<Fix> {
  /// What one fix removes of some findings, best first.
  package static func fixes(_ tally: FixTally) -> Table {
    let (fixes, open) = (tally.fixes, tally.open)
    return Table(
      "fixes", title: "Fixes",
      columns: [
        Column("findings", "Findings", .number, \.findings),
        Column("screen_count", "Screens", .number, \.screens.count),
        Column("what", "What to fix", .identifier, \.words), Column("by", "By", \.group.rawValue),
        Column("criterion_count", "Criteria", .number, \.criteria.count),
        Column("component_count", "Components", .number, \.components.count),
        Column("critical", "Critical", .number, \.critical), Column("serious", "Serious", .number, \.serious),
        Column("remedy", "Remedy", \.remedy.filled), Column("open", "Open in all", .number) { _ in open }.extra,
        Column("name", "Name", .identifier, \.name).extra, Column("check", "Check", .identifier, \.check).extra,
        Column("components", "Components by name", \.components).extra,
        Column("screens", "Screens by name", \.screens).extra,
        Column("criteria", "Criteria by number", \.criteria).extra,
      ], rows: TableRows(fixes),
      empty: "No open finding matches, so there is nothing to fix. What nobody tested is not counted as passed.",
      summary: summary(fixes, open))
  }

  private static func summary(_ fixes: [Fix], _ open: Int) -> [String] {
    guard let best = fixes.first, best.group != .owner else { return [] }
    let parts = [counted(best.screens.count, "screen"), counted(best.criteria.count, "criterion", "criteria")]
    return [
      "The one fix with the most effect: \(best.words), "
        + "\(best.findings) of \(counted(open, "open finding")), \(parts.joined(separator: ", ")).",
      "Fixes overlap: one finding may stand in several rows.",
    ]
  }
}

extension Fix {
  /// What is to be fixed, for people.
  package var words: String {
    switch group {
    case .component: name
    case .pattern: "\(check ?? "") in every \(name)"
    case .antiPattern: "the pattern \(name)"
    case .source: "the file \(name)"
    case .owner: "what \(name) looks after"
    }
  }
}
