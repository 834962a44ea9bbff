import Base
import Testing

@testable import Audit

@Suite("The revision of the catalogue")
struct RevisionTests {
  @Test("A change of the built-in checks comes with a new revision, which trackers look at")
  func revisionFollowsTheChecks() throws {
    let facts = Catalog.checks.map(\.fact)
    let digest = SHA256.digest(of: try facts.flatMap { try CanonicalWriter.bytes(of: $0) })
    #expect("\(Catalog.revision) \(digest.shortHex)" == "2026-11-28.1 bbd8c14bcfeeda4c")
  }

  @Test("The first edition has the checks and rules of before, in the words of today")
  func firstEdition() throws {
    let (first, newest) = (Catalog.checks(of: .first), Catalog.checks(of: .second))
    #expect(first.count == 308 && newest.count > first.count)
    for check in first { #expect(newest[id: check.id]?.textVersion == check.textVersion, "\(check.id)") }
    let grid = try #require(first[id: "layout.grid-8pt"])
    #expect(grid.impact == .critical && newest[id: grid.id]?.impact == .minor)
    let fonts = try #require(first[id: "dynamic-type.no-fixed-font-size"])
    #expect(fonts.platforms.contains(.macOS) && newest[id: fonts.id]?.platforms == [.iOS, .iPadOS])
    #expect(first[id: "media.captions"] == nil && newest[id: "media.captions"] != nil)
    #expect(try Self.rules(first) == "aed0d61857488b1c")
  }

  @Test("The second edition has the kinds of before the units, and the newest all of its checks")
  func secondEdition() throws {
    let (second, newest) = (Catalog.checks(of: .second), Catalog.checks(of: .newest))
    #expect(newest.map(\.id) == second.map(\.id) && Array(newest) == Array(Catalog.checks))
    for check in second { #expect(newest[id: check.id]?.textVersion == check.textVersion, "\(check.id)") }
    #expect(try Self.rules(second) == "4a6f17204ae17596")
  }

  @Test("The third edition has the ratings of before, in the words of today")
  func thirdEdition() throws {
    let (third, newest) = (Catalog.checks(of: .third), Catalog.checks(of: .fourth))
    #expect(newest.map(\.id) == third.map(\.id))
    for check in third { #expect(newest[id: check.id]?.textVersion == check.textVersion, "\(check.id)") }
    #expect(third[id: "traits.header"]?.impact == .moderate && newest[id: "traits.header"]?.impact == .serious)
    #expect(try Self.rules(third) == "e3ac86c4690185f7")
  }

  @Test("The fourth edition asks what it asked, in the words of today")
  func fourthEdition() throws {
    let (fourth, newest) = (Catalog.checks(of: .fourth), Catalog.checks(of: .newest))
    #expect(newest.map(\.id) == fourth.map(\.id))
    for check in fourth { #expect(newest[id: check.id]?.textVersion == check.textVersion, "\(check.id)") }
    let rules = try Self.rules(fourth)
    #expect(rules == "cb7acdfc7a261fd0")
  }

  private static func rules(_ checks: CheckTable) throws -> String {
    let rules = try checks.flatMap { check in
      try CanonicalWriter.bytes(
        of: [
          "id": .string(check.id), "impact": .string(check.impact.word), "kinds": .texts(check.appliesTo),
          "platforms": .texts(check.platforms.map(\.rawValue)), "profiles": .texts(check.profiles.map(\.rawValue)),
          "wcag": .texts(check.wcag.map { "\($0.criterion) \($0.relation.rawValue)" }),
        ])
    }
    return SHA256.digest(of: rules).shortHex
  }

  @Test("A reworded check leads to its text of today, so that results given before it are not stale")
  func rewordedChecks() {
    let versions = Set(Catalog.checks.compactMap { UInt32($0.textVersion, radix: 16) })
    #expect(Catalog.rewordings.count > 300)
    #expect(Set(Catalog.rewordings.values).isSubset(of: versions))
    #expect(versions.isDisjoint(with: Catalog.rewordings.keys))
  }
}
