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
}
