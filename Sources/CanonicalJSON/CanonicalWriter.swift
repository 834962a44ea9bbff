/// Writes values in the one form that is hashed: UTF-8, keys sorted by their bytes, no white space, the shortest
/// escapes, integers only.
///
/// The escapes are `\"` `\\` `\b` `\f` `\n` `\r` `\t`, and `\u00xx` in lowercase for the other characters below
/// U+0020; everything else, `/` and U+007F and all beyond ASCII included, stands for itself.
package enum CanonicalWriter {
  /// The canonical bytes of a value. What it writes, a `JSONReader` with the same options reads back as an equal
  /// value; what that reader would refuse is an error here.
  package static func bytes(
    of value: JSONValue, options: JSONOptions = .standard
  ) throws(CanonicalError) -> [UInt8] {
    var output: [UInt8] = []
    try append(value: value, to: &output, options: options)
    return output
  }

  /// Appends the canonical bytes of a value. After an error the output ends with a part of them.
  package static func append(
    value: JSONValue, to output: inout [UInt8], options: JSONOptions = .standard
  ) throws(CanonicalError) {
    let start = output.count
    try append(value, to: &output, options, depth: 0, openKeyBytes: 0)
    if output.count - start > options.documentBytes { throw CanonicalError(kind: .documentTooLong, path: "$") }
  }

  // Recursion is bounded by `options.depth`.
  private static func append(
    _ value: JSONValue, to output: inout [UInt8], _ options: JSONOptions, depth: Int, openKeyBytes: Int
  ) throws(CanonicalError) {
    switch value {
    case .null: append(literal: "null", to: &output)
    case .bool(let value): append(literal: value ? "true" : "false", to: &output)
    case .integer(let value):
      guard (-largestInteger...largestInteger).contains(value) else { throw failure(.integerOutOfRange) }
      append(integer: value, to: &output)
    case .decimal: throw failure(.decimal)
    case .string(let text): try append(checked: text, to: &output, options)
    case .array(let elements):
      guard depth < options.depth else { throw failure(.tooDeep) }
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        do throws(CanonicalError) {
          try append(element, to: &output, options, depth: depth + 1, openKeyBytes: openKeyBytes)
        } catch {
          throw error.inside("[\(index)]")
        }
      }
      output.append(UInt8(ascii: "]"))
    case .object(let object):
      guard depth < options.depth else { throw failure(.tooDeep) }
      guard object.count <= options.members else { throw failure(.tooManyMembers) }
      var keyBytes = openKeyBytes
      output.append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        do throws(CanonicalError) {
          try append(checked: member.key, to: &output, options)
          keyBytes += member.key.utf8.count
          guard keyBytes <= options.openKeyBytes else { throw failure(.keysTooLong) }
          output.append(UInt8(ascii: ":"))
          try append(member.value, to: &output, options, depth: depth + 1, openKeyBytes: keyBytes)
        } catch {
          throw error.inside(KeyPathText.step(member.key))
        }
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  private static func append(
    checked text: String, to output: inout [UInt8], _ options: JSONOptions
  ) throws(CanonicalError) {
    guard text.utf8.count <= options.stringBytes else { throw failure(.stringTooLong) }
    guard !text.utf8.contains(0) else { throw failure(.nul) }
    append(string: text, to: &output)
  }

  private static func failure(_ kind: CanonicalError.Kind) -> CanonicalError {
    CanonicalError(kind: kind, path: "$")
  }
}

extension CanonicalError {
  /// The same error as seen from one container further out.
  fileprivate func inside(_ step: String) -> CanonicalError {
    CanonicalError(kind: kind, path: "$" + step + path.dropFirst())
  }
}
