import Audit
import Base
import CommandLine
import Reports
import Sessions
import Store

/// What `a11y status --tracker` and `a11y report --portfolio` do: several trackers side by side.
enum PortfolioRun {
  /// - Parameter flag: names the trackers: files, folders, folders of folders, and patterns.
  static func run(_ flag: FlagName, _ context: Context) throws -> ExitCode {
    let (report, origin) = try report(flag, context)
    let arguments = context.arguments
    if flag == .portfolio, !ReportCommand.asksForForm(context) {
      let file = arguments.string(.output) ?? "-"
      let page = report.htmlPage(origin: origin)
      try context.output.write(page.text)
      if file != "-" { context.remark("Wrote the portfolio to \(file). Open it in any browser.", linking: file) }
    } else {
      switch try flag == .portfolio ? ReportCommand.format(context) : context.format() {
      case .json: try context.print(report.json)
      case let format: try RowsOutput.write(report.sheet, format, Timestamp(milliseconds: report.asOf).iso8601, context)
      }
    }
    guard let unread = report.rows.first(where: { $0.problem != nil }) else { return .done }
    context.remark(
      "a11y: note: \(counted(report.rows.count { $0.problem != nil }, "tracker")) not read, first "
        + "\(MessageText.quoted(unread.path)): \(unread.problem ?? "")")
    return .no
  }

  /// With the facts behind it: the digest of the digests of all trackers.
  private static func report(_ flag: FlagName, _ context: Context) throws -> (PortfolioReport, PageOrigin) {
    let arguments = context.arguments
    let typed = try arguments.string(.gate).map { text throws(Problem) in try ReleasePolicy(typed: text) }
    let found = try TrackerPlaces.find(arguments.strings(flag), flag, context)
    let progress = context.progress
    progress.begin("Reading trackers")
    defer { progress.end() }
    var rows: [PortfolioReport.Row] = []
    var origins: [PageOrigin?] = []
    var places: [String: Int] = [:]
    var left: [(row: PortfolioReport.Row, place: Int)] = []
    for (number, place) in found.enumerated() {
      progress.update(number, of: found.count)
      var (row, origin, identity) = try row(place, typed, context)
      row.page = try page(of: place, context)
      guard let other = places[identity] else {
        if !identity.isEmpty { places[identity] = rows.count }
        rows.append(row)
        origins.append(origin)
        continue
      }
      // The copy with more entries is further on. Of equals, which may follow others, the one that is to be held.
      let (facts, known) = (origin?.facts ?? 0, origins[other]?.facts ?? 0)
      if facts > known || facts == known && row.isGraver(than: rows[other]) {
        left.append((rows[other], other))
        (rows[other], origins[other]) = (row, origin)
      } else {
        left.append((row, other))
      }
    }
    var report = PortfolioReport(rows, asOf: context.world.now(), compared: arguments.string(.compare))
    report.clock = context.world.clock
    report.copies = left.map { row, place in
      let (decision, shown) = (row.verdict?.decision, rows[place].verdict?.decision)
      return (row.path, rows[place].path, decision == shown ? nil : decision)
    }
    let (digests, facts) = (origins.map { $0?.digest ?? "" }, origins.reduce(0) { $0 + ($1?.facts ?? 0) })
    let origin = PageOrigin(
      digest: SHA256.digest(of: Array(digests.sorted().joined(separator: "\n").utf8)).hex,
      digestOf: "the histories of all trackers", facts: facts, asOf: Timestamp(milliseconds: report.asOf).iso8601,
      filter: "", catalogue: Catalog.revision, program: Program.version)
    return (report, origin)
  }

  /// A tracker that cannot be read has a row that says so, and no identity.
  private static func row(
    _ place: TrackerPlaces.Place, _ typed: ReleasePolicy?, _ context: Context
  ) throws -> (PortfolioReport.Row, PageOrigin?, identity: String) {
    do {
      let tracker = try Tracker.open(path: place.path, environment: context.storeEnvironment, access: .read)
      return try tracker.read { reader in
        (
          try row(place, reader, typed, context), try FactsOrigin.of(reader, filter: ""),
          try reader.identity().tracker
        )
      }
    } catch let problem as Problem where problem.exitCode == .usage {
      throw problem
    } catch let problem as any ProblemConvertible {
      return (unread(place, problem.problem.message), nil, "")
    } catch let problem as Problem {
      return (unread(place, problem.message), nil, "")
    }
  }

