import Platform

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
