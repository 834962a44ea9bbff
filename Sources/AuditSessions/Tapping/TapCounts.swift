import AuditReports
package import FirstTap
package import Terminal

/// Parses `9/10`: hits and taps of one child.
package struct TapCounts {
  /// The maximum number of children in one estimate.
  package static let mostChildren = 10_000

  /// The place of the words: `argument 2`, `line 3 of standard input`.
  let place: String
  /// Usage for words of the command line, bad input for lines.
  let kind: Problem.Kind

  package init(place: String, kind: Problem.Kind) {
    self.place = place
    self.kind = kind
  }

  /// - Throws: the invalid word, its place, and the reason.
  package func read(_ word: some StringProtocol) throws(Problem) -> ChildTaps {
    let parts = Array(word.utf8).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2, TapCounts.isNumber(parts[0]), TapCounts.isNumber(parts[1]) else {
      throw refusal(word, "expected HITS/TAPS in whole numbers")
    }
    guard let hits = Int(String(decoding: parts[0], as: UTF8.self)),
      let taps = Int(String(decoding: parts[1], as: UTF8.self))
    else { throw refusal(word, TapCounts.tooMany) }
    do throws(ChildTapsProblem) {
      return try ChildTaps(hits: hits, taps: taps)
    } catch {
      switch error {
      case .negative: throw refusal(word, "counts cannot be negative")
      case .tooMany: throw refusal(word, TapCounts.tooMany)
      case .moreHitsThanTaps(let hits, let taps):
        throw refusal(word, "more hits than taps: \(hits) of \(counted(taps, "tap"))")
      }
    }
  }

  /// Words with spaces or commas between them.
  package func readAll(_ text: some StringProtocol) throws(Problem) -> [ChildTaps] {
    let words = text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\t") }
    var children: [ChildTaps] = []
    for word in words { children.append(try read(String(decoding: word, as: UTF8.self))) }
    return children
  }

  /// The problem with a word of the input.
  package func refusal(_ word: some StringProtocol, _ reason: String) -> Problem {
    Problem(
      kind, code: "tap.counts", "\(place), \(MessageText.quoted(word)): \(reason)",
      hints: ["Use hits and scored taps of each child, e.g. 9/10."])
  }

  package static func checkCount(_ children: Int, _ kind: Problem.Kind) throws(Problem) {
    guard children > mostChildren else { return }
    throw Problem(kind, code: "tap.too-many", "\(children) children exceed the maximum of \(mostChildren)")
  }

  private static var tooMany: String { "expected at most \(ChildTaps.mostTaps) taps per child" }

  /// Digits with an optional minus sign, which is rejected later with its own message.
  private static func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
    let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes
    return !digits.isEmpty && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
