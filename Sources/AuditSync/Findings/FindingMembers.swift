import AuditModel
import CanonicalJSON

/// Reads the members of one object of a report. A null member counts as absent; other members are none of our business.
struct FindingMembers {
  let place: String
  private let object: JSONObject

  /// - Parameter place: `$.violations[2]`, with `line 3, ` in front where the line is a document.
  init(_ value: JSONValue, at place: String) throws(FindingsProblem) {
    guard let object = value.objectValue else {
      throw FindingsProblem(place, wanted: "an object", found: Self.words(value))
    }
    self.object = object
    self.place = place
  }

  func value(_ key: String) -> JSONValue? { object[key].flatMap { $0.isNull ? nil : $0 } }

  /// One line of at most `limit` bytes; empty where the member is absent.
  func line(_ key: String, limit: Int = ReportText.line) throws(FindingsProblem) -> String {
    ReportText.oneLine(try text(key), limit: limit)
  }

  /// Text of at most `ReportText.long` bytes; empty where the member is absent.
  func paragraph(_ key: String) throws(FindingsProblem) -> String {
    ReportText.cut(try text(key), to: ReportText.long)
  }

  /// A line that has to be there and say something.
  func required(_ key: String) throws(FindingsProblem) -> String {
    let line = try line(key)
    guard !line.isEmpty else {
      throw FindingsProblem("\(place).\(key)", wanted: "text", found: value(key) == nil ? "nothing" : "empty text")
    }
    return line
  }

  /// The object that a member is; nil where it is absent.
  func members(_ key: String) throws(FindingsProblem) -> FindingMembers? {
    guard let value = value(key) else { return nil }
    return try FindingMembers(value, at: "\(place).\(key)")
  }

  /// The members of the object that a member is, as objects; none where it is absent.
  func each(_ key: String) throws(FindingsProblem) -> [(key: String, members: FindingMembers)] {
    guard let inner = try members(key) else { return [] }
    return try inner.object.members.filter { !$0.value.isNull }.map { member throws(FindingsProblem) in
      let name = ReportText.oneLine(member.key, limit: 80)
      return (member.key, try FindingMembers(member.value, at: "\(inner.place).\(name)"))
    }
  }

  /// The objects of an array; none where the member is absent.
  func objects(_ key: String) throws(FindingsProblem) -> [FindingMembers] {
    try list(key).map { entry throws(FindingsProblem) in try FindingMembers(entry.value, at: entry.place) }
  }

  /// The texts of an array, each on one line; none where the member is absent.
  func lines(_ key: String) throws(FindingsProblem) -> [String] {
    try list(key).map { entry throws(FindingsProblem) in
      guard let text = entry.value.stringValue else {
        throw FindingsProblem(entry.place, wanted: "text", found: Self.words(entry.value))
      }
      return ReportText.oneLine(text, limit: ReportText.line)
    }
  }

  func integer(_ key: String) -> Int64? { value(key)?.integerValue }

  /// The impact that a word says, in any case; nil for none and for a word that is none.
  func impact(_ key: String) -> Impact? {
    (value(key)?.stringValue?.lowercased()).flatMap(Impact.init(rawValue:))
  }

  /// The elements of an array, with their places; none where the member is absent.
  func list(_ key: String) throws(FindingsProblem) -> [(place: String, value: JSONValue)] {
    guard let value = value(key) else { return [] }
    return try Self.list(value, at: "\(place).\(key)")
  }

  static func list(_ value: JSONValue, at place: String) throws(FindingsProblem) -> [(place: String, value: JSONValue)]
  {
    guard let values = value.arrayValue else {
      throw FindingsProblem(place, wanted: "an array", found: words(value))
    }
    return values.enumerated().map { ("\(place)[\($0.offset)]", $0.element) }
  }

  /// A moment, as ISO 8601 text with its zone.
  func time(_ key: String) throws(FindingsProblem) -> Int64? {
    guard value(key) != nil else { return nil }
    let text = try line(key)
    do throws(TimestampError) {
      return try Timestamp.read(text, localOffset: { _ in 0 }).timestamp.milliseconds
    } catch {
      throw FindingsProblem("\(place).\(key)", wanted: "a time such as 2026-03-01T10:00:00Z", found: "\"\(text)\"")
    }
  }

  func condition(_ key: String) throws(FindingsProblem) -> Condition? {
    guard value(key) != nil else { return nil }
    let text = try line(key)
    do throws(NameProblem) {
      return try Condition(parsing: text)
    } catch {
      throw FindingsProblem("\(place).\(key)", wanted: "a condition such as dark,text-ax5", found: "\"\(text)\"")
    }
  }

  private func text(_ key: String) throws(FindingsProblem) -> String {
    guard let value = value(key) else { return "" }
    guard let text = value.stringValue else {
      throw FindingsProblem("\(place).\(key)", wanted: "text", found: Self.words(value))
    }
    return text
  }

  static func words(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .decimal(let text): ReportText.cut(text, to: 40)
    case .string(let text): "\"\(ReportText.oneLine(text, limit: 40))\""
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// Text of a report as it is kept: reports quote whole elements, which are too long to show.
enum ReportText {
  static let line = 400
  static let long = 4_000

  /// Control characters and runs of blanks become one blank.
  static func oneLine(_ text: String, limit: Int) -> String {
    var line = ""
    var isBlank = true
    for scalar in text.unicodeScalars {
      if scalar.value <= 0x20 || scalar.value == 0x7F || (0x80..<0xA0).contains(scalar.value) {
        isBlank = true
        continue
      }
      if isBlank, !line.isEmpty { line.unicodeScalars.append(" ") }
      isBlank = false
      line.unicodeScalars.append(scalar)
      if line.utf8.count > limit { break }
    }
    return cut(line, to: limit)
  }

  /// At most `limit` bytes, whole characters; dots mark omitted text.
  static func cut(_ text: String, to limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    var cut = String.UnicodeScalarView()
    var bytes = 3
    for scalar in text.unicodeScalars {
      bytes += UTF8.width(scalar)
      if bytes > limit { break }
      cut.append(scalar)
    }
    return String(cut) + "..."
  }
}
