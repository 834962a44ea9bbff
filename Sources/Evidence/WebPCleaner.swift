/// Removes from a WebP what is not the image: EXIF, XMP, unknown parts and any bytes after the end.
///
/// ```
///   RIFF size WEBP  ( name size data padding )*
/// ```
enum WebPCleaner {
  private static let kept: Set<String> = ["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]
  /// Of the flags in `VP8X`: there is EXIF, there is XMP.
  private static let tells: UInt8 = 0x08 | 0x04

  static func clean(_ bytes: [UInt8]) throws(EvidenceProblem) -> [UInt8] {
    guard let size = Bytes.little32(bytes, at: 4), size >= 4, size <= bytes.count - 8 else { throw damaged }
    var output = Array(bytes[0..<12])
    output.reserveCapacity(bytes.count)
    var index = 12
    var hasPicture = false
    let end = 8 + size
    while index < end {
      guard end - index >= 8, let length = Bytes.little32(bytes, at: index + 4), length <= end - index - 8 else {
        throw damaged
      }
      let name = String(decoding: bytes[index..<index + 4], as: UTF8.self)
      let next = index + 8 + length
      if kept.contains(name) {
        hasPicture = hasPicture || ["VP8 ", "VP8L", "ANMF"].contains(name)
        let start = output.count
        output += bytes[index..<next]
        if !length.isMultiple(of: 2) {
          guard next < end else { throw damaged }
          output.append(0)
        }
        if name == "VP8X" {
          guard length >= 10 else { throw damaged }
          output[start + 8] &= ~tells
        }
      }
      index = next + length % 2
    }
    guard hasPicture else { throw damaged }
    let total = output.count - 8
    for byte in 0..<4 { output[4 + byte] = UInt8(truncatingIfNeeded: total >> (8 * byte)) }
    return output
  }

  private static var damaged: EvidenceProblem {
    EvidenceProblem("is a damaged or incomplete WebP")
  }
}
