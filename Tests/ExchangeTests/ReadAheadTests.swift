import Base
import Exchange
import Store
import Testing

@Suite("Reading ahead on a second thread") struct ReadAheadTests {
  private struct Stop: Error {}

  private static func reader() -> BundleReader {
    var reader = BundleReader()
    reader.windowBytes = 700
    return reader
  }

  /// Enough for some hundred batches.
  private static func large() throws -> [UInt8] {
    let bodies: [(String, JSONObject)] = (0..<2000).map { ("note", ["text": .string("note \($0)")]) }
    return try Sample.bundle(try Sample.chain(Sample.one, bodies)).bytes
  }

  @Test("gives what reading gives, in the same order") func same() throws {
    for bytes in [try Sample.full().bytes, try Self.large()] {
      let plain = try Self.reader().taken(bytes)
      var ahead: [Taken] = []
      var headers = 0
      let summary = try Self.reader().readAhead(
        ByteSource(bytes: bytes, piece: 100),
        header: { _ in
          headers += 1
          #expect(ahead.isEmpty)
        },
        facts: { batch in ahead += batch.rows.map { Taken($0, of: batch) } })
      #expect(ahead == plain.facts)
      #expect(summary == plain.summary)
      #expect(headers == 1)
    }
  }

  @Test("ends when the one who takes has had enough, wherever that is", arguments: [0, 1, 5, 6, 50])
  func stopping(after count: Int) throws {
    let bytes = try Self.large()
    var taken = 0
    #expect(throws: Stop.self) {
      try Self.reader().readAhead(ByteSource(bytes: bytes)) { _ in
        if taken == count { throw Stop() }
        taken += 1
      }
    }
    #expect(taken == count)
    #expect(throws: Stop.self) {
      try Self.reader().readAhead(ByteSource(bytes: bytes), header: { _ in throw Stop() }, facts: { _ in })
    }
  }

  @Test("hands errors over: those of the file and those of the source") func errors() throws {
    var bytes = try Self.large()
    bytes[bytes.count / 2] ^= 0x40
    let expected = Self.reader().problem(bytes)
    #expect(expected != nil)
    #expect { try Self.reader().readAhead(ByteSource(bytes: bytes), facts: { _ in }) } throws: {
      $0 as? BundleProblem == expected
    }
    var left = 3
    let source = ByteSource { buffer in
      left -= 1
      if left < 0 { throw Stop() }
      buffer.copyBytes(from: bytes[..<100])
      return 100
    }
    #expect(throws: (any Error).self) { try Self.reader().readAhead(source, facts: { _ in }) }
  }
}
