package import AuditStore

/// Something to decide, to share, or to know before the figures are used: a count and the command that lists or
/// fixes it.
package struct Notice: Equatable, Sendable {
  /// For programs: `waiting`, `contradicted` ...
  package var kind: String
  package var count: Int
  /// A sentence with the count.
  package var sentence: String
  package var command: String

  package init(_ kind: String, _ count: Int, _ sentence: String, command: String) {
    self.kind = kind
    self.count = count
    self.sentence = sentence
    self.command = command
  }

  var json: JSONText {
    .object([
      ("kind", .string(kind)), ("count", .int(count)), ("text", .string(sentence)), ("command", .string(command)),
    ])
  }
}

extension Notice {
  /// What an imposture is, where there is any.
  package static func imposture(_ imposture: Imposture) -> [Notice] {
    [
      Notice(
        "under_own_name", imposture.underOwnName,
        "ALARM: \(counted(imposture.underOwnName, "entry has", "entries have")) the ID of this machine, but "
          + "\(imposture.underOwnName == 1 ? "was" : "were") not made on it.", command: "a11y fork list"),
      Notice(
        "not_signed", imposture.notSigned,
        "ALARM: \(counted(imposture.notSigned, "entry names", "entries name")) a key that did not sign "
          + "\(imposture.notSigned == 1 ? "it" : "them").",
        command: "a11y list results "
          + ShellWord.quoted("tester:" + imposture.claimed.prefix(3).joined(separator: ","))),
    ].filter { $0.count > 0 }
  }
}
