import Audit
import Base
import SQLite

/// Results as rows of typed columns, and back as facts, byte for byte.
enum ResultTable {
  /// A result's columns beside those of its cell and context.
  struct Row {
    var number: Int64
    var cell: Int64
    /// The one stored before it in its cell.
    var earlier: Int64
    var context: Int64
    var clock: HybridTime
    var previous: FactReference?
    var digest: Digest
    var salt: FactSalt
    var time: Int64?
    var outcome: Outcome
    var severity: Severity?
    var text: UInt32?
    var value: String?
    /// UTF-8, valid while the row is stored.
    var note: UnsafeBufferPointer<UInt8>?
    var isRetest = false
    var saw: [FactReference] = []
    /// The canonical body, where the columns cannot hold all of it.
    var body: String?
  }

  /// The texts behind the numbers of `cell`.
  static let cellNames = """
    JOIN term AS component ON component.id = cell.component
    JOIN term AS check_term ON check_term.id = cell.check_id
    JOIN term AS condition ON condition.id = cell.condition
    """
  /// The texts behind the numbers of `context`.
  static let contextNames = """
    JOIN term AS tester ON tester.id = context.tester
    JOIN term AS device ON device.id = context.device
    JOIN term AS os ON os.id = context.os
    JOIN term AS build ON build.id = context.build
    JOIN term AS audit ON audit.id = context.audit
    JOIN term AS source ON source.id = context.source
    """

  static let bodyColumns = """
    result.time, result.outcome, result.severity, result.text, result.value, result.note, result.retest, result.body,
    component.text, check_term.text, condition.text, tester.text, device.text, os.text, build.text, audit.text,
    source.text
    """
  static let bodyJoins = """
    FROM result
    JOIN cell ON cell.id = result.cell
    JOIN context ON context.id = result.context
    \(cellNames)
    \(contextNames)
    """

  /// Reads the body from `bodyColumns`, which begin at column `start`.
  static func body(_ row: Statement, from start: Int32) -> JSONObject {
    if let stored = row.optionalText(start + 7).flatMap(RecordJSON.object) { return stored }
    var body = ResultBody()
    body.time = row.optionalInt64(start)
    body.outcome = Codes.outcome(row.int64(start + 1)) ?? .cantTell
    body.severity = row.optionalInt64(start + 2).flatMap(Codes.severity)
    body.text = row.optionalInt64(start + 3).flatMap { UInt32(exactly: $0) }
    body.value = row.optionalText(start + 4).flatMap { RecordJSON.value($0) }.flatMap(ValueJSON.decode)
    body.note = row.optionalText(start + 5)
    body.isRetest = row.int64(start + 6) == 1
    body.component = row.text(start + 8)
    body.check = row.text(start + 9)
    body.condition = row.text(start + 10)
    body.tester = row.text(start + 11)
    body.device = row.text(start + 12)
    body.os = row.text(start + 13)
    body.build = row.text(start + 14)
    body.audit = row.text(start + 15)
    body.source = row.text(start + 16)
    return body.json
  }

  /// What a result's header says of its content, worked out from the row.
  static func commitment(of number: Int64, in database: Connection) throws -> Digest {
    let sql = "SELECT \(bodyColumns), result.salt \(bodyJoins) WHERE result.id = ?"
    let found = try database.first(sql, [.integer(number)]) { row in
      (body: body(row, from: 0), stored: row.optionalText(7), salt: FactSalt(bytes: row.blob(17)))
    }
    guard let found else { throw StoreError.damaged(path: database.path, detail: "a result has no item") }
    let bytes = try found.stored.map { Array($0.utf8) } ?? CanonicalWriter.bytes(of: .object(found.body))
    return bytes.withUnsafeBytes { FactSeal.commitment(salt: found.salt, body: $0) }
  }
}

