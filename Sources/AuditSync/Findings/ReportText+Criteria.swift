import AuditModel

/// Success criteria, as reports spell them.
extension ReportText {
  /// The numbers that tags name: `1.1.1` of `wcag111`, `1.4.12` of `wcag1412`. Others name none.
  static func criteria(tags: [String]) -> [String] { distinct(tags.compactMap(criterion(tag:))) }

  /// - Parameter tag: `wcag412`: a digit, a digit, and the rest.
  private static func criterion(tag: String) -> String? {
    guard tag.hasPrefix("wcag") else { return nil }
    let digits = Array(tag.dropFirst(4).utf8)
    guard (3...4).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    let number = String(decoding: digits, as: UTF8.self)
    return "\(number.prefix(1)).\(number.dropFirst().prefix(1)).\(number.dropFirst(2))"
  }

  /// The numbers of the form `1.4.3` in a text, also written `1_4_3`.
  static func criteria(in text: String) -> [String] {
    let words = text.split { !($0.isASCII && ($0.isNumber || $0 == "." || $0 == "_")) }
    return distinct(
      words.compactMap { word in
        let parts = word.split { $0 == "." || $0 == "_" }
        guard parts.count >= 3, parts[0].utf8.count == 1, parts[1].utf8.count == 1,
          (1...2).contains(parts[2].utf8.count),
          ("1"..."4").contains(parts[0])
        else { return nil }
        return parts[..<3].joined(separator: ".")
      })
  }

  /// An address without its percent signs: `Écran` of `%C3%89cran`; as it is where they spell no text.
  static func decoded(_ address: String) -> String {
    guard address.utf8.contains(UInt8(ascii: "%")) else { return address }
    var (bytes, rest) = ([UInt8](), Array(address.utf8)[...])
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), value > 0
      else { return address }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return UTF8Text.decode(bytes) ?? address
  }

  private static func distinct(_ numbers: [String]) -> [String] {
    var seen: Set<String> = []
    return numbers.filter { seen.insert($0).inserted }
  }
}
