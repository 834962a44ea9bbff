import AuditFigures
import AuditModel

extension TrendReport {
  /// A group in a period.
  package struct Place {
    let group: TrendGroup
    let period: TrendPeriod
    let point: TrendPoint
  }

  private func places(_ groups: [TrendGroup], _ periods: [Int]) -> TableRows<Place> {
    TableRows(
      groups.flatMap { group in
        periods.map { Place(group: group, period: trend.periods[$0], point: group.points[$0]) }
      })
  }

  private var columns: [Column<Place>] {
    func count(_ key: String, _ title: String, _ value: @escaping (TrendPoint) -> Int) -> Column<Place> {
      Column(key, title, .number) { value($0.point) }
    }
    /// Text output shows it only if it is not zero.
    func seldom(_ key: String, _ title: String, _ value: @escaping (TrendPoint) -> Int) -> Column<Place> {
      .told(key, title, .number) { place, form in
        let count = value(place.point)
        return form.isForPeople && count == 0 ? .null : .integer(count)
      }
    }
    return [
      .told("group", grouping?.rawValue.capitalizedFirst ?? "Group", .identifier) { place, form in
        if grouping == nil { return .null }
        return form.isForPeople ? .text(shown(place.group.name)) : .text(orNull: place.group.name)
      }.extra(grouping == nil), Column("period", step.rawValue.capitalizedFirst, .identifier, \.period.name),
      Column("from", "From", .number) { Timestamp(milliseconds: $0.period.from).iso8601 }.extra,
      Column("to", "To", .number) { Timestamp(milliseconds: $0.period.to).iso8601 }.extra,
      count("pass", "PASS", \.counts.pass), count("fail", "FAIL", \.counts.fail), count("na", "N/A", \.counts.na).spare,
      seldom("cant_tell", "CAN'T TELL", \.counts.cantTell), seldom("untested", "UNTESTED", \.counts.untested),
      count("judged", "Evaluated", \.counts.judged).extra, count("applicable", "Applicable", \.counts.applicable).extra,
      Column("ratio", "Compliance", .number) {
        SheetValue.ratio($0.point.counts.pass, of: $0.point.counts.judged)
      }.extra,
      Column("coverage", "Coverage", .number) {
        SheetValue.ratio($0.point.counts.judged, of: $0.point.counts.applicable)
      }, count("open", "Open", \.open), seldom("waived", "Waived", \.waived).spare,
      seldom("disputed", "Disputed", \.counts.disputed).spare, count("critical", "Critical", \.counts.critical).extra,
      count("serious", "Serious", \.counts.serious).extra, count("moderate", "Moderate", \.counts.moderate).extra,
      count("minor", "Minor", \.counts.minor).extra, count("components", "Components", \.components).extra,
      count("answered", "Results", \.counts.answered).extra, seldom("new", "New", \.new).spare,
      Column("oldest_days", "Oldest (days)", .number) { age($0.point, in: $0.period) },
    ]
  }

  /// The points as rows, group by group and period by period.
  ///
  /// - Parameter isForPeople: only the groups and periods that are drawn.
  package func sheet(isForPeople: Bool) -> Table<Place> {
    let groups = isForPeople ? shownGroups : trend.groups
    let periods = isForPeople ? shownPeriods.map(\.place) : Array(trend.periods.indices)
    var table = Table("trend", title: title, columns: columns, rows: places(groups, periods))
    table.summary = { [summary] + notes }
    table.audience = .always
    return table
  }

  /// The data that a chart leaves out: of the periods that are drawn, or of the groups at the end.
  var table: Table<Place> {
    let keys = [
      grouping == nil ? "period" : "group", "coverage", "oldest_days", "fail", "na", "cant_tell", "untested", "waived",
      "disputed", "new",
    ]
    let periods = grouping == nil ? shownPeriods.map(\.place) : Array(trend.periods.indices.suffix(1))
    return Table(
      "trend", title: "", columns: keys.compactMap { key in columns.first { $0.head.key == key } },
      rows: places(shownGroups, periods))
  }

  /// The trend as `a11y.trend/1`, one point on each line. Keys are a contract and only ever added to.
  ///
  /// A point is the state at the end of its period. `ratio` is `pass / judged`, `coverage` is `judged / applicable`;
  /// both are null with a zero denominator, such as before the first result. `open` are failing cells
  /// without a waiver. `oldest_days` is null if the age was not read.
  package var json: String {
    let head: [(String, JSONText)] = [
      ("schema", .string("a11y.trend/1")), ("generated", .string(generated)), ("filter", .string(orNull: filter)),
      ("by", .string(orNull: grouping?.rawValue)), ("every", .string(step.rawValue)), ("summary", .string(summary)),
      ("notes", .strings(notes)),
    ]
    let points = trend.groups.flatMap { group in
      trend.periods.indices.map { point(group, $0).render() }
    }
    return JSONText.object(head).render().dropLast() + ",\"points\":[\n" + points.joined(separator: ",\n") + "\n]}\n"
  }

  /// The points alone, one on each line.
  package var ndjson: String {
    trend.groups.flatMap { group in trend.periods.indices.map { point(group, $0).render() + "\n" } }.joined()
  }

  /// One point, as JSON.
  func point(_ group: TrendGroup, _ place: Int) -> JSONText {
    let (period, point) = (trend.periods[place], group.points[place])
    let counts = point.counts
    func time(_ moment: Int64) -> JSONText { .string(Timestamp(milliseconds: moment).iso8601) }
    return .object([
      ("group", .string(orNull: group.name)), ("period", .string(period.name)), ("from", time(period.from)),
      ("to", time(period.to)), ("pass", .int(counts.pass)), ("fail", .int(counts.fail)), ("na", .int(counts.na)),
      ("cant_tell", .int(counts.cantTell)), ("untested", .int(counts.untested)),
      ("ratio", .ratio(counts.pass, counts.judged)), ("judged", .int(counts.judged)),
      ("applicable", .int(counts.applicable)), ("coverage", .ratio(counts.judged, counts.applicable)),
      ("open", .int(point.open)), ("waived", .int(point.waived)), ("disputed", .int(counts.disputed)),
      ("contradicted", .int(counts.contradicted)),
      ("critical", .int(counts.critical)), ("serious", .int(counts.serious)), ("moderate", .int(counts.moderate)),
      ("minor", .int(counts.minor)), ("components", .int(point.components)),
      ("answered", .int(counts.answered)), ("new", .int(point.new)),
      ("oldest", point.oldest.map(time) ?? .null), ("oldest_days", .int(orNull: age(point, in: period))),
    ])
  }
}
