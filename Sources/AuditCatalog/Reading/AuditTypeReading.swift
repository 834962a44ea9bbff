import AuditModel
import CanonicalJSON

/// Reads the tables of automatic audits.
enum AuditTypeReading {
  static func type(_ value: JSONValue) throws(CatalogProblem) -> AuditTypeEntry {
    let members = try Members(of: value, name: "audit type")
    return AuditTypeEntry(
      name: try members.text("name"),
      bit: members.value("bit")?.integerValue.flatMap { Int(exactly: $0) },
      run: try members.optionalText("run"),
      finds: try members.texts("finds"))
  }

  static func tool(_ value: JSONValue) throws(CatalogProblem) -> ToolRules {
    let members = try Members(of: value, name: "tool")
    return ToolRules(
      tool: try members.word("tool"),
      rules: try members.requiredList("rules") { value throws(CatalogProblem) in
        let rule = try Members(of: value, name: "rule")
        return ToolRules.Rule(name: try rule.text("rule"), finds: try rule.texts("finds"))
      })
  }
}
