import AuditModel
import AuditReports
import AuditStore

/// Lists of cells, findings and results.
enum ListCells {
  static func run(_ context: Context, _ typed: ListRequest, _ output: ListOutput) throws -> ExitCode {
    var request = typed
    let tracker = try context.openTracker(.read)
    let withUntested = context.arguments.has(.all) && request.kind == .cells
    let isOutside = context.arguments.has(.outside)
    let moment = try context.asOf()
    return try tracker.read { present in
      let reader = try moment.map(present.at) ?? present
      try QueryNames(reader: reader).examine(request, context)
      let named = try context.arguments.string(.audit).map { try AuditName.find($0, reader) }
      let audit = try named ?? (withUntested ? scopeOfQuery(&request, reader) : nil)
      var table = CellSheet(request.kind, output.form)
      table.evidence = try EvidenceIndex(reader, tracker.evidence)
      table.check = { try reader.check($0)?.check }
      var sheet = table.sheet
      sheet.filter = typed.filter.isEmpty ? nil : typed.filter.source
      sheet.emptyMessage += emptyHint(request)
      if let audit { sheet.title += " of \(audit.name)" }
      if let moment { sheet.title += ", \(Timestamp(milliseconds: moment).iso8601Second)" }
      if let found = try cellTable(reader, request, audit, withUntested, context) {
        table.take(found.figures, rows: found.count)
        let finding = request.kind == .findings ? try reader.findingSource() : nil
        return try output.write(sheet, count: found.count) { place in
          let row = try found.row(at: place)
          return try finding.map { try table.values(FindingRow(row: row, finding: $0.finding(row))) }
            ?? table.values(row)
        } summary: {
          table.summary
        }
      }
      return try output.write(sheet) { emit in
        switch request.kind {
        case .results:
          var filter = request.filter
          if let audit { filter.terms.append(Filter.Term(.audit, [audit.name])) }
          try reader.results(filter) { try emit(try table.values($0)) }
        case .findings:
          let found = try reader.findingRows(
            request.filter, of: audit, context.arguments.has(.all) ? .all : .open, isOutside ? .outside : .plan)
          remarkOutside(found.outside, audit, context)
          for row in found.rows { try emit(try table.values(row)) }
        default:
          for row in try cells(reader, request, audit, withUntested, context) { try emit(try table.values(row)) }
        }
      } summary: {
        table.summary
      }
    }
  }

  /// The cells or findings of the tracker; nil for what an audit saw, what nobody has tested, and results. A finding may have
  /// an owner of its own, so who asks for one has all of them made.
  private static func cellTable(
    _ reader: Reader, _ request: ListRequest, _ audit: AuditRound?, _ withUntested: Bool, _ context: Context
  ) throws -> CellTable? {
    guard audit == nil, !withUntested, request.kind != .results else { return nil }
    let reach: CellReach = context.arguments.has(.outside) ? .outside : .plan
    guard request.kind == .findings else { return try reader.cellTable(request.filter, reach) }
    guard request.filter.terms(on: [.owner]).isEmpty else { return nil }
    return try reader.cellTable(request.filter, findings: context.arguments.has(.all) ? .all : .open, reach)
  }

  /// The audit whose untested cells are wanted where the query names it: `audit:A` and `--audit A` then mean the same.
  private static func scopeOfQuery(_ request: inout ListRequest, _ reader: Reader) throws -> AuditRound? {
    let terms = request.filter.terms(on: [.audit]).filter { !$0.isNegated }
    guard !terms.isEmpty else { return nil }
    guard terms.count == 1, terms[0].values.count == 1, !Glob(terms[0].values[0]).isPattern else {
      throw Problem.usage(
        "query.unfit", "--all adds the untested cells of one audit, so audit: has to name one",
        hints: ["Name one audit, or leave --all out."])
    }
    guard let audit = try reader.audit(terms[0].values[0]) else { return nil }
    request.filter.terms.removeAll { $0 == terms[0] }
    return audit
  }

  private static func cells(
    _ reader: Reader, _ request: ListRequest, _ audit: AuditRound?, _ withUntested: Bool, _ context: Context
  ) throws -> [ResultRow] {
    if let audit {
      let found = try reader.cells(of: audit, request.filter, includingUntested: withUntested)
      remarkOutside(found.outside, audit, context)
      return found.rows
    }
    return try reader.cellsWithUntested(request.filter)
  }

  private static func remarkOutside(_ count: Int, _ audit: AuditRound?, _ context: Context) {
    guard count > 0, let audit else { return }
    context.remark(
      "a11y: note: outside the scope of \(audit.name): \(counted(count, "more cell")) logged in its name")
  }

  /// What a person who looked for a name with a bare word wants to know.
  private static func emptyHint(_ request: ListRequest) -> String {
    guard !request.filter.terms(on: [.text]).isEmpty else { return "" }
    return
      " Words without a colon are looked for in notes; status:fail looks for an outcome, component: and check: for "
      + "names."
  }
}

/// Audits by what a person typed.
enum AuditName {
  /// - Throws: not found, with names that look alike.
  static func find(_ typed: String, _ reader: Reader) throws -> AuditRound {
    if let audit = try reader.audit(typed) { return audit }
    try NameFinder.refuseDeleted("audit", typed, reader)
    let key = try NameFinder.record("audit", typed, reader)
    guard let audit = try reader.audit(key) else { throw Refusal.unknownRecord(kind: "audit", key: typed) }
    return audit
  }

  /// - Throws: what opens it again, for an audit that takes no results any more.
  static func refuseClosed(_ audit: AuditRound) throws(Problem) {
    guard audit.closed != nil else { return }
    throw Problem(
      .decision, code: "audit.closed", "the audit \(MessageText.quoted(audit.name)) is closed",
      hints: ["a11y edit audit \(audit.name) --reopen opens it again; another --audit takes the result."])
  }
}
