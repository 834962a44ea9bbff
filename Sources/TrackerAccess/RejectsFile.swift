package import Arguments
package import Terminal

/// The file of `--rejects`: the invalid rows of a table as they were, below its header, to be corrected and read again.
///
/// Rows say what people saw, so their owner alone may read it.
package struct RejectsFile {
  private let path: String
  private var rows: [(line: Int, bytes: [UInt8])] = []

  /// Nil without the flag, and in a dry run.
  ///
  /// - Throws: decision, where a file is there that may not be replaced.
  package init?(_ context: Context) throws(Problem) {
    guard let path = context.arguments.string(.rejects) else { return nil }
    guard !path.isEmpty, path != "-" else {
      throw .usage("flag.value", "invalid value \(MessageText.quoted(path)) for --rejects; expected a file")
    }
    try Replacement.agree(path, context)
    if context.arguments.has(.dryRun) { return nil }
    self.path = path
  }

  package mutating func add(_ bytes: [UInt8], line: Int) { rows.append((line, bytes)) }

  /// Forgets the rows, as the table is read again.
  package mutating func clear() { rows = [] }

  /// Writes the rows in the order of the table, if there are any.
  ///
  /// - Parameters:
  ///   - head: what comes before the rows; a line of JSON too.
  ///   - isJSON: whether the rows are the elements of an array.
  /// - Returns: a sentence about the file; nil where there is none.
  package func write(
    head: TableHead, isJSON: Bool = false, _ context: Context
  ) throws(Problem) -> String? {
    guard !rows.isEmpty else { return nil }
    let file = try context.world.files.create(path, isPrivate: true)
    if head.hasMark { try file.writer.write("\u{FEFF}") }
    for line in head.lines { try file.writer.write(line + Array(head.lineEnd.utf8)) }
    for (place, row) in rows.sorted(by: { $0.line < $1.line }).enumerated() {
      if place > 0 { try file.writer.write((isJSON ? "," : "") + head.lineEnd) }
      try file.writer.write(row.bytes)
    }
    try file.writer.write(head.lineEnd + (isJSON ? "]" + head.lineEnd : ""))
    try file.commit()
    return "the rejected rows are in \(MessageText.quoted(path))"
  }
}
