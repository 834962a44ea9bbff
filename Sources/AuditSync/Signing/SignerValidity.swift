package import AuditModel

/// From when to when a line of `allowed_signers` lets its key sign. The verifier's clock decides: signatures have none.
package struct SignerValidity: Equatable, Sendable {
  /// The first moment.
  package var after: Timestamp?
  /// The last moment.
  package var before: Timestamp?

  enum Timing { case valid, early, late }

  func standing(at time: Timestamp) -> Timing {
    if let before, time > before { return .late }
    if let after, time < after { return .early }
    return .valid
  }

  /// What a message says of the end: ` on 2026-03-01T00:00:00Z`.
  var end: String { before.map { " on \($0.iso8601Second)" } ?? "" }

  /// What a message says of the start: ` before 2026-03-01T00:00:00Z`.
  var start: String { after.map { " before \($0.iso8601Second)" } ?? "" }

  /// A moment as the options of the file and of the tool name it: `20260301000000Z`.
  static func text(_ time: Timestamp) -> String {
    time.iso8601Second.filter { $0.isASCII && $0.isNumber } + "Z"
  }

  /// The moment that `YYYYMMDD[hhmm[ss]][Z]` names; without Z in local time, as the tool has it. Nil for anything else.
  ///
  /// - Parameter localOffset: seconds that local time is ahead of UTC at a moment in milliseconds.
  static func moment(_ text: String, localOffset: (Int64) -> Int) -> Timestamp? {
    let isUTC = text.utf8.last == UInt8(ascii: "Z")
    let digits = Array(text.utf8.dropLast(isUTC ? 1 : 0))
    guard [8, 12, 14].contains(digits.count), digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    let padded = digits + Array(repeating: UInt8(ascii: "0"), count: 14 - digits.count)
    func part(_ range: Range<Int>) -> String { String(decoding: padded[range], as: UTF8.self) }
    let date = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
    let clock = "\(part(8..<10)):\(part(10..<12)):\(part(12..<14))"
    let reading = try? Timestamp.read("\(date)T\(clock)\(isUTC ? "Z" : "")", localOffset: localOffset)
    // The tool takes 0 for a time that is not given.
    guard let time = reading?.timestamp, time.milliseconds > 0 else { return nil }
    return time
  }
}
