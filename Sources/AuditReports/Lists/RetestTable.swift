package import AuditModel
package import AuditStore

extension Table<RetestItem> {
  /// What is to be seen again, in the order in which it is seen.
  package static func retest(_ queue: RetestQueue) -> Table {
    Table(
      "retest", title: "Retest",
      columns: [
        Column("stop", "Stop", .outcome, \.stop), Column("condition", "Condition", .identifier, \.condition),
        Column("component", "Component", .identifier, \.component), Column("check", "Check", .identifier, \.check),
        .told("reasons", "Why") { item, form in
          form.isForPeople
            ? .text(item.reasons.map(\.words).joined(separator: "; ")) : .list(item.reasons.map(\.code))
        },
        Column("outcome", "Outcome") { SheetValue.outcome($0.outcome) },
        Column("severity", "Severity") { $0.severity },
        Column("device", "Device", \.device.filled), Column("detail", "In words") { $0.reasons.map(\.words) }.extra,
        Column("build", "Build", \.build.filled).extra, Column("tester", "Tester", \.tester.filled).extra,
        .time("at", "Seen", \.time).extra, .mark("disputed", "Disputed", \.isDisputed).extra,
      ], rows: TableRows(count: queue.count, at: queue.item(at:)),
      empty: "Nothing that matches has to be seen again. What nobody has seen yet: a11y walk.",
      summary: summary(queue))
  }

  private static func summary(_ queue: RetestQueue) -> [String] {
    let (named, unnamed) = queue.devices
    // Where nobody said on which device it was seen, that is not one more device.
    let devices =
      named == 0
      ? "no device named"
      : "on \(counted(named, "device"))" + (unnamed > 0 ? ", \(unnamed) on no named device" : "")
    let parts = queue.counts.map { "\($0.count) \($0.code)" }
    return [
      "\(counted(queue.count, "cell")) to see again in \(counted(queue.stops, "stop")), \(devices): "
        + parts.joined(separator: ", ") + ".",
      "a11y walk --only retest walks them in this order.",
    ]
  }
}

extension RetestReason {
  /// Why, for people.
  package var words: String {
    switch self {
    case .newerBuild(let seen, let now): "failed in \(seen), there is \(now)"
    case .newerSource: "failed, the source has changed"
    case .stale(let reasons): "stale: " + reasons.map(\.rawValue).joined(separator: ", ")
    case .checkChanged: "the check was changed"
    case .waiverExpired(let day): "waiver expired on \(day)"
    case .disputed: "disputed"
    }
  }
}
