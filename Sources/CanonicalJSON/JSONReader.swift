/// Reads a whole document that is in memory.
package enum JSONReader {
  /// The value of a document. Refuses what `JSONTokenizer` refuses, with the place of the first error.
  package static func parse(
    _ bytes: [UInt8], options: JSONOptions = .standard
  ) throws(JSONError) -> JSONValue {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
      try parse(UnsafeRawBufferPointer(buffer), options: options)
    }
  }

  /// The value of a document whose bytes stay valid during the call.
  package static func parse(
    _ bytes: UnsafeRawBufferPointer, options: JSONOptions = .standard
  ) throws(JSONError) -> JSONValue {
    var tokens = JSONTokenizer(options: options)
    var builder = JSONBuilder()
    var value = JSONValue.null
    while true {
      let token = try tokens.next(in: bytes, isLast: true)
      if case .end = token { return value }
      if let built = builder.take(token, in: bytes) { value = built }
    }
  }
}
