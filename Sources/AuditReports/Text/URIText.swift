/// Text as a part of a URI reference.
enum URIText {
  /// All bytes but unreserved characters and `/` in percent form, so that any path or name stays one.
  static func escaped(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    var address = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
        address.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        address += "%"
        address.append(digits[Int(byte >> 4)])
        address.append(digits[Int(byte & 15)])
      }
    }
    return address
  }
}
