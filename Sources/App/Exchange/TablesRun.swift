import Base
import CommandLine
import Reports
import Sessions
import Store

/// What `a11y export --tables` does: the public views of one or many trackers as files that a database takes.
enum TablesRun {
  static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let form = try context.format() == .ndjson ? DatabaseTables.Form.ndjson : .csv
    let name = arguments.string(.tables) ?? ""
    guard !name.isEmpty, name != "-" else {
      throw Problem.usage("flag.value", "invalid value \(MessageText.quoted(name)) for --tables; expected DIR")
    }
    let folder = TableFolder(try context.world.absolute(name), form, context.world.files)
    let progress = context.progress
    progress.begin("Reading trackers")
    defer { progress.end() }
    let trackers = try trackers(context)
    try folder.check(trackers.read.map(\.identity), context)
    var files: [String: PendingFile] = [:]
    defer { for file in files.values { file.discard() } }
    for table in folder.tables { files[table] = try folder.create(table) }
    var tables = DatabaseTables(form) { table, bytes in try files[table]?.writer.write(bytes) }
    for (number, one) in trackers.read.enumerated() {
      progress.update(number, of: trackers.read.count)
      let tracker = try Tracker.open(
        path: one.place.path, environment: context.storeEnvironment, access: .readAtLength)
      defer { tracker.close() }
      try tracker.read { reader in
        let row = try PortfolioRun.row(one.place, reader, nil, context)
        try tables.add(reader, row, asOf: context.world.now())
      }
    }
    try folder.commit(files)
    files = [:]
    progress.end()
    try report(tables, trackers.read, folder, context)
    for (place, why) in trackers.unread {
      context.remark("a11y: note: not exported: \(MessageText.quoted(place.shown)): \(why)")
    }
    return trackers.unread.isEmpty ? .done : .no
  }

  /// Not the open tracker: of a thousand a process may not have all files open.
  private struct Source {
    var place: TrackerPlaces.Place
    var identity: String
  }

  /// The trackers that `--tracker` names, else that of this folder; with those that cannot be read, and why.
  ///
  /// - Throws: usage where two of them are one tracker: a database shows one state of it.
  private static func trackers(
    _ context: Context
  ) throws -> (read: [Source], unread: [(TrackerPlaces.Place, String)]) {
    guard context.arguments.has(.tracker) else {
      let tracker = try context.openTracker(.readAtLength)
      let place = TrackerPlaces.Place(
        path: tracker.path, shown: tracker.path, name: DatabaseLocation.trackerName(ofFile: tracker.path))
      return ([Source(place: place, identity: try tracker.read { try $0.identity().tracker })], [])
    }
    var read: [Source] = []
    var unread: [(TrackerPlaces.Place, String)] = []
    for place in try TrackerPlaces.find(context.arguments.strings(.tracker), .tracker, context) {
      do {
        let tracker = try Tracker.open(path: place.path, environment: context.storeEnvironment, access: .readAtLength)
        defer { tracker.close() }
        let identity = try tracker.read { try $0.identity().tracker }
        if let other = read.first(where: { $0.identity == identity }) {
          throw Problem.usage(
            "tables.twice",
            "\(MessageText.quoted(other.place.shown)) and \(MessageText.quoted(place.shown)) are the same tracker",
            hints: ["Name each tracker once: a database shows one state of it."])
        }
        read.append(Source(place: place, identity: identity))
      } catch let problem as any ProblemConvertible {
        unread.append((place, problem.problem.message))
      }
    }
    if read.isEmpty, let (place, why) = unread.first {
      throw Problem(.storage, code: "tracker.unreadable", "\(MessageText.quoted(place.shown)) not read: \(why)")
    }
    return (read, unread)
  }

  private static func report(
    _ tables: DatabaseTables, _ trackers: [Source], _ folder: TableFolder, _ context: Context
  ) throws {
    let counts = folder.tables.map { ($0, tables.rows[$0] ?? 0) }
    if try context.printed(
      "a11y.tables/1",
      [
        "path": folder.path, "trackers": trackers.map(\.identity),
        "rows": JSONText.object(counts.map { ($0.0, .int($0.1)) }),
      ])
    {
      return
    }
    let rows = counts.reduce(0) { $0 + $1.1 }
    try context.print(
      "Wrote \(counted(counts.count, "table")) of \(counted(trackers.count, "tracker")) to \(folder.path): "
        + "\(counted(rows, "row")).", linking: folder.path)
  }
}

