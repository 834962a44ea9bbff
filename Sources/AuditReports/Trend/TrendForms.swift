import AuditModel

extension TrendReport {
  private var columns: [SheetColumn] {
    [
      SheetColumn("group", grouping?.rawValue.capitalizedFirst ?? "Group", .identifier, isDefault: grouping != nil),
      SheetColumn("period", step.rawValue.capitalizedFirst, .identifier),
      SheetColumn("from", "From", .number, isDefault: false), SheetColumn("to", "To", .number, isDefault: false),
      SheetColumn("pass", "PASS", .number), SheetColumn("fail", "FAIL", .number), SheetColumn("na", "N/A", .number),
      SheetColumn("cant_tell", "CAN'T TELL", .number), SheetColumn("untested", "UNTESTED", .number),
      SheetColumn("judged", "Judged", .number, isDefault: false),
      SheetColumn("applicable", "Applicable", .number, isDefault: false),
      SheetColumn("ratio", "Compliance", .number, isDefault: false), SheetColumn("coverage", "Coverage", .number),
      SheetColumn("open", "Open", .number), SheetColumn("waived", "Waived", .number),
      SheetColumn("disputed", "Disputed", .number),
      SheetColumn("critical", "Critical", .number, isDefault: false),
      SheetColumn("serious", "Serious", .number, isDefault: false),
      SheetColumn("moderate", "Moderate", .number, isDefault: false),
      SheetColumn("minor", "Minor", .number, isDefault: false),
      SheetColumn("components", "Components", .number, isDefault: false),
      SheetColumn("answered", "Answered", .number, isDefault: false), SheetColumn("new", "New", .number),
      SheetColumn("oldest_days", "Oldest, days", .number),
    ]
  }

  /// The points as rows, group by group and period by period.
  ///
  /// - Parameter isForPeople: only the groups and periods that are drawn, and nothing where there is none.
  package func sheet(isForPeople: Bool) -> Sheet {
    let groups = isForPeople ? shownGroups : trend.groups
    let places = isForPeople ? shownPeriods.map(\.place) : Array(trend.periods.indices)
    return Sheet(
      schema: "trend", title: title, columns: columns,
      rows: groups.flatMap { group in places.map { row(group, $0, isForPeople: isForPeople) } }, filter: filter,
      summary: [summary] + notes)
  }

  /// What a chart leaves out: of the periods that are drawn, or of the groups at the end.
  var table: Sheet {
    let keys = [
      grouping == nil ? "period" : "group", "coverage", "oldest_days", "fail", "na", "cant_tell", "untested", "waived",
      "disputed", "new",
    ]
    let places = keys.compactMap { key in columns.firstIndex { $0.key == key } }
    let periods = grouping == nil ? shownPeriods.map(\.place) : trend.periods.indices.suffix(1)
    var table = Sheet(schema: "trend", title: "", columns: places.map { columns[$0] })
    table.rows = shownGroups.flatMap { group in
      periods.map { period in
        let row = row(group, period, isForPeople: true)
        return places.map { row[$0] }
      }
    }
    return table
  }

  private func row(_ group: TrendGroup, _ place: Int, isForPeople: Bool) -> [SheetValue] {
    let (period, point) = (trend.periods[place], group.points[place])
    let counts = point.counts
    func seldom(_ count: Int) -> SheetValue { isForPeople && count == 0 ? .null : .integer(count) }
    func time(_ moment: Int64) -> SheetValue { .text(Timestamp(milliseconds: moment).iso8601) }
    let name: SheetValue = isForPeople ? .text(shown(group.name)) : .text(orNull: group.name)
    return [
      grouping == nil ? .null : name, .text(period.name), time(period.from), time(period.to), .integer(counts.pass),
      .integer(counts.fail), .integer(counts.na), seldom(counts.cantTell), seldom(counts.untested),
      .integer(counts.judged), .integer(counts.applicable), .ratio(counts.pass, of: counts.judged),
      .ratio(counts.judged, of: counts.applicable), .integer(point.open), seldom(point.waived),
      seldom(counts.disputed), .integer(counts.critical), .integer(counts.serious), .integer(counts.moderate),
      .integer(counts.minor), .integer(point.components), .integer(counts.answered),
      seldom(point.new), .integer(orNull: age(point, in: place)),
    ]
  }

  /// The trend as `a11y.trend/1`, one point on each line. Keys are a contract and only ever added to.
  ///
  /// A point is the state at the end of its period. `ratio` is `pass / judged`, `coverage` is `judged / applicable`;
  /// both are null where there is nothing to divide by, above all before the first result. `open` are failing cells
  /// without a waiver. `oldest_days` is null where the age was not read.
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

  /// One point, as it stands in JSON.
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
      ("oldest", point.oldest.map(time) ?? .null), ("oldest_days", .int(orNull: age(point, in: place))),
    ])
  }
}
