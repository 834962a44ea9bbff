/// The position of a scalar in the text being rewritten.
struct ScalarPlace {
  /// The scalar before this one; nil at the start.
  let previous: Unicode.Scalar?
  /// The scalar after this one; nil at the end.
  let next: Unicode.Scalar?
  let scalar: Unicode.Scalar

  /// The first half of a CR LF pair, which is one line break together with its second half.
  var isCarriageReturnOfPair: Bool { scalar == "\r" && next == "\n" }

  /// The visible stand-in if the scalar is a hazard here, else nil.
  var visibleIfHazard: String? {
    Hazard.isHazard(scalar, after: previous) ? Hazard.visible(scalar) : nil
  }
}

/// Appends `text` to `output` with every scalar replaced for which `replacement` returns a string.
///
/// Untouched stretches are copied whole, so a megabyte of ordinary text costs one pass.
func rewrite(_ text: String, into output: inout String, _ replacement: (ScalarPlace) -> String?) {
  // Appending through `output.unicodeScalars` would copy the whole output each time.
  let scalars = text.unicodeScalars
  var copied = scalars.startIndex
  var index = scalars.startIndex
  var previous: Unicode.Scalar?
  while index < scalars.endIndex {
    let scalar = scalars[index]
    let after = scalars.index(after: index)
    let next = after < scalars.endIndex ? scalars[after] : nil
    if let written = replacement(ScalarPlace(previous: previous, next: next, scalar: scalar)) {
      output.append(contentsOf: text[copied..<index])
      output += written
      copied = after
    }
    previous = scalar
    index = after
  }
  output.append(contentsOf: text[copied...])
}
