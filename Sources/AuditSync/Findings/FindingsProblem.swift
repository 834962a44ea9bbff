import CanonicalJSON

/// Why a report of a tool was refused, and where. Nothing of a refused report is imported.
package struct FindingsProblem: Error, Equatable, Sendable {
  /// `line 3, $.device: expected text, found 12`.
  package var message: String

  init(_ place: String, wanted: String, found: String) {
    message = "\(place): expected \(wanted), found \(found)"
  }

  /// - Parameter line: the number of lines before the part that could not be read.
  init(_ error: JSONError, after line: Int = 0) {
    self.init(
      "line \(line + error.line), column \(error.column), \(error.path)", wanted: error.wanted, found: error.found)
  }

  init(tooMany limit: Int, _ what: String = "findings") {
    message = "the report has more than \(limit) \(what)"
  }

  init(notOf tool: String) {
    message = "not a report of \(tool)"
  }

  /// - Parameter reason: why a report that was understood is not taken.
  init(refusing reason: String) {
    message = reason
  }
}
