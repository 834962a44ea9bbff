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

  private static var damaged: EvidenceProblem {
    EvidenceProblem("is a damaged or incomplete JPEG")
  }

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
