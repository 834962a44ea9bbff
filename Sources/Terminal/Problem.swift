/// Why a command failed: the only error that the program prints.
///
/// The kind decides the exit code; only `ProblemPrinter` prints it. Message and hints may hold foreign text from files
/// and arguments: it is escaped where it is printed.
package struct Problem: Error, Hashable, Sendable {
  /// The classes of 4-command-line, each with its exit code.
  package enum Kind: Hashable, Sendable {
    case no, usage, notFound, noData, badInput, decision, storage, bug, interrupted, terminated
    /// The output was closed: the program ends without a message.
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
  /// What is wrong and where: lowercase, without a period.
  package let message: String
  /// What to do next, as sentences; they may name a command, never a destructive one in full.
  package let hints: [String]

  package init(_ kind: Kind, code: String, _ message: String, hints: [String] = []) {
    self.kind = kind
    self.code = code
    self.message = message
    self.hints = hints
  }

  package var exitCode: ExitCode { kind.exitCode }

  /// An invalid command line.
  package static func usage(_ code: String, _ message: String, hints: [String] = []) -> Problem {
    Problem(.usage, code: code, message, hints: hints)
  }

  /// Thrown when output cannot be written because its reader ended.
  package static let pipeClosed = Problem(.pipeClosed, code: "output.closed", "the output was closed")
}

/// An error of another module that has a `Problem`.
///
/// `Program` asks a thrown error for it before it reports a bug.
package protocol ProblemConvertible: Error {
  var problem: Problem { get }
}
