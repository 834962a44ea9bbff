import CanonicalJSON
import Testing

@testable import AuditCatalog

@Suite("The revision of the catalogue")
struct RevisionTests {
  @Test("A change of the built-in checks comes with a new revision, which trackers look at")
  func revisionFollowsTheChecks() throws {
    let facts = Catalog.checks.map(\.fact)
    let digest = SHA256.digest(of: try facts.flatMap { try CanonicalWriter.bytes(of: $0) })
    #expect("\(Catalog.revision) \(digest.shortHex)" == "2026-11-23.1 80cfa463e9ace13e")
  }
}
