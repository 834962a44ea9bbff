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
