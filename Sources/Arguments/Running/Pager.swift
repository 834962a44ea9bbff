import Terminal

/// Shows what is longer than the screen in the pager of the person at the terminal, and anything else at once.
///
/// `A11Y_PAGER` names it, else `PAGER`; `cat` is none.
final class Pager {
  /// Commands that answer and end: all others write beside what a person types.
  private static let paged = ["status", "list", "show", "report", "gate", "trend", "lookup", "help"]

  private let world: World
  private let command: String
  private let rows: Int
  private var held: [UInt8] = []
  private var lines = 0
  private var program: OpenPager?
  private var isFinished = false

  /// - Returns: nil where nothing is paged: without a terminal, for a screen reader, for another command.
  init?(_ arguments: ParsedArguments, _ world: World, isPlain: () throws -> Bool) throws {
    let command = world.setting("A11Y_PAGER") ?? world.setting("PAGER") ?? "cat"
    guard command != "cat", world.isTerminal(.output), world.isTerminal(.input),
      let first = arguments.path.first, Self.paged.contains(first), let rows = world.terminalRows(), try !isPlain()
    else { return nil }
    self.world = world
    self.command = command
    self.rows = rows
  }

  /// Whether the reader has left it, which is no failure.
  private(set) var isLeft = false

  /// Instead of standard output.
  private(set) lazy var output = ByteWriter(capacity: 1 << 16) { [unowned self] bytes throws(Problem) in
    try take(bytes)
  }

  private func take(_ bytes: UnsafeRawBufferPointer) throws(Problem) {
    guard program == nil else { return try pass(bytes) }
    held.append(contentsOf: bytes)
    lines += bytes.count { $0 == UInt8(ascii: "\n") }
    // The line of the prompt comes below.
    guard lines >= rows else { return }
    program = try world.startPager(command)
    guard program != nil else { return }
    try passHeld()
  }

  private func passHeld() throws(Problem) {
    let bytes = held
    held = []
    var failure: Problem?
    bytes.withUnsafeBytes { bytes in
      do throws(Problem) { try pass(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private func pass(_ bytes: UnsafeRawBufferPointer) throws(Problem) {
    do throws(Problem) {
      try program?.write(bytes)
    } catch {
      isLeft = error.kind == .pipeClosed
      throw error
    }
  }

  /// Writes the rest, and waits until the reader leaves the pager; nothing when it is called again.
  func finish() throws(Problem) {
    guard !isFinished else { return }
    isFinished = true
    var failure: Problem?
    do throws(Problem) { try output.flush() } catch { failure = isLeft ? nil : error }
    if let program { try program.end() } else { try world.output.write(held) }
    if let failure { throw failure }
  }
}
