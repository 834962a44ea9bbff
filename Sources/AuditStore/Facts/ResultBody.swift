import AuditModel
import CanonicalJSON
import Measuring

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
    self.outcome = outcome
    self.check = check
    self.component = component
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

/// The version of a check's text: the first eight hex digits of the digest of what a tester judges by.
package enum TextVersion {
  package static func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  package static func parse(_ hex: String) -> UInt32? {
    let value = UInt32(hex, radix: 16)
    return value.flatMap { TextVersion.hex($0) == hex ? $0 : nil }
  }
}