  /// - Parameter typed: the rules of the release; nil for the policy of the tracker.
  static func row(
    _ place: TrackerPlaces.Place, _ reader: Reader, _ typed: ReleasePolicy?, _ context: Context
  ) throws -> PortfolioReport.Row {
    let rules = try ReleaseRules(typed, of: nil, reader) {
      try Baseline.find($0, $1, for: nil, reader, reader, context)
    }
    return try PortfolioAssembly.row(
      place.shown, named: place.name, reader, rules ?? ReleaseRules(standardWith: nil),
      comparedWith: context.arguments.string(.compare).map { try MomentName.find($0, reader).at })
  }

  /// The page of a tracker's report, relative to that of the portfolio: NAME.html beside it, else report.html in the
  /// folder of the tracker; nil where neither is there, or the portfolio is not a file.
  private static func page(of place: TrackerPlaces.Place, _ context: Context) throws(Problem) -> String? {
    guard let output = context.arguments.string(.output), output != "-" else { return nil }
    let world = context.world
    let own = try world.absolute(output)
    let folder = try world.absolute(
      world.files.kind(of: place.shown) == .file ? Paths.parent(place.shown) : place.shown)
    let pages = [Paths.join(Paths.parent(own), place.name + ".html"), Paths.join(folder, "report.html")]
    return pages.first { $0 != own && world.files.kind(of: $0) == .file }.map { page in
      URIText.escaped(relative(page, to: Paths.parent(own)))
    }
  }

  /// The way from a folder to a file, both absolute.
  private static func relative(_ file: String, to folder: String) -> String {
    func parts(_ path: String) -> [Substring] {
      path.split(separator: "/").reduce(into: []) { parts, part in
        if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
      }
    }
    let (file, folder) = (parts(file), parts(folder))
    let shared = zip(file, folder).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    return (Array(repeating: "..", count: folder.count - shared) + file.dropFirst(shared)).joined(separator: "/")
  }

  private static func unread(_ place: TrackerPlaces.Place, _ why: String) -> PortfolioReport.Row {
    var row = PortfolioReport.Row(name: place.name, path: place.shown)
    row.problem = why
    return row
  }

}

/// Finds trackers by what a person names.
enum TrackerPlaces {
  struct Place {
    var path: String
    /// As it is shown: the path of the folder.
    var shown: String
    /// The last part of it.
    var name: String
  }

  /// - Throws: not found where a name leads to no tracker.
  static func find(_ typed: [String], _ flag: FlagName, _ context: Context) throws(Problem) -> [Place] {
    var found: [Place] = []
    for text in typed {
      let names = text.contains("*") ? FileNames.matching(text) : [text]
      var trackers: [Place] = []
      for name in names { trackers += try places(name, context) }
      guard !trackers.isEmpty else {
        throw Problem(
          .notFound, code: "tracker.missing",
          "no tracker found at \(MessageText.quoted(text)), the value of \(flag.long)",
          hints: ["Use a tracker, a folder of trackers, or a pattern such as 'apps/*'."])
      }
      found += trackers
    }
    return found.unique { Array($0.path.utf8) }
  }

  /// The tracker of a path, else those of the folders in it.
  private static func places(_ name: String, _ context: Context) throws(Problem) -> [Place] {
    let own = try place(name, context.world)
    var found: [Place] = []
    for inner in FileNames.names(in: name) where !inner.hasPrefix(".") {
      if let one = try place(Paths.join(name, inner), context.world), one.path != own?.path { found.append(one) }
    }
    guard let own else { return found }
    if let first = found.first {
      context.remark(
        "a11y: note: \(MessageText.quoted(name)) is a tracker, so \(counted(found.count, "tracker")) in its folders "
          + "\(found.count == 1 ? "is" : "are") left out, first \(MessageText.quoted(first.shown)); name them with "
          + "\(ShellWord.quoted(Paths.join(name, "*"))).")
    }
    return [own]
  }

  private static func place(_ name: String, _ world: World) throws(Problem) -> Place? {
    let path = try world.absolute(name)
    let files = [path, Paths.join(path, DatabaseLocation.fileName), DatabaseLocation.path(inFolder: path)]
    for (number, file) in files.enumerated() where world.files.kind(of: file) == .file {
      // A file by itself is a tracker only where it is named as one.
      guard number > 0 || file.hasSuffix(".db") else { continue }
      return Place(path: file, shown: name, name: DatabaseLocation.trackerName(ofFile: file))
    }
    return nil
  }
}
