import Audit
import Base
package import CommandLine
package import Exchange

/// A file of an import, which is looked at to find out what it is, and read again then.
///
/// A pipe gives its bytes once, and a text may be spelled in UTF-16: of both a private copy is made first.
package final class ImportInput {
  package let name: String
  /// For messages.
  package let shown: String
  /// Whether evidence and a signature may be next to it.
  package let hasNeighbors: Bool
  private let path: String
  private let files: any FileAccess
  private let limits: BundleLimits
  /// The archive that the file is; nil for any other.
  let packed: PackedBundle?
  /// Nil for a file that is read as it is.
  private let copy: Result<BundleSpool, any Error>?
  /// Whether the file begins with a byte order mark.
  let hasMark: Bool

  /// A file that cannot be read is a problem of those who read it.
  package init(_ name: String, _ context: Context, limits: BundleLimits) throws(Problem) {
    (self.name, self.limits, files) = (name, limits, context.world.files)
    shown = ["-", "/dev/stdin"].contains(name) ? "standard input" : MessageText.quoted(name)
    path = try context.world.absolute(name)
    packed = Self.packed(name, files, limits)
    hasNeighbors = packed == nil && !files.isStream(name)
    let folder = context.world.setting("TMPDIR") ?? "/tmp"
    if let packed {
      (copy, hasMark) = (Result { try Self.copy(packed.bundle, folder) }, false)
      return
    }
    guard !hasNeighbors || Self.isOtherSpelling(name, files) else {
      (copy, hasMark) = (nil, false)
      return
    }
    var isMarked = false
    copy = Result { [shown] in
      try Self.copy(try context.text(of: name, keepsMark: true), shown, folder, limits, &isMarked)
    }
    hasMark = isMarked
  }

  deinit {
    if case .success(let copy)? = copy { copy.close() }
  }

  private static func packed(_ name: String, _ files: any FileAccess, _ limits: BundleLimits) -> PackedBundle? {
    guard files.kind(of: name) == .file, !files.isLink(name), let start = try? files.open(name).read(upTo: 4),
      start.starts(with: PackedBundle.beginning),
      let bytes = try? files.open(name).readAll(limit: limits.fileBytes, name: name)
    else { return nil }
    return PackedBundle(bytes)
  }

  private static func copy(_ bundle: [UInt8], _ folder: String) throws -> BundleSpool {
    let copy = try BundleSpool(folder: folder)
    do {
      try copy.append(bundle)
      return copy
    } catch {
      copy.close()
      throw error
    }
  }

  private static func isOtherSpelling(_ name: String, _ files: any FileAccess) -> Bool {
    guard files.kind(of: name) == .file, let start = try? files.open(name).read(upTo: 4) else { return false }
    return TextSpelling(start: start).isOther
  }

  private static func copy(
    _ input: ByteReader, _ shown: String, _ folder: String, _ limits: BundleLimits, _ hasMark: inout Bool
  ) throws -> BundleSpool {
    let copy = try BundleSpool(folder: folder)
    do {
      var total = 0
      while true {
        let read = try input.read(upTo: 1 << 16)
        if read.isEmpty { return copy }
        let piece = total == 0 ? Array(UTF8Text.unmarked(read)) : read
        if piece.count < read.count { hasMark = true }
        total += piece.count
        guard total <= limits.fileBytes else {
          throw BundleProblem(.limit, "\(shown) is longer than \(limits.fileBytes) bytes")
        }
        try copy.append(piece)
      }
    } catch {
      copy.close()
      throw error
    }
  }

  /// The text from its start.
  package func text() throws(Problem) -> ByteReader {
    guard let copy = try spool() else { return try files.open(name) }
    var position = 0
    // The reader holds the copy open.
    return ByteReader { [self] (buffer: UnsafeMutableRawBufferPointer) throws(Problem) in
      do throws(BundleProblem) {
        let count = try copy.read(buffer, at: position)
        position += count
        return count
      } catch {
        throw error.problem(of: name)
      }
    }
  }

  private func spool() throws(Problem) -> BundleSpool? {
    switch copy {
    case nil: return nil
    case .success(let copy)?: return copy
    case .failure(let problem as Problem)? where problem.code == "input.encoding":
      throw Problem(problem.exitCode, code: problem.code, "\(shown): \(problem.message)", hints: problem.hints)
    case .failure(let problem as Problem)?: throw problem
    case .failure(let problem as BundleProblem)?: throw problem.problem(of: name)
    case .failure(let error)?: throw Problem(.badInput, code: "file.unreadable", "cannot read \(shown): \(error)")
    }
  }

  /// The file as a bundle.
  ///
  /// - Throws: `BundleProblem`, `Problem`.
  package func bundle() throws -> BundleFile {
    guard let copy = try spool() else { return try BundleFile(path: path, limits: limits) }
    return try copy.read(of: hasNeighbors ? path : nil, limits: limits)
  }

  /// What the text is, as far as its top level tells.
  package private(set) lazy var outline: ReportOutline = {
    var outline = ReportOutline()
    guard let input = try? text() else { return outline }
    let most = isLarger(than: TicketTable.largest) ? Self.mostLookedAt : .max
    while !outline.isDecided, outline.bytes < most, let piece = try? input.read(), !piece.isEmpty {
      outline.take(piece)
    }
    return outline
  }()

  /// A bundle says what it is before this.
  private static let mostLookedAt = 1 << 20
  /// Whether it is a file of more bytes than that.
  func isLarger(than limit: Int) -> Bool { copy == nil && files.size(of: name) ?? 0 > limit }

  /// The problem of a text of JSON or a table that is too large for all but a bundle, which it is not; nil for any other.
  var tooLarge: Problem? {
    guard isLarger(than: TicketTable.largest), !outline.isBundle, let start = try? text().read(upTo: 1 << 12),
      let first = UTF8Text.unmarked(start).first(where: { $0 > 0x20 })
    else { return nil }
    let isOfTickets = isTable && ReportForm(outline) == nil
    guard isOfTickets || "{[".utf8.contains(first) else { return nil }
    let size = counted(files.size(of: name) ?? 0)
    let advice = ["Export only the columns key, status, description of tickets: the file has \(size) bytes."]
    return ByteReader.tooLarge(shown, limit: FindingsReport.largest, advice: isOfTickets ? advice : Self.ifTooLarge)
  }

  fileprivate static let ifTooLarge = [
    "Leave out what the tool did not find (passes of axe-core) and screenshots, or write a report for each page."
  ]

  /// Whether there is a text to look at.
  package var isReadable: Bool { (try? text()) != nil }

  /// The problem of a file that is neither a bundle nor a report of a known form, with the formats to name.
  package func problem(_ problem: BundleProblem) -> Problem {
    let told = problem.problem(of: name)
    guard [.incomplete, .syntax, .foreign, .header].contains(problem.code), isReadable, !outline.isBundle else {
      return told
    }
    guard !problem.sentence.contains("UTF-8") else {
      return Problem(
        told.exitCode, code: told.code, told.message, hints: [Self.asUTF8], effect: ImportReportText.nothing)
    }
    if let advice = isTable ? Self.forTables : outline.advice {
      let message = "\(shown) is neither a bundle nor a tool report that can be read"
      return Problem(told.exitCode, code: told.code, message, hints: [advice])
    }
    let said = problem.code == .incomplete ? told : BundleProblem(.foreign, "").problem(of: nil)
    return Problem(told.exitCode, code: told.code, told.message, hints: said.advice + asForm, effect: said.effect)
  }

  private static let forTables =
    "Have a tool write JSON or SARIF (e.g. pa11y --reporter json). Export tickets with the texts or labels that have "
    + "their marks (a11y-...). For other tables, run \"a11y new component --from FILE\" or \"a11y log -\"."

  /// Whether it is text with columns in its first line, and no JSON.
  private var isTable: Bool {
    guard let start = try? text().read(upTo: 1 << 12), ContentKind(start: start) == nil,
      let line = UTF8Text.unmarked(start).split(separator: 0x0A).first, !line.contains(0),
      let first = line.first, !"{[<".utf8.contains(first)
    else { return false }
    // A text of JSON has nothing behind its quote; Excel's first line of a table names its separator.
    let isQuoted = zip(line, line.dropFirst()).contains { $0 == UInt8(ascii: "\"") && ",;\t|".utf8.contains($1) }
    if first == UInt8(ascii: "\""), isQuoted { return true }
    return line.starts(with: "sep=".utf8) || line.count { ",;\t|".utf8.contains($0) } > 1
  }

  /// What to do with a text in another spelling than those that are converted.
  static let asUTF8 = "Save the file as UTF-8, and try again."

  /// How to say whose report it is.
  private var asForm: [String] {
    let forms = outline.likelyForms.map(\.rawValue)
    guard !forms.isEmpty else { return [] }
    let run = "--run NAME to close earlier findings, if this is a run that found nothing."
    if outline.isEmpty { return ["Pass --as \(forms[0]), or \(run)"] }
    let asTool = "Pass --as to read it as the report of a tool: \(forms.joined(separator: ", "))."
    guard outline.isEmptyList else { return [asTool] }
    return [asTool, "Pass \(run)", "Leave it out if it is a list of tickets: it has none."]
  }
}

