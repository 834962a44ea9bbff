import Audit
import Base
import CommandLine
import Reports
import Sessions
import Store

/// `a11y report --openacr FILE` and `--earl FILE`: the report in forms that other programs read.
enum ExchangeRun {
  /// A file that was written.
  struct Written {
    var form: String
    var path: String
    /// `87 criteria`.
    var content: String
    var count: Int
    var remarks: [String] = []
  }

  private static let flags: [FlagName] = [.openacr, .openacrPage, .earl, .testrail, .xray, .allure]

  static func isAsked(_ context: Context) -> Bool { flags.contains(where: context.arguments.has) }

  static func run(_ context: Context) throws -> ExitCode {
    let piped = flags.filter { context.arguments.string($0) == "-" }
    guard piped.count < 2, !piped.contains(.allure) else {
      throw Problem.usage(
        "flag.unfit", "\(piped.map(\.long).joined(separator: " and ")) cannot both write to standard output",
        hints: ["Specify a file or a folder."])
    }
    let query = try TrendQuery(context.arguments.positionals, of: "a report")
    let moment = try context.asOf()
    let namesTesters = try context.arguments.choice(.testers, as: TesterNaming.self) == .full
    let tracker = try context.openTracker(.readAtLength)
    let written = try tracker.read { present in
      try query.examine(present, context)
      let (audit, moment) = try AuditName.asked(context, present, asOf: moment)
      let request = ExchangeRequest(
        query.filter, of: audit, try present.at(moment, showing: audit), namesTesters: namesTesters)
      return try files(request, tracker.evidence, context)
    }
    try report(written, context)
    return .done
  }

  private static func files(
    _ request: ExchangeRequest, _ evidence: EvidenceFolder, _ context: Context
  ) throws -> [Written] {
    var written: [Written] = []
    if let path = context.arguments.string(.openacr) {
      written += try ConformanceFiles.write(request, to: path, context)
    }
    if let path = context.arguments.string(.earl) {
      let (form, address) = try subject(context)
      var count = 0
      try ReportFile.write(path, context) { output in
        count = try EARLGraph.write(request, form, program: Program.version, address: address) { try output.write($0) }
      }
      written.append(Written(form: "earl", path: path, content: counted(count, "assertion"), count: count))
    }
    return try written + items(request, evidence, context)
  }

  /// The files for tools that manage tests.
  private static func items(
    _ request: ExchangeRequest, _ evidence: EvidenceFolder, _ context: Context
  ) throws -> [Written] {
    let tables: [(FlagName, (TableRows<TestItem>) -> Table<TestItem>)] = [
      (.testrail, TestCaseTable.testRail), (.xray, TestCaseTable.xray),
    ]
    let items = TableRows { emit in try TestItem.visit(request) { item in try emit { item } } }
    var written: [Written] = []
    for (flag, table) in tables {
      guard let path = context.arguments.string(flag) else { continue }
      let style = SheetStyle(
        .csv, generated: "", raw: context.arguments.has(.raw), bom: context.arguments.has(.bom))
      var count = 0
      try ReportFile.write(path, context) { output in
        count = try table(items).write(style) { try output.write($0) }
      }
      // Xray takes no more in one import.
      let remarks =
        flag == .xray && count > 1_000 ? ["Xray imports at most 1,000 test cases at once. Use a narrower query."] : []
      written.append(
        Written(
          form: flag.rawValue, path: path, content: counted(count, "test case"), count: count, remarks: remarks))
    }
    if let folder = context.arguments.string(.allure) {
      let (count, missing) = try AllureFolder(folder, context).write(request, evidence)
      written.append(
        Written(
          form: "allure", path: folder, content: counted(count, "result"), count: count,
          remarks: missing > 0 ? ["\(counted(missing, "evidence file")) missing and left out."] : []))
    }
    return written
  }

  /// The form of EARL and the address of the app. The WCAG-EM Report Tool finds subjects by their address alone.
  private static func subject(_ context: Context) throws -> (EARLGraph.Form, address: String) {
    let form = try context.arguments.choice(.earlForm, as: EARLGraph.Form.self) ?? .earl
    let address = try context.arguments.line(.address) ?? ""
    let host = address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    let isAddress = host.count == 3 && ["https:", "http:"].contains(host[0]) && host[1].isEmpty
    let isHost = isAddress && host[2].prefix { $0 != "/" }.contains(".") && !address.contains(" ")
    guard address.isEmpty || isHost else {
      throw Problem.usage(
        "flag.value", "invalid value \(MessageText.quoted(address)) for --address; expected the URL of the app",
        hints: ["Use a URL such as https://apps.example.com/shop."])
    }
    guard form == .earl || !address.isEmpty else {
      throw Problem.usage(
        "earl.address",
        "missing --address: the WCAG-EM Report Tool reads only results with the URL of a page in its sample",
        hints: [
          "Pass the URL of the app as it appears in the sample, e.g. --address https://apps.example.com/shop."
        ])
    }
    return (form, address)
  }

