import Children
import Testing

@Suite("Reference values")
struct VectorTests {
  @Test("There are 219, each with its own id and method that is known")
  func count() throws {
    let file = try VectorFile.shared.get()
    #expect(file.count == 219)
    #expect(file.vectors.count == 219)
    #expect(Set(file.vectors.map(\.id)).count == 219)
    #expect(Set(file.vectors.map(\.method)) == Set(Answers.all.keys))
  }

  @Test("Each value is within its tolerance, and none is left unread", arguments: VectorFile.all)
  func value(vector: Vector) throws {
    let answer = try #require(Answers.all[vector.method], "no function answers this")
    let got = try answer(vector.inputs)
    for (key, wanted) in vector.expected.sorted(by: { $0.key < $1.key }) {
      let value = try #require(got[key], "\(vector.id): \(key) is left unread")
      let difference = value.difference(from: wanted, tolerance: vector.tolerance, at: key)
      #expect(difference == nil, "\(vector.id)")
    }
  }
}

/// The functions under test, by the names of the file.
enum Answers {
  typealias Answer = @Sendable (Value) throws -> [String: Value]

  static let all: [String: Answer] = numbers.merging(intervals) { first, _ in first }
    .merging(estimates) { first, _ in first }.merging(comparisons) { first, _ in first }
    .merging(charts) { first, _ in first }.merging(planning) { first, _ in first }
    .merging(sizes) { first, _ in first }

  static func limits(_ interval: Interval?) -> [String: Value] {
    ["low": .orNull(interval?.low), "high": .orNull(interval?.high)]
  }

  static func list(_ intervals: [Interval]?) -> Value {
    intervals.map { .list($0.map { .numbers([$0.low, $0.high]) }) } ?? .null
  }

  static func children(_ inputs: Value, _ x: String = "x", _ m: String = "m") throws -> [ChildTaps] {
    try zip(inputs.integers(x), inputs.integers(m)).map { try ChildTaps(hits: $0, taps: $1) }
  }
}
