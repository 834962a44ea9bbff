import Base

/// The exit codes of the program. The numbers never change.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case done = 0
  /// Negative result: the gate failed, damage was found, or `--exit-code` matched rows.
  case no = 1
  case usage = 2
  /// Unknown name, or no data.
  case notFound = 3
  /// Invalid file or standard input. An invalid value on the command line is `usage`.
  case badInput = 4
  /// A decision is required first.
  case decision = 5
  /// Busy after the deadline, read-only, full, damaged, or newer than the program.
  case storage = 6
  case bug = 70
  case interrupted = 130
  /// The output pipe was closed; the same code as of a process that SIGPIPE ends.
  case pipeClosed = 141
  case terminated = 143

  /// One phrase for help and the manual.
  package var meaning: String {
    switch self {
    case .done: "success"
    case .no: "negative result: a gate rule failed, damage was found, or --exit-code matched rows"
    case .usage:
      "usage error: an unknown flag, a missing argument, an invalid value, an unknown query word, or a required "
        + "prompt that was not possible"
    case .notFound: "unknown name, or no data (an empty audit never passes)"
    case .badInput: "invalid input: a file, or a line of standard input"
    case .decision: "a decision is required first"
    case .storage: "the tracker is locked, read-only, full, damaged, or from a newer version of the program"
    case .bug: "internal error"
    case .interrupted: "interrupted with Ctrl-C; saved answers are kept"
    case .pipeClosed: "output pipe closed; not an error"
    case .terminated: "ended by a signal; saved answers are kept"
    }
  }
}

/// State shared by the program and its signal handlers: plain memory behind a pointer, because a handler may neither
/// allocate nor count references.
package final class Ending {
  /// Written and read by both sides.
  package struct Notes {
    /// The signal that asked for the end; 0 for none.
    package var asked: Int32 = 0
    /// The number of open write transactions: while it is above 0 the program itself rolls back unfinished work.
    package var held = 0
    /// The width of the progress line on the terminal, in columns.
    package var width = 0
    /// Errors are printed as JSON.
    package var speaksJSON = false
  }

  package let notes: UnsafeMutablePointer<Notes>

  package init() {
    notes = .allocate(capacity: 1)
    notes.initialize(to: Notes())
  }

  deinit { notes.deallocate() }

  /// Whether a signal asked the process to end. It ends as soon as its transaction is rolled back.
  package var isAsked: Bool { notes.pointee.asked != 0 }

  /// The exit code after such a signal.
  package var exitCode: ExitCode { notes.pointee.asked == SIGINT ? .interrupted : .terminated }

  /// A write transaction begins or ends.
  package func hold(_ holds: Bool) { notes.pointee.held += holds ? 1 : -1 }
}
