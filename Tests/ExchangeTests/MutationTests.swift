import Base
import Exchange
import Foundation
import StoredFacts
import Testing

/// Random changes, by the thousand and others in each run; `A11Y_MUTATIONS` and `A11Y_SEED` make it more, or the same again.
@Suite("A bundle that was changed at random") struct MutationTests {
  private static func setting(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  private static let someSeed = setting("A11Y_START") ?? UInt64.random(in: 1...99_999_999)

  @Test("is refused, or holds exactly the facts it held", arguments: 0..<2)
  func mutations(part: UInt64) throws {
    let count = (Self.setting("A11Y_MUTATIONS") ?? 16_000) / 2
    let seed = (Self.setting("A11Y_SEED") ?? Self.someSeed) &+ part
    let (bytes, summary) =
      try part == 0
      ? Sample.small()
      : Sample.bundle(try Sample.chain(Sample.one, [("set", ["a": 1]), ("result", Sample.plainResult)]))
    let original = Set(try BundleReader().taken(bytes).facts.map(\.fact))
    let mutation = try Mutation(bytes)
    var random = SeededRandom(seed: seed)
    var codes: [BundleProblem.Code: Int] = [:]
    var accepted = 0
    for index in 0..<count {
      let changed = mutation.mutated(&random)
      var reader = BundleReader()
      if index % 8 == 0 { reader.windowBytes = Int.random(in: 16...600, using: &random) }
      do {
        let read = try reader.taken(changed)
        accepted += 1
        #expect(Set(read.facts.map(\.fact)) == original, "seed \(seed), change \(index)")
        #expect(read.summary == summary, "seed \(seed), change \(index)")
        // What was taken is JSON to everyone else, too.
        #expect(try JSONReader.parse(changed)["count"] == .integer(Int64(original.count)))
      } catch let problem as BundleProblem {
        codes[problem.code, default: 0] += 1
      } catch {
        Issue.record("seed \(seed), change \(index): \(error)")
      }
    }
    // The changes reach all of the reader's judgements, and some change nothing.
    #expect(accepted > 0 && accepted < count / 2)
    for code in [BundleProblem.Code.syntax, .incomplete, .foreign, .header, .fact, .digest] {
      #expect(codes[code, default: 0] > 0, "seed \(seed): none was \(code.rawValue)")
    }
  }
}
