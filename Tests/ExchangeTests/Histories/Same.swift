import Testing

/// Says of two lists of lines, where they differ, in which.
enum Same {
  static func expect(_ left: String, _ right: String, _ what: String) {
    expect(
      left.utf8.split(separator: UInt8(ascii: "\n")).map { Array($0) },
      right.utf8.split(separator: UInt8(ascii: "\n")).map { Array($0) }, what)
  }

  static func expect(_ left: [[UInt8]], _ right: [[UInt8]], _ what: String) {
    guard left != right else { return }
    let gone = left.filter { !right.contains($0) }.map { "- " + String(decoding: $0, as: UTF8.self) }
    let come = right.filter { !left.contains($0) }.map { "+ " + String(decoding: $0, as: UTF8.self) }
    Issue.record("\(what)\n\((gone + come).prefix(12).joined(separator: "\n"))")
  }
}