/// The body of a `result` fact. Empty strings are members that are not there.
///
///     {"audit":…,"build":…,"check":…,"component":…,"condition":…,"device":…,"note":…,"os":…,"outcome":…,
///      "retest":true,"severity":1-4,"source":…,"tester":…,"text":"<8 hex>","time":ms,
///      "value":{"n":[millionths…],"text":…,"unit":…}}
struct ResultBody: Equatable {
  var audit = ""
  var build = ""
  var check = ""
  var component = ""
  var condition = ""
  var device = ""
  var note: String?
  var os = ""
  var outcome = Outcome.pass
  var isRetest = false
  var severity: Severity?
  var source = ""
  var tester = ""
  var text: UInt32?
  var time: Int64?
  var value: MeasuredValue?

  init() {}

  /// Reads a body; nil when a member this version needs is missing or not of its form. Members of a newer version
  /// are passed over: the caller compares the canonical bytes to learn whether there were any.
  init?(_ object: JSONObject) {
    guard let outcome = object["outcome"]?.stringValue.flatMap(Outcome.init(rawValue:)),
      let check = object["check"]?.stringValue, !check.isEmpty,
      let component = object["component"]?.stringValue, !component.isEmpty
    else { return nil }
    (self.outcome, self.check, self.component) = (outcome, check, component)
    for (name, path) in Self.lines {
      guard let member = object[name] else { continue }
      guard let text = member.stringValue, !text.isEmpty else { return nil }
      self[keyPath: path] = text
    }
    if let note = object["note"] {
      guard let text = note.stringValue else { return nil }
      self.note = text
    }
    if let severity = object["severity"] {
      guard let number = severity.integerValue, let known = Severity(rawValue: Int(clamping: number)) else {
        return nil
      }
      self.severity = known
    }
    if let text = object["text"] {
      guard let digits = text.stringValue, let version = TextVersion.parse(digits) else { return nil }
      self.text = version
    }
    if let time = object["time"] {
      guard let milliseconds = time.integerValue else { return nil }
      self.time = milliseconds
    }
    if let retest = object["retest"] {
      guard retest == true else { return nil }
      isRetest = true
    }
    if let value = object["value"] {
      guard let known = ValueJSON.decode(value) else { return nil }
      self.value = known
    }
  }

  private static let lines: [(String, any WritableKeyPath<ResultBody, String> & Sendable)] = [
    ("audit", \.audit), ("build", \.build), ("condition", \.condition), ("device", \.device), ("os", \.os),
    ("source", \.source), ("tester", \.tester),
  ]

  /// The body as JSON; its canonical bytes are what `ResultWriter` writes directly.
  var json: JSONObject {
    var object = JSONObject()
    for (name, path) in Self.lines where !self[keyPath: path].isEmpty { object[name] = .string(self[keyPath: path]) }
    object["check"] = .string(check)
    object["component"] = .string(component)
    object["note"] = note.map { .string($0) }
    object["outcome"] = .string(outcome.rawValue)
    if isRetest { object["retest"] = true }
    object["severity"] = severity.map { .integer(Int64($0.rawValue)) }
    object["text"] = text.map { .string(TextVersion.hex($0)) }
    object["time"] = time.map { .integer($0) }
    object["value"] = value.map { ValueJSON.encode($0) }
    return object
  }
}

/// The form of a measured value in facts and in the database: `{"n":[millionths…],"text":…,"unit":…}`.
enum ValueJSON {
  static func encode(_ value: MeasuredValue) -> JSONValue {
    [
      "n": .array(value.numbers.map { .integer($0.millionths) }), "text": .string(value.text),
      "unit": .string(value.unit),
    ]
  }

  static func decode(_ json: JSONValue) -> MeasuredValue? {
    guard let object = json.objectValue, object.count == 3, let numbers = object["n"]?.arrayValue,
      let text = object["text"]?.stringValue, let unit = object["unit"]?.stringValue
    else { return nil }
    let figures = numbers.compactMap { $0.integerValue.map(FixedPoint.init(millionths:)) }
    guard figures.count == numbers.count else { return nil }
    return MeasuredValue(text: text, unit: unit, numbers: figures)
  }
}

