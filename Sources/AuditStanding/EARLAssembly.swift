import Arguments
import AuditCatalog
import AuditModel
package import AuditReports
import AuditStore

/// The cells of a tracker, or of an audit, as EARL.
package struct EARLAssembly {
  private let table: CellTable
  private let codes: TesterCodes
  private let graph: EARLGraph
  private let automatic: Set<String>

  /// - Parameter address: where the app is found; empty where not given.
  package init(_ request: ExchangeRequest, _ form: EARLGraph.Form, address: String) throws {
    let reader = request.reader
    table =
      try request.audit.map { try reader.cellTable(request.filter, of: $0) } ?? reader.cellTable(request.filter)
    let names = try table.wholeNames()
    let components = try names.components.map { key in
      (key: key, title: try reader.component(key)?.title ?? "")
    }
    let checks = try names.checks.map { id in (id: id, check: try reader.check(id)?.check) }
    codes = TesterCodes(Array(try table.testers()), namesTesters: request.namesTesters)
    automatic = Set(checks.filter { $0.check?.method == .automated }.map(\.id))
    graph = EARLGraph(
      form, program: Program.version, tracker: try reader.identity().tracker, address: address, testers: codes.all,
      tests: checks.map { Self.test($0.id, $0.check) }, components: components)
  }

  /// Writes it piece by piece.
  ///
  /// - Returns: how many assertions there are.
  package func write(_ output: (String) throws -> Void) throws -> Int {
    try graph.begin(to: output)
    var count = 0
    func write(_ assertion: EARLGraph.Assertion) throws {
      try graph.write(assertion) { text in
        count += 1
        try output(text)
      }
    }
    try table.visitWhole(
      tested: { row in
        var assertion = Self.assertion(row, tester: codes.code(of: row.tester))
        if automatic.contains(row.check) { assertion.isAutomatic = true }
        try write(assertion)
      },
      untested: { cell in
        try write(.init(component: cell.component, check: cell.check, condition: cell.condition, outcome: nil))
      })
    try graph.end(to: output)
    return count
  }

  private static func test(_ id: String, _ check: Check?) -> EARLGraph.Test {
    let tested = check?.wcag.filter { $0.relation == .tests } ?? []
    return EARLGraph.Test(
      id: id, title: check?.title ?? id, criteria: tested.compactMap { Catalog.criterion($0.criterion) })
  }

  private static func assertion(_ row: Cell, tester: String) -> EARLGraph.Assertion {
    EARLGraph.Assertion(
      component: row.component, check: row.check, condition: row.condition, outcome: row.outcome,
      isAutomatic: ToolFinding.Tool(rawValue: row.tester) != nil, tester: tester,
      time: row.outcome == nil ? nil : row.time, severity: row.outcome == .fail ? row.severity : nil,
      note: row.note ?? "", build: row.build, device: row.device, os: row.os, isDisputed: row.isUnsettled,
      stale: row.stale, waivedUntil: row.waiver?.until)
  }
}
