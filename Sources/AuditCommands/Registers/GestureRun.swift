import AuditCatalog
import AuditModel
import AuditStore
import CanonicalJSON

/// What `a11y new gesture` and `a11y edit gesture` do.
enum GestureRun {
  static let kind = "gesture"

  static func new(_ context: inout Context) throws -> ExitCode {
    let arguments = context.arguments
    let world = context.world
    let action = try arguments.required(.action)
    _ = try arguments.required(.component)
    return try RegisterRun.run(context) { register in
      let desk = try GestureDesk(register.reader)
      let entry = try desk.find(arguments.positional(0) ?? "")
      var flags = try fields(arguments, register)
      flags.set("gesture", .string(entry.name))
      let component = flags.fields["component"]?.stringValue ?? ""
      for other in try register.reader.records(kind)
      where other.text("component").utf8.elementsEqual(component.utf8)
        && other.text("gesture").utf8.elementsEqual(entry.name.utf8)
      {
        register.remark("\(component) has \(entry.name) already: \(other.key) (\(other.text("action")))")
      }
      let place = component.split(separator: "/").last.map(String.init) ?? ""
      let key = try WorkKey.free(for: "\(entry.name) \(place) \(action)", kind: kind, register.reader, world)
      try register.add(kind, key, flags.fields)
      let concerns = GestureConcern.all(
        entry.name, entry, action: action, alternative: arguments.string(.alternative) ?? "")
      for concern in concerns { register.remark("\(concern.words) (\(concern.check))") }
    }
  }

  static func edit(_ context: inout Context) throws -> ExitCode {
    let arguments = context.arguments
    return try EditRun.run(context, kind: kind) { register, _ in try fields(arguments, register).fields }
  }

  private static func fields(_ arguments: ParsedArguments, _ register: Register) throws -> FieldFlags {
    var flags = FieldFlags(arguments)
    try flags.needed(.action)
    try flags.line(.alternative)
    try flags.references(register.reader)
    return flags
  }
}

/// The gestures of the reference, the team's own among them.
struct GestureDesk {
  private let entries: [ReferenceEntry]

  init(_ reader: Reader) throws {
    entries = try ReferenceShelf(reader).entries.filter { $0.table == ReferenceTable.gesture.rawValue }
  }

  /// By its full name, as records keep it.
  func entry(_ name: String) -> ReferenceEntry? { entries.first { $0.name.utf8.elementsEqual(name.utf8) } }

  /// What a record's gesture has against it.
  func concerns(_ record: Reader.Record) -> [GestureConcern] {
    let name = record.text("gesture")
    return GestureConcern.all(
      name, entry(name), action: record.text("action"), alternative: record.text("alternative"))
  }

  /// - Throws: usage: nothing of that name, or several.
  func find(_ typed: String) throws(Problem) -> ReferenceEntry {
    try ReferenceName.find(
      typed, in: ReferenceSearch(entries), what: "gesture",
      own: "a11y lookup gesture lists them; a11y new reference --from FILE adds your own.")
  }
}

/// An entry of the reference that has to be named.
enum ReferenceName {
  /// - Throws: usage: nothing of that name, or several.
  static func find(
    _ typed: String, in search: ReferenceSearch, what: String, own hint: String
  ) throws(Problem) -> ReferenceEntry {
    let found = search.find(typed)
    if found.count == 1, let one = found.first { return one.entry }
    let alike = found.isEmpty ? search.nearest(to: typed) : found.prefix(5).map(\.entry.name)
    let question = alike.isEmpty ? [] : ["Did you mean \(Suggestion.alternatives(alike))?"]
    throw .usage(
      "\(what).unknown",
      found.isEmpty
        ? "there is no \(what) \(MessageText.quoted(typed))"
        : "\(MessageText.quoted(typed)) may be more than one \(what)", hints: question + [hint])
  }
}
