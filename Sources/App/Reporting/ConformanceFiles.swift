import Audit
import Base
import CommandLine
import Reports
import Sessions
import Store

/// The files of `a11y report --openacr`: the draft for other programs, and a page to read.
enum ConformanceFiles {
  static func write(_ request: ExchangeRequest, to path: String, _ context: Context) throws -> [ExchangeRun.Written] {
    var details = try details(context)
    if details.product.isEmpty { details.product = try request.reader.trackerTitle() }
    let report = try ConformanceReport(
      request, details, edition(context), part: part(context), program: Program.version)
    try ReportFile.write(path, context) { try $0.write(report.yaml) }
    let count = report.entries.count
    let content = counted(count, "criterion", "criteria")
    var written = [
      ExchangeRun.Written(
        form: FlagName.openacr.rawValue, path: path, content: content, count: count, remarks: report.remarks)
    ]
    if let page = context.arguments.string(.openacrPage) {
      let origin = try FactsOrigin.of(request.reader, filter: report.filter ?? "")
      try ReportFile.write(page, context) { try $0.write(report.page(origin: origin).text) }
      written.append(
        .init(form: FlagName.openacrPage.rawValue, path: page, content: "a page of \(content)", count: count))
    }
    return written
  }

  private static func edition(_ context: Context) throws(Problem) -> ConformanceEdition {
    try EditionName.find(context.arguments.string(.edition) ?? Catalog.standardEdition)
  }

  private static func details(_ context: Context) throws(Problem) -> ConformanceReport.Details {
    var details = ConformanceReport.Details()
    details.product = try context.arguments.line(.product) ?? ""
    details.version = try context.arguments.line(.productVersion) ?? ""
    details.vendor = try context.arguments.line(.vendor) ?? ""
    details.vendorContact = try context.arguments.line(.vendorContact) ?? ""
    details.author = try context.arguments.line(.author) ?? ""
    details.contact = try context.arguments.line(.contact) ?? ""
    details.license = try license(context)
    let methods = context.arguments.string(.methods) ?? ""
    try Problem.named { () throws(NameProblem) in try Names.checkNote(methods, of: FlagName.methods.rawValue) }
    details.methods = methods
    return details
  }

  /// A license is named as in the list of SPDX: `CC-BY-4.0`.
  private static func license(_ context: Context) throws(Problem) -> String {
    let license = try context.arguments.line(.license) ?? ""
    guard license.utf8.allSatisfy({ $0.isLetterOrDigit || ".-+".utf8.contains($0) }) else {
      throw .usage(
        "flag.value", "invalid value \(MessageText.quoted(license)) for --license; expected an SPDX identifier",
        hints: ["Use an identifier such as CC-BY-4.0."])
    }
    return license
  }

  /// The part of the app that the report is about; nil for all of it.
  private static func part(_ context: Context) throws(Problem) -> String? {
    guard context.arguments.has(.partial) else { return nil }
    let part = try context.arguments.line(.partial) ?? ""
    guard !part.isEmpty else {
      throw .usage(
        "flag.value", "missing value for --partial; expected a description of the part of the app",
        hints: ["Remove --partial to report on the whole app."])
    }
    return part
  }
}

/// Finds an edition of the conformance report by the name that was typed.
enum EditionName {
  static func find(_ typed: String) throws(Problem) -> ConformanceEdition {
    if let edition = Catalog.edition(typed) { return edition }
    throw .unknown("edition", typed, among: Catalog.editions.compactMap(\.shortNames.last))
  }
}

/// `a11y report --declarations`: the Apple Accessibility Nutrition Labels that the evidence supports.
enum DeclarationsRun {
  static func run(_ context: Context, _ format: OutputFormat) throws -> ExitCode {
    guard [.table, .plain, .md, .json].contains(format) else {
      throw Problem.usage(
        "format.unfit", "--declarations does not support the format \(format.rawValue)",
        hints: ["Use --json for all data, or --md, --plain, or the default format for text."])
    }
    let query = try TrendQuery(context.arguments.positionals, of: "a report")
    let moment = try context.asOf()
    let limit = try context.arguments.int(.limit, in: 1...1_000_000)
    let tracker = try context.openTracker(.readAtLength)
    var draft = try tracker.read { present in
      try query.examine(present, context)
      let (audit, moment) = try AuditName.asked(context, present, asOf: moment)
      return try DeclarationDraft(try present.at(moment, showing: audit), audit, query.filter)
    }
    if let limit { draft.limit = limit }
    try context.write(draft.page, json: draft.json, as: format)
    return .done
  }
}
