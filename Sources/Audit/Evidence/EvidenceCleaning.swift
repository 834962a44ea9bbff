/// A file that cannot be evidence. `reason` goes on from "FILE …".
package struct EvidenceProblem: Error, Equatable, Sendable {
  package var reason: String

  init(_ reason: String) { self.reason = reason }
}

/// A file as it is kept: without what tells where and when it was taken, by whom and with what, where that can be
/// removed without touching the picture.
package struct CleanedEvidence: Equatable, Sendable {
  package var type: EvidenceType
  package var bytes: [UInt8]
  /// Whether anything was taken out.
  package var isChanged: Bool

  /// Tells the type of a file and cleans it. Cleaning what was cleaned changes nothing, and nothing grows by it.
  ///
  /// - Throws: a reason for the person who named the file.
  package init(_ bytes: [UInt8]) throws(EvidenceProblem) {
    guard !bytes.isEmpty else { throw EvidenceProblem("is empty") }
    guard bytes.count <= EvidenceType.largest else {
      throw EvidenceProblem("is larger than \(EvidenceType.largest >> 20) MiB, the maximum")
    }
    guard let type = EvidenceType(of: bytes) else {
      throw EvidenceProblem("is not a supported evidence type: \(EvidenceType.words)")
    }
    self.type = type
    self.bytes =
      switch type {
      case .png: try PNGCleaner.clean(bytes)
      case .jpeg: try JPEGCleaner.clean(bytes)
      case .webp: try WebPCleaner.clean(bytes)
      case .heic, .mp4, .pdf, .text: bytes
      }
    isChanged = self.bytes.count != bytes.count || self.bytes != bytes
  }
}

/// Removes from a JPEG what is not the image: EXIF, GPS, XMP, IPTC, thumbnails, comments, makers' own parts, further
/// images and any bytes after the end.
///
/// ```
///   FFD8  ( FF marker length payload )*  FFDA length payload  scan data  … FFD9
/// ```
///
/// Kept are tables and frames, JFIF without its thumbnail, the color profile, Adobe's color transform, and of EXIF
/// the one number that says which way up the image is.
enum JPEGCleaner {
  static func clean(_ bytes: [UInt8]) throws(EvidenceProblem) -> [UInt8] {
    var output: [UInt8] = [0xff, 0xd8]
    output.reserveCapacity(bytes.count)
    var index = 2
    var (hasFrame, hasScan, hasOrientation) = (false, false, false)
    while true {
      let marker = try marker(bytes, &index)
      if marker == 0xd9 {
        guard hasFrame, hasScan else { throw damaged }
        return output + [0xff, 0xd9]
      }
      guard let length = Bytes.big16(bytes, at: index), length >= 2, length <= bytes.count - index else {
        throw damaged
      }
      let payload = bytes[index + 2..<index + length]
      index += length
      switch marker {
      case 0xc4, 0xcc, 0xdb, 0xdc, 0xdd, 0xde, 0xdf: append(marker, payload, to: &output)
      case 0xc0...0xcf where marker != 0xc8:
        hasFrame = true
        append(marker, payload, to: &output)
      case 0xda:
        guard hasFrame else { throw damaged }
        hasScan = true
        append(marker, payload, to: &output)
        copyScan(bytes, &index, to: &output)
      case 0xe1:
        guard !hasOrientation, let orientation = Orientation.read(payload) else { continue }
        hasOrientation = true
        append(marker, Orientation.payload(orientation)[...], to: &output)
      case 0xe0, 0xe2, 0xee: if let kept = kept(marker, payload) { append(marker, kept[...], to: &output) }
      case 0xe3...0xef, 0xfe: continue
      default: throw damaged
      }
    }
  }

  private static var damaged: EvidenceProblem { EvidenceProblem("is a damaged or incomplete JPEG") }

  /// Any number of FF, then the marker's own byte.
  private static func marker(_ bytes: [UInt8], _ index: inout Int) throws(EvidenceProblem) -> UInt8 {
    guard index < bytes.count, bytes[index] == 0xff else { throw damaged }
    while index < bytes.count, bytes[index] == 0xff { index += 1 }
    guard index < bytes.count else { throw damaged }
    defer { index += 1 }
    return bytes[index]
  }

  private static func append(_ marker: UInt8, _ payload: ArraySlice<UInt8>, to output: inout [UInt8]) {
    let length = payload.count + 2
    output += [0xff, marker, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)]
    output += payload
  }

  /// Everything up to the next marker: in a scan FF 00 stands for FF, and FF D0 to D7 are restarts.
  private static func copyScan(_ bytes: [UInt8], _ index: inout Int, to output: inout [UInt8]) {
    let start = index
    bytes.withUnsafeBufferPointer { bytes in
      while index + 1 < bytes.count {
        let next = bytes[index + 1]
        if bytes[index] == 0xff, next != 0, !(0xd0...0xd7).contains(next) { break }
        index += bytes[index] == 0xff ? 2 : 1
      }
    }
    output += bytes[start..<index]
  }

  private static func kept(_ marker: UInt8, _ payload: ArraySlice<UInt8>) -> [UInt8]? {
    switch marker {
    case 0xe0:
      guard payload.starts(with: "JFIF\0".utf8), payload.count >= 14 else { return nil }
      return Array(payload.prefix(12)) + [0, 0]
    case 0xe2: return payload.starts(with: "ICC_PROFILE\0".utf8) ? Array(payload) : nil
    default: return payload.starts(with: "Adobe".utf8) && payload.count >= 12 ? Array(payload.prefix(12)) : nil
    }
  }
}

/// Which way up a picture is, as EXIF says it.
private enum Orientation {
  /// Bytes of an EXIF part that says nothing else; a shorter one is not asked, so that nothing grows.
  private static let bytes = 32

  /// The orientation of an EXIF part, 2 to 8; nil where it is upright or not said.
  static func read(_ payload: ArraySlice<UInt8>) -> UInt8? {
    guard payload.count >= bytes, payload.starts(with: "Exif\0\0".utf8) else { return nil }
    let tiff = Array(payload.dropFirst(6))
    let isBig = tiff.starts(with: "MM".utf8)
    guard isBig || tiff.starts(with: "II".utf8) else { return nil }
    func word(_ index: Int) -> Int? { isBig ? Bytes.big16(tiff, at: index) : Bytes.little16(tiff, at: index) }
    func long(_ index: Int) -> Int? { isBig ? Bytes.big32(tiff, at: index) : Bytes.little32(tiff, at: index) }
    guard word(2) == 42, let start = long(4), let count = word(start) else { return nil }
    for entry in 0..<count {
      let place = start + 2 + entry * 12
      guard let tag = word(place) else { return nil }
      guard tag == 0x0112 else { continue }
      guard word(place + 2) == 3, long(place + 4) == 1, let value = word(place + 8), (2...8).contains(value) else {
        return nil
      }
      return UInt8(truncatingIfNeeded: value)
    }
    return nil
  }

  static func payload(_ value: UInt8) -> [UInt8] {
    Array("Exif\0\0MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0]
  }
}

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

  private static var damaged: EvidenceProblem { EvidenceProblem("is a damaged or incomplete PNG") }
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

  private static var damaged: EvidenceProblem { EvidenceProblem("is a damaged or incomplete WebP") }
}
