package import AuditModel

/// The text output of a report, in each of its forms.
package protocol ReadableReport {
  /// For a terminal of `width` columns.
  func text(width: Int, painter: Styler) -> String
  /// One fact per line, for a screen reader.
  var plain: String { get }
  var markdown: String { get }
}

extension Page: ReadableReport {}
extension CalcReport: ReadableReport {}
extension GateReport: ReadableReport {}
extension StatusReport: ReadableReport {}
