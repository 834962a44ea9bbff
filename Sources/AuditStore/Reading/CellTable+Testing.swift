package import AuditModel

/// How the items of a report were tested: counts of their results.
package struct TestingFigures: Sendable {
  /// By check, and by `device, system`; empty where not recorded.
  package var checks: [String: Int] = [:]
  package var devices: [String: Int] = [:]
  /// By the first of the month (UTC) in which they were tested, the latest first.
  package var months: [(month: CivilDate, count: Int)] = []
  /// That of the tracker, else the newest that was tested; empty where no result names one.
  package var build = ""

  package init() {}
}

extension CellTable {
  /// How its items were tested.
  package func testing() throws -> TestingFigures {
    var checks: [Int32: Int] = [:]
    var contexts: [Int32: (entry: Entry, count: Int, latest: Int64)] = [:]
    var months: [CivilDate: Int] = [:]
    for entry in entries {
      checks[entry.check, default: 0] += 1
      var context = contexts[entry.context] ?? (entry, 0, entry.seen)
      (context.count, context.latest) = (context.count + 1, max(context.latest, entry.seen))
      contexts[entry.context] = context
      let day = CivilDate(dayNumber: Int(clamping: entry.seen.quotientAndRemainder(dividingBy: 86_400_000).quotient))
      guard let month = CivilDate(year: day.year, month: day.month, day: 1) else { continue }
      months[month, default: 0] += 1
    }
    var figures = TestingFigures()
    for (number, count) in checks { figures.checks[try name(number), default: 0] += count }
    var builds: [String: (cells: Int, latest: Int64)] = [:]
    for (entry, count, latest) in contexts.values {
      let context = context(of: entry)
      let build = try reader.text(context.build)
      let known = builds[build] ?? (0, latest)
      builds[build] = (known.cells + count, max(known.latest, latest))
      let words = [try reader.text(context.device), try reader.text(context.os)].filter { !$0.isEmpty }
      figures.devices[words.joined(separator: ", "), default: 0] += count
    }
    figures.build = BuildCounts(named: try reader.staleRule().build, seen: builds).current
    figures.months = months.map { (month: $0.key, count: $0.value) }
      .sorted { $0.month.dayNumber > $1.month.dayNumber }
    return figures
  }
}
