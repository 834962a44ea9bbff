import Audit
import Base
import SQLite
import StoredFacts
import Testing

@testable import Store

@Suite("places of a replica's facts")
struct ReplicaPlacesTests {
  private struct Coming {
    var sequence: Int64
    var digest: Digest
    var previous: FactReference?
  }

  /// Facts of one replica, some in the place of others, some behind a gap.
  private static func facts(_ random: inout SeededRandom) -> [Coming] {
    var facts: [Coming] = []
    for index in 0..<(1 + random.below(20)) {
      let before = random.once(in: 4) ? facts.randomElement(using: &random) : facts.last
      var fact = Coming(
        sequence: (before?.sequence ?? 0) + 1, digest: SHA256.digest(of: [UInt8(index), UInt8(random.below(256))]),
        previous: before?.digest.reference)
      if random.once(in: 6) { fact.sequence += Int64(1 + random.below(4)) }
      if random.once(in: 30) { fact.sequence += 1 << 30 }
      if random.once(in: 10) { fact.previous = FactReference(high: 1, low: 2) }
      facts.append(fact)
    }
    return facts
  }

  private static func word(_ link: ReplicaPlaces.Link) -> String {
    switch link {
    case .follows: "follows"
    case .begins: "begins"
    case .irregular: "irregular"
    case .forks: "forks"
    }
  }

  @Test(
    "each fact has one number with its sequence, however it comes, and how it stands to the others is told",
    arguments: 0..<4)
  func model(chunk: Int) throws {
    let scratch = try Scratch()
    let tracker = try Tracker.make(scratch.newPath(), Surroundings())
    let database = tracker.database
    for seed in stride(from: chunk, to: 1_200, by: 4) {
      var random = SeededRandom(seed: UInt64(seed))
      let facts = Self.facts(&random)
      var waiting = random.once(in: 3) ? facts : facts.shuffled(using: &random)
      waiting += facts.filter { _ in random.once(in: 5) }
      let isOwn = random.once(in: 4)
      let replica = "replica\(seed)"
      var numbers: [Digest: Int64] = [:]
      var here: [Coming] = []
      try database.write {
        var places = try ReplicaPlaces(database, replica: replica, isSelf: isOwn)
        while !waiting.isEmpty {
          // Another batch, and sometimes another transaction.
          if random.once(in: 3) { places = try ReplicaPlaces(database, replica: replica, isSelf: isOwn) }
          let part = Array(waiting.prefix(1 + random.below(6)))
          waiting.removeFirst(part.count)
          let sequences = part.map(\.sequence)
          try places.prepare(from: sequences.min() ?? 1, through: sequences.max() ?? 1, count: part.count)
          for fact in part {
            let note = "seed \(seed), fact \(fact.sequence) \(fact.digest.shortHex)"
            switch try places.place(sequence: fact.sequence, digest: fact.digest, previous: fact.previous) {
            case .known(let number): #expect(numbers[fact.digest] == number, "\(note)")
            case .free(let number, let link):
              #expect(numbers[fact.digest] == nil && !numbers.values.contains(number), "\(note)")
              #expect(FactNumber.sequence(of: number) == fact.sequence, "\(note)")
              let before = here.first { $0.sequence == fact.sequence - 1 && $0.digest.reference == fact.previous }
              let follows = before.flatMap { numbers[$0.digest] } == number - 1
              let isLast = here.allSatisfy { $0.sequence < fact.sequence }
              let wanted =
                here.contains { $0.sequence == fact.sequence }
                ? "forks" : !isLast ? "irregular" : before == nil ? "begins" : follows ? "follows" : "irregular"
              #expect(Self.word(link) == wanted, "\(note)")
              numbers[fact.digest] = number
              here.append(fact)
              try Self.store(fact, number, database)
            }
          }
        }
        #expect(numbers.count == facts.count, "seed \(seed)")
      }
    }
  }

  private static func store(_ fact: Coming, _ number: Int64, _ database: Connection) throws {
    try database.run(
      "INSERT INTO fact (id, kind, ms, counter, prev, digest, body, projected) VALUES (?, 'x', 0, 0, ?, ?, '{}', 1)",
      [.integer(number), .blob(fact.previous?.bytes ?? []), .blob(fact.digest.withBytes { [UInt8]($0) })])
  }

  @Test("what others make under our name stands beside what we wrote, also where it goes on from there")
  func own() throws {
    let scratch = try Scratch()
    let tracker = try Tracker.make(scratch.newPath(), Surroundings())
    try tracker.addComponent()
    try tracker.log(.fail)
    let replica = try tracker.replica
    let head = try #require(try tracker.facts.last)
    let facts = [
      Fact.foreign(.pass, replica: replica, 2, after: try tracker.facts[0].reference),
      Fact.foreign(.pass, replica: replica, 9),
      Fact.foreign(.pass, replica: replica, 4, after: FactReference(high: 1, low: 1)),
    ]
    for fact in facts {
      #expect(try tracker.take([fact]).underOwnName == 1)
      try tracker.log(.na)
      #expect(try tracker.replica == replica)
    }
    let own = try #require(try tracker.facts.last { $0.fact.body["tester"] == "tia" })
    #expect(own.fact.sequence == head.fact.sequence + 3)
    let next = own.fact.sequence + 1
    try tracker.take([Fact.foreign(.pass, replica: replica, next, after: own.reference)])
    try tracker.log(.na)
    #expect(try tracker.replica == replica)
    let rivals = try tracker.facts.filter { $0.fact.replica == replica && $0.fact.sequence == next }
    #expect(rivals.count == 2 && rivals.allSatisfy { $0.fact.previous == own.reference }, "a fork, as we went on")
    #expect(try tracker.read { try $0.forks() }.contains { $0.sequence == next })
  }

  @Test("an older copy that had not written yet becomes another when facts under its name come")
  func nothingWritten() throws {
    let scratch = try Scratch()
    let tracker = try Tracker.make(scratch.newPath(), Surroundings())
    let replica = try tracker.replica
    try tracker.take([
      Fact.foreign("set", ["fields": ["kind": "button"], "key": "button", "kind": "component"], replica: replica)
    ])
    try tracker.log(.na)
    #expect(try tracker.replica != replica)
  }
}
