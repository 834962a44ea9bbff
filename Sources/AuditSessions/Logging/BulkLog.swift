import AuditModel
package import AuditStore
package import Terminal
package import TrackerAccess

/// Logs many results in one transaction, line by line: valid lines are logged, others are rejected.
package struct BulkLog {
  let defaults: LogDefaults
  let isRetest: Bool
  /// The reason to keep passes that their values contradict.
  let override: String?
  /// How a team's own table is read.
  let map: ColumnMap?

  package init(_ defaults: LogDefaults, isRetest: Bool, override: String?, _ map: ColumnMap?) {
    self.map = map
    self.defaults = defaults
    self.isRetest = isRetest
    self.override = override
  }

  /// Logs every line to the end of the input.
  ///
  /// - Parameters:
  ///   - progress: called from time to time with the number of results so far.
  ///   - understood: called with what a map made of the header.
  ///   - refuse: called with the number and the reason of each rejected line.
  /// - Returns: the number of logged results, and of those the number that do not count for the audit they name; the
  ///   number of unchanged rows of a list, and its added columns.
  /// - Throws: errors that no line causes.
  package func run(
    _ input: LineSource, _ writer: Writer, progress: (Int) -> Void, understood: (String) -> Void,
    refuse: (Int, String) -> Void
  ) throws -> (logged: Int, outside: Int, unchanged: Int, added: [String]) {
    var rows = try RowReader(input, map)
    if map != nil { understood(rows.understood) }
    // Retests are marked line by line.
    var shortcut = isRetest ? nil : BulkShortcut(rows.layout)
    let list = try ListedItems(writer.reader, audit: defaults.audit)
    var (logged, outside, unchanged) = (0, 0, 0)
    func count() {
      logged += 1
      if logged & 0xFFF == 0 { progress(logged) }
    }
    while true {
      do {
        let next = try rows.next { line in
          guard try shortcut?.log(line, writer) == true else { return false }
          count()
          return true
        }
        guard let row = next else { return (logged, outside, unchanged, rows.layout.added) }
        guard let (target, counts) = try log(row, rows.layout, list, writer) else {
          unchanged += 1
          continue
        }
        // What does not count is looked at each time, to be counted.
        if counts, let bytes = row.bytes { shortcut?.remember(bytes, target) }
        if !counts { outside += 1 }
        count()
      } catch {
        guard let reason = Self.reason(error) else { throw error }
        refuse(rows.line, reason)
      }
    }
  }

  /// - Returns: nil for an unchanged row of a list.
  private func log(
    _ row: RowReader.Row, _ layout: RowLayout, _ list: ListedItems, _ writer: Writer
  ) throws -> (target: ResultTarget, counts: Bool)? {
    var defaults = defaults
    var entry = try layout.entry(row.fields, &defaults, writer)
    // Tables have a blank outcome where nothing was tested.
    if map != nil, entry.outcome.isEmpty || entry.outcome == "untested" { return nil }
    entry.check = try TypedLog.name(ofCheck: entry.check, writer)
    if try writer.reader.component(entry.component) == nil {
      entry.component = try NameFinder.component(entry.component, writer.reader)
    }
    if layout.isList, try !ListedRow(layout.shown(row.fields)).isChanged(&entry, in: list) { return nil }
    entry.override = override
    var result = try entry.result(defaults, writer)
    result.isRetest = isRetest
    let target = try writer.target(for: result)
    try writer.log(target, result)
    return (target, try defaults.audit.isEmpty || defaults.remark(on: result.place, writer.reader) == nil)
  }

  /// The reason why a line was rejected; nil for an error that the line did not cause.
  private static func reason(_ error: any Error) -> String? {
    if let refusal = error as? Refusal { return refusal.problem.message }
    // A line that is too long is not read to its end, so no line after it can be read.
    guard let problem = error as? Problem, problem.code != "line.too-long",
      problem.kind == .badInput || problem.kind == .usage
        || problem.kind == .decision || problem.kind == .notFound
    else { return nil }
    // Another encoding is of the whole file, and no line can be corrected by itself.
    guard problem.code == "input.encoding" else { return problem.message }
    return problem.message + "; save the file as UTF-8, in a spreadsheet as \"CSV UTF-8\""
  }
}
