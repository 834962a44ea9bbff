import AuditModel
import SQLite

/// One pass over all cells that have a result, of components in use: small integers only, so that figures over all of
/// them cost a fraction of the rows.
struct CellPass {
  /// A cell as it stands.
  struct Cell {
    /// Terms.
    var component: Int64
    var check: Int64
    var condition: Int64
    var state: CellState?
    /// When it was last observed, ms UTC.
    var time: Int64
    var isStale: Bool
    /// It fails, and a waiver covers it.
    var isWaived: Bool
  }

  private let reader: Reader
  private let registry: Registry
  private let rule: StaleRule
  /// The rule's build as a term, -1 for one that no result names; nil where any build will do.
  private let build: Int64?
  private let texts: [Int64: Int64]
  private let sources: [Int64: Int64]
  /// Components with a waiver of whatever age; nil where one is a pattern.
  private let waived: Set<Int64>?

  init(_ reader: Reader, _ registry: Registry) throws {
    self.reader = reader
    self.registry = registry
    rule = try registry.rule.get()
    build = rule.build.isEmpty ? nil : try reader.term(rule.build) ?? -1
    texts = try reader.currentTextTerms()
    sources = try reader.currentSources(registry)
    let isExact = try registry.waivers.get().isExact
    waived = try isExact ? Set(reader.waivers().compactMap { try reader.term($0.component) }) : nil
  }

  func visit(_ body: (Cell) throws -> Void) throws {
    var inUse: [Int64: Bool] = [:]
    let sql = """
      SELECT cell.component, cell.check_id, cell.condition, cell.outcome, cell.severity, cell.disputed,
        cell.latest_time, result.text, context.source, context.build
      FROM \(reader.cells) JOIN result ON result.id = cell.shown JOIN context ON context.id = result.context
      WHERE cell.outcome <> 0
      """
    try reader.database.rows(sql) { row in
      let component = row.int64(0)
      if inUse[component] == nil { inUse[component] = try registry.isInUse(try reader.text(component)) }
      guard inUse[component] == true else { return }
      let state = Codes.state(outcome: row.int64(3), severity: row.int64(4), disputed: row.int64(5))
      var cell = Cell(
        component: component, check: row.int64(1), condition: row.int64(2), state: state, time: row.int64(6),
        isStale: false, isWaived: false)
      cell.isStale = isStale(cell, text: row.optionalInt64(7), source: row.int64(8), build: row.int64(9))
      cell.isWaived = try state?.outcome == .fail && isWaived(cell)
      try body(cell)
    }
  }

  /// - Parameters:
  ///   - text: the version of the check's text that was judged by; nil where it is not known.
  ///   - source: the term of the source digest that was seen; 0 for none.
  private func isStale(_ cell: Cell, text: Int64?, source: Int64, build seenBuild: Int64) -> Bool {
    if source != 0, let current = sources[cell.component], current != source { return true }
    if let build, build != seenBuild { return true }
    if let text, let current = texts[cell.check], current != text { return true }
    return rule.isTooOld(cell.time, now: reader.now)
  }

  private func isWaived(_ cell: Cell) throws -> Bool {
    guard waived?.contains(cell.component) ?? true else { return false }
    return try registry.waiver(
      component: try reader.text(cell.component), check: try reader.text(cell.check),
      condition: try reader.text(cell.condition)) != nil
  }
}

extension Reader {
  /// Version of the current text by the check's term.
  fileprivate func currentTextTerms() throws -> [Int64: Int64] {
    var texts: [Int64: Int64] = [:]
    guard past == nil else {
      for (check, version) in try currentTexts() {
        if let term = try term(check) { texts[term] = Int64(version) }
      }
      return texts
    }
    let sql = "SELECT term.id, version FROM check_text JOIN term ON term.text = check_id WHERE current = 1"
    try database.rows(sql) { texts[$0.int64(0)] = $0.int64(1) }
    return texts
  }

  /// Term of the current source digest by the component's term; 0 is a digest no result was seen against.
  fileprivate func currentSources(_ registry: Registry) throws -> [Int64: Int64] {
    var sources: [Int64: Int64] = [:]
    for (key, component) in try registry.componentsByKey.get() where !component.sourceDigest.isEmpty {
      if let place = try term(key) { sources[place] = try term(component.sourceDigest) ?? 0 }
    }
    return sources
  }
}
