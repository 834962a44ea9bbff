package import Arguments
import AuditRecords
package import Terminal

/// The recipient of exported sessions with children.
package struct SessionRecipients {
  package let recipient: String

  /// Nil without `--full`.
  package init?(_ context: Context) throws(Problem) {
    let arguments = context.arguments
    guard arguments.has(.full) else { return nil }
    recipient = try arguments.required(.recipient)
    _ = try FieldRules.line(recipient, "recipient")
  }

  /// Data about single children must not go to a place that keeps it permanently, nor to a screen.
  package func check(_ target: String, _ context: Context) throws(Problem) {
    guard target != "-" else {
      throw .usage("export.target", "--full requires -o FILE")
    }
    try GitFolder.refuse(try context.world.absolute(target), context)
  }
}

/// Whether a place is inside a git work tree, whose history cannot be erased.
package enum GitFolder {
  package static func refuse(_ path: String, _ context: Context) throws(Problem) {
    if context.arguments.has(.force) { return }
    var folder = path
    while let slash = folder.lastIndex(of: "/") {
      folder = String(folder[..<slash])
      guard context.world.files.exists(folder + "/.git") else { continue }
      throw Problem(
        .decision, code: "export.git",
        "\(MessageText.quoted(path)) is in a git work tree, and data about single children must not get into git "
          + "history",
        hints: [
          "Use a folder outside it, or run \"a11y tap report --redact\" for a report that may be stored there.",
          "Pass --force where the command has it if git ignores the place.",
        ])
    }
  }
}
