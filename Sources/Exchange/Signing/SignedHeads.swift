package import Base

/// The text that is signed: which bundle of which tracker this is, and how far each of the signer's chains in it goes.
///
///     a11y-bundle 1
///     tracker T
///     digest D
///     author R N IDENTITY
///
/// One `author` line for each replica of the signer in the bundle, in the order of their bytes, which may be none; each
/// line ends with LF. A text has one
/// spelling, so that what was signed can be kept in parts and spelled again.
package struct SignedHeads: Equatable, Sendable {
  /// The last fact of one chain.
  package struct Author: Equatable, Sendable {
    package var replica: String
    package var number: Int64
    /// Of the fact.
    package var identity: Digest

    fileprivate var isFormed: Bool {
      FactForm.isReplica(replica.utf8) && FactForm.sequences.contains(number)
    }
  }

  /// Authors of one text.
  static let authors = 0...4096

  package let tracker: String
  /// Of the bundle.
  package let digest: Digest
  package let authors: [Author]

  /// Nil for too many authors, one that comes twice, or names and numbers that no bundle has.
  package init?(tracker: String, digest: Digest, authors: [Author]) {
    let sorted = authors.sorted { $0.replica.utf8.lexicographicallyPrecedes($1.replica.utf8) }
    guard FactForm.isReplica(tracker.utf8), Self.authors.contains(authors.count), sorted.allSatisfy(\.isFormed),
      zip(sorted, sorted.dropFirst()).allSatisfy({ $0.replica != $1.replica })
    else { return nil }
    self.tracker = tracker
    self.digest = digest
    self.authors = sorted
  }

  package var text: String {
    var text = "a11y-bundle 1\ntracker \(tracker)\ndigest \(digest.hex)\n"
    for author in authors { text += "author \(author.replica) \(author.number) \(author.identity.hex)\n" }
    return text
  }

  /// The bytes to sign or to verify.
  package var bytes: [UInt8] { Array(text.utf8) }
}

extension SignedHeads {
  /// Reads a text that says exactly this in exactly this spelling.
  ///
  /// - Parameter bytes: anything is allowed, nothing traps.
  /// - Throws: `SigningProblem` of code `malformed` with the line.
  package init(reading bytes: [UInt8]) throws(SigningProblem) {
    // No line is longer than one of an author: three words, a replica, a number of 13 digits and a digest.
    guard bytes.count <= (Self.authors.upperBound + 3) * 128, bytes.last == UInt8(ascii: "\n") else {
      throw Self.malformed(nil, "a text of lines, each with LF")
    }
    let lines = bytes.dropLast().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { $0.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false) }
    guard lines.count >= 3 else { throw Self.malformed(nil, "at least three lines") }
    guard Self.words(lines[0]) == ["a11y-bundle", "1"] else { throw Self.malformed(1, "a11y-bundle 1") }
    let tracker = Self.words(lines[1])
    guard tracker.count == 2, tracker[0] == "tracker" else { throw Self.malformed(2, "tracker T") }
    let digest = Self.words(lines[2])
    guard digest.count == 2, digest[0] == "digest", let value = Digest(hex: digest[1]) else {
      throw Self.malformed(3, "digest D")
    }
    var authors: [Author] = []
    for (index, line) in lines.enumerated().dropFirst(3) {
      let words = Self.words(line)
      guard words.count == 4, words[0] == "author", let number = Int64(words[2]), let identity = Digest(hex: words[3])
      else { throw Self.malformed(index + 1, "author R N IDENTITY") }
      authors.append(Author(replica: words[1], number: number, identity: identity))
    }
    guard let made = SignedHeads(tracker: tracker[1], digest: value, authors: authors), made.bytes == bytes else {
      throw Self.malformed(nil, "one spelling: names, numbers and order as in the bundle")
    }
    self = made
  }

  private static func words(_ line: [ArraySlice<UInt8>]) -> [String] {
    line.prefix(5).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func malformed(_ line: Int?, _ expected: String) -> SigningProblem {
    SigningProblem(.malformed, "cannot read the signed text; expected \(expected)", line: line)
  }
}
