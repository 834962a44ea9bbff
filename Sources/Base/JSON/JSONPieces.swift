/// The values of a text that has several, one behind the other: JSON lines, and the pages that programs of trackers join.
package enum JSONPieces {
  /// Where each value is, and its line from 0. A value may be on one line or on several; any other text is a piece as
  /// well, and refused when it is read.
  ///
  /// - Parameter most: where there are more pieces, one more than this is found, and the rest is not looked at.
  package static func all(in bytes: ArraySlice<UInt8>, atMost most: Int) -> [(range: Range<Int>, line: Int)] {
    var pieces: [(range: Range<Int>, line: Int)] = []
    var line = 0
    var depth = 0
    var isText = false
    var begin: (place: Int, line: Int)?
    var index = bytes.startIndex
    while index < bytes.endIndex {
      guard pieces.count <= most else { return pieces }
      let byte = bytes[index]
      if byte == 0x0A, !isText || depth == 0 {
        // A value that is no object ends with its line.
        if depth == 0, let start = begin {
          pieces.append((start.place..<index, start.line))
          (begin, isText) = (nil, false)
        }
        line += 1
      } else if begin == nil {
        // A sequence of JSON has the sign 30 before each value.
        if ![0x20, 0x09, 0x0D, 0x1E].contains(byte) { begin = (index, line) }
      }
      if begin != nil {
        switch byte {
        case UInt8(ascii: "\\") where isText: index += 1
        case UInt8(ascii: "\""): isText.toggle()
        case UInt8(ascii: "{") where !isText, UInt8(ascii: "[") where !isText: depth += 1
        case UInt8(ascii: "}") where !isText, UInt8(ascii: "]") where !isText:
          depth = max(0, depth - 1)
          if depth == 0, let start = begin {
            pieces.append((start.place..<index + 1, start.line))
            begin = nil
          }
        default: break
        }
      }
      index += 1
    }
    if let start = begin { pieces.append((start.place..<bytes.endIndex, start.line)) }
    return pieces
  }

  /// The values of several documents, those of an array one by one; nil where there are not several, or one is none.
  package static func values(in bytes: [UInt8], _ options: JSONOptions, atMost most: Int) -> [JSONValue]? {
    let pieces = all(in: bytes[...], atMost: most)
    guard (2...most).contains(pieces.count) else { return nil }
    var values: [JSONValue] = []
    for piece in pieces {
      guard let value = try? JSONReader.parse(Array(bytes[piece.range]), options: options) else { return nil }
      values += value.arrayValue ?? [value]
    }
    return values
  }
}
