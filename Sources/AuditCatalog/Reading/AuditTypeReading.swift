import AuditModel
import CanonicalJSON

/// Reads the tables of automatic audits.
enum AuditTypeReading {
  static func type(_ value: JSONValue) throws(CatalogProblem) -> AuditTypeEntry {
    let members = try Members(of: value, name: "audit type")
    return AuditTypeEntry(
      name: try members.text("name"),
      bit: members.value("bit")?.integerValue.flatMap { Int(exactly: $0) },
      since: try members.dictionary("since"),
      alsoOn: try members.texts("also_on"),
      inspectorName: try members.optionalText("inspector"),
      detects: try members.text("detects"),
      evidence: try members.text("evidence"),
      messages: try members.texts("messages"),
      run: try members.optionalText("run"),
      finds: try members.texts("finds"))
  }

  static func tool(_ value: JSONValue) throws(CatalogProblem) -> ToolRules {
    let members = try Members(of: value, name: "tool")
    return ToolRules(
      tool: try members.word("tool"), name: try members.text("name"),
      rules: try members.requiredList("rules") { value throws(CatalogProblem) in
        let rule = try Members(of: value, name: "rule")
        return ToolRules.Rule(name: try rule.text("rule"), finds: try rule.texts("finds"))
      })
  }

  static func step(_ value: JSONValue) throws(CatalogProblem) -> AuditStep {
    let members = try Members(of: value, name: "step")
    let source = try members.required("source", wanted: "a source")
    return AuditStep(
      source: try at(.member("source")) { () throws(CatalogProblem) in try SourceReading.source(source) },
      step: try members.text("step"),
      realName: try members.text("real_name"),
      audit: try members.optionalText("audit"),
      checks: try members.texts("checks"))
  }
}
