import Children
import NamedCells
import Testing

@testable import Audit

@Suite("who had seen whom, and clocks")
struct FactsLineageTests {
  @Test("who saw whom, and who was seen by nobody, is what walking the graph finds", arguments: [false, true])
  func walking(forks: Bool) throws {
    for seed in drawnSeeds(of: 1_000) {
      var random = SplitMix64(seed: UInt64(seed))
      let cell = RandomCell(&random, forks: forks)
      let numbers = cell.results.map(\.id).shuffled(using: &random)
      let table = try SightTable(numbers, cell.lineage)
      for later in numbers.indices {
        for earlier in numbers.indices where later != earlier {
          let wanted = cell.lineage.saw(numbers[later], numbers[earlier])
          #expect(table.saw(later, earlier) == wanted, "seed \(seed): \(numbers[later]) \(numbers[earlier])")
        }
        var counts: [Int: Int] = [:]
        table.eachSeen(by: later) { run, count in counts[run, default: 0] += count }
        for (run, members) in table.members.enumerated() {
          let seen = members.filter { cell.lineage.saw(numbers[later], numbers[$0]) }
          #expect(counts[run] ?? 0 == seen.count, "seed \(seed)")
        }
      }
      let group = numbers.indices.filter { _ in Bool.random(using: &random) }
      let unseen = group.filter { one in !group.contains { cell.lineage.saw(numbers[$0], numbers[one]) } }
      #expect(table.unseen(in: group) == unseen, "seed \(seed)")
      let unseeing = group.filter { one in !group.contains { cell.lineage.saw(numbers[one], numbers[$0]) } }
      #expect(table.unseeing(in: group) == unseeing, "seed \(seed)")
      let some = try SightTable(group.map { numbers[$0] }, cell.lineage)
      #expect(some.unseen(in: Array(group.indices)).map { group[$0] } == unseen, "seed \(seed)")
      var visited: [Int] = []
      table.inOrder { visited.append($0) }
      #expect(visited.sorted() == Array(numbers.indices), "seed \(seed)")
      for (place, later) in visited.enumerated() {
        let after = visited[(place + 1)...]
        #expect(!after.contains { cell.lineage.saw(numbers[later], numbers[$0]) }, "seed \(seed)")
      }
    }
  }

  @Test("a great number has seen nothing that it does not name")
  func gap() throws {
    let table = try SightTable([101, 109, 201], ToldLineage([101: [], 109: [], 201: [109]]))
    #expect(!table.saw(1, 0) && table.saw(2, 1) && !table.saw(2, 0))
    #expect(table.unseen(in: [0, 1, 2]) == [0, 2])
  }

  @Test("facts that had seen one another in a circle, which only a damaged file has, are visited once each")
  func circle() throws {
    let table = try SightTable([101, 102, 201, 301], ToldLineage([101: [201], 102: [], 201: [102], 301: [101]]))
    var visited: [Int] = []
    table.inOrder { visited.append($0) }
    #expect(visited.sorted() == [0, 1, 2, 3])
  }

  @Test(
    "the next reading is after all known ones, unless they are far ahead",
    arguments: [
      (1_000, nil, 1_000), (1_000, 999, 1_000), (1_000, 1_000, 1_001), (1_000, 5_000, 5_001),
      (1_000, 601_000, 601_001), (1_000, 601_001, 1_000), (Int64.max, Int64.max - 1, Int64.max),
    ] as [(Int64, Int64?, Int64)])
  func next(now: Int64, known: Int64?, wanted: Int64) {
    let next = HybridTime.next(now: now, known: known.map { HybridTime(milliseconds: $0, counter: 7) })
    #expect(next == HybridTime(milliseconds: wanted, counter: 0))
  }

  @Test("readings order by milliseconds, then by counter")
  func order() {
    let readings = [(1, 0), (1, 1), (2, 0)].map { HybridTime(milliseconds: $0.0, counter: $0.1) }
    #expect(readings.shuffled().sorted() == readings)
  }
}

@Suite("how facts name one another")
struct FactReferenceTests {
  @Test("32 lowercase hex digits and 16 bytes are read and written back")
  func forms() throws {
    var random = SplitMix64(seed: 7)
    for reference in [FactReference(high: 0, low: 0), FactReference(high: .max, low: 1)]
      + (0..<100).map({ _ in FactReference(high: random.next(), low: random.next()) })
    {
      #expect(reference.hex.utf8.count == 32 && reference.bytes.count == 16)
      #expect(FactReference(hex: reference.hex) == reference)
      #expect(FactReference(bytes: reference.bytes) == reference)
    }
    let known = try #require(FactReference(hex: "000102030405060708090a0b0c0d0e0f"))
    #expect(known.bytes == Array(0..<16))
  }

  @Test(
    "what is none",
    arguments: [
      "", "0123456789abcdef", String(repeating: "0", count: 31), String(repeating: "0", count: 33),
      "000102030405060708090A0B0C0D0E0F", "000102030405060708090a0b0c0d0e0g", "+00102030405060708090a0b0c0d0e0f",
      "00010203040506070 090a0b0c0d0e0f", "\u{e9}00102030405060708090a0b0c0d0e",
    ])
  func none(text: String) { #expect(FactReference(hex: text) == nil) }

  @Test("bytes of another number are none, and what is left over of a list is passed over")
  func bytes() {
    for count in [0, 1, 15, 17, 32] { #expect(FactReference(bytes: Array(repeating: UInt8(1), count: count)) == nil) }
    #expect(FactReference.list([]).isEmpty)
    #expect(FactReference.list(Array(0..<39)).map(\.bytes) == [Array(0..<16), Array(16..<32)])
  }

  @Test("their order is that of their digits")
  func order() {
    var random = SplitMix64(seed: 8)
    // Few values, so that the first half is often alike.
    let all = (0..<200).map { _ in
      FactReference(high: random.next() % 3, low: random.next() % 5 &* 0x3fff_ffff_ffff_ffff)
    }
    #expect(all.sorted().map(\.hex) == all.map(\.hex).sorted())
  }
}

@Suite("which build is newer")
struct BuildOrderTests {
  @Test(
    "numbers tell, equal names are the same, and anything else is unknown",
    arguments: [
      ("1.9", "1.10", .older), ("1.10", "1.9", .newer), ("3.2", "3.2.0", .same), ("3", "3", .same),
      ("main", "main", .same),
      ("main", "dev", .unknown), ("main", "3", .unknown), ("3", "main", .unknown), ("", "3", .unknown),
      ("3", "", .unknown),
      ("", "", .unknown), ("0", "0.0", .same), ("1.0.1", "1", .newer),
    ] as [(String, String, BuildOrder)])
  func order(one: String, other: String, wanted: BuildOrder) {
    let names = ["", one, other]
    func build(_ name: String) -> ObservedBuild {
      ObservedBuild(term: Int64(names.firstIndex(of: name) ?? 0), number: BuildNumber(name))
    }
    #expect(build(one).order(to: build(other)) == wanted)
    let opposite: [BuildOrder: BuildOrder] = [.older: .newer, .newer: .older]
    #expect(build(other).order(to: build(one)) == opposite[wanted] ?? wanted)
  }
}
