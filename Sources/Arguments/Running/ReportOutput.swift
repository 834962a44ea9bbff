import AuditModel
package import AuditReports
package import Terminal

extension Context {
  /// Writes a document of JSON.
  package func print(_ document: JSONText) throws(Problem) { try print(document.render(indent: 2)) }

  /// A document of this program: of what form it is, when it was made, and what it says.
  package func document(_ schema: String, _ members: (String, JSONText)...) -> JSONText {
    document(schema, members: members)
  }

  /// The same, with members that were gathered before.
  package func document(_ schema: String, members: [(String, JSONText)]) -> JSONText {
    .object([("schema", .string(schema)), ("generated", .string(generated))] + members)
  }

  /// The moment that documents name as the one they were made at, ISO 8601 in UTC.
  package var generated: String { Timestamp(milliseconds: world.now()).iso8601 }

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
      try output.write(report().text(width: style.width, painter: Styler(enabled: style.hasColor)))
    }
  }
}
