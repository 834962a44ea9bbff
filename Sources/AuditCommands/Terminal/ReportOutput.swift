import AuditReports

extension Context {
  /// Writes a page in the form that was asked for; where that is JSON, `json` as a document.
  ///
  /// - Parameter form: where a command has flags of its own for it, such as `--md`.
  func write(
    _ page: @autoclosure () -> Page, json: @autoclosure () -> JSONText, as form: OutputFormat? = nil
  ) throws {
    switch try form ?? format() {
    case .json: try output.write(json().render(indent: 2) + "\n")
    case .plain: try output.write(page().plain)
    case .md: try output.write(page().markdown)
    default:
      let style = try style()
      try output.write(page().text(width: style.width, painter: Styler(enabled: style.hasColor)))
    }
  }
}
