import Base
import CommandLine
import DemoData
import Sessions
import Store

/// `a11y demo`: a tracker to explore.
enum DemoCommand {
  static let spec = CommandSpec(
    "demo", group: .setUp, "create a demo tracker with real data",
    positionals: [
      PositionalSpec("DIR", arity: .optional, completes: .folders, "folder (default: ./a11y-demo)")
    ],
    run: run)

  static func run(_ context: Context) throws -> ExitCode {
    let world = context.world
    let named = context.arguments.positional(0) ?? "a11y-demo"
    let folder = try named == "." ? world.currentDirectory() : world.absolute(named)
    if let kind = world.files.kind(of: folder), kind != .directory {
      throw Problem(.badInput, code: "folder.invalid", "\(MessageText.quoted(named)) is not a folder")
    }
    let path = DatabaseLocation.path(inFolder: folder)
    try world.files.createDirectory(Paths.parent(path))
    let tracker = try create(path, context)
    let clock = DemoClock(now: world.now())
    let summary: DemoTracker.Summary
    do {
      summary = try DemoTracker(tracker: tracker, world: world, clock: clock).fill()
    } catch {
      // An incomplete demo is of no use, and this command created it.
      tracker.close()
      for ending in ["", "-mark", "-journal"] { try? world.files.remove(path + ending) }
      throw error
    }
    tracker.close()
    if try context.format() == .json {
      try context.print(json(summary, clock, path, context))
      return .done
    }
    return try show(summary, clock, path: path, folder: named, context)
  }

  private static func create(_ path: String, _ context: Context) throws -> Tracker {
    do {
      return try Tracker.create(path: path, environment: context.storeEnvironment, catalog: .builtIn)
    } catch StoreError.exists {
      throw Problem(
        .decision, code: "tracker.exists", "tracker \(MessageText.quoted(path, limit: 1_000)) already exists",
        hints: [
          "Run \"a11y demo DIR\" to create the demo elsewhere, or \"a11y status --db \(ShellWord.quoted(path))\" to "
            + "see this tracker. Nothing was changed."
        ])
    }
  }

  private static func show(
    _ summary: DemoTracker.Summary, _ clock: DemoClock, path: String, folder: String, _ context: Context
  ) throws -> ExitCode {
    let style = try context.style()
    let painter = Styler(enabled: style.hasColor)
    let about = [
      "Created demo tracker: \(path)",
      "\(counted(summary.components, "component")), \(counted(summary.results, "result")), from inspections at "
        + "\(summary.rounds) points in the history of the public app MovieSwiftUI, 2019 to 2021. Everything named "
        + "demo-..., the severities, and the audit release-demo are invented.",
      "All times are moved by \(counted(clock.days, "day")), so that the last inspection (2021-06-07) is recent.",
    ]
    for text in about { try print(text, width: style.width, context) }
    try context.print("")
    var words = [
      "status", "--db", path, "--width", String(style.width), "--color", style.hasColor ? "always" : "never",
    ]
    if style.isPlain { words.append("--plain") }
    _ = try InnerCommand.run(words, within: context)
    try context.print("")
    try context.print(painter.paint("Next steps", .heading))
    for (command, meaning) in steps(folder) {
      if style.isPlain {
        try print("\(meaning) Run: \(command)", width: style.width, context)
      } else {
        try context.print("  " + painter.paint(MessageText.escaped(command), .identifier))
        for line in wrap(meaning, width: style.width, margin: "      ") { try context.print(line) }
      }
    }
    return .done
  }

  private static func print(_ text: String, width: Int, _ context: Context) throws(Problem) {
    for line in wrap(MessageText.escaped(text), width: width, breakWords: false) { try context.print(line) }
  }

