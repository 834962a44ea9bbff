import Testing

@testable import App
@testable import CommandLine
@testable import Sessions

@Suite("Typed keys")
struct KeyDecoderTests {
  @Test(
    "A key of several bytes is one key, and none of its bytes is a letter",
    arguments: [
      "\u{1b}[A", "\u{1b}[1;5C", "\u{1b}[200~", "\u{1b}OP", "\u{1b}p", "é", "✓", "😀", "\t", "\u{7f}", " ", "\u{1}",
    ])
  func one(text: String) {
    #expect(KeyDecoder.keys(Array(text.utf8)) == [.other])
  }

  @Test("Letters, Enter and Ctrl-D are themselves")
  func plain() {
    #expect(
      KeyDecoder.keys(Array("p=?\r\n\u{4}".utf8)) == [.letter("p"), .letter("="), .letter("?"), .enter, .enter, .end])
  }

  @Test("Bytes that are no text are keys that do nothing", arguments: [[0xFF], [0xC3], [0x80], [0xE2, 0x82]])
  func broken(bytes: [UInt8]) {
    #expect(KeyDecoder.keys(bytes) == [.other])
  }

  @Test("A broken letter does not swallow the one behind it")
  func brokenBefore() {
    #expect(KeyDecoder.keys([0xC3, UInt8(ascii: "p")]) == [.other, .letter("p")])
  }

  @Test(
    "Where the rest of a key is still to come is known",
    arguments: [[0x1B], [0x1B, 0x5B], [0x1B, 0x5B, 0x31], [0xE2, 0x9C]])
  func unfinished(bytes: [UInt8]) {
    #expect(!KeyDecoder.isWhole(bytes))
  }

  @Test("Any bytes come apart into keys, and nothing is lost or read twice", arguments: 0..<200)
  func random(seed: Int) {
    var state = UInt64(seed + 1)
    let bytes = (0..<64).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return [0x1B, 0x5B, 0x4F, 0x41, 0xC3, 0xA9, 0xF0, 0xFF, 0x0A, 0x70][Int(state >> 33) % 10]
    }
    var rest = bytes[...]
    while let (_, count) = KeyDecoder.first(rest) {
      #expect(count >= 1 && count <= rest.count)
      rest = rest.dropFirst(count)
    }
    #expect(rest.count < 35)
  }

  private func heard(_ events: [KeyboardEvent]) throws -> [WalkInput.Heard] {
    let input = WalkInput(ScriptedKeyboard(events), isSingle: true)
    return try (0..<events.count + 1).map { _ in try input.next() }
  }

  @Test("More than a few keys at once are pasted, and none of them acts")
  func paste() throws {
    #expect(try heard([.bytes(Array("pppp".utf8)), .bytes(Array("f".utf8))]) == [.paste(4), .key("f"), .end])
  }

  @Test("Two keys in quick succession are two keys")
  func quick() throws {
    let input = WalkInput(ScriptedKeyboard(typing: ["pf"]), isSingle: true)
    #expect(try [input.next(), input.next(), input.next()] == [.key("p"), .key("f"), .end])
  }

  @Test("What is typed ahead of a question answers it")
  func ahead() throws {
    let keyboard = ScriptedKeyboard(typing: ["f2\r", "rest\r"])
    let input = WalkInput(keyboard, isSingle: true)
    var shown = ""
    #expect(try input.next() == .key("f"))
    #expect(try input.answer { text, ends in shown += text + (ends ? "|" : "") } == .line("2"))
    #expect(try input.answer { _, _ in } == .line("rest"))
    #expect(shown == "2|")
    #expect(keyboard.units == [.lines, .keys, .lines, .keys])
  }

  @Test("Lines end with LF, CR or both, the last one also with the input")
  func lines() throws {
    let input = WalkInput(ScriptedKeyboard(typing: ["p\r\nf ", "a\nn\rlast"]), isSingle: false)
    var lines: [WalkInput.Heard] = []
    for _ in 0..<5 { lines.append(try input.next()) }
    #expect(lines == [.line("p"), .line("f a"), .line("n"), .line("last"), .end])
  }

  @Test("A line that is too long, or no text, is said to be")
  func badLines() throws {
    let long = [UInt8](repeating: 0x70, count: 70_000) + [0x0A]
    let input = WalkInput(
      ScriptedKeyboard([.bytes(long), .bytes([0xFF, 0x0A]), .bytes([0x70, 0x0A])]), isSingle: false)
    #expect(try [input.next(), input.next(), input.next()] == [.tooLong, .notText, .line("p")])
  }
}

@Suite("The pace of passes")
struct PassPaceTests {
  @Test("Five within three seconds are said once, slower ones never")
  func pace() {
    var pace = PassRate()
    #expect((0..<5).map { pace.isTooFast(at: 1_000 + Int64($0) * 700) } == [false, false, false, false, true])
    #expect((0..<4).map { pace.isTooFast(at: 4_000 + Int64($0)) } == [false, false, false, false])
    var just = PassRate()
    #expect((0..<5).map { just.isTooFast(at: Int64($0) * 750) }.last == true)
    var slow = PassRate()
    #expect((0..<20).allSatisfy { !slow.isTooFast(at: Int64($0) * 751) })
    var odd = PassRate()
    #expect(![Int64.max, .min, 0, .max, .min].map { odd.isTooFast(at: $0) }.contains(true))
  }
}
