import Base
package import CommandLine
import Exchange
import Reports
import Sessions
package import Store

/// Delivers erasures of sessions with children to the recipients of the sessions, because sync never shares sessions.
package enum ErasureDelivery {
  /// Writes what each recipient has to import, beside the tracker.
  package static func write(to recipients: [String], _ tracker: Tracker, _ context: Context) throws {
    for recipient in recipients {
      let path = Paths.join(Paths.parent(tracker.path), "hand-over-\(slug(recipient)).a11y.json")
      let summary = try tracker.read { reader in
        let export = try BundleExport.handOver(reader, to: recipient)
        return try BundleOutput.write(export.header, to: path, replacing: true, isPrivate: true) {
          try export.write(reader, with: &$0)
        }
      }
      context.remark(
        "Not yet handed over: \(recipient) has sessions that are erased now. Send \(path) "
          + "(\(counted(summary.count, "entry", "entries"))), then run "
          + "\"a11y erase handed-over \(ShellWord.quoted(recipient))\".")
    }
  }

  package static func done(_ context: Context) throws -> ExitCode {
    let recipient = context.arguments.positional(0) ?? ""
    let count = try context.openTracker(.write).write { try $0.markToldOfErasures(recipient) }
    guard count > 0 else {
      throw Problem(
        .notFound, code: "recipient.unknown", "no pending erasures for \(MessageText.quoted(recipient))",
        hints: ["Run \"a11y erase list\" to see which recipients to notify."])
    }
    guard try context.format() != .json else {
      try context.print(
        context.document("a11y.handed-over/1", ("recipient", .string(recipient)), ("sessions", .int(count))))
      return .done
    }
    try context.print(MessageText.escaped("Handed over to \(recipient): erasures of \(counted(count, "session"))."))
    return .done
  }

  package static func lines(_ untold: [(recipient: String, sessionRecords: [String])]) -> [String] {
    untold.map {
      "Not yet handed over to \($0.recipient): erasures of \(counted($0.sessionRecords.count, "session")). If the file for "
        + "them is lost, run \"a11y export --full --to \(ShellWord.quoted($0.recipient)) -o FILE\" to write it again."
    }
  }

  /// A name for a file: letters, digits and hyphens.
  private static func slug(_ recipient: String) -> String {
    let words = recipient.utf8.split { byte in
      !((0x61...0x7a).contains(byte | 0x20) || (0x30...0x39).contains(byte))
    }
    let text = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    return String(text.prefix(40)) + (text.utf8.elementsEqual(recipient.utf8) ? "" : "-\(checksum(recipient))")
  }

  /// Names that differ in other characters alone get files of their own.
  private static func checksum(_ text: String) -> String {
    String(text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }, radix: 36)
  }
}

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
