import AuditStore
import CanonicalJSON
import Terminal

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
