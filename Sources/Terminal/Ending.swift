import Platform

/// What the program and the handlers of signals tell each other: plain memory behind a pointer, because a handler may
/// neither allocate nor count references.
package final class Ending {
  /// What both sides write and read.
  package struct Notes {
    /// The signal that asked for the end; 0 for none.
    package var asked: Int32 = 0
    /// Transactions that write: while there is one the program takes back by itself what is half done.
    package var held = 0
    /// How wide a line of progress stands on the terminal.
    package var width = 0
    /// Problems are told as JSON.
    package var speaksJSON = false
  }

  package let notes: UnsafeMutablePointer<Notes>

  package init() {
    notes = .allocate(capacity: 1)
    notes.initialize(to: Notes())
  }

  deinit { notes.deallocate() }

  /// Whether the process was asked to end, and is to do so as soon as what it writes is taken back.
  package var isAsked: Bool { notes.pointee.asked != 0 }

  /// Of a process that was asked to end.
  package var exitCode: ExitCode { notes.pointee.asked == SIGINT ? .interrupted : .terminated }

  /// A transaction that writes begins, or is over.
  package func hold(_ holds: Bool) { notes.pointee.held += holds ? 1 : -1 }
}
