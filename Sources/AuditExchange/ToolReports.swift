package import Arguments
import AuditModel
package import AuditSync
package import Terminal

/// The files of an import that are reports of tools, read before the tracker is locked.
package struct ToolReports {
  package struct Report {
    package var name: String
    package var form: ReportForm
    package var findings: Result<FindingsReport, Problem>
  }

  /// As many bytes as tell a report from a bundle.
  private static let start = 4_096
  private static let flags: [FlagName] = [.component, .condition, .build, .device, .os, .at, .tester, .run]

  package let circumstances: SignalIntake.Circumstances
  package let editor: String
  private let reports: [Report]

  package init(_ context: Context, _ names: [String]) throws {
    let arguments = context.arguments
    let forced = try arguments.choice(.tool, as: ReportForm.self)
    var reports: [Report] = []
    for name in names {
      guard let form = forced ?? Self.recognise(name, context) else { continue }
      let findings = Result { () throws(Problem) in try Self.read(name, form, context) }
      reports.append(Report(name: name, form: form, findings: findings))
    }
    self.reports = reports
    guard !reports.isEmpty else {
      if let flag = Self.flags.first(where: arguments.has) {
        let formats = ReportForm.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem.usage(
          "flag.unfit", "\(flag.long) applies only to tool reports, and no file is a tool report",
          hints: ["Pass --as to specify the report format: \(formats)."])
      }
      (circumstances, editor) = (SignalIntake.Circumstances(), "")
      return
    }
    editor = context.tester() ?? ""
    circumstances = try Self.circumstances(context)
    try Problem.named { [editor] () throws(NameProblem) in try Names.checkLine(editor, of: "tester") }
  }

  /// The report that a name stands for; nil for a bundle.
  package func report(_ name: String) -> Report? { reports.first { $0.name == name } }

  /// Only what was typed: what is configured is about what the tester sees, not about a machine that ran tests.
  private static func circumstances(_ context: Context) throws -> SignalIntake.Circumstances {
    let arguments = context.arguments
    var circumstances = SignalIntake.Circumstances()
    circumstances.component = arguments.string(.component)
    if arguments.has(.condition), let condition = try context.condition() { circumstances.condition = condition }
    circumstances.device = try line(arguments, .device)
    circumstances.os = try line(arguments, .os)
    circumstances.build = try line(arguments, .build)
    circumstances.series = try line(arguments, .run)
    circumstances.time = try context.time(.at)?.timestamp.milliseconds
    return circumstances
  }

  private static func line(_ arguments: ParsedArguments, _ flag: FlagName) throws(Problem) -> String {
    let text = arguments.string(flag) ?? ""
    try Problem.named { () throws(NameProblem) in try Names.checkLine(text, of: flag.rawValue) }
    return text
  }

  /// Standard input and pipes cannot be read twice; without --as they are bundles.
  private static func recognise(_ name: String, _ context: Context) -> ReportForm? {
    if isResultBundle(name, context) { return .xcresult }
    guard name != "-", context.world.files.kind(of: name) == .file, let file = try? context.world.files.open(name),
      let bytes = try? file.read(upTo: start)
    else { return nil }
    return ReportForm(start: bytes)
  }

  /// Whether a name is that of a folder that Xcode wrote.
  private static func isResultBundle(_ name: String, _ context: Context) -> Bool {
    var name = name[...]
    while name.hasSuffix("/") { name = name.dropLast() }
    return name.hasSuffix(".xcresult") && context.world.files.kind(of: String(name)) == .directory
  }

  private static func read(_ name: String, _ form: ReportForm, _ context: Context) throws(Problem) -> FindingsReport {
    let shown = name == "-" ? "standard input" : MessageText.quoted(name)
    let isBundle = isResultBundle(name, context)
    let path = isBundle ? try context.world.absolute(name) : name
    let input = isBundle ? nil : name == "-" ? context.world.input : try context.world.files.open(name)
    let content = try input?.readAll(limit: FindingsReport.largest, name: shown)
    do throws(FindingsProblem) {
      guard let bytes = content else {
        return try FindingsReport(try XCResultTool(environment: context.world.setting).tests(of: path), form)
      }
      return try FindingsReport(bytes, form)
    } catch {
      throw Problem(
        .badInput, code: "findings.invalid", "\(shown), \(error.message)",
        hints: ["Run \"a11y help formats\" for the report formats. Nothing was imported."])
    }
  }
}
