import AuditModel
import CanonicalJSON
import Measuring

/// Reads where in a document something comes from.
enum SourceReading {
  static func source(_ value: JSONValue) throws(CatalogProblem) -> SourcePlace {
    let members = try Members(of: value, name: "source")
    return SourcePlace(
      document: try members.text("document", limit: Members.shortText),
      section: try members.text("section", limit: Members.shortText))
  }
}
