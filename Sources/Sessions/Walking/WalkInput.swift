import Base
import CommandLine

/// The input of a walk: keys, lines, and signals.
final class WalkInput {
  enum Heard: Equatable {
    case key(Unicode.Scalar)
    /// Any other key.
    case otherKey
    case enter
    case line(String)
    case notText
    case tooLong
    /// More characters at once than a person can type.
    case paste(Int)
    case end
    case ending(EndingSignal)
    case resumed
  }

  /// Timeout for the remaining bytes of a key, in milliseconds.
  private static let progress = 50
  private static let longestLine = 1 << 16
  /// The number of bytes after which a terminal may deliver an incomplete line.
  private static let longestLineOfTerminals = 1024

  let isSingle: Bool
  private let keyboard: any Keyboard
  /// Bytes that were read but not decoded.
  private var pending: [UInt8] = []
  /// How the answers of a file or a pipe are spelled; nil until their first bytes tell.
  private var spelling: TextSpelling?
  private var untold: [UInt8] = []
  /// What came while typed keys were dropped, and is none of them.
  private var held: Heard?

  init(_ keyboard: any Keyboard, isSingle: Bool) {
    (self.keyboard, self.isSingle) = (keyboard, isSingle)
  }

  /// The next key or, in line mode, the next line.
  func next() throws(Problem) -> Heard {
    if let event = held {
      held = nil
      return event
    }
    return isSingle ? try key() : try line()
  }

  /// Drops the keys that were typed so far; true if there were any. The end of the input and signals are kept.
  func drop() throws(Problem) -> Bool {
    var isAny = !pending.isEmpty
    pending = []
    while true {
      switch try keyboard.read(waiting: 0) {
      case .bytes(let bytes): isAny = isAny || !bytes.isEmpty
      case .nothing: return isAny
      case .end: held = .end
      case .ending(let signal): held = .ending(signal)
      case .resumed: held = .resumed
      }
      if held != nil { return isAny }
    }
  }

  /// The answer to a question, as a line of the terminal, which shows it: a screen reader follows what the terminal does.
  ///
  /// - Parameter echo: prints text that was typed ahead, which the terminal did not echo.
  func answer(echo: (String, Bool) throws(Problem) -> Void) throws(Problem) -> Heard {
    guard isSingle else { return try line() }
    keyboard.hand(over: .lines)
    defer { keyboard.hand(over: .keys) }
    switch try keyboard.read(waiting: 0) {
    case .bytes(let ahead): pending += ahead
    case .nothing: break
    case .end: return .end
    case .ending(let signal): return .ending(signal)
    case .resumed: return .resumed
    }
    if !pending.isEmpty {
      let isWhole = pending.contains { $0 == 0x0A || $0 == 0x0D }
      try echo(String(decoding: pending.prefix { $0 >= 0x20 }, as: UTF8.self), isWhole)
    }
    let heard = try line(isEdited: true)
    // Arrow keys do not edit a line here; the characters that they leave are not text.
    if case .line(let text) = heard, text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 }) { return .otherKey }
    return heard
  }

  /// The answer to a question, edited at a terminal that hands over keys; what was typed ahead begins it.
  func answer(_ editor: LineEditor) throws(Problem) -> Heard {
    keyboard.giveBack(pending)
    pending = []
    return switch try editor.read() {
    case .line(let text): .line(text)
    case .notText: .notText
    case .tooLong: .tooLong
    case .end: .end
    case .ending(let signal): .ending(signal)
    }
  }

  // MARK: Keys

  private func key() throws(Problem) -> Heard {
    if pending.isEmpty, let event = try listen() { return event }
    guard let (key, count) = KeyDecoder.first(pending[...]) else {
      pending = []
      return .otherKey
    }
    pending.removeFirst(count)
    switch key {
    case .letter(let scalar): return .key(scalar)
    case .enter: return .enter
    case .end: return .end
    case .other: return .otherKey
    }
  }

  /// Fills `pending` with typed bytes, or returns another event.
  private func listen() throws(Problem) -> Heard? {
    switch try keyboard.read(waiting: nil) {
    case .bytes(let bytes): pending = bytes
    case .nothing: return nil
    case .end: return .end
    case .ending(let signal): return .ending(signal)
    case .resumed: return .resumed
    }
    while !KeyDecoder.isWhole(pending) {
      guard case .bytes(let more) = try keyboard.read(waiting: Self.progress) else { break }
      pending += more
    }
    let keys = KeyDecoder.keys(pending)
    if keys.count > LineEditor.mostTyped {
      let count = try characters(of: pending)
      pending = []
      return .paste(count)
    }
    // Keys in the same read as an unknown key are not answers.
    if keys.contains(.other) {
      pending = []
      return .otherKey
    }
    return nil
  }

  /// The number of pasted characters, including those that are still arriving.
  private func characters(of bytes: [UInt8]) throws(Problem) -> Int {
    var all = bytes
    while case .bytes(let more) = try keyboard.read(waiting: Self.progress) { all += more }
    return String(decoding: all, as: UTF8.self).count
  }

  // MARK: Lines

  /// - Parameter isEdited: the terminal delivers complete lines, or an incomplete line at Ctrl-D, which cancels it.
  private func line(isEdited: Bool = false) throws(Problem) -> Heard {
    while true {
      if let end = pending.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
        return take(upTo: end)
      }
      if pending.count > Self.longestLine {
        try skipLine()
        return .tooLong
      }
      switch try readText() {
      case .bytes(let bytes):
        pending += bytes
        let isBrokenOff = bytes.last != 0x0A && bytes.last != 0x0D && bytes.count < Self.longestLineOfTerminals
        guard isEdited, isBrokenOff else { continue }
        pending = []
        return .end
      case .nothing: continue
      case .end:
        if isEdited { pending = [] }
        // The last line may lack a line feed.
        return pending.isEmpty ? .end : take(upTo: pending.count)
      case .ending(let signal): return .ending(signal)
      case .resumed: return .resumed
      }
    }
  }

  private func take(upTo end: Int) -> Heard {
    var line = Array(pending[..<end])
    let isPair = pending[end...].starts(with: [0x0D, 0x0A])
    pending.removeFirst(min(pending.count, end + (isPair ? 2 : 1)))
    guard line.count <= Self.longestLine else { return .tooLong }
    // Deleted before the terminal was in line mode.
    while let place = line.firstIndex(of: 0x7F) {
      line.remove(at: place)
      if place > 0 { line.remove(at: place - 1) }
    }
    guard let text = UTF8Text.decode(UTF8Text.unmarked(line)) else { return .notText }
    return .line(text)
  }

  /// What comes next, as UTF-8: a file or a pipe may have any spelling that a text has.
  private func readText() throws(Problem) -> KeyboardEvent {
    let event = try keyboard.read(waiting: nil)
    guard !isSingle else { return event }
    var isEnd = false
    switch event {
    case .bytes(let bytes): untold += bytes
    case .end: isEnd = true
    default: return event
    }
    var found = spelling ?? TextSpelling(start: untold)
    if spelling == nil {
      if !isEnd, TextSpelling.isUndecided(untold) { return .nothing }
      untold.removeFirst(found.mark)
    }
    var text: [UInt8] = []
    if !untold.isEmpty || isEnd { try found.take(untold, into: &text) }
    (spelling, untold) = (found, [])
    return isEnd && text.isEmpty ? .end : .bytes(text)
  }

  private func skipLine() throws(Problem) {
    while true {
      if let end = pending.firstIndex(of: 0x0A) {
        pending.removeFirst(end + 1)
        return
      }
      pending = []
      guard case .bytes(let bytes) = try readText() else { return }
      pending = bytes
    }
  }
}

