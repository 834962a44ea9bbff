import CanonicalJSON
import Testing

@testable import AuditCatalog
@testable import AuditModel

@Suite("The revision of the catalogue")
struct RevisionTests {
  @Test("A change of the built-in checks comes with a new revision, which trackers look at")
  func revisionFollowsTheChecks() throws {
    let facts = Catalog.checks.map(\.fact)
    let digest = SHA256.digest(of: try facts.flatMap { try CanonicalWriter.bytes(of: $0) })
    #expect("\(Catalog.revision) \(digest.shortHex)" == "2026-11-26.2 f274805a6674ac01")
  }

  @Test("A reworded check leads to its text of today, so that results given before it are not stale")
  func rewordedChecks() {
    let versions = Set(Catalog.checks.compactMap { UInt32($0.textVersion, radix: 16) })
    #expect(RewordedChecks.versions.count > 300)
    #expect(Set(RewordedChecks.versions.values).isSubset(of: versions))
    #expect(versions.isDisjoint(with: RewordedChecks.versions.keys))
  }
}
