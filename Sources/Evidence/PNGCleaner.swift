/// Removes from a PNG what is not the image: texts, times, EXIF, private parts and any bytes after the end.
///
/// ```
///   signature  ( length type data crc )*
/// ```
enum PNGCleaner {
  static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  private static let critical = ["IHDR", "PLTE", "IDAT", "IEND"]
  /// How an image looks: transparency, colors, size of a pixel, and the frames of an animation.
  private static let kept: Set<String> = [
    "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "mDCV", "cLLI", "bKGD", "pHYs", "acTL", "fcTL", "fdAT",
  ]

  static func clean(_ bytes: [UInt8]) throws(EvidenceProblem) -> [UInt8] {
    var output = signature
    output.reserveCapacity(bytes.count)
    var index = signature.count
    var (isFirst, hasData) = (true, false)
    while true {
      guard let length = Bytes.big32(bytes, at: index), length <= bytes.count - index - 12 else { throw damaged }
      let type = String(decoding: bytes[index + 4..<index + 8], as: UTF8.self)
      let end = index + 8 + length
      guard Bytes.big32(bytes, at: end) == CRC.of(bytes[index + 4..<end]) else { throw damaged }
      guard (type == "IHDR") == isFirst, !isFirst || length == 13 else { throw damaged }
      isFirst = false
      hasData = hasData || type == "IDAT"
      if critical.contains(type) || kept.contains(type) {
        output += bytes[index..<end + 4]
      } else if bytes[index + 4] & 0x20 == 0 {
        // Said to be necessary, and not known: the picture cannot be shown without it.
        throw damaged
      }
      index = end + 4
      if type == "IEND" {
        guard hasData else { throw damaged }
        return output
      }
    }
  }

  private static var damaged: EvidenceProblem {
    EvidenceProblem("is a damaged or incomplete PNG")
  }
}

/// The check sum of PNG (ISO 3309).
private enum CRC {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ value >> 1 : value >> 1 }
  }

  static func of(_ bytes: ArraySlice<UInt8>) -> Int {
    let sum = table.withUnsafeBufferPointer { table in
      bytes.withUnsafeBufferPointer { bytes in
        var sum = UInt32.max
        for byte in bytes { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
        return sum
      }
    }
    return Int(~sum)
  }
}
