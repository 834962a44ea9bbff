package import Terminal

/// Whether an output may replace an existing file.
///
/// An older output of the same kind is replaced without a prompt, because reports are made repeatedly. For any other
/// file the program prompts at a terminal and requires `--yes` elsewhere; without either, the file is not changed.
package enum Replacement {
  /// Asks if the file exists.
  ///
  /// - Parameter code: of the problem.
  /// - Returns: whether a file is replaced; false if none exists.
  /// - Throws: decision, where the answer is no or a prompt is not possible.
  @discardableResult
  package static func agree(_ path: String, code: String = "output.exists", _ context: Context) throws(Problem) -> Bool
  {
    // The code that writes the file refuses a link, regardless of its target.
    guard context.world.files.kind(of: path) == .file, !context.world.files.isLink(path) else { return false }
    if context.arguments.has(.yes) { return true }
    let name = MessageText.quoted(path)
    if Prompt.isPossible(context),
      try Prompt.confirm(context, question: "Replace \(name)?", action: "replace \(name)")
    {
      return true
    }
    throw Problem(
      .decision, code: code, "\(name) already exists; nothing was changed",
      hints: ["Specify another file, or pass --yes to replace it."])
  }

  /// Puts a file in its place, after a prompt if it replaces a file of another kind.
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
    // A file that cannot be read counts as another kind.
    guard files.kind(of: path) == .file, let old = try? files.open(path).read(upTo: ByteWriter.headLength) else {
      return false
    }
    guard !old.isEmpty else { return true }
    guard let kind = OutputKind(head: old) else { return false }
    return kind == OutputKind(head: new)
  }
}
