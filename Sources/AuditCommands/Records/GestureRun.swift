import AuditCatalog
import AuditModel
import AuditStore
import CanonicalJSON

/// What `a11y new gesture` and `a11y edit gesture` do.
enum GestureRun {
  static let kind = "gesture"

  static func new(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let world = context.world
    let action = try arguments.required(.action)
    return try RegisterRun.run(context) { register in
      let table = try GestureTable(register.reader)
      let (name, entry) = try table.find(arguments.positional(0) ?? "")
      var flags = try fields(arguments, register)
      flags.set("gesture", try FieldRules.line(name, "gesture"))
      let component = flags.fields["component"]?.stringValue ?? ""
      for other in try register.reader.records(kind)
      where other.text("component").utf8.elementsEqual(component.utf8)
        && ReferenceEntry.folded(other.text("gesture")) == ReferenceEntry.folded(name)
      {
        register.remark("\(component) has \(name) already: \(other.key) (\(other.text("action")))")
      }
      let place = component.split(separator: "/").last.map(String.init) ?? ""
      let key = try GeneratedKey.free(for: "\(name) \(place) \(action)", kind: kind, register.reader, world)
      try register.add(kind, key, flags.fields)
      let concerns = GestureConcern.all(
        name, entry, action: action, alternative: arguments.string(.alternative) ?? "")
      for concern in concerns { register.remark("\(concern.words) (\(concern.check))") }
    }
  }

  static func edit(_ context: Context) throws -> ExitCode {
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
struct GestureTable {
  private let entries: [ReferenceEntry]

  init(_ reader: Reader) throws {
    entries = try ReferenceCatalog(reader).entries.filter { $0.table == ReferenceTable.gesture.rawValue }
  }

  /// By its full name, as records keep it; nil for a gesture of the app's own.
  func entry(_ name: String) -> ReferenceEntry? {
    entries.first { ReferenceEntry.folded($0.name) == ReferenceEntry.folded(name) }
  }

  /// What a record's gesture has against it.
  func concerns(_ record: Reader.Record) -> [GestureConcern] {
    let name = record.text("gesture")
    return GestureConcern.all(
      name, entry(name), action: record.text("action"), alternative: record.text("alternative"))
  }

  /// A gesture of the reference, or, without an entry, one of the app's own: a name that looks like none that is known.
  ///
  /// - Throws: usage: an empty name, one that is nearly that of a known gesture, or that of several.
  func find(_ typed: String) throws(Problem) -> (name: String, entry: ReferenceEntry?) {
    let search = ReferenceSearch(entries)
    let isNew = search.find(typed).isEmpty && search.nearest(to: typed).isEmpty
    if isNew, !ReferenceEntry.folded(typed).isEmpty { return (typed, nil) }
    let entry = try ReferenceName.find(
      typed, in: search, what: "gesture",
      own: "a11y lookup gesture lists them; a11y new reference --from FILE adds your own.")
    return (entry.name, entry)
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
