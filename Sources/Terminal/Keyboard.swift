/// Standard input during a walk: single keys or whole lines, and signals.
///
/// Between `begin` and `end` the signals that end or stop a process arrive as events. When the process ends, stops or
/// lends the terminal to another one, the terminal has its original mode again.
package protocol Keyboard: AnyObject {
  func begin() throws(Problem)
  func end()
  /// Sets how the terminal passes on typed text. Does nothing if standard input is not a terminal.
  func hand(over unit: KeyboardUnit)
  /// Waits for the next event, at most for the given milliseconds; nil waits without a limit.
  func read(waiting milliseconds: Int?) throws(Problem) -> KeyboardEvent
  /// Bytes that were read and belong to what is read next.
  func giveBack(_ bytes: [UInt8])
  /// Opens a text in the person's editor, and returns the saved text.
  ///
  /// - Parameter editor: the program and its arguments; the name of the file is added. They do not go through a shell.
  func edit(_ text: [UInt8], with editor: [String]) throws(Problem) -> [UInt8]
}

/// The unit of typed input.
package enum KeyboardUnit: Sendable {
  /// Each key at once, not shown by the terminal.
  case keys
  /// Lines, with the terminal's own editing.
  case lines
}

/// One event of a keyboard.
package enum KeyboardEvent: Equatable, Sendable {
  case bytes([UInt8])
  /// Nothing came within the time limit.
  case nothing
  /// The end of input, or Ctrl-D.
  case end
  /// The process is asked to end.
  case ending(EndingSignal)
  /// The process was stopped and continued.
  case resumed
}

/// A signal that asks a process to end.
package enum EndingSignal: Equatable, Sendable {
  case interrupt, terminate, hangUp
}

/// A keyboard that is only a stream: it delivers lines and no signals.
package final class StreamKeyboard: Keyboard {
  private let input: ByteReader
  private var returned: [UInt8] = []

  package init(_ input: ByteReader) {
    self.input = input
  }

  package func begin() {}
  package func end() {}
  package func hand(over unit: KeyboardUnit) {}

  package func read(waiting milliseconds: Int?) throws(Problem) -> KeyboardEvent {
    let bytes = returned.isEmpty ? try input.read() : returned
    returned = []
    return bytes.isEmpty ? .end : .bytes(bytes)
  }

  package func giveBack(_ bytes: [UInt8]) { returned = bytes }

  package func edit(_ text: [UInt8], with editor: [String]) throws(Problem) -> [UInt8] {
    throw .usage("editor.none", "cannot open an editor: standard input is not a terminal")
  }
}