/// A file name as typed, or as a terminal inserts it when a file is dropped on it.
enum TypedPath {
  /// Removes surrounding quotes and backslash escapes, and replaces `~/` with the home folder.
  static func read(_ typed: String, home: String?) -> String {
    var path = typed
    for quote in ["'", "\""] where path.utf8.count >= 2 && path.hasPrefix(quote) && path.hasSuffix(quote) {
      return String(path.dropFirst().dropLast())
    }
    if path.hasPrefix("~/"), let home { path = Paths.join(home, String(path.dropFirst(2))) }
    var result = ""
    var isEscaped = false
    for character in path {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        result.append(character)
        isEscaped = false
      }
    }
    return result
  }
  /// The names in the folder of a path that is typed so far; those of folders end with a slash.
  static func completion(of typed: String, home: String?, _ files: any FileAccess) -> LineEditor.Completion {
    let quote = typed.first.map { "'\"".contains($0) } == true ? String(typed.prefix(1)) : ""
    let start = typed.index(typed.startIndex, offsetBy: quote.count)
    let kept = typed[..<(typed.lastIndex(of: "/").map(typed.index(after:)) ?? start)]
    func plain(_ text: Substring) -> String { quote.isEmpty ? read(String(text), home: home) : String(text) }
    let folder = plain(kept.dropFirst(quote.count))
    let begun = plain(typed[kept.endIndex...])
    let names = FileNames.names(in: folder.isEmpty ? "." : folder).filter {
      $0.hasPrefix(begun) && ($0.hasPrefix(".") == begun.hasPrefix("."))
    }
    return LineEditor.Completion(
      kept,
      names.map { name in
        let isFolder = files.kind(of: Paths.join(folder, name)) == .directory
        return quote.isEmpty ? escaped(name) + (isFolder ? "/" : "") : name + (isFolder ? "/" : quote)
      })
  }

  /// As a shell would want it, and as `read` takes it.
  private static func escaped(_ name: String) -> String {
    name.reduce(into: "") { $0 += (" '\"\\".contains($1) ? "\\" : "") + String($1) }
  }
}

/// The words of `VISUAL` or `EDITOR`: a program and its arguments, split at spaces outside of quotes.
///
/// No other shell syntax is supported; nothing is expanded.
enum EditorCommand {
  static func split(_ text: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in text {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == " " || character == "\t" {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let done = word { words.append(done) }
    return words
  }
}
