import Testing

@testable import Store

@Suite("Values by terms")
struct ByTermTests {
  @Test("are those of a dictionary, whatever the numbers are")
  func likeADictionary() {
    let edges: [Int64] = [0, 1, -1, .min, .max, 1 << 20, (1 << 20) - 1, (1 << 20) + 1, 1 << 40, -(1 << 20)]
    var dice = SystemRandomNumberGenerator()
    var values = ByTerm<Int>()
    var expected: [Int64: Int] = [:]
    for step in 0..<2_000 {
      let term =
        Bool.random(using: &dice) ? edges.randomElement(using: &dice)! : Int64.random(in: 0..<500, using: &dice)
      switch step % 3 {
      case 0:
        values[term] = step
        expected[term] = step
      case 1:
        values[term] = nil
        expected[term] = nil
      default:
        let (known, isNew) = (expected[term], expected[term] == nil)
        var wasAsked = false
        let value = values.value(term) {
          wasAsked = true
          return step
        }
        #expect(value == known ?? step && wasAsked == isNew)
        expected[term] = value
      }
      for other in edges + [term] { #expect(values[other] == expected[other], "\(other) after \(term)") }
    }
    #expect((0..<500).allSatisfy { values[Int32($0)] == expected[Int64($0)] })
  }

  @Test("are found where they were put, below the limit, at it and far beyond", arguments: [0, 1, 7, 100])
  func limits(largest: Int) {
    var values = ByTerm<Int64>(largest: largest)
    let terms: [Int64] = Array(0..<200) + [1 << 40, -1, .max, .min]
    for term in terms { values[term] = term }
    for term in terms { #expect(values[term] == term) }
    #expect(values[Int64(200)] == nil && values[Int64(-2)] == nil)
    var visited: [Int64] = []
    values.visit { term, value in if term == value { visited.append(term) } }
    #expect(visited.sorted() == terms.sorted())
  }
}