/// The canonical bytes of results, written piece by piece: the hot path of bulk logging, held equal to
/// `ResultBody.json` by a test.
///
/// What the results of one target share is written once: everything before the note (`front`) and everything between
/// the severity and the value (`back`).
struct ResultBytes {
  private let front: [UInt8]
  private let os: [UInt8]
  private let back: [UInt8]

  init(_ new: ResultTarget.Names, source: String, text: UInt32?) {
    var buffer: [UInt8] = []
    for (key, value) in [
      ("audit", new.audit), ("build", new.build), ("check", new.check), ("component", new.component),
      ("condition", new.condition.text), ("device", new.device),
    ] where !value.isEmpty {
      CanonicalWriter.append(string: key, to: &buffer)
      CanonicalWriter.append(literal: ":", to: &buffer)
      CanonicalWriter.append(string: value, to: &buffer)
      CanonicalWriter.append(literal: ",", to: &buffer)
    }
    front = buffer
    buffer = []
    if !new.os.isEmpty {
      CanonicalWriter.append(literal: "\"os\":", to: &buffer)
      CanonicalWriter.append(string: new.os, to: &buffer)
      CanonicalWriter.append(literal: ",", to: &buffer)
    }
    os = buffer
    buffer = []
    for (key, value) in [
      ("source", source), ("tester", new.tester), ("text", text.map(TextVersion.hex) ?? ""),
    ] where !value.isEmpty {
      CanonicalWriter.append(literal: ",", to: &buffer)
      CanonicalWriter.append(string: key, to: &buffer)
      CanonicalWriter.append(literal: ":", to: &buffer)
      CanonicalWriter.append(string: value, to: &buffer)
    }
    if let time = new.time {
      CanonicalWriter.append(literal: ",\"time\":", to: &buffer)
      CanonicalWriter.append(integer: time, to: &buffer)
    }
    back = buffer
  }

  /// Replaces the content of `buffer` by the body of one result. `value` is canonical JSON already.
  func write(
    _ outcome: Outcome, severity: Severity?, value: String?, note: UnsafeBufferPointer<UInt8>?,
    members: RareMembers = RareMembers(), isRetest: Bool = false, to buffer: inout [UInt8]
  ) {
    buffer.removeAll(keepingCapacity: true)
    CanonicalWriter.append(literal: "{", to: &buffer)
    buffer.append(contentsOf: front)
    if let note {
      CanonicalWriter.append(literal: "\"note\":", to: &buffer)
      CanonicalWriter.append(utf8: UnsafeRawBufferPointer(note), to: &buffer)
      CanonicalWriter.append(literal: ",", to: &buffer)
    }
    for (place, component) in (members.on ?? []).enumerated() {
      CanonicalWriter.append(literal: place == 0 ? "\"on\":[" : ",", to: &buffer)
      CanonicalWriter.append(string: component, to: &buffer)
    }
    if members.on?.isEmpty == false { CanonicalWriter.append(literal: "],", to: &buffer) }
    buffer.append(contentsOf: os)
    Self.append(
      outcome, pattern: members.pattern, isRetest: isRetest, severity: severity.map { Int64($0.rawValue) }, to: &buffer)
    buffer.append(contentsOf: back)
    if let value {
      CanonicalWriter.append(literal: ",\"value\":", to: &buffer)
      buffer.append(contentsOf: value.utf8)
    }
    CanonicalWriter.append(literal: "}", to: &buffer)
  }

  /// Appends the members from `outcome` to `severity`.
  static func append(
    _ outcome: Outcome, pattern: String = "", isRetest: Bool, severity: Int64?, to buffer: inout [UInt8]
  ) {
    switch outcome {
    case .pass: CanonicalWriter.append(literal: "\"outcome\":\"pass\"", to: &buffer)
    case .fail: CanonicalWriter.append(literal: "\"outcome\":\"fail\"", to: &buffer)
    case .na: CanonicalWriter.append(literal: "\"outcome\":\"na\"", to: &buffer)
    case .cantTell: CanonicalWriter.append(literal: "\"outcome\":\"cant-tell\"", to: &buffer)
    }
    if !pattern.isEmpty {
      CanonicalWriter.append(literal: ",\"pattern\":", to: &buffer)
      CanonicalWriter.append(string: pattern, to: &buffer)
    }
    if isRetest { CanonicalWriter.append(literal: ",\"retest\":true", to: &buffer) }
    guard let severity else { return }
    CanonicalWriter.append(literal: ",\"severity\":", to: &buffer)
    CanonicalWriter.append(integer: severity, to: &buffer)
  }
}

