package import Audit
package import Base
package import CommandLine
package import Reports

extension Context {
  /// Writes a report in the form that was asked for; where that is JSON, `json` as a document.
  ///
  /// - Parameter form: where a command has flags of its own for it, such as `--md`.
  package func write(
    _ report: @autoclosure () -> some ReadableReport, json: @autoclosure () -> JSONText, as form: OutputFormat? = nil
  ) throws {
    switch try form ?? format() {
    case .json: try output.write(json().render(indent: 2) + "\n")
    case .plain: try output.write(report().plain)
    case .md: try output.write(report().markdown)
    default:
      let style = try style()
      try output.write(
        report().text(width: style.width, painter: Styler(enabled: style.hasColor, hasLinks: style.hasLinks)))
    }
  }

  /// What `--by` asks for; of an audit with several conditions its passes or its conditions anyway. Nil for nothing.
  package func grouping(_ audit: AuditRound?) throws(Problem) -> ConditionGrouping? {
    if let asked = try arguments.choice(.by, as: ConditionGrouping.self) { return asked }
    guard let audit, audit.conditions.count > 1 else { return nil }
    let isPasses = audit.conditions.allSatisfy { condition in
      condition.tokens.contains(where: ConditionSetting.technologies.contains)
    }
    return isPasses ? .technology : .condition
  }
}
