package import Terminal

/// Whether an output may take the place of a file that is there.
///
/// What this program wrote as the same thing is replaced without a question: reports are made again and again. Anything
/// else is asked about at a terminal, needs `--yes` elsewhere, and stays as it is otherwise.
package enum Replacement {
  /// Asks, where there is a file.
  ///
  /// - Parameter code: of the problem.
  /// - Returns: whether a file is to be replaced; false where none is there.
  /// - Throws: decision, where the answer is no or nobody can be asked.
  @discardableResult
  package static func agree(_ path: String, code: String = "output.exists", _ context: Context) throws(Problem) -> Bool
  {
    // A link is refused by whoever writes the file, whatever it leads to.
    guard context.world.files.kind(of: path) == .file, !context.world.files.isLink(path) else { return false }
    if context.arguments.has(.yes) { return true }
    let name = MessageText.quoted(path)
    if Prompt.isPossible(context),
      try Prompt.confirm(context, question: "Replace \(name)?", action: "replace \(name)")
    {
      return true
    }
    throw Problem(
      .decision, code: code, "\(name) already exists; it was left as it is",
      hints: ["Name another file, or pass --yes to replace it."])
  }

  /// Puts a file in its place, after a question where what is there is something else.
  ///
  /// - Throws: as `agree`; the file is discarded then.
  package static func commit(_ file: PendingFile, to path: String, _ context: Context) throws(Problem) {
    do throws(Problem) {
      if !isSameKind(path, file.writer.head, context.world.files) { try agree(path, context) }
    } catch {
      file.discard()
      throw error
    }
    try file.commit()
  }

  private static func isSameKind(_ path: String, _ new: [UInt8], _ files: any FileAccess) -> Bool {
    // What cannot be read is asked about.
    guard files.kind(of: path) == .file, let old = try? files.open(path).read(upTo: ByteWriter.headLength) else {
      return false
    }
    guard !old.isEmpty else { return true }
    guard let kind = OutputKind(head: old) else { return false }
    return kind == OutputKind(head: new)
  }
}
