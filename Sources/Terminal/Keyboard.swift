/// Standard input while a person answers item by item: single keys or whole lines, and what the system says meanwhile.
///
/// Between `begin` and `end` the signals that end or stop a process arrive as events; whatever happens in between, the
/// terminal is as it was before when the process ends, stops or hands it to another one.
package protocol Keyboard: AnyObject {
  func begin() throws(Problem)
  func end()
  /// How the terminal hands over what is typed. Does nothing where standard input is no terminal.
  func hand(over unit: KeyboardUnit)
  /// Waits for what comes next; at most so many milliseconds, if a number is given.
  func read(waiting milliseconds: Int?) throws(Problem) -> KeyboardEvent
  /// Lets the person change a text in an editor of their own, and returns what they saved.
  ///
  /// - Parameter editor: the program and its arguments; the name of the file is added. No shell sees them.
  func edit(_ text: [UInt8], with editor: [String]) throws(Problem) -> [UInt8]
}

/// How much of what is typed comes at once.
package enum KeyboardUnit: Sendable {
  /// Each key at once, not shown by the terminal.
  case keys
  /// Lines, with the terminal's own editing.
  case lines
}

/// What came next.
package enum KeyboardEvent: Equatable, Sendable {
  case bytes([UInt8])
  /// Nothing came in the time given.
  case nothing
  /// There is no more, or not for now: Ctrl-D.
  case end
  /// The process is asked to end.
  case ending(EndingSignal)
  /// The process was stopped and goes on.
  case resumed
}

/// A signal that asks a process to end.
package enum EndingSignal: Equatable, Sendable {
  case interrupt, terminate, hangUp
}

/// A keyboard that is nothing but a stream: lines come from it, and no signals.
package final class StreamKeyboard: Keyboard {
  private let input: ByteReader

  package init(_ input: ByteReader) {
    self.input = input
  }

  package func begin() {}
  package func end() {}
  package func hand(over unit: KeyboardUnit) {}

  package func read(waiting milliseconds: Int?) throws(Problem) -> KeyboardEvent {
    let bytes = try input.read()
    return bytes.isEmpty ? .end : .bytes(bytes)
  }

  package func edit(_ text: [UInt8], with editor: [String]) throws(Problem) -> [UInt8] {
    throw .usage("editor.none", "no editor can be opened here")
  }
}
