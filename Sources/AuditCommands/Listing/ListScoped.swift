import AuditModel
import AuditReports
import AuditStore

/// Lists that are made of cells: what one fix removes, what is to be seen again.
enum ListScoped {
  static func run(_ context: Context, _ request: ListRequest, _ output: ListOutput) throws -> ExitCode {
    let tracker = try context.openTracker(.read)
    let moment = try context.asOf()
    return try tracker.read { present in
      let reader = try moment.map(present.at) ?? present
      try QueryNames(reader: reader).examine(request, context)
      let audit = try context.arguments.string(.audit).map { try AuditName.find($0, reader) }
      let rows =
        request.kind == .fixes
        ? FixSheet.rows(try reader.findings(request.filter, of: audit))
        : RetestSheet.rows(try reader.retestQueue(request.filter, of: audit), output.form)
      var sheet = rows.sheet
      sheet.filter = request.filter.isEmpty ? nil : request.filter.source
      if let audit { sheet.title += " of \(audit.name)" }
      if let moment { sheet.title += ", \(Timestamp(milliseconds: moment).iso8601Second)" }
      return try output.write(sheet) { emit in
        for row in rows.values { try emit(row) }
      } summary: {
        rows.summary
      }
    }
  }
}