  private static func report(_ written: [Written], _ context: Context) throws {
    // Standard output has the content itself then.
    let isTaken = written.contains { $0.path == "-" }
    if try context.format() == .json, !isTaken {
      let files = written.map { file in
        JSONText.object(["form": file.form, "path": file.path, "count": file.count, "remarks": file.remarks])
      }
      return try context.print(context.document("a11y.report-files/1", ["files": files]))
    }
    for file in written where file.path != "-" {
      let line = "Wrote \(file.content) to \(file.path)."
      if isTaken { context.remark(line, linking: file.path) } else { try context.print(line, linking: file.path) }
    }
    for remark in written.flatMap(\.remarks) { context.remark("a11y: note: " + remark) }
  }
}

/// The folder of Allure results that `a11y report --allure DIR` writes. Allure reads every file in it, so it must be
/// new; it knows each item by its identity, which is the same in every run.
struct AllureFolder {
  private let path: String
  private let context: Context

  /// - Throws: decision if the path already exists.
  init(_ path: String, _ context: Context) throws(Problem) {
    (self.path, self.context) = (path, context)
    guard context.world.files.exists(path) else { return }
    throw Problem(
      .decision, code: "output.exists", "\(MessageText.quoted(path)) already exists; nothing was changed",
      hints: ["Remove the folder, or specify a new one: Allure would read old results as new ones."])
  }

  /// - Returns: the number of results, and that of missing evidence files.
  func write(_ request: ExchangeRequest, _ evidence: EvidenceFolder) throws -> (count: Int, missing: Int) {
    let files = context.world.files
    try files.createDirectory(path)
    try write("environment.properties", "source=a11y \(Program.version)\n")
    var (count, missing) = (0, 0)
    try TestItem.visit(request) { item in
      count += 1
      for attachment in item.attachments {
        guard let digest = Digest(hex: attachment.digest), let content = evidence.content(digest) else {
          missing += 1
          continue
        }
        try files.writeFileAtomically("\(path)/\(TestItem.source(attachment))", content)
      }
      try write(item.allureName, item.allure.render(indent: 2) + "\n")
    }
    return (count, missing)
  }

  private func write(_ name: String, _ text: String) throws(Problem) {
    try context.world.files.writeFileAtomically("\(path)/\(name)", Array(text.utf8))
  }
}

/// Copies of evidence files in a folder next to a page: `report-evidence` next to `report.html`.
struct EvidenceCopy {
  private let path: String
  private let files: any FileAccess
  /// As the page names it.
  private let name: String

  /// - Throws: usage for a page on standard output.
  init(beside page: String, _ context: Context) throws {
    guard page != "-" else {
      throw Problem.usage(
        "output.folder", "--with-evidence requires a page in a file", hints: ["Specify --html FILE."])
    }
    let file = Paths.name(page)
    let stem = file.hasSuffix(".html") ? String(file.dropLast(".html".count)) : file
    name = stem + "-evidence"
    path = Paths.join(Paths.parent(try context.world.absolute(page)), name)
    files = context.world.files
  }

  /// Copies a file unless it is there.
  ///
  /// - Returns: its address, relative to the page; nil where the file is missing.
  func link(_ evidence: NewEvidence, from folder: EvidenceFolder) throws -> String? {
    let file = "\(evidence.digestText.prefix(8))-\(EvidenceName.safe(evidence.name, type: evidence.type))"
    if EvidenceFolder.content(of: "\(path)/\(file)", evidence.digest) == nil {
      guard folder.holds(evidence.digest, bytes: evidence.bytes) else { return nil }
      try files.createDirectory(path)
      guard try folder.save(evidence.digest, into: path, as: { _ in file }) != nil else { return nil }
    }
    return URIText.escaped("\(name)/\(file)")
  }
}

/// Where a workbook goes: a file or a pipe, never a terminal.
enum WorkbookFile {
  /// - Parameter isFile: the writer is not where the result of the command goes.
  /// - Throws: usage for a terminal.
  static func write(
    _ workbook: Workbook, to writer: ByteWriter, isFile: Bool = false, _ context: Context
  ) throws {
    if !isFile { try refuseTerminal(context) }
    do {
      for piece in try workbook.pieces() { try writer.write(piece) }
    } catch let problem as SheetProblem {
      throw self.problem(problem)
    }
  }

  /// What is larger than a workbook may be.
  static func problem(_ problem: SheetProblem) -> Problem {
    Problem(.badInput, code: "workbook.large", problem.description, hints: ["Narrow the query, or use --format csv."])
  }

  private static func refuseTerminal(_ context: Context) throws(Problem) {
    let isNamed = context.arguments.string(.output).map { $0 != "-" } ?? false
    guard !isNamed, context.world.isTerminal(.output) else { return }
    throw .usage(
      "workbook.terminal", "a workbook cannot be shown in a terminal", hints: ["Pass -o FILE.xlsx."])
  }
}
