import Arguments
import AuditExchange
import AuditModel
import AuditReports
import AuditSessions
import AuditStore
import Terminal
import TrackerAccess

/// What `a11y worksheet` does.
enum WorksheetRun {
  /// More on one page is slow to load, and a day's work.
  static let mostItems = 150

  static func run(_ context: Context) throws -> ExitCode {
    let file = try PageFile(context, noun: "a worksheet", area: "worksheet", example: "sheet.html")
    let tracker = try context.openTracker(.read)
    let sheet = try tracker.read { try worksheet(context, $0) }
    try file.write(sheet.page, context)
    if !file.isStandardOutput { try report(sheet, path: file.path, context) }
    return .done
  }

  private static func worksheet(_ context: Context, _ reader: Reader) throws -> Worksheet {
    let arguments = context.arguments
    let scope = try WorksheetScope(context, reader)
    let all = try scope.cells(reader)
    guard !all.isEmpty else {
      throw Problem(
        .noData, code: "worksheet.empty", "there is nothing to look at: \(scope.subject)",
        hints: ["a11y list cells --all shows what is in scope."])
    }
    let part = try part(of: all.count, arguments)
    let shown = all.dropFirst((part.number - 1) * mostItems).prefix(mostItems)
    let rule = try reader.staleRule()
    let build = try line(.build, arguments) ?? scope.audit?.build ?? rule.build
    let builder = WorksheetBuilder(reader)
    let parted = part.of > 1 ? " --part \(part.number)" : ""
    return Worksheet(
      id: PageFile.uuid(context), tracker: try reader.identity().tracker, subject: scope.subject, part: part,
      grouping: scope.grouping, audit: scope.audit?.name ?? "", build: build,
      tester: try line(.tester, arguments) ?? "", made: reader.now,
      items: try shown.map { try builder.item($0.cell, $0.row, isRetest: scope.isRetest) },
      origin: try FactsOrigin.of(reader, filter: scope.filter + parted))
  }

  private static func part(of count: Int, _ arguments: ParsedArguments) throws(Problem) -> (number: Int, of: Int) {
    let parts = (count + mostItems - 1) / mostItems
    if let number = try arguments.int(.part, in: 1...parts) { return (number, parts) }
    guard parts > 1 else { return (1, 1) }
    throw Problem(
      .decision, code: "worksheet.long", "\(count) items would be on the page, and \(mostItems) are the most",
      hints: [
        "--component, --check, --checklist, --condition and --only narrow it.",
        "Or make \(parts) pages, with --part 1 to --part \(parts).",
      ])
  }

  private static func line(_ flag: FlagName, _ arguments: ParsedArguments) throws(Problem) -> String? {
    guard let text = arguments.string(flag) else { return nil }
    try Problem.named { () throws(NameProblem) in try Names.checkLine(text, of: flag.rawValue) }
    return text
  }

  private static func report(_ sheet: Worksheet, path: String, _ context: Context) throws {
    guard try context.format() == .json else {
      let part = sheet.part.of > 1 ? ", part \(sheet.part.number) of \(sheet.part.of)" : ""
      try context.print(MessageText.escaped("Wrote \(counted(sheet.items.count, "item")) to \(path)\(part)."))
      return context.remark("It opens in any browser. a11y import reads the file that a tester saves in it.")
    }
    try context.print(
      context.document(
        "a11y.worksheet/1", ("path", .string(path)),
        ("worksheet", .string(sheet.id)), ("items", .int(sheet.items.count)), ("part", .int(sheet.part.number)),
        ("parts", .int(sheet.part.of))))
  }
}
