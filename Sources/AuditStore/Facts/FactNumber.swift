/// A fact's local number: the line (an interned branch of a replica) and its sequence, in one integer that SQLite keeps
/// in order. It never leaves the file; outside, a fact is its replica, sequence and digest.
enum FactNumber {
  static let bits: Int64 = 40
  static let largestSequence: Int64 = (1 << bits) - 1
  static let largestLine: Int64 = (1 << 22) - 1

  static func make(line: Int64, sequence: Int64) -> Int64 { line << bits | sequence }
  static func line(of number: Int64) -> Int64 { number >> bits }
  static func sequence(of number: Int64) -> Int64 { number & largestSequence }
}
