import Platform

/// The real standard input, a terminal or not.
final class LiveKeyboard: Keyboard {
  private let environment: (String) -> String?
  private let random: (Int) -> [UInt8]
  private var returned: [UInt8] = []

  init(environment: @escaping (String) -> String?, random: @escaping (Int) -> [UInt8]) {
    self.environment = environment
    self.random = random
  }

  func begin() { TerminalMode.begin() }

  func end() { TerminalMode.end() }

  func hand(over unit: KeyboardUnit) { TerminalMode.set(unit) }

  func read(waiting milliseconds: Int?) throws(Problem) -> KeyboardEvent {
    while true {
      if let news = TerminalMode.news() { return news }
      guard returned.isEmpty else {
        defer { returned = [] }
        return .bytes(returned)
      }
      switch wait(milliseconds) {
      case .input: break
      case .time: return .nothing
      case .signal: continue
      }
      var buffer = [UInt8](repeating: 0, count: 4_096)
      let (count, error) = buffer.withUnsafeMutableBytes { SystemCall.readSome(STDIN_FILENO, $0) }
      // A terminal that was closed is an end like any other.
      if error == EIO || (error == 0 && count == 0) { return TerminalMode.news() ?? .end }
      guard error == 0 else {
        throw Problem(
          .badInput, code: "file.unreadable", "cannot read standard input: \(SystemText.of(error))")
      }
      return .bytes(Array(buffer.prefix(count)))
    }
  }

  func giveBack(_ bytes: [UInt8]) { returned = bytes }

  private enum Wait {
    case input, time, signal
  }

  /// `select`, because `poll` does not support terminals on every system.
  private func wait(_ milliseconds: Int?) -> Wait {
    var set = fd_set()
    let waking = TerminalMode.wakeEnd
    Self.add(STDIN_FILENO, to: &set)
    if waking >= 0 { Self.add(waking, to: &set) }
    let count: Int32
    if let milliseconds {
      var time = timeval()
      time.tv_sec = .init(milliseconds / 1_000)
      time.tv_usec = .init(milliseconds % 1_000 * 1_000)
      count = select(max(STDIN_FILENO, waking) + 1, &set, nil, nil, &time)
    } else {
      count = select(max(STDIN_FILENO, waking) + 1, &set, nil, nil, nil)
    }
    if count == 0 { return .time }
    // If waiting fails, the read reports the error.
    if count < 0 { return errno == EINTR ? .signal : .input }
    return waking >= 0 && Self.holds(waking, set) ? .signal : .input
  }

  /// The same as `FD_SET`, a C macro that Swift does not import.
  private static func add(_ descriptor: Int32, to set: inout fd_set) {
    withUnsafeMutableBytes(of: &set) { bytes in
      let place = Int(descriptor) / 8
      if place < bytes.count { bytes[place] |= 1 << (descriptor % 8) }
    }
  }

  private static func holds(_ descriptor: Int32, _ set: fd_set) -> Bool {
    withUnsafeBytes(of: set) { bytes in
      let place = Int(descriptor) / 8
      return place < bytes.count && bytes[place] & 1 << (descriptor % 8) != 0
    }
  }

  func edit(_ text: [UInt8], with editor: [String]) throws(Problem) -> [UInt8] {
    let folder = environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let name = random(8).map { String($0, radix: 16) }.joined()
    let file = try PrivateFile(Paths.join(folder, "a11y-note-\(name).txt"), text)
    defer { file.remove() }
    try TerminalMode.lend { () throws(Problem) in try ChildProcess.run(editor + [file.path]) }
    return try file.read()
  }
}