extension ImportInput {
  /// The inputs of some names.
  ///
  /// - Throws: usage if one stream is named twice: its bytes come once.
  package static func all(
    _ names: [String], _ context: Context, _ limits: BundleLimits
  ) throws(Problem) -> [ImportInput] {
    let streams = names.filter(context.world.files.isStream).map { $0 == "-" ? "/dev/stdin" : $0 }
    if let twice = streams.first(where: { name in streams.count { $0 == name } > 1 }) {
      throw Problem.usage(
        "import.twice", "\(twice == "/dev/stdin" ? "standard input" : MessageText.quoted(twice)) is named twice",
        hints: ["Specify each stream once."])
    }
    return try names.map { name throws(Problem) in try ImportInput(name, context, limits: limits) }
  }
}

/// `--max facts=5000000,file=1024M`: the upper limits of a bundle.
package enum LimitFlag {
  static let names = ["depth", "fact", "facts", "file", "members", "string"]

  /// The usual limits with those that the line changes.
  package static func limits(_ arguments: ParsedArguments) throws(Problem) -> BundleLimits {
    var limits = BundleLimits.standard
    for text in arguments.list(.max) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let number = number(parts[1]) else { throw wanted(text) }
      switch parts[0] {
      case "file": limits.fileBytes = number
      case "fact": limits.factBytes = number
      case "string": limits.stringBytes = number
      case "members": limits.members = number
      case "facts": limits.facts = number
      case "depth": limits.depth = number
      default: throw wanted(text)
      }
    }
    return limits
  }

  /// A whole number, K, M or G behind it for 1024, its square and its cube.
  private static func number(_ text: String) -> Int? {
    let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    let shift = text.last.flatMap { shifts[$0] }
    guard let count = Int(shift == nil ? Substring(text) : text.dropLast()), count > 0 else { return nil }
    let (number, overflows) = count.multipliedReportingOverflow(by: 1 << (shift ?? 0))
    return overflows || number > 1 << 40 ? nil : number
  }

  private static func wanted(_ text: String) -> Problem {
    let valid = names.joined(separator: ", ")
    return .usage(
      "flag.value", "invalid value \(MessageText.quoted(text)) for --max; expected NAME=NUMBER",
      hints: [
        "Use one of the names \(valid). K, M, and G after a number multiply it by 1024, 1024^2, and 1024^3."
      ])
  }
}

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
      if !isFolder, let problem = input.tooLarge {
        return Report(name: input.name, form: forced, findings: .failure(problem))
      }
      guard let form = Self.form(of: input, isFolder, forced, isExpected: isExpected) else { return nil }
      let findings = Result { () throws(Problem) in try Self.read(input, form, isFolder, context) }
      return Report(name: input.name, form: form.isList ? nil : form.form, findings: findings)
    }
    guard !reports.isEmpty else {
      // A list of nothing is refused as such: a tester may import tickets as well.
      let isOfNothing = flag == .tester && inputs.allSatisfy(\.outline.isEmptyList)
      if let flag, !isOfNothing, inputs.allSatisfy(\.isReadable) {
        let forms = ReportForm.allCases.filter { form in inputs.contains { $0.outline.likelyForms.contains(form) } }
        let formats = (forms.isEmpty ? ReportForm.allCases : forms).map(\.rawValue).joined(separator: ", ")
        throw Problem.usage(
          "flag.unfit", "\(flag.long) applies only to tool reports, and no file is a tool report",
          hints: [
            inputs.lazy.compactMap(\.outline.advice).first ?? "Pass --as to specify the report format: \(formats)."
          ])
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
    circumstances.device = try arguments.line(.device) ?? ""
    circumstances.os = try arguments.line(.os) ?? ""
    if arguments.has(.build) { circumstances.build = try arguments.line(.build) ?? "" }
    circumstances.series = try arguments.line(.run) ?? ""
    circumstances.time = try context.time(.at)?.timestamp.milliseconds
    return circumstances
  }

  /// The form of a file that is a report. An empty file is a run of the recorder that found nothing, and an empty list
  /// one of several tools, where a flag says that it is a report.
  private static func form(
    of input: ImportInput, _ isFolder: Bool, _ forced: ReportForm?, isExpected: Bool
  ) -> (form: ReportForm, isList: Bool)? {
    if let form = isFolder ? forced ?? .xcresult : forced { return (form, false) }
    guard input.isReadable else { return nil }
    if let form = ReportForm(input.outline) ?? (SavedTable.isOne(input) ? .pa11y : nil) { return (form, false) }
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
    let (largest, hints) = (FindingsReport.largest, ImportInput.ifTooLarge)
    if !isFolder, input.isLarger(than: largest) {
      throw ByteReader.tooLarge(input.shown, limit: largest, advice: hints)
    }
    let content = isFolder ? nil : try input.text().readAll(limit: largest, name: input.shown, advice: hints)
    do throws(FindingsProblem) {
      guard let bytes = content else {
        return try FindingsReport(try XCResultTool(environment: context.world.setting).tests(of: path), form.form)
      }
      do throws(FindingsProblem) {
        // The clock of a phone may be ahead of this machine's.
        let latest = context.world.now() &+ 86_400_000
        return try FindingsReport(bytes, form.form, localOffset: context.world.localOffset, latest: latest)
      } catch {
        guard form.form == .pa11y, let issues = try SavedTable.issues(bytes) else { throw error }
        return try FindingsReport(ofPa11y: issues)
      }
    } catch {
      let kind = content.flatMap { ContentKind(start: $0.prefix(ContentKind.bytes)) }
      let message = kind.map { ": it is \($0.name), and not text" } ?? ", \(error.message)"
      let other = form.form == .earl ? input.outline.advice : nil
      let advice = kind.map { $0.advice.capitalizedFirst + "." } ?? other ?? ImportReportText.advice(on: error.message)
      let effect = kind == nil ? ImportReportText.nothing : nil
      throw Problem(.badInput, code: "findings.invalid", input.shown + message, hints: [advice], effect: effect)
    }
  }
}
