import AuditModel
import AuditReports
import AuditStore

/// What `a11y trend --explain` does.
enum ExplainRun {
  static func run(_ context: Context) throws -> ExitCode {
    for flag in [FlagName.by, .every, .since, .until, .age] where context.arguments.has(flag) {
      throw Problem.usage(
        "flag.unfit", "\(flag.long) does not go with --explain", hints: ["a11y trend --explain FROM TO [QUERY...]"])
    }
    let words = context.arguments.positionals
    guard words.count >= 2 else {
      throw Problem.usage(
        "explain.moments", "--explain needs two moments", hints: ["a11y trend --explain 2026-05-01 2026-06-01"])
    }
    let query = try TrendQuery(Array(words.dropFirst(2)))
    let limit = try context.arguments.int(.limit, in: 1...1_000_000)
    let tracker = try context.openTracker(.read)
    let report = try tracker.read { reader in
      try query.examine(reader, context)
      guard try reader.resultCount() > 0 else {
        throw Problem(
          .notFound, code: "trend.no-data", "there is no result yet, so there is nothing to explain",
          hints: ["a11y log pass CHECK COMPONENT records a first one."])
      }
      let (from, to) = (try MomentName.find(words[0], reader), try MomentName.find(words[1], reader))
      guard from.at <= to.at else {
        throw Problem.usage(
          "time.order", "\(MessageText.quoted(words[0])) is later than \(MessageText.quoted(words[1]))",
          hints: ["Give the earlier moment first."])
      }
      return ChangeReport(
        changes: try reader.changes(from: from.at, to: to.at, query.filter), from: from, to: to, filter: query.source,
        generated: Timestamp(milliseconds: to.at).iso8601)
    }
    try write(report, limit, context)
    return .done
  }

  private static func write(_ typed: ChangeReport, _ limit: Int?, _ context: Context) throws {
    var report = typed
    report.limit = context.arguments.has(.all) ? nil : limit ?? ChangeReport.usualLimit
    let style = try context.style()
    let format = try context.format()
    switch format {
    case .table:
      try context.output.write(report.page.text(width: style.width, painter: Painter(enabled: style.hasColor)))
    case .plain: try context.output.write(report.page.plain)
    case .md: try context.output.write(report.page.markdown)
    case .json: try context.output.write(report.json.render(indent: 2) + "\n")
    case .ndjson, .csv, .tsv: try RowsOutput.write(report.sheet, format, report.generated, context)
    }
  }
}

/// A moment by what a person calls it: a date, a time, an audit or a build.
enum MomentName {
  /// - Throws: not found, with names that look alike.
  static func find(_ typed: String, _ reader: Reader) throws -> ChangeReport.Moment {
    if let name = after("audit:", typed) { return try ofAudit(name, reader) ?? unknown(typed, reader) }
    if let name = after("build:", typed) { return try ofBuild(name, reader) ?? unknown(typed, reader) }
    if let span = try? Timestamp.span(typed) { return ChangeReport.Moment(name: typed, at: span.upperBound) }
    if let audit = try ofAudit(typed, reader) { return audit }
    return try ofBuild(typed, reader) ?? unknown(typed, reader)
  }

  private static func after(_ prefix: String, _ typed: String) -> String? {
    typed.utf8.starts(with: prefix.utf8) ? String(typed.dropFirst(prefix.count)) : nil
  }

  /// When it was closed; now while it is open.
  private static func ofAudit(_ name: String, _ reader: Reader) throws -> ChangeReport.Moment? {
    try reader.audit(name).map { ChangeReport.Moment(name: name, at: $0.closed ?? reader.now) }
  }

  /// The moment before the first result of the next; now for the last.
  private static func ofBuild(_ name: String, _ reader: Reader) throws -> ChangeReport.Moment? {
    let builds = try reader.firstResultsOfBuilds()
    guard let place = builds.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return nil }
    let isLast = place + 1 == builds.count
    let end = isLast ? max(reader.now, builds[place].at) : max(builds[place].at, builds[place + 1].at - 1)
    return ChangeReport.Moment(name: name, at: end)
  }

  private static func unknown(_ typed: String, _ reader: Reader) throws -> ChangeReport.Moment {
    let names = try reader.audits().map(\.name) + reader.names(.build)
    throw Problem(
      .notFound, code: "moment.unknown", "\(MessageText.quoted(typed)) is no date, no audit and no build",
      hints: Suggestion.hint(for: typed, among: names) + [TimestampError.wantedUTC])
  }
}
