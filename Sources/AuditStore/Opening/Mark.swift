/// How far the replica in this folder had come: a line of text beside the database, outside its transactions.
///
/// It is written after each commit and not forced to disk: a mark that lags behind its database proves nothing, one
/// that is ahead of it proves that an older copy was put in the database's place.
struct Mark {
  var replica: String
  var sequence: Int64
  /// The first 16 hex digits of that fact's digest.
  var digest: String

  static func path(beside database: String) -> String { database + "-mark" }

  static func load(beside database: String) -> Mark? {
    guard let bytes = FileState.read(path(beside: database), limit: 200) else { return nil }
    let parts = bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    guard parts.count == 3, let sequence = Int64(String(decoding: parts[1], as: UTF8.self)), sequence > 0,
      sequence <= FactNumber.largestSequence
    else { return nil }
    return Mark(
      replica: String(decoding: parts[0], as: UTF8.self), sequence: sequence,
      digest: String(decoding: parts[2], as: UTF8.self))
  }

  /// One write of one length, so that two processes that end together leave one of the two marks.
  func store(beside database: String) {
    var number = String(sequence)
    while number.utf8.count < 13 { number = "0" + number }
    FileState.write(Array("\(replica) \(number) \(digest)\n".utf8), to: Mark.path(beside: database))
  }
}
