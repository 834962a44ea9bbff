import AuditModel
import CanonicalJSON

/// Reads a row of the table of WCAG criteria.
enum CriterionReading {
  static func criterion(_ value: JSONValue) throws(CatalogProblem) -> Criterion {
    let members = try Members(of: value, name: "criterion")
    let row = try members.required("en301549", wanted: "the row of EN 301 549")
    let texts = try members.required("native_note", wanted: "the notes for apps")
    return Criterion(
      id: try members.text("id"),
      name: try members.text("handle"),
      slug: try members.text("slug"),
      level: try members.optionalWord("level"),
      formerLevel: try members.optionalWord("former_level"),
      principle: try members.text("principle"),
      guideline: try members.text("guideline"),
      addedIn: try members.text("added_in"),
      removedIn: try members.optionalText("removed_in"),
      european: try at(.member("en301549")) { () throws(CatalogProblem) in try european(row) },
      notes: try at(.member("native_note")) { () throws(CatalogProblem) in try notes(texts) },
      noCheck: try members.optionalText("no_check"))
  }

  private static func european(_ value: JSONValue) throws(CatalogProblem) -> EuropeanClause {
    let members = try Members(of: value, name: "row of EN 301 549")
    return EuropeanClause(
      version: try members.text("version"),
      clause: try members.optionalText("clause"),
      status: try members.word("status"),
      note: members.value("note") == "" ? "" : try members.text("note"))
  }

  private static func notes(_ value: JSONValue) throws(CatalogProblem) -> NativeNotes {
    let members = try Members(of: value, name: "set of notes")
    return NativeNotes(
      wcag2ict: try members.text("wcag2ict"),
      wcag2mobile: try members.text("wcag2mobile"),
      apple: try members.text("apple"))
  }
}