  /// Commands to try; the others work after the first.
  static func steps(_ folder: String) -> [(command: String, meaning: String)] {
    [
      ("cd \(ShellWord.quoted(folder))", "Change to the folder of the demo."),
      ("a11y list findings severity:1,2", "List the critical and serious open findings."),
      ("a11y show movie-detail/movie-detail", "Show one component with its history."),
      ("a11y status --audit release-demo", "Show the status of an audit in progress."),
      (
        "a11y log pass voiceover.label-present movie-detail/movie-crossline-row --audit release-demo --tester me",
        "Log a result. To undo it, run a11y undo."
      ),
    ]
  }

  private static func json(
    _ summary: DemoTracker.Summary, _ clock: DemoClock, _ path: String, _ context: Context
  ) -> JSONText {
    context.document(
      "a11y.demo/1",
      [
        "path": path, "components": summary.components, "rounds": summary.rounds, "results": summary.results,
        "shifted_days": clock.days,
      ])
  }
}

/// Fills a new tracker with the history of the app, through the same code as the commands.
struct DemoTracker {
  let tracker: Tracker
  let world: World
  let clock: DemoClock
  private let editor = "demo"

  /// The content of the tracker.
  struct Summary {
    var components = 0
    var rounds = 0
    var results = 0
  }

  func fill() throws -> Summary {
    let registers = try DemoFiles.registers()
    let components = DemoFiles.components
    try tracker.write { writer in
      for component in components { try add(component, writer) }
      for record in registers["before"]?.arrayValue ?? [] { try set(record, writer) }
    }
    let rounds = DemoFiles.rounds
    for (index, round) in rounds.enumerated() { try log(round, number: index + 1, of: rounds.count) }
    try InnerCommand.runQuietly(
      [
        "log", "-", "--db", tracker.path, "--audit", "release-demo", "--tester", "demo-qa-1", "--device", "iPhone 12",
        "--os", "14.6",
      ], input: clock.moved(rows: DemoFiles.release), in: world)
    try tracker.write { writer in
      for record in registers["after"]?.arrayValue ?? [] { try set(record, writer) }
      // A component that the app no longer has is in no scope; its history stays.
      for component in components where !component.isInLastRound {
        try writer.set(kind: "component", key: component.key, fields: ["retired": true], by: editor)
      }
      for note in registers["notes"]?.arrayValue ?? [] { try add(note: note, writer) }
      try plan(writer)
    }
    let results = try tracker.read { try $0.resultCount() }
    return Summary(components: components.count, rounds: rounds.count, results: results)
  }

  /// The checks of the inspections become the checklist of the tracker.
  private func plan(_ writer: Writer) throws {
    try writer.settle()
    let checks = Set(try writer.reader.testedCells().map(\.check)).sorted().map { JSONValue.string($0) }
    try writer.set(
      kind: "checklist", key: "demo-inspections",
      fields: ["checks": .array(checks), "title": "Checks of the inspections"], by: editor)
    try writer.set(kind: "setting", key: "tracker", fields: ["checklists": ["demo-inspections"]], by: editor)
  }

  private func add(_ component: DemoFiles.Entry, _ writer: Writer) throws {
    try writer.set(
      kind: "component", key: component.key,
      fields: [
        "kind": .string(component.kind), "source": .string(component.source), "owner": .string(component.owner),
        "screens": .array(component.screens.map { .string($0) }),
      ], by: editor)
  }

  private func set(_ record: JSONValue, _ writer: Writer) throws {
    guard let kind = record["kind"]?.stringValue, let key = record["key"]?.stringValue,
      let fields = record["fields"]?.objectValue
    else { throw Self.broken }
    try writer.set(kind: kind, key: key, fields: clock.moved(fields), by: editor)
  }

  private func add(note: JSONValue, _ writer: Writer) throws {
    guard let component = note["component"]?.stringValue, let text = note["text"]?.stringValue else {
      throw Self.broken
    }
    try writer.addNote(
      component: component, check: note["check"]?.stringValue, text: text, by: note["tester"]?.stringValue ?? editor)
  }

