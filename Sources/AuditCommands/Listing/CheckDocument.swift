import AuditCatalog
import AuditModel
import AuditReports
import CanonicalJSON

/// A check in the format of the catalogue's files, to be taken as a pattern for one's own.
enum CheckDocument {
  static func json(_ check: Check) -> AuditReports.JSONText {
    guard case .object(let members) = check.fact else { return .null }
    // Where it comes from is no part of a file; who reads it knows.
    return .object(members.members.filter { $0.key != "origin" }.map { ($0.key, FieldValue.json($0.value)) })
  }
}
