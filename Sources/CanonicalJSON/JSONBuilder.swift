/// Makes a `JSONValue` of the tokens of one value, without recursion.
///
/// Starts anywhere a value starts; the caller may feed it from several windows, since nothing of them is kept.
package struct JSONBuilder {
  private struct Container {
    var firstValue: Int
    var firstKey: Int
  }

  private var values: [JSONValue] = []
  private var keys: [String] = []
  private var open: [Container] = []

  package init() {}

  /// Takes the next token; returns the value once it is complete, and is then ready for another one.
  package mutating func take(_ token: JSONToken, in window: UnsafeRawBufferPointer) -> JSONValue? {
    switch token {
    case .null: return add(.null)
    case .bool(let value): return add(.bool(value))
    case .integer(let value): return add(.integer(value))
    case .decimal(let text): return add(.decimal(text.string(in: window)))
    case .string(let text): return add(.string(text.string(in: window)))
    case .key(let text):
      keys.append(text.string(in: window))
      return nil
    case .arrayStart, .objectStart:
      open.append(Container(firstValue: values.count, firstKey: keys.count))
      return nil
    case .arrayEnd:
      guard let ended = open.popLast() else { return nil }
      let elements = Array(values[ended.firstValue...])
      values.removeLast(elements.count)
      return add(.array(elements))
    case .objectEnd:
      guard let ended = open.popLast() else { return nil }
      let members = zip(keys[ended.firstKey...], values[ended.firstValue...]).map(JSONObject.Member.init)
      keys.removeLast(keys.count - ended.firstKey)
      values.removeLast(values.count - ended.firstValue)
      return add(.object(JSONObject(distinct: members)))
    case .end, .needsMore:
      return nil
    }
  }

  private mutating func add(_ value: JSONValue) -> JSONValue? {
    if open.isEmpty { return value }
    values.append(value)
    return nil
  }
}
