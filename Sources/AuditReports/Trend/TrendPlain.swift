import AuditFigures
import AuditModel

extension TrendReport {
  /// The screen-reader form: the verdict, then one line per point, as sentences, and what explains the figures.
  package var plain: String {
    var lines = [TerminalText(escaping: verdictSentence).text]
    let groups = shownGroups
    for group in groups {
      for shown in shownPeriods {
        if shown.alike > 0 { lines.append(stillness(shown.alike).capitalizedFirst + ".") }
        lines.append(TerminalText(escaping: sentence(group, shown.place)).text)
      }
    }
    let more = trend.groups.count - groups.count
    if more > 0 { lines.append("\(counted(more, "more group is", "more groups are")) left out (use --limit).") }
    let before = grouping == nil ? earlier : 0
    if before > 0 {
      lines.append("\(counted(before, "earlier period is", "earlier periods are")) left out (use --limit).")
    }
    return (lines + notes).joined(separator: "\n") + "\n"
  }

  /// `Week 2026-W10: 70 of 92 evaluated items pass, 76 percent; 12 open findings.`
  private func sentence(_ group: TrendGroup, _ place: Int) -> String {
    let point = group.points[place]
    let name = "\(step.rawValue) \(trend.periods[place].name)"
    let subject = grouping == nil ? name.capitalizedFirst : "\(shown(group.name)), \(name)"
    guard !point.isGap else { return "\(subject): no results yet." }
    var parts = ["\(point.counts.pass) of \(point.counts.judged) evaluated items pass, \(point.compliance.words)"]
    let coverage = point.counts.coverage
    parts.append("\(point.counts.judged) of \(point.counts.applicable) applicable items evaluated, \(coverage.words)")
    parts.append(counted(point.open, "open finding"))
    if point.waived > 0 { parts.append("\(point.waived) waived") }
    if point.counts.disputed > 0 { parts.append("\(point.counts.disputed) disputed") }
    if point.counts.untested > 0 { parts.append("\(point.counts.untested) untested") }
    if point.new > 0 { parts.append("\(counted(point.new, "new item"))") }
    if let age = age(point, in: trend.periods[place]) { parts.append("oldest result \(counted(age, "day")) old") }
    return "\(subject): \(parts.joined(separator: "; "))."
  }
}
