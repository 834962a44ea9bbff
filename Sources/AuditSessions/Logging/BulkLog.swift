import AuditModel
package import AuditStore
package import Terminal
import TrackerAccess

/// Many results on their way into one transaction, line by line: what is right is logged, what is wrong is refused.
package struct BulkLog {
  let defaults: LogDefaults
  let isRetest: Bool
  /// Why passes are kept against their values.
  let override: String?

  package init(_ defaults: LogDefaults, isRetest: Bool, override: String?) {
    self.defaults = defaults
    self.isRetest = isRetest
    self.override = override
  }

  /// Logs every line to the end of the input.
  ///
  /// - Parameters:
  ///   - progress: told now and then how many results there are so far.
  ///   - refuse: told the number and the reason of each line that is refused.
  /// - Returns: how many were logged, how many rows of a list were as they had been, and its columns that were added.
  /// - Throws: what is no fault of a line.
  package func run(
    _ input: LineSource, _ writer: Writer, progress: (Int) -> Void, refuse: (Int, String) -> Void
  ) throws -> (logged: Int, unchanged: Int, added: [String]) {
    var rows = try RowReader(input)
    // What is looked at again is marked so, line by line.
    var shortcut = isRetest ? nil : BulkShortcut(rows.layout)
    let list = try ListedItems(writer.reader, audit: defaults.audit)
    var (logged, unchanged) = (0, 0)
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
        guard let row = next else { return (logged, unchanged, rows.layout.added) }
        guard let target = try log(row, rows.layout, list, writer) else {
          unchanged += 1
          continue
        }
        if let bytes = row.bytes { shortcut?.remember(bytes, target) }
        count()
      } catch {
        guard let reason = Self.reason(error) else { throw error }
        refuse(rows.line, reason)
      }
    }
  }

  /// - Returns: nil for a row of a list that is as it had been.
  private func log(
    _ row: RowReader.Row, _ layout: RowLayout, _ list: ListedItems, _ writer: Writer
  ) throws -> ResultTarget? {
    var defaults = defaults
    var entry = try layout.entry(row.fields, &defaults, writer)
    if layout.isList, try !ListedRow(layout.shown(row.fields)).isChanged(&entry, in: list) { return nil }
    entry.override = override
    var result = try entry.result(defaults, writer)
    result.isRetest = isRetest
    let target = try writer.target(for: result)
    try writer.log(target, result)
    return target
  }

  /// The sentence for a line that was refused; nil for what is no fault of the line.
  private static func reason(_ error: any Error) -> String? {
    if let refusal = error as? Refusal { return refusal.problem.message }
    // A line without an end in sight is not read to its end, so there is no line after it.
    guard let problem = error as? Problem, problem.code != "line.too-long",
      problem.kind == .badInput || problem.kind == .usage
        || problem.kind == .decision || problem.kind == .notFound
    else { return nil }
    return problem.message
  }
}
