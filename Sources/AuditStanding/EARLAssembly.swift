import Arguments
import AuditCatalog
import AuditModel
package import AuditReports
import AuditStore

/// The cells of a tracker, or of an audit, as EARL.
package struct EARLAssembly {
  private let rows: [ResultRow]
  private let codes: TesterCodes
  private let graph: EARLGraph
  private let automatic: Set<String>

  /// How many assertions there are.
  package let count: Int

  /// - Parameter address: where the app is found; empty where not given.
  package init(_ request: ExchangeRequest, _ form: EARLGraph.Form, address: String) throws {
    let reader = request.reader
    rows =
      try request.audit.map { try reader.cells(of: $0, request.filter, includingUntested: true).rows }
      ?? reader.cellsWithUntested(request.filter)
    let codes = TesterCodes(rows.map(\.tester), namesTesters: request.namesTesters)
    self.codes = codes
    let testers = Self.names(rows.map { codes.code(of: $0.tester) }, isBefore: Self.precedes)
    let components = try Self.names(rows.map(\.component)).map { key in
      (key: key, title: try reader.component(key)?.title ?? "")
    }
    let checks = try Self.names(rows.map(\.check)).map { id in (id: id, check: try reader.check(id)?.check) }
    let tests = checks.map { Self.test($0.id, $0.check) }
    automatic = Set(checks.filter { $0.check?.method == .automated }.map(\.id))
    let graph = EARLGraph(
      form, program: Program.version, tracker: try reader.identity().tracker, address: address, testers: testers,
      tests: tests, components: components)
    self.graph = graph
    count = rows.reduce(0) { $0 + graph.count(of: $1.check, isTested: $1.outcome != nil) }
  }

  /// Writes it piece by piece.
  package func write(_ output: (String) throws -> Void) throws {
    try graph.begin(to: output)
    for row in rows {
      var assertion = Self.assertion(row, tester: codes.code(of: row.tester))
      if automatic.contains(row.check) { assertion.isAutomatic = true }
      try graph.write(assertion, to: output)
    }
    try graph.end(to: output)
  }

  /// Each once, in the order of their bytes.
  private static func names(
    _ all: [String], isBefore: (String, String) -> Bool = { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  ) -> [String] {
    Set(all.map { Array($0.utf8) }).filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
      .sorted(by: isBefore)
  }

  /// `tester 2` before `tester 10`.
  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.count != right.utf8.count
      ? left.utf8.count < right.utf8.count : left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  private static func test(_ id: String, _ check: Check?) -> EARLGraph.Test {
    let tested = check?.wcag.filter { $0.relation == .tests } ?? []
    return EARLGraph.Test(
      id: id, title: check?.title ?? id, criteria: tested.compactMap { Catalog.criterion($0.criterion) })
  }

  private static func assertion(_ row: ResultRow, tester: String) -> EARLGraph.Assertion {
    EARLGraph.Assertion(
      component: row.component, check: row.check, condition: row.condition, outcome: row.outcome,
      isAutomatic: ToolFinding.Tool(rawValue: row.tester) != nil, tester: tester,
      time: row.outcome == nil ? nil : row.time, severity: row.outcome == .fail ? row.severity : nil,
      note: row.note ?? "", build: row.build, device: row.device, os: row.os, isDisputed: row.isUnsettled,
      stale: row.stale, waivedUntil: row.waiver?.until)
  }
}
