/// Bytes as text of 64 letters (RFC 4648).
enum Base64 {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func text(_ bytes: some Collection<UInt8>) -> String {
    var output: [UInt8] = []
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let group = Array(rest.prefix(3))
      rest = rest.dropFirst(3)
      let padded = group + Array(repeating: 0, count: 3 - group.count)
      let word = padded.reduce(0) { $0 << 8 | Int($1) }
      for place in 0..<4 {
        output.append(place > group.count ? UInt8(ascii: "=") : letters[word >> (18 - 6 * place) & 63])
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