  /// The last two rounds belong to audits.
  private func log(_ round: DemoFiles.Round, number: Int, of count: Int) throws {
    var words = [
      "log", "-", "--db", tracker.path, "--at", try clock.moved(round.time), "--build", round.build, "--tester",
      "inspector",
    ]
    if number == count - 1 { words += ["--audit", "inspection-8"] }
    if number == count { words += ["--audit", "inspection-9"] }
    try InnerCommand.runQuietly(words, input: round.results, in: world)
  }

  private static let broken = Problem(.bug, code: "program.bug", "internal error: invalid demo data")
}

/// The data of the demo, stored in the program itself. `DemoData.h` lists what is real and what is invented.
enum DemoFiles {
  /// One row of the components.
  struct Entry {
    var key: String
    var kind: String
    var source: String
    var screens: [String]
    var owner: String
    /// Whether the app had it at the last of the nine points in time.
    var isInLastRound: Bool
  }

  /// A point in the app's history.
  struct Round {
    var time: String
    var build: String
    /// The input of `a11y log -`.
    var results: [UInt8]
  }

  static var components: [Entry] {
    rows(demo_components()).dropFirst().compactMap { fields in
      guard fields.count == 6 else { return nil }
      return Entry(
        key: fields[0], kind: fields[1], source: fields[2], screens: fields[3].split(separator: ",").map(String.init),
        owner: fields[4], isInLastRound: fields[5] == "yes")
    }
  }

  static var rounds: [Round] {
    rows(demo_rounds()).enumerated().compactMap { index, fields in
      guard fields.count == 2 else { return nil }
      return Round(time: fields[0], build: fields[1], results: bytes(demo_round(index + 1)))
    }
  }

  static var release: [UInt8] { bytes(demo_release()) }

  static func registers() throws -> JSONValue { try JSONReader.parse(bytes(demo_registers())) }

  private static func bytes(_ file: demo_file) -> [UInt8] {
    Array(UnsafeBufferPointer(start: file.bytes, count: file.bytes == nil ? 0 : file.count))
  }

  private static func rows(_ file: demo_file) -> [[String]] {
    bytes(file).split(separator: UInt8(ascii: "\n")).map { line in
      line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }
}

/// Moves the app's history so that it ends last week and the demo shows a tracker in use. Every time moves by the same
/// whole number of weeks, which keeps intervals and days of the week.
struct DemoClock {
  /// How far every time is moved, in milliseconds; never backwards.
  let shift: Int64

  var days: Int { Int(shift / Self.day) }

  private static let day: Int64 = 86_400_000
  /// The newest time of the demo's own files.
  static let newest = Timestamp(milliseconds: 1_623_417_720_000)

  /// The newest time lies two to nine days before `now`.
  init(now: Int64) {
    shift = max(0, (now - Self.newest.milliseconds - 2 * Self.day) / (7 * Self.day)) * 7 * Self.day
  }

  /// Throws: the error of `Timestamp.read` for an invalid time.
  func moved(_ text: String) throws -> String {
    let reading = try Timestamp.read(text) { _ in 0 }
    let moved = Timestamp(milliseconds: reading.timestamp.milliseconds + shift)
    return reading.isDateOnly ? moved.localDate(offset: 0) : moved.iso8601
  }

  /// The fields of a record with their days and times moved.
  func moved(_ fields: JSONObject) throws -> JSONObject {
    var fields = fields
    for name in ["until", "decided"] {
      if let day = fields[name]?.stringValue { fields[name] = .string(try moved(day)) }
    }
    if case .integer(let moment)? = fields["closed"] { fields["closed"] = .integer(moment + shift) }
    return fields
  }

  /// Rows of results of which the last column is their time, after a row of names.
  func moved(rows: [UInt8]) throws -> [UInt8] {
    let lines = String(decoding: rows, as: UTF8.self).split(separator: "\n")
    let moved = try lines.dropFirst().map { line in
      var fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      fields[fields.count - 1] = try self.moved(fields[fields.count - 1])
      return fields.joined(separator: "\t")
    }
    return Array(([String(lines[0])] + moved).joined(separator: "\n").utf8)
  }
}
