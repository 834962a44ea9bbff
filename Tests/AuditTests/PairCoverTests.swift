import Audit
import Children
import NamedCells
import Testing

@Suite("Pairs of settings")
struct PairCoverTests {
  /// All proposals until nothing is left.
  private func all(_ start: PairCover) -> [PairCover.Proposal] {
    var cover = start
    var found: [PairCover.Proposal] = []
    while let next = cover.proposal(), found.count < 1_000 {
      found.append(next)
      cover.add(next.condition)
    }
    return found
  }

  /// The pairs that conditions cover, counted without the program's arithmetic.
  private func pairs(_ conditions: [Condition]) -> Set<Set<String>> {
    var found: Set<Set<String>> = []
    for condition in conditions {
      let choices = ConditionSetting.all.map { setting in
        "\(setting.name): \(condition.tokens.first(where: setting.knows) ?? "")"
      }
      for (index, one) in choices.enumerated() {
        for other in choices.dropFirst(index + 1) { found.insert([one, other]) }
      }
    }
    return found
  }

  @Test("The table names each token once")
  func table() {
    let tokens = ConditionSetting.all.flatMap {
      $0.choices.map(\.token).filter { !$0.isEmpty } + $0.defaultNames + $0.others
    }
    #expect(Set(tokens).count == tokens.count)
    #expect(Set(ConditionSetting.all.map(\.name)).count == ConditionSetting.all.count)
    for setting in ConditionSetting.all {
      #expect(setting.choices.first?.token == "")
      #expect(setting.choices.dropFirst().allSatisfy { !$0.token.isEmpty && !$0.words.isEmpty && !$0.how.isEmpty })
    }
    for token in tokens { #expect((try? Condition(parsing: token))?.text == token) }
  }

  @Test("From nothing, every pair is seen within a few of the fewest conditions there can be")
  func fromNothing() {
    let cover = PairCover()
    let proposals = all(cover)
    // The two settings with most choices, 5 and 4, need 20 rows by themselves.
    #expect((20...24).contains(proposals.count), "\(proposals.count)")
    #expect(proposals.first?.condition == .standard)
    #expect(pairs(proposals.map(\.condition)).count == cover.pairs)
    #expect(proposals.last?.remaining == 0)
    for (one, next) in zip(proposals, proposals.dropFirst()) {
      #expect(next.newPairs > 0 && next.newPairs <= one.newPairs + 2)
      #expect(next.remaining == one.remaining - next.newPairs)
    }
  }

  @Test("Settings with two choices each need no more than a greedy choice is known to")
  func binary() {
    let proposals = all(PairCover(without: ["text-xs", "text-ax3", "voice-control", "switch-control", "keyboard"]))
    // Ten settings with two choices: 6 rows are the fewest; 10 are what greedy ways are known to need.
    #expect((6...10).contains(proposals.count), "\(proposals.count)")
  }

  @Test(
    "After any history each proposal is valid, adds what it says, and is the same again",
    arguments: drawnSeeds(of: 40).map(UInt64.init))
  func history(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var cover = PairCover()
    var seen: [Condition] = []
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let tokens = ConditionSetting.tokens.shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random))
      seen.append(try Condition(parsing: tokens.joined(separator: ",")))
    }
    for condition in seen { cover.add(condition) }
    var shuffled = PairCover()
    for condition in seen.shuffled(using: &random) { shuffled.add(condition) }
    #expect(cover.proposal() == shuffled.proposal(), "seed \(seed)")
    for proposal in all(cover) {
      #expect(proposal.condition.contradiction == nil, "seed \(seed)")
      let before = cover.remaining
      cover.add(proposal.condition)
      #expect(before - cover.remaining == proposal.newPairs, "seed \(seed)")
      #expect(cover.remaining == proposal.remaining, "seed \(seed)")
      for setting in ConditionSetting.all {
        #expect(proposal.condition.tokens.filter(setting.knows).count <= 1, "seed \(seed)")
      }
    }
    #expect(cover.remaining == 0)
  }

  @Test("What was left out is neither proposed nor counted")
  func without() {
    let cover = PairCover(without: ["ipad", "rtl"])
    #expect(cover.pairs < PairCover().pairs)
    #expect(all(cover).allSatisfy { !$0.condition.tokens.contains("ipad") && !$0.condition.tokens.contains("rtl") })
    #expect(PairCover(without: Set(ConditionSetting.tokens)).proposal() == nil)
  }

  @Test("A text size that is not proposed is not the default one; other tokens say nothing")
  func otherTokens() throws {
    var cover = PairCover()
    cover.add(try Condition(parsing: "text-ax1,offline"))
    // Nine settings at their defaults.
    #expect(cover.pairs - cover.remaining == 36)
  }

  @Test(
    "Two choices of one setting contradict each other, two inputs do not",
    arguments: [("dark,light", true), ("text-ax1,text-ax5", true), ("keyboard,voiceover", false), ("dark", false)])
  func contradiction(typed: String, isOne: Bool) throws {
    #expect((try Condition(parsing: typed).contradiction != nil) == isOne)
  }
}
