package import Arguments
import AuditModel
package import AuditSync
package import Terminal

/// The files of an import that are reports of tools, read before the tracker is locked.
package struct ToolReports {
  package struct Report {
    package var name: String
    /// Nil for a list without entries, which may be of several tools.
    package var form: ReportForm?
    package var findings: Result<FindingsReport, Problem>
  }

  private static let flags: [FlagName] = [.component, .condition, .build, .device, .os, .at, .tester, .run]

  package let circumstances: SignalIntake.Circumstances
  package let editor: String
  private let reports: [Report]

  package init(_ context: Context, _ inputs: [ImportInput]) throws {
    let arguments = context.arguments
    let forced = try arguments.choice(.tool, as: ReportForm.self)
    let flag = Self.flags.first(where: arguments.has)
    reports = inputs.compactMap { input in
      let isFolder = Self.isResultBundle(input.name, context)
      let isExpected = Self.flags.contains { $0 != .tester && arguments.has($0) }
      guard let form = Self.form(of: input, isFolder, forced, isExpected: isExpected) else { return nil }
      let findings = Result { () throws(Problem) in try Self.read(input, form, isFolder, context) }
      return Report(name: input.name, form: form.isList ? nil : form.form, findings: findings)
    }
    guard !reports.isEmpty else {
      if let flag, inputs.allSatisfy(\.isReadable) {
        let forms = ReportForm.allCases.filter { form in inputs.contains { $0.outline.likelyForms.contains(form) } }
        let formats = (forms.isEmpty ? ReportForm.allCases : forms).map(\.rawValue).joined(separator: ", ")
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

  /// What the other reports of the same command found.
  package func others(than report: Report) -> [FindingsReport] {
    reports.filter { $0.name != report.name }.compactMap { try? $0.findings.get() }
  }

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

  /// The form of a file that is a report. An empty file is a run of the recorder that found nothing, and an empty list
  /// one of several tools, where a flag says that it is a report.
  private static func form(
    of input: ImportInput, _ isFolder: Bool, _ forced: ReportForm?, isExpected: Bool
  ) -> (form: ReportForm, isList: Bool)? {
    if let form = isFolder ? forced ?? .xcresult : forced { return (form, false) }
    guard input.isReadable else { return nil }
    if let form = ReportForm(input.outline) { return (form, false) }
    guard isExpected else { return nil }
    if input.outline.isEmpty || input.outline.isEmptyAnswer { return (.xctest, false) }
    return input.outline.isEmptyList ? (.xctest, true) : nil
  }

  /// Whether a name is that of a folder that Xcode wrote.
  private static func isResultBundle(_ name: String, _ context: Context) -> Bool {
    var name = name[...]
    while name.hasSuffix("/") { name = name.dropLast() }
    return name.hasSuffix(".xcresult") && context.world.files.kind(of: String(name)) == .directory
  }

  private static func read(
    _ input: ImportInput, _ form: (form: ReportForm, isList: Bool), _ isFolder: Bool, _ context: Context
  ) throws(Problem) -> FindingsReport {
    let path = isFolder ? try context.world.absolute(input.name) : ""
    let content = isFolder ? nil : try input.text().readAll(limit: FindingsReport.largest, name: input.shown)
    do throws(FindingsProblem) {
      guard let bytes = content else {
        return try FindingsReport(try XCResultTool(environment: context.world.setting).tests(of: path), form.form)
      }
      return try FindingsReport(bytes, form.form)
    } catch {
      let isOfSpelling = error.message.contains("UTF-8")
      let formats = "Run \"a11y help formats\" for the report formats. Nothing was imported."
      throw Problem(
        .badInput, code: "findings.invalid", "\(input.shown), \(error.message)",
        hints: [isOfSpelling ? ImportInput.asUTF8 : formats])
    }
  }
}
