import Testing

@testable import AuditStore

@Suite("Values by small numbers")
struct ByTermTests {
  @Test("Every number is found where it was put, below the limit, at it and far beyond", arguments: [0, 1, 7, 100])
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
