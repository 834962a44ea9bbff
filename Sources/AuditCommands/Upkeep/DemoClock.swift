import AuditModel
import CanonicalJSON

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