/// What few failures say: the members `pattern` and `on` of a result's body.
///
/// No column holds them: the body is kept as it is, as that of a newer version would be, and versions that know nothing
/// of them keep and forward it the same way.
package struct RareMembers: Equatable, Sendable {
  /// The anti-pattern that it was filed as, by its name in the reference; empty for none.
  package var pattern = ""
  /// The keys of the components that make the check of their screen fail, as they were then; nil for none.
  package var on: [String]?

  package init() {}

  /// From the canonical body of a result; nil where no body is kept.
  init(body: String?) {
    guard let body = body.flatMap(RecordJSON.object) else { return }
    pattern = body.text("pattern")
    let named = body["on"]?.arrayValue?.compactMap(\.stringValue) ?? []
    on = named.isEmpty ? nil : named
  }

  var isEmpty: Bool { pattern.isEmpty && on?.isEmpty != false }
}

/// Stores results with one statement, compiled once for a transaction: the hot path of logging and import.
final class ResultInserter {
  private let database: Connection
  private var statement: Statement?
  /// What is bound already and mostly stays the same from row to row.
  private var context: Int64 = 0
  private var time: Int64?
  private var hasNote = false
  private var hasRest = false

  init(database: Connection) { self.database = database }

  func insert(_ row: ResultTable.Row) throws {
    let insert = try statement ?? prepare()
    try insert.bind(row.number, at: 1)
    try insert.bind(row.cell, at: 2)
    if row.context != context { try insert.bind(row.context, at: 3) }
    context = row.context
    try insert.bind(row.earlier, at: 16)
    try insert.bind(row.clock.milliseconds, at: 4)
    try insert.bind(row.clock.counter, at: 5)
    if row.time != time { try insert.bind(row.time, at: 8) }
    time = row.time
    try insert.bind(Codes.code(row.outcome), at: 9)
    try insert.bind(row.severity.map { Int64($0.rawValue) }, at: 10)
    try insert.bind(row.text.map { Int64($0) }, at: 11)
    if let note = row.note { try insert.bind(text: note, at: 13) } else if hasNote { try insert.bindNull(at: 13) }
    hasNote = row.note != nil
    let rest = row.value != nil || !row.saw.isEmpty || row.body != nil || row.isRetest
    if rest || hasRest {
      try insert.bind(row.value, at: 12)
      try insert.bind(row.saw.isEmpty ? nil : row.saw.flatMap(\.bytes), at: 14)
      try insert.bind(row.isRetest ? 1 : nil, at: 18)
      try insert.bind(row.body, at: 15)
      hasRest = rest
    }
    // The bytes stay where they are until the row is stored, so SQLite need not copy them.
    try row.digest.withBytes { digest in
      try insert.bind(blob: digest.bindMemory(to: UInt8.self), at: 7)
      try row.salt.withBytes { salt in
        try insert.bind(blob: salt.bindMemory(to: UInt8.self), at: 17)
        guard let previous = row.previous else {
          try insert.bind(blob: UnsafeBufferPointer(start: nil, count: 0), at: 6)
          return try insert.run()
        }
        try withUnsafeBytes(of: (previous.high.bigEndian, previous.low.bigEndian)) { bytes in
          try insert.bind(blob: bytes.bindMemory(to: UInt8.self), at: 6)
          try insert.run()
        }
      }
    }
  }

  private func prepare() throws -> Statement {
    let made = try database.prepare(
      """
      INSERT INTO result
        (id, cell, context, ms, counter, prev, digest, time, outcome, severity, text, value, note, saw, body,
         earlier, salt, retest)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    statement = made
    return made
  }
}
