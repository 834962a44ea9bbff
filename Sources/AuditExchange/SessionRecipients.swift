package import Arguments
import AuditRecords
package import Terminal

/// To whom sessions with children are handed on.
package struct SessionRecipients {
  package let recipient: String

  /// Nil without `--full`.
  package init?(_ context: Context) throws(Problem) {
    let arguments = context.arguments
    guard arguments.has(.full) else { return nil }
    recipient = try arguments.required(.recipient)
    _ = try FieldRules.line(recipient, "recipient")
  }

  /// What single children did goes to no place that keeps it for ever, and not to a screen.
  package func check(_ target: String, _ context: Context) throws(Problem) {
    guard target != "-" else {
      throw .usage("export.target", "--full writes a file: -o FILE")
    }
    try GitFolder.refuse(try context.world.absolute(target), context)
  }
}

/// Whether a place is inside a git work tree, whose history cannot be erased.
package enum GitFolder {
  package static func refuse(_ path: String, _ context: Context) throws(Problem) {
    var folder = path
    while let slash = folder.lastIndex(of: "/") {
      folder = String(folder[..<slash])
      guard context.world.files.exists(folder + "/.git") else { continue }
      throw Problem(
        .decision, code: "export.git",
        "\(MessageText.quoted(path)) lies in a git work tree, and what single children did must not get into its history",
        hints: ["Write it somewhere else. a11y tap report --redact makes what may lie there."])
    }
  }
}
