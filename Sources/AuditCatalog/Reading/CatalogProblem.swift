import CanonicalJSON

/// Why a file of checks or checklists was refused: the place inside the file and the reason.
///
/// It does not know the file's name; the code that opened the file adds it.
package struct CatalogProblem: Error, Equatable, Sendable, CustomStringConvertible {
  enum Step: Equatable, Sendable {
    case member(String)
    case element(Int)
  }

  private var base = "$"

  /// From the outside in.
  private var steps: [Step] = []

  /// In words, e.g. `expected critical, serious, moderate, or minor, found "blocker"`.
  package var reason: String

  init(_ reason: String) {
    self.reason = reason
  }

  init(wanted: String, found: String) {
    reason = "expected \(wanted), found \(found)"
  }

  /// The bytes are not JSON, or JSON beyond our limits.
  init(_ error: JSONError) {
    base = error.path
    reason = "expected \(error.wanted), found \(error.found) (line \(error.line), column \(error.column))"
  }

  /// The place as a JSON path, e.g. `$.checks[0].impact`.
  package var path: String {
    steps.reduce(into: base) { path, step in
      switch step {
      case .member(let name): path += Self.isPlainName(name) ? ".\(name)" : "[\(Excerpt.quoted(name))]"
      case .element(let index): path += "[\(index)]"
      }
    }
  }

  package var description: String { "\(path): \(reason)" }

  /// The same problem seen from one step further out.
  ///
  /// Paths are put together on the way out, so that reading a sound file costs nothing for them.
  func inside(_ step: Step) -> CatalogProblem {
    var outer = self
    outer.steps.insert(step, at: 0)
    return outer
  }

  private static func isPlainName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
      }
  }
}

/// Runs a step of reading and says where it was if it fails.
func at<Value>(
  _ step: CatalogProblem.Step, _ body: () throws(CatalogProblem) -> Value
) throws(CatalogProblem) -> Value {
  do {
    return try body()
  } catch {
    throw error.inside(step)
  }
}
