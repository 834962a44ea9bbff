import Base
import Exchange
import Testing

/// What happens to a file on its way: each byte, each bit and each value.
@Suite("A bundle that was changed") struct ChangeTests {
  @Test("is incomplete wherever it is cut") func truncation() throws {
    let (bytes, _) = try Sample.small()
    let reader = BundleReader()
    for count in 0..<(bytes.count - 1) {
      #expect(reader.problem(Array(bytes[..<count]))?.code == .incomplete, "cut after \(count) bytes")
    }
    #expect(reader.problem(Array(bytes.dropLast())) == nil)
  }

  @Test("is refused, or means the same, whichever bit was flipped") func bits() throws {
    let (bytes, _) = try Sample.small()
    let reader = BundleReader()
    let original = try reader.taken(bytes)
    for bit in 0..<(bytes.count * 8) {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      guard let read = try? reader.taken(flipped) else { continue }
      #expect(read.facts == original.facts, "bit \(bit)")
      #expect(read.summary == original.summary, "bit \(bit)")
    }
  }

  @Test("is refused when any character of any value was changed, and the fact is named") func values() throws {
    let (bytes, summary) = try Sample.full()
    let lines = try Sample.lines()
    let reader = BundleReader()
    let text = Array(bytes)
    var line = 1
    var named = 0
    for (index, byte) in text.enumerated() {
      if byte == UInt8(ascii: "\n") { line += 1 }
      guard let other = Self.replacement(byte) else { continue }
      var changed = text
      changed[index] = other
      guard let problem = reader.problem(changed) else {
        Issue.record("byte \(index) (line \(line)) was changed and nobody noticed")
        continue
      }
      guard problem.code == .digest, line > 1, line <= lines.count + 1 else { continue }
      named += 1
      let isNamed = problem.sentence.hasPrefix("fact ") && problem.sentence.contains("(line \(line))")
      #expect(isNamed, "line \(line), byte \(index): \(problem)")
    }
    #expect(named > 1000)
    #expect(summary.count == lines.count)
  }

  /// Another character that leaves a text a text and a number a number.
  private static func replacement(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "e"), UInt8(ascii: "1")...UInt8(ascii: "8"),
      UInt8(ascii: "g")...UInt8(ascii: "y"):
      byte + 1
    case UInt8(ascii: "f"), UInt8(ascii: "z"): UInt8(ascii: "a")
    case UInt8(ascii: "0"): UInt8(ascii: "1")
    case UInt8(ascii: "9"): UInt8(ascii: "1")
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt8(ascii: "x")
    default: nil
    }
  }

  @Test("names the fact in the words of the format") func words() throws {
    let bodies: [(String, JSONObject)] = (1...5).map { ("note", ["text": .string("note \($0)")]) }
    let (bytes, _) = try Sample.bundle(try Sample.chain(Sample.one, bodies))
    let text = String(decoding: bytes, as: UTF8.self).split(separator: "note 3", maxSplits: 1)
    let changed = Array((text[0] + "note 8" + text[1]).utf8)
    #expect(
      BundleReader().problem(changed)
        == BundleProblem(.digest, "fact 3 of replica \(Sample.one) (line 4) is not as it was written"))
  }

  @Test("is refused when facts are missing, doubled or in another order") func lines() throws {
    let (bytes, _) = try Sample.full()
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let reader = BundleReader()
    func problem(_ lines: [Substring]) -> BundleProblem? { reader.problem(Array(lines.joined(separator: "\n").utf8)) }
    #expect(problem(lines) == nil)
    var missing = lines
    missing.remove(at: 3)
    #expect(problem(missing)?.sentence == "the bundle lists 18 facts, but holds 17 facts")
    var twice = lines
    twice.insert(lines[3], at: 3)
    #expect(problem(twice)?.code == .fact)
    twice = lines
    twice.insert(lines[3], at: 6)
    #expect(problem(twice)?.code == .fact)
    var swapped = lines
    swapped.swapAt(3, 6)
    #expect(problem(swapped)?.sentence.contains("the order of the facts") == true)
  }
}
