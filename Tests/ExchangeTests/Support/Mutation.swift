import Base
import Exchange
import StoredFacts

/// Changes to a bundle that know where its values, members and facts are, so that most of them stay JSON.
struct Mutation {
  /// The places of all values, keys and facts of a document.
  struct Map {
    /// Whole values, containers included.
    var values: [Range<Int>] = []
    /// Values of one list, or members of one object: to be swapped and doubled.
    var siblings: [[Range<Int>]] = []

    init(_ bytes: [UInt8]) throws {
      var tokens = JSONTokenizer()
      var open: [(start: Int, isObject: Bool, parts: [Range<Int>], key: Int?)] = []
      try bytes.withUnsafeBytes { window in
        while true {
          let token = try tokens.next(in: window, isLast: true)
          var ended: Range<Int>?
          switch token {
          case .end: return
          case .objectStart: open.append((tokens.tokenStart, true, [], nil))
          case .arrayStart: open.append((tokens.tokenStart, false, [], nil))
          case .key: open[open.count - 1].key = tokens.tokenStart
          case .objectEnd, .arrayEnd:
            let container = open.removeLast()
            if !container.parts.isEmpty { siblings.append(container.parts) }
            ended = container.start..<tokens.cursor
          default: ended = tokens.tokenStart..<tokens.cursor
          }
          guard let ended else { continue }
          values.append(ended)
          guard !open.isEmpty else { continue }
          open[open.count - 1].parts.append((open[open.count - 1].key ?? ended.lowerBound)..<ended.upperBound)
        }
      }
    }
  }

  static let edges: [String] = [
    "0", "-0", "1", "-1", "2", "1.0", "1e9", "9007199254740991", "9007199254740992", "99999999999999999999",
    "1099511627776",
    "\"\"", "\"a\"", "\"\\u0000\"", "\"\\ud800\"", "\"\\u0061\"", "\"a11y\"", "\"full\"", "\"partial\"", "null", "true",
    "false",
    "[]", "{}", "[[]]", "{\"a\":1,\"a\":2}", "\"0123456789abcdef0123456789abcdef\"", "\"replicaaaaaaaaaaaaa1\"",
    "[1,0]", "\"erase\"",
    "\"result\"",
    " ", "\n", "\r\n", "\t", ",", ":", "\"", "\\", "\u{0}", "\u{7f}", "\u{feff}", "é", "e\u{301}",
  ]

  let original: [UInt8]
  let map: Map

  init(_ bytes: [UInt8]) throws {
    original = bytes
    map = try Map(bytes)
  }

  /// A changed copy; sometimes an equal one.
  func mutated(_ random: inout SeededRandom) -> [UInt8] {
    var bytes = original
    // The places are those of the original, so further changes go to places before the last.
    var end = bytes.count
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      guard let start = change(&bytes, before: end, &random), start > 0 else { break }
      end = start
    }
    return bytes
  }

  /// Changes something that ends before an offset; returns where the change begins.
  private func change(_ bytes: inout [UInt8], before end: Int, _ random: inout SeededRandom) -> Int? {
    func part(_ ranges: [Range<Int>]) -> Range<Int>? {
      guard let range = ranges.randomElement(using: &random), range.upperBound <= end else { return nil }
      return range
    }
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1:
      guard let place = part(map.values), let edge = Self.edges.randomElement(using: &random) else { return end }
      bytes.replaceSubrange(place, with: Array(edge.utf8))
      return place.lowerBound
    case 2:
      guard let group = map.siblings.randomElement(using: &random), let one = part(group), let other = part(group),
        one.upperBound <= other.lowerBound
      else { return end }
      let (first, second) = (Array(original[one]), Array(original[other]))
      bytes.replaceSubrange(other, with: first)
      bytes.replaceSubrange(one, with: second)
      return one.lowerBound
    case 3:
      guard let group = map.siblings.randomElement(using: &random), let one = part(group) else { return end }
      bytes.insert(contentsOf: Array(original[one]) + [UInt8(ascii: ",")], at: one.lowerBound)
      return one.lowerBound
    case 4:
      guard let group = map.siblings.randomElement(using: &random), let one = part(group) else { return end }
      let hasComma = one.upperBound < bytes.count && bytes[one.upperBound] == UInt8(ascii: ",")
      bytes.removeSubrange(one.lowerBound..<(one.upperBound + (hasComma ? 1 : 0)))
      return one.lowerBound
    case 5:
      guard let place = part(map.values), let other = map.values.randomElement(using: &random) else { return end }
      bytes.replaceSubrange(place, with: Array(original[other]))
      return place.lowerBound
    case 6:
      let place = Int.random(in: 0..<max(1, end), using: &random)
      let edge = Self.edges.randomElement(using: &random) ?? ""
      bytes.insert(contentsOf: Array(edge.utf8), at: min(place, bytes.count))
      return place
    case 7:
      // A file whose end did not arrive; what follows changes what is left.
      let place = Int.random(in: 0..<max(1, end), using: &random)
      bytes.removeSubrange(min(place, bytes.count)...)
      return place
    default:
      let place = Int.random(in: 0..<max(1, end), using: &random)
      guard place < bytes.count else { return end }
      bytes[place] = UInt8.random(in: .min ... .max, using: &random)
      return place
    }
  }
}
