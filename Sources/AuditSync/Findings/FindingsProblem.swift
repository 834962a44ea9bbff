import CanonicalJSON

/// Why a report of a tool was refused, and where. Nothing of a refused report is taken in.
package struct FindingsProblem: Error, Equatable, Sendable {
  /// `line 3, $.device: wanted text, found 12`.
  package var message: String

  init(_ place: String, wanted: String, found: String) {
    message = "\(place): wanted \(wanted), found \(found)"
  }

  /// - Parameter line: how many lines of the report stand before what could not be read.
  init(_ error: JSONError, after line: Int = 0) {
    self.init(
      "line \(line + error.line), column \(error.column), \(error.path)", wanted: error.wanted, found: error.found)
  }

  init(tooMany limit: Int, _ what: String = "findings") {
    message = "it holds more than \(limit) \(what)"
  }

  init(notOf tool: String) {
    message = "this is no report of \(tool)"
  }

  /// - Parameter reason: why a report that was understood is not taken.
  init(refusing reason: String) {
    message = reason
  }
}
