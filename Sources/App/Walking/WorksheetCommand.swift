import Audit
import Base
import CommandLine
import Reports
import Sessions
import Store

/// `a11y worksheet`: a page for testers who do not have the tool.
enum WorksheetCommand {
  static let spec = CommandSpec(
    "worksheet", group: .tester, "create an offline test worksheet",
    usage: ["[--audit A] [--component K] [--check C] [--checklist L] -o sheet.html"],
    flags: [
      .audit("audit"), .component("component, pattern, or query, e.g. 'sign-in/**'"),
      .check("checks (comma-separated), pattern, or query"),
      FlagSpec(
        .checklist, value: "CHECKLIST", repeatable: true, completes: .records(.checklist),
        "checklists (comma-separated)"),
      .condition("device settings, e.g. dark,text-ax5"), .by, .only,
      .number(.part, "part number, if the worksheet is split; all writes every part"),
      FlagSpec(.tester, value: "WHO", completes: .records(.tester), "tester code to fill in (default: none)"),
      .build,
    ],
    writesFile: true, run: run)

  /// A page with more items loads slowly and takes more than a day to test.
  static let mostItems = 150

  private static let allParts = "all"

  static func run(_ context: Context) throws -> ExitCode {
    guard context.arguments.string(.part) != allParts else { return try runAll(context) }
    let file = try PageFile(context, noun: "a worksheet", area: "worksheet", example: "sheet.html")
    let tracker = try context.openTracker(.read)
    guard let sheet = try tracker.read({ try worksheets(context, $0) }).first else { return .notFound }
    try file.write(sheet.page, context)
    if !file.isStandardOutput { try report([(sheet, file.path)], context) }
    return .done
  }

  /// Every part as a page of its own that knows the others.
  private static func runAll(_ context: Context) throws -> ExitCode {
    let path = PageFile.target(context.arguments.string(.output))
    guard path != "-" else {
      throw Problem.usage(
        "worksheet.target", "--part all writes several files, and -o names none",
        hints: ["Run \"a11y worksheet --part all -o sheet.html\" to write sheet-1.html and so on."])
    }
    let tracker = try context.openTracker(.read)
    var sheets = try tracker.read { try worksheets(context, $0) }
    let paths = sheets.map { sheet in sheets.count == 1 ? path : numbered(path, sheet.part.number) }
    let files = try paths.map { try PageFile($0, area: "worksheet", context) }
    let parts = zip(sheets, paths).map { sheet, path in
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return Worksheet.Part(file: name, worksheet: sheet.id, items: sheet.items.count)
    }
    for place in sheets.indices {
      sheets[place].parts = parts
      try files[place].write(sheets[place].page, context)
    }
    try report(Array(zip(sheets, paths)), context)
    return .done
  }

  /// `out/sheet-2.html` for `out/sheet.html`.
  private static func numbered(_ path: String, _ number: Int) -> String {
    let ending = ".html"
    let hasEnding = path.utf8.count > ending.utf8.count && path.hasSuffix(ending)
    return hasEnding ? "\(path.dropLast(ending.count))-\(number)\(ending)" : "\(path)-\(number)"
  }

  /// The part that was asked for, or all of them.
  private static func worksheets(_ context: Context, _ reader: Reader) throws -> [Worksheet] {
    let arguments = context.arguments
    let scope = try WorksheetScope(context, reader)
    let (table, all) = try scope.cells(reader)
    guard !all.isEmpty else {
      let isWithout = try reader.components().allSatisfy(\.isRetired)
      let others = try scope.testedByOthers(reader)
      throw Problem(
        .notFound, code: "worksheet.empty", "no items to test: \(isWithout ? "no component is in use" : scope.subject)",
        hints: [
          isWithout
            ? "Run \"a11y new component --help\" to add one." : "Run \"a11y list items --all\" for the items in scope."
        ]
          + (others == 0
            ? []
            : ["Pass --only retest for \(counted(others, "item")) tested only by people who are not followed here."]))
    }
    let count = (all.count + mostItems - 1) / mostItems
    let numbers =
      arguments.string(.part) == allParts ? Array(1...count) : [try part(of: all.count, arguments).number]
    let rule = try reader.staleRule()
    let build = try arguments.line(.build) ?? scope.audit?.build ?? rule.build
    let builder = WorksheetBuilder(reader)
    return try numbers.map { number in
      let shown = all.dropFirst((number - 1) * mostItems).prefix(mostItems)
      let parted = count > 1 ? " --part \(number)" : ""
      return Worksheet(
        id: PageFile.uuid(context), tracker: try reader.identity().tracker, subject: scope.subject,
        part: (number, count), grouping: scope.grouping, audit: scope.audit?.name ?? "", build: build,
        tester: try arguments.line(.tester) ?? "", made: reader.now,
        items: try shown.map { try builder.item($0.cell, $0.place.map(table.row(at:)), isRetest: scope.isRetest) },
        origin: try FactsOrigin.of(reader, filter: scope.filter + parted))
    }
  }

  private static func part(of count: Int, _ arguments: ParsedArguments) throws(Problem) -> (number: Int, of: Int) {
    let parts = (count + mostItems - 1) / mostItems
    if let number = try arguments.int(.part, in: 1...parts) { return (number, parts) }
    guard parts > 1 else { return (1, 1) }
    throw Problem(
      .decision, code: "worksheet.long", "\(counted(count)) items exceed the maximum of \(counted(mostItems)) per page",
      hints: [
        "Use --component, --check, --checklist, --condition, or --only to select fewer items.",
        "Use --part all to create \(parts) pages that link to each other, or --part 1 to --part \(parts) for one.",
      ])
  }

  private static func report(_ written: [(sheet: Worksheet, path: String)], _ context: Context) throws {
    guard try context.format() == .json else {
      for (sheet, path) in written {
        let part = sheet.part.of > 1 ? ", part \(counted(sheet.part.number, of: sheet.part.of))" : ""
        let items = counted(sheet.items.count, "item")
        try context.print("Created worksheet: \(path)\(part) (\(items)).", linking: path)
      }
      return context.remark("Open it in any browser. Run \"a11y import FILE\" with the file that the tester saves.")
    }
    let files = written.map { sheet, path -> JSONMembers in
      [
        "path": path, "worksheet": sheet.id, "items": sheet.items.count, "part": sheet.part.number,
        "parts": sheet.part.of,
      ]
    }
    let members = files.count == 1 ? files[0] : ["files": JSONText.objects(files) { $0 }]
    try context.print(context.document("a11y.worksheet/1", members))
  }
}