/// The folder that holds the tables of some trackers.
private struct TableFolder {
  let path: String
  let tables = DatabaseTables.views + [DatabaseTables.portfolio]
  private let form: DatabaseTables.Form
  private let files: any FileAccess

  init(_ path: String, _ form: DatabaseTables.Form, _ files: any FileAccess) {
    (self.path, self.form, self.files) = (path, form, files)
  }

  private func file(_ table: String) -> String { Paths.join(path, "\(table).\(form.rawValue)") }

  /// Tables of the same trackers are replaced without a question.
  ///
  /// - Throws: where something else is there.
  func check(_ trackers: [String], _ context: Context) throws {
    let shown = MessageText.quoted(path)
    switch files.kind(of: path) {
    case nil: return
    case .directory: break
    default: throw Problem(.storage, code: "output.kind", "\(shown) is a file; --tables requires a folder")
    }
    let own = Set(tables.map { Paths.name(file($0)) })
    let others = FileNames.names(in: path).filter { !own.contains($0) && !$0.hasPrefix(".") }
    guard !context.arguments.has(.yes), let what = others.first.map({ MessageText.quoted($0) }) ?? strange(to: trackers)
    else { return }
    throw Problem(
      .decision, code: "output.exists", "\(shown) holds \(what); nothing was changed",
      hints: ["Specify a folder for these trackers alone, or pass --yes to replace its tables."])
  }

  /// What is under the names of the tables and not of these trackers, in words.
  private func strange(to trackers: [String]) -> String? {
    let portfolio = file(DatabaseTables.portfolio)
    // Without it the tables are what an export left that was stopped, or of someone else: their first rows tell.
    let isWhole = files.kind(of: portfolio) != nil
    for table in isWhole ? [portfolio] : tables.map(file) where files.kind(of: table) != nil {
      guard let bytes = try? isWhole ? files.readFile(table, limit: 64 << 20) : files.open(table).read(upTo: 1 << 20),
        let held = try? identities(bytes, ofFirst: !isWhole)
      else { return MessageText.quoted(Paths.name(table)) }
      if let other = held.first(where: { !trackers.contains($0) }) { return "tables of tracker \(other)" }
    }
    return nil
  }

  /// - Parameter isOfFirst: whether the first row is enough.
  /// - Returns: nil for what is no table of trackers.
  private func identities(_ bytes: [UInt8], ofFirst isOfFirst: Bool) throws -> Set<String>? {
    switch form {
    case .csv:
      var (rows, found) = (DelimitedRows(try LineSource(ByteReader(bytes: bytes), readAhead: 0)), Set<String>())
      let header = try rows.header { $0.first == "tracker" }
      guard header?.fields.first == "tracker" else { return nil }
      // The name of a tracker may have several lines.
      while found.isEmpty || !isOfFirst, let row = try rows.next() { found.insert(row.fields[0]) }
      return found
    case .ndjson:
      let found = try bytes.split(separator: UInt8(ascii: "\n")).prefix(isOfFirst ? 1 : .max).map {
        try JSONReader.parse(Array($0)).objectValue?["tracker"]?.stringValue
      }
      return found.contains(nil) ? nil : Set(found.compactMap(\.self))
    }
  }

  func create(_ table: String) throws -> PendingFile {
    try files.createDirectory(path)
    return try files.create(file(table))
  }

  /// The rows of the trackers are removed first and written last: where they are, all tables are whole.
  func commit(_ pending: [String: PendingFile]) throws {
    try files.remove(file(DatabaseTables.portfolio))
    for table in tables { try pending[table]?.commit() }
  }
}
