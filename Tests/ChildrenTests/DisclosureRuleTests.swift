import Base
import Children
import Reports
import Testing

@Suite("What may be shown of groups of children")
struct DisclosureRuleTests {
  @Test(
    "A group below the fewest children is hidden, and one at it is shown",
    arguments: [(DisclosureRule.standard, 5), (.redacted, 10)])
  func fewest(rule: DisclosureRule, count: Int) throws {
    let others = try taps("7/10 8/10 6/10")
    #expect(rule.allows(try same(count - 3, 9, 10) + others))
    #expect(!rule.allows(try same(count - 4, 9, 10) + others))
    #expect(rule.disclosure(of: try same(count - 3, 9, 10) + others) == .shown)
    #expect(rule.disclosure(of: try same(count - 4, 9, 10) + others) == .hidden)
    #expect(rule.disclosure(of: []) == .hidden)
  }

  @Test("Children without a scored tap do not fill up a group")
  func withoutTaps() throws {
    let four = try taps("9/10 8/10 7/10 6/10")
    #expect(!DisclosureRule.standard.allows(four + (try same(6, 0, 0))))
  }

  @Test("A group that is alike is hidden, however large, whatever it did", arguments: ["10/10", "0/10", "7/10"])
  func alike(text: String) throws {
    let child = try #require(try taps(text).first)
    let group = [ChildTaps](repeating: child, count: 30)
    #expect(!DisclosureRule.standard.allows(group))
    #expect(!DisclosureRule.redacted.allows(group))
    // Among colleagues all children together may be alike; for others the verdict is told and nothing else.
    #expect(DisclosureRule.standard.disclosure(of: group) == .shown)
    #expect(DisclosureRule.redacted.disclosure(of: group) == .verdictOnly)
  }

  @Test("Alike is alike in other numbers: 5/10 is 4/8")
  func sameShare() throws {
    #expect(!DisclosureRule.standard.allows(try taps("5/10 4/8 1/2 50/100 3/6")))
    #expect(DisclosureRule.standard.allows(try taps("5/10 4/8 1/2 50/100 4/6")))
  }

  @Test("Redacted, whoever knows one child of a group learns nothing of the others")
  func oneApart() throws {
    let group = try same(11, 10, 10)
    #expect(!DisclosureRule.redacted.allows(group + (try taps("3/10"))))
    #expect(DisclosureRule.redacted.allows(group + (try taps("3/10 4/10"))))
  }

  typealias Part = DisclosurePart<Int>

  /// Children with their labels: `"left: 9/10 8/10"`.
  private func parts(_ groups: [String]) throws -> [Part] {
    var child = 0
    return try groups.flatMap { group in
      let words = group.split(separator: ":", maxSplits: 1).map(String.init)
      return try taps(words[1]).map { taps in
        child += 1
        return Part(
          child: child, session: child - 1, taps: taps, labels: words[0].split(separator: "+").map(String.init))
      }
    }
  }

  private static let (five, six) = ("9/10 8/10 7/10 9/10 8/10", "6/10 8/10 7/10 9/10 8/10 10/10")

  @Test(
    "One group that cannot be shown hides all that it stands beside",
    arguments: [
      (["6-8: \(five)", "9-10: \(six)"], true), (["6-8: \(five)", "9-10: \(six)", "11-12: 6/10 7/10"], false),
      (["6-8: \(five)", "9-10: 10/10 10/10 10/10 10/10 10/10 10/10"], false), (["6-8: 9/10 8/10 7/10"], false),
      ([], false),
    ])
  func breakdown(groups: [String], isTold: Bool) throws {
    #expect(DisclosureRule.standard.breakdowns(of: try parts(groups)) == (isTold ? [0] : []))
    #expect(DisclosureRule.redacted.breakdowns(of: try parts(groups)) == [])
  }

  @Test("A second breakdown is told if crossing it with the first leaves no small group")
  func crossing() throws {
    let crossed = try parts(["6-8+left: \(Self.five)", "6-8+right: \(Self.six)", "9-10+right: \(Self.five)"])
    #expect(DisclosureRule.standard.breakdowns(of: crossed) == [0, 1])
    // Whoever knows that the children on the left are all of 6-8 could take 5 from 6.
    let nested = try parts(["6-8+left: \(Self.five)", "6-8+right: 6/10", "9-10+right: \(Self.five)"])
    #expect(DisclosureRule.standard.breakdowns(of: nested) == [0])
    // The third may still be told where the second is not.
    let third = nested.map {
      Part(child: $0.child, session: $0.session, taps: $0.taps, labels: $0.labels + ["iPad"])
    }
    #expect(DisclosureRule.standard.breakdowns(of: third) == [0, 2])
  }

  @Test(
    "Why a breakdown is hidden is known to the team",
    arguments: [
      (["a: \(five)"], HiddenBreakdown.few), (["a: \(five)", "b: 6/10 7/10"], .few),
      (["a: \(five)", "b: 5/5 5/5 5/5 5/5 5/5"], .alike(hit: true)),
      (["a: \(five)", "b: 0/5 0/5 0/5 0/5 0/5"], .alike(hit: false)),
      (["a: \(five)", "b: 1/5 2/10 1/5 1/5 1/5"], .alike(hit: nil)), (["a: \(five)", "b: \(six)"], .crossed),
    ])
  func hiding(groups: [String], reason: HiddenBreakdown) throws {
    #expect(DisclosureRule.standard.hiding(0, of: try parts(groups)) == reason)
    if groups.count == 1 { #expect(DisclosureRule.team.hiding(0, of: try parts(groups)) == .single) }
  }

  @Test("A child may be in two groups with other taps in each")
  func overlapping() throws {
    let (left, right) = (try taps("4/5 3/5 5/5 4/5 2/5"), try taps("5/5 3/5 5/5 3/5 4/5"))
    let parts = zip(left, right).enumerated().flatMap { child, hands in
      [("left", hands.0), ("right", hands.1)].map { Part(child: child, session: child, taps: $1, labels: [$0]) }
    }
    #expect(DisclosureRule.standard.breakdowns(of: parts) == [0])
    #expect(DisclosureRule.standard.breakdowns(of: Array(parts.dropLast())) == [])
  }

  @Test("An earlier report is a breakdown too")
  func earlierReport() throws {
    let parts = try parts(["6-8: \(Self.five)", "9-10: \(Self.six)"])
    #expect(DisclosureRule.standard.breakdowns(of: parts, steps: [5]) == [0])
    #expect(DisclosureRule.standard.breakdowns(of: parts, steps: [6]) == [])
  }

  @Test("A count of children is told where it is of none, or of enough and not of nearly all")
  func counts() {
    let rule = DisclosureRule.standard
    let shown = (0...12).filter { rule.allows(affected: $0, of: 12) }
    #expect(shown == [0, 5, 6, 7])
    #expect((0...4).allSatisfy { !rule.allows(affected: $0, of: 4) })
    #expect(!rule.allows(affected: -1, of: 12) && !rule.allows(affected: 13, of: 12))
    #expect(rule.allows(counts: [0, 5, 0], of: 12))
    #expect(!rule.allows(counts: [0, 5, 1], of: 12))
  }

  @Test("Hidden is written as hidden")
  func json() {
    #expect(JSONText.suppressed.render() == #"{"suppressed":true}"#)
  }
}
