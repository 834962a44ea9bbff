import Base

@testable import App
@testable import CommandLine

/// A keyboard that types what a test says, and remembers what was done with it.
final class ScriptedKeyboard: Keyboard {
  private var events: [KeyboardEvent]
  private(set) var units: [KeyboardUnit] = []
  private(set) var isListening = false
  private(set) var editors: [[String]] = []
  /// What the editor leaves in the file.
  var edited: Result<String, Problem> = .success("")
  /// Called before each event is handed out.
  var before: (Int) throws -> Void = { _ in }
  private(set) var read = 0

  init(_ events: [KeyboardEvent]) {
    self.events = events
  }

  /// Each text arrives in one go.
  convenience init(typing texts: [String]) {
    self.init(texts.map { .bytes(Array($0.utf8)) })
  }

  func begin() { isListening = true }
  func end() { isListening = false }
  func hand(over unit: KeyboardUnit) { units.append(unit) }

  func read(waiting milliseconds: Int?) throws(Problem) -> KeyboardEvent {
    guard milliseconds == nil else { return .nothing }
    do {
      try before(read)
    } catch {
      throw Problem(.bug, code: "test", String(describing: error))
    }
    read += 1
    return events.isEmpty ? .end : events.removeFirst()
  }

  func giveBack(_ bytes: [UInt8]) {
    if !bytes.isEmpty { events.insert(.bytes(bytes), at: 0) }
  }

  func edit(_ text: [UInt8], with editor: [String]) throws(Problem) -> [UInt8] {
    editors.append(editor)
    return Array(try edited.get().utf8)
  }
}
