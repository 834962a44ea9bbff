import AuditModel
import CanonicalJSON

/// Reads a checklist.
struct ChecklistReading {
  /// The checks that a list may name, built in and the team's own; nil where names may dangle.
  var knownChecks: [String]?
  /// Identifiers that are taken.
  var builtInChecklists: [String] = []
  /// Off for the body of a fact, which may come from a newer version.
  var refusesUnknown = true

  func checklist(_ value: JSONValue) throws(CatalogProblem) -> Checklist {
    let members = try Members(of: value, name: "checklist")
    if refusesUnknown { try members.refuseUnknown(except: ["id", "title", "document", "checks"]) }
    return Checklist(
      id: try identifier(members),
      title: try members.text("title", limit: Members.shortText),
      document: try members.optionalText("document", limit: Members.shortText),
      checks: try checks(members))
  }

  private func identifier(_ members: Members) throws(CatalogProblem) -> String {
    let id = try members.text("id")
    return try at(.member("id")) { () throws(CatalogProblem) in
      if let form = Identifiers.faultInWord(id) { throw CatalogProblem(wanted: form, found: Excerpt.quoted(id)) }
      if builtInChecklists.contains(id) {
        throw CatalogProblem("\(id) is a built-in checklist; choose another id")
      }
      return id
    }
  }

  private func checks(_ members: Members) throws(CatalogProblem) -> [String] {
    // A set beside the list: a checklist of all checks is ordinary, and looking back along it for each is not cheap.
    let known = knownChecks.map { Set($0) }
    var places: [String: Int] = [:]
    let checks = try members.requiredList("checks") { value throws(CatalogProblem) in
      let id = Catalog.checkID(spelled: try Members.text(value, limit: Identifiers.longest))
      if let form = Identifiers.faultInCheck(id) { throw CatalogProblem(wanted: form, found: Excerpt.quoted(id)) }
      if let known, !known.contains(id) {
        _ = try KnownWords.member(value, of: knownChecks ?? [], what: "the id of a check")
      }
      if let place = places[id] { throw CatalogProblem("\(id) is already in the list, at [\(place)]") }
      places[id] = places.count
      return id
    }
    if checks.isEmpty {
      throw CatalogProblem(wanted: "at least one check", found: "an empty array").inside(.member("checks"))
    }
    return checks
  }
}
