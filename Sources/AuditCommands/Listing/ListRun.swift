import AuditCatalog
import AuditModel
import AuditReports
import AuditStore

/// What `a11y list` does.
enum ListRun {
  static func run(_ context: Context) throws -> ExitCode {
    let request = try ListRequest(context.arguments.positionals)
    let output = try ListOutput(context)
    if [.fixes, .retest].contains(request.kind) { return try ListScoped.run(context, request, output) }
    if request.kind.takesAudit { return try ListCells.run(context, request, output) }
    if request.kind == .sessions, let file = context.arguments.string(.output), file != "-" {
      try GitFolder.refuse(try context.world.absolute(file), context)
    }
    return try read(context, request.kind) { reader, folder in
      try QueryNames(reader: reader).examine(request, context)
      let rows =
        request.kind == .criteria
        ? try CriterionSheet.rows(request.filter, CheckCatalog(reader), output.form, CriterionScope(context, reader))
        : try rows(request, reader, folder, output.form, isWhole: context.arguments.has(.all))
      var sheet = rows.sheet
      sheet.filter = request.filter.isEmpty ? nil : request.filter.source
      // People get it where there are rows; a document has it always.
      if !output.form.isForPeople { sheet.summary = rows.summary }
      return try output.write(sheet) { emit in
        for row in rows.values { try emit(row) }
      } summary: {
        rows.summary
      }
    }
  }

  /// A list that is made in one go: the sheet without its rows, the rows, and sentences about them.
  struct Rows {
    var sheet: Sheet
    var values: [[SheetValue]]
    var summary: [String]
  }

  private static func rows(
    _ request: ListRequest, _ reader: Reader?, _ folder: EvidenceFolder?, _ form: RowForm, isWhole: Bool
  ) throws -> Rows {
    switch (request.kind, reader) {
    case (.checks, _): return try CheckSheet.rows(request.filter, CheckCatalog(reader), form)
    case (.checklists, _): return try ChecklistSheet.rows(request.filter, CheckCatalog(reader), form)
    case (.components, let reader?): return try ComponentSheet.rows(request.filter, reader, form)
    case (.audits, let reader?): return try AuditSheet.rows(request.filter, reader, form)
    case (.waivers, let reader?): return try WaiverSheet.rows(request.filter, reader, form)
    case (.conflicts, let reader?): return try ConflictSheet.rows(request.filter, reader, form)
    case (.questions, let reader?): return try QuestionSheet.rows(request.filter, reader, form)
    case (.tasks, let reader?): return try TaskSheet.rows(request.filter, reader, form)
    case (.enhancements, let reader?): return try EnhancementSheet.rows(request.filter, reader, form)
    case (.shortcuts, let reader?): return try ShortcutSheet.rows(request.filter, reader, form)
    case (.gestures, let reader?): return try GestureSheet.rows(request.filter, reader, form)
    case (.bundles, let reader?): return try BundleSheet.rows(request.filter, reader, form)
    case (.evidence, let reader?): return try EvidenceSheet.rows(request.filter, reader, folder, form)
    case (.signals, let reader?): return try SignalSheet.rows(request.filter, reader, form)
    case (.agreement, let reader?): return try AgreementSheet.rows(request.filter, reader, form)
    case (.plans, let reader?): return try PlanSheet.rows(request.filter, reader, form)
    case (.sessions, let reader?): return try SessionSheet.rows(request.filter, reader, form)
    case (.notes, let reader?): return try NoteSheet.rows(request.filter, reader, form)
    case (.planned, let reader?): return try PlannedSheet.rows(request.filter, reader, form, isWhole: isWhole)
    case (.matrix, let reader?): return try MatrixSheet.rows(request.filter, reader, form, isWhole: isWhole)
    default: throw Problem(.notFound, code: "tracker.none", "there is no tracker here or in a folder above")
    }
  }

  /// Reads the tracker; what the catalogue alone can answer is answered without one.
  private static func read<T>(
    _ context: Context, _ kind: ListKind, _ body: (Reader?, EvidenceFolder?) throws -> T
  ) throws -> T {
    let tracker: Tracker
    do {
      tracker = try context.openTracker(.read)
    } catch let problem as Problem {
      guard problem.code == "tracker.none", [.checks, .checklists, .criteria].contains(kind) else { throw problem }
      return try body(nil, nil)
    }
    return try tracker.read { try body($0, tracker.evidence) }
  }
}
