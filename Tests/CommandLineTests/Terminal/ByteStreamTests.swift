import Base
import Testing

@testable import CommandLine

@Suite("Byte streams")
struct ByteStreamTests {
  private func lines(_ text: String, chunk: Int) throws -> [String] {
    var rest = Array(text.utf8)[...]
    let reader = ByteReader { buffer in
      let part = rest.prefix(min(chunk, buffer.count))
      buffer.copyBytes(from: part)
      rest = rest.dropFirst(part.count)
      return part.count
    }
    var lines: [String] = []
    while let line = try reader.readLine() { lines.append(String(decoding: line, as: UTF8.self)) }
    return lines
  }

  @Test(
    "Lines end with LF or CRLF, the last one with nothing",
    arguments: [
      ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("\n\n", ["", ""]), ("a\r\nb\r\n", ["a", "b"]),
      ("a\n\nb\n", ["a", "", "b"]), ("a\r", ["a\r"]),
    ] as [(String, [String])], [1, 2, 3, 100])
  func reading(sample: (String, [String]), chunk: Int) throws {
    #expect(try lines(sample.0, chunk: chunk) == sample.1)
  }

  @Test("A line that is too long and a file that is too large are refused")
  func limits() throws {
    let long = ByteReader(bytes: [UInt8](repeating: 65, count: 200_000))
    #expect(throws: Problem.self) { try long.readLine(limit: 1_000) }
    let large = ByteReader(bytes: [UInt8](repeating: 65, count: 200_000))
    #expect(throws: Problem.self) { try large.readAll(limit: 199_999, name: "f") }
    let exact = ByteReader(bytes: [UInt8](repeating: 65, count: 200_000))
    #expect(try exact.readAll(limit: 200_000, name: "f").count == 200_000)
  }

  private static let text = "[\"Zur\u{FC}ck \u{1F600}\"]\r\n"

  private static func wide(_ isBig: Bool, mark: Bool) -> [UInt8] {
    ((mark ? "\u{FEFF}" : "") + text).utf16.flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBig ? bytes : bytes.reversed()
    }
  }

  @Test(
    "A text is UTF-8 without a mark, however its bytes spell it and in whatever pieces it comes",
    arguments: [
      Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), wide(false, mark: true), wide(false, mark: false),
      wide(true, mark: true), wide(true, mark: false),
    ], [1, 2, 3, 5, 100])
  func spellings(bytes: [UInt8], chunk: Int) throws {
    var rest = bytes[...]
    let reader = ByteReader { buffer in
      let part = rest.prefix(min(chunk, buffer.count))
      buffer.copyBytes(from: part)
      rest = rest.dropFirst(part.count)
      return part.count
    }
    #expect(try reader.asText().readAll(limit: 100, name: "f") == Array(Self.text.utf8))
  }

  @Test(
    "What is no text of these spellings passes as it is",
    arguments: [
      [], [0x41], [0xEF], [0xEF, 0xBB], [0xFF], [0x41, 0, 0, 0], [0xC3, 0x28, 0x41],
    ] as [[UInt8]])
  func otherBytes(bytes: [UInt8]) throws {
    #expect(try ByteReader(bytes: bytes).asText().readAll(limit: 100, name: "f") == bytes)
  }

  @Test(
    "What begins as a file of another kind is named",
    arguments: [
      ([0xFF, 0xFE, 0, 0, 0x41, 0, 0, 0], "UTF-32"), ([0, 0, 0xFE, 0xFF], "UTF-32"), ([0x1F, 0x8B, 0, 0], "gzip"),
      ([0x50, 0x4B, 3, 4], "zip"),
    ] as [([UInt8], String)])
  func otherKinds(bytes: [UInt8], name: String) throws {
    let problem = #expect(throws: Problem.self) {
      try ByteReader(bytes: bytes).asText().readAll(limit: 100, name: "f")
    }
    #expect(problem?.code == "input.kind" && problem?.message.contains(name) == true)
  }

  @Test("Marks alone are an empty text, and half of a character is refused")
  func marks() throws {
    for mark in [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]] {
      #expect(try ByteReader(bytes: mark).asText().readAll(limit: 100, name: "f") == [])
    }
    for half in [[0xFF, 0xFE, 0x41], [0xFF, 0xFE, 0x3D, 0xD8], [0xFF, 0xFE, 0x3D, 0xD8, 0x41, 0]] as [[UInt8]] {
      let problem = #expect(throws: Problem.self) { try ByteReader(bytes: half).asText().readAll(limit: 9, name: "f") }
      #expect(problem?.message.contains("half of a character") == true)
    }
  }

  @Test("After a line the rest can be read in pieces")
  func mixed() throws {
    let reader = ByteReader(bytes: Array("head\nbody".utf8))
    #expect(try reader.readLine() == Array("head".utf8))
    #expect(try reader.read(upTo: 2) == Array("bo".utf8))
    #expect(try reader.readAll(limit: 10, name: "f") == Array("dy".utf8))
  }

  @Test("A writer collects until it is full or flushed, and drops what could not be written")
  func writing() throws {
    var calls: [[UInt8]] = []
    var broken = false
    let writer = ByteWriter(capacity: 4) { bytes throws(Problem) in
      if broken { throw .pipeClosed }
      calls.append(Array(bytes))
    }
    try writer.write("ab")
    #expect(calls == [])
    try writer.write("cd")
    #expect(calls == [Array("abcd".utf8)])
    try writer.write([1])
    broken = true
    #expect(throws: Problem.pipeClosed) { try writer.flush() }
    try writer.flush()
    #expect(calls.count == 1)
  }

  @Test(
    "Paths are taken apart and joined as text",
    arguments: [
      ("/a/b", "/a", "b"), ("/a", "/", "a"), ("/", "/", ""), ("a", ".", "a"), ("a/b/", "a", "b"), ("/a//b", "/a", "b"),
    ])
  func paths(path: String, parent: String, name: String) {
    #expect(Paths.parent(path) == parent)
    #expect(Paths.name(path) == name)
  }

  @Test(
    "Joining keeps absolute names",
    arguments: [("/a", "b", "/a/b"), ("/", "b", "/b"), ("/a", "/b", "/b"), ("/a", "", "/a")])
  func joining(base: String, name: String, expected: String) {
    #expect(Paths.join(base, name) == expected)
  }
}
