/// What `JSONTokenizer.next` comes upon. Commas and colons are checked but not reported.
/// In a hot loop use `switch` or `if case`: `==` has to look at what a token carries.
package enum JSONToken: Sendable, Equatable {
  case objectStart
  case objectEnd
  case arrayStart
  case arrayEnd
  /// A member's key; its value follows.
  case key(JSONText)
  case string(JSONText)
  case integer(Int64)
  /// A number with a fraction or an exponent, as it was spelled. Only when the options allow them.
  case decimal(JSONText)
  case bool(Bool)
  case null
  /// The document is complete, and so is the input.
  case end
  /// The window ends before the next token does: move it on and ask again.
  case needsMore
}
