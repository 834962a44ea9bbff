import Arguments
import Terminal

/// A file that a report is written to, apart from what the command prints.
enum ReportFile {
  /// Writes it completely or not at all; `-` is the output of the command.
  static func write(_ target: String, _ context: Context, _ body: (ByteWriter) throws -> Void) throws {
    guard target != "-" else { return try body(context.output) }
    let file = try context.world.files.create(target)
    do {
      try body(file.writer)
    } catch {
      file.discard()
      throw error
    }
    try Replacement.commit(file, to: target, context)
  }
}
