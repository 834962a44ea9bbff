import AuditModel
import CanonicalJSON

/// Reads the rows of the smaller registers besides the checks.
enum RegisterReading {
  static func conflict(_ value: JSONValue) throws(CatalogProblem) -> SourceConflict {
    let members = try Members(of: value, name: "conflict")
    return SourceConflict(
      id: try members.text("id"),
      title: try members.text("title"),
      place: try members.text("where"),
      sourcesSay: try members.text("sources_say"),
      fact: try members.text("fact"),
      evidence: try members.text("evidence"),
      reading: try members.text("reading"),
      checks: try members.texts("checks"))
  }

  static func category(_ value: JSONValue) throws(CatalogProblem) -> CheckCategory {
    let members = try Members(of: value, name: "category")
    try members.refuseUnknown(except: ["id", "title"])
    let id = try members.text("id")
    if let form = Identifiers.faultInWord(id) {
      throw CatalogProblem(wanted: form, found: Excerpt.quoted(id)).inside(.member("id"))
    }
    return CheckCategory(id: id, title: try members.text("title", limit: Members.shortText))
  }

  static func profileRule(_ value: JSONValue) throws(CatalogProblem) -> ProfileRule {
    let members = try Members(of: value, name: "rule of profiles")
    return ProfileRule(
      check: try members.text("check"),
      profiles: try members.requiredList("profiles") { value throws(CatalogProblem) in try Members.word(value) },
      reason: try members.text("reason"))
  }
}
