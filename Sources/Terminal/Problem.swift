/// Why a command did not do what it was asked: the only error that reaches the edge of the program.
///
/// The kind decides the exit code; `ProblemPrinter` is the one place that shows it. Message and hints hold text as it
/// is (also text from files and arguments): it is escaped where it is printed.
package struct Problem: Error, Hashable, Sendable {
  /// The classes of 4-command-line, each with its exit code.
  package enum Kind: Hashable, Sendable {
    case no, usage, notFound, noData, badInput, decision, storage, bug, interrupted, terminated
    /// Nobody reads our output any more: ends without a word.
    case pipeClosed

    package var exitCode: ExitCode {
      switch self {
      case .no: .no
      case .usage: .usage
      case .notFound, .noData: .notFound
      case .badInput: .badInput
      case .decision: .decision
      case .storage: .storage
      case .bug: .bug
      case .interrupted: .interrupted
      case .terminated: .terminated
      case .pipeClosed: .pipeClosed
      }
    }
  }

  package let kind: Kind
  /// Stable and machine-readable, `area.reason` in lower case: `component.unknown`.
  package let code: String
  /// One or two sentences: what went wrong, where.
  package let message: String
  /// What to do next; names a command where there is one, never a destructive one in full.
  package let hints: [String]

  package init(_ kind: Kind, code: String, _ message: String, hints: [String] = []) {
    self.kind = kind
    self.code = code
    self.message = message
    self.hints = hints
  }

  package var exitCode: ExitCode { kind.exitCode }

  /// The command line was not understood.
  package static func usage(_ code: String, _ message: String, hints: [String] = []) -> Problem {
    Problem(.usage, code: code, message, hints: hints)
  }

  /// What is thrown where output can no longer be written because its reader is gone.
  package static let pipeClosed = Problem(.pipeClosed, code: "output.closed", "the output was closed")
}

/// An error of another room that knows which problem it is at the edge.
///
/// `Program` asks a thrown error for this before it calls it a bug.
package protocol ProblemConvertible: Error {
  var problem: Problem { get }
}
