package import Audit
import Base
package import Store

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

extension Table<RetestItem> {
  /// The items to retest, in order.
  package static func retest(_ queue: RetestQueue) -> Table {
    Table(
      "retest", title: "Retest",
      columns: [
        Column("stop", "Stop", .outcome, \.stop), Column("condition", "Condition", .identifier, \.condition),
        Column("component", "Component", .identifier, \.component), Column("check", "Check", .identifier, \.check),
        .told("reasons", "Reason") { item, form in
          form.isForPeople
            ? .text(item.reasons.map(\.words).joined(separator: "; ")) : .list(item.reasons.map(\.code))
        },
        Column("outcome", "Outcome") { SheetValue.outcome($0.outcome) },
        Column("severity", "Severity") { $0.severity },
        Column("device", "Device", \.device.filled), Column("detail", "Details") { $0.reasons.map(\.words) }.extra,
        Column("build", "Build", \.build.filled).extra, Column("tester", "Tester", \.tester.filled).extra,
        .time("at", "Tested", \.time).extra, .mark("disputed", "Disputed", \.isDisputed).extra,
      ], rows: TableRows(count: queue.count, at: queue.item(at:)),
      empty: "Nothing to retest. To test untested items, run \"a11y walk\".",
      summary: summary(queue)
    ).inLine("stop", "component", "condition", "check", "outcome", "severity", "reasons", "device")
  }

  private static func summary(_ queue: RetestQueue) -> [String] {
    let (named, unnamed) = queue.devices
    // Results without a device do not count as one more device.
    let devices =
      named == 0
      ? "device not recorded"
      : "on \(counted(named, "device"))" + (unnamed > 0 ? ", \(unnamed) on an unspecified device" : "")
    let parts = queue.counts.map { "\($0.count) \($0.code)" }
    return [queue.newerBuilds.sentence].compactMap(\.self) + [
      "\(counted(queue.count, "item")) to retest in \(counted(queue.stops, "stop")), \(devices): "
        + parts.joined(separator: ", ") + ".",
      "To retest in this order, run \"a11y walk --only retest\".",
    ]
  }
}

extension RetestReason {
  /// The reason, in words.
  package var words: String {
    switch self {
    case .newerBuild(let seen, let now, nil): "failed in \(seen); current build is \(now)"
    case .newerBuild(let seen, let now, let current?):
      "failed in \(seen); results of \(now) exist, the current build is \(current)"
    case .newerSource: "failed; source changed"
    case .stale(let reasons): "stale: " + reasons.map(\.rawValue).joined(separator: ", ")
    case .checkChanged: "check changed"
    case .waiverExpired(let day): "waiver expired on \(day)"
    case .disputed: "disputed"
    }
  }
}
