import Foundation

/// Small whole files, made here byte by byte, with what cameras put beside the picture.
enum EvidenceSamples {
  /// What no copy may hold.
  static let place = Array("59.3293N 18.0686E".utf8)

  static func big32(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
  static func little32(_ value: Int) -> [UInt8] { big32(value).reversed() }

  // MARK: PNG

  static func chunk(_ type: String, _ data: [UInt8] = []) -> [UInt8] {
    let body = Array(type.utf8) + data
    var sum = UInt32.max
    for byte in body {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
    }
    return big32(data.count) + body + big32(Int(~sum))
  }

  static let pngHead: [UInt8] =
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + chunk("IHDR", big32(1) + big32(1) + [8, 0, 0, 0, 0])
  static let pngTail = chunk("IDAT", [0x78, 0x9c, 0x63, 0, 0, 0, 2, 0, 1]) + chunk("IEND")
  static let pngColours = chunk("sRGB", [0]) + chunk("pHYs", big32(2835) + big32(2835) + [1])

  /// Nothing but a picture.
  static let cleanPNG = pngHead + pngColours + pngTail
  static let png =
    pngHead + chunk("tEXt", Array("Comment\0".utf8) + place) + pngColours + chunk("eXIf", tiff(3))
    + chunk("zTXt", place) + chunk("iTXt", place) + chunk("tIME", [7, 0xea, 1, 1, 0, 0, 0]) + chunk("prIv", place)
    + pngTail + place

  // MARK: JPEG

  static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0xff, marker, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 0xff)] + payload
  }

  /// Little-endian TIFF: an orientation, and a GPS part with a place in words.
  static func tiff(_ orientation: UInt8) -> [UInt8] {
    let start: [UInt8] = Array("II".utf8) + [42, 0, 8, 0, 0, 0, 2, 0]
    let turned: [UInt8] = [0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
    let gps: [UInt8] = [0x25, 0x88, 4, 0, 1, 0, 0, 0, 38, 0, 0, 0]
    return start + turned + gps + [0, 0, 0, 0] + place
  }

  static let profile = segment(0xe2, Array("ICC_PROFILE\0".utf8) + [1, 1] + [UInt8](repeating: 7, count: 40))
  static let adobe = segment(0xee, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1])
  static let tables = segment(0xdb, [0] + [UInt8](repeating: 1, count: 64))
  static let frame = segment(0xc0, [8, 0, 1, 0, 1, 1, 1, 0x11, 0])
  static let codes = segment(0xc4, [0] + [UInt8](repeating: 0, count: 16))
  /// With a stuffed FF and a restart in it.
  static let scan = segment(0xda, [1, 1, 0, 0, 63, 0]) + [0x12, 0xff, 0, 0x34, 0xff, 0xd0, 0x56]
  static let jfif = segment(0xe0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])

  /// Nothing but a picture, upright.
  static let cleanJPEG = [0xff, 0xd8] + jfif + profile + adobe + tables + frame + codes + scan + [0xff, 0xd9]

  static func jpeg(orientation: UInt8) -> [UInt8] {
    let thumbnail = segment(0xe0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 4, 4] + place)
    let exif = segment(0xe1, Array("Exif\0\0".utf8) + tiff(orientation))
    let xmp = segment(0xe1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + place)
    let pictures = segment(0xe2, Array("MPF\0".utf8) + place)
    let photoshop = segment(0xed, Array("Photoshop 3.0\0".utf8) + place)
    let further = [0xff, 0xff] + segment(0xfe, place).dropFirst()
    return [0xff, 0xd8] + thumbnail + exif + xmp + profile + pictures + adobe + photoshop + tables + frame + further
      + codes + scan + [0xff, 0xd9] + [0xff, 0xd8] + place
  }

  // MARK: WebP

  static func part(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little32(data.count) + data + (data.count % 2 == 1 ? [0] : [])
  }

  static func webp(flags: UInt8, _ parts: [UInt8]) -> [UInt8] {
    let body =
      Array("WEBP".utf8) + part("VP8X", [flags, 0, 0, 0, 0, 0, 0, 0, 0, 0]) + part("VP8 ", [1, 2, 3]) + parts
    return Array("RIFF".utf8) + little32(body.count) + body
  }

  static let cleanWebP = webp(flags: 0x10, [])
  static let webp = webp(flags: 0x1c, part("EXIF", tiff(1)) + part("XMP ", place) + part("OURS", place)) + place

  // MARK: Others

  static func boxes(_ brand: String, _ others: [String] = []) -> [UInt8] {
    let brands = others.flatMap { Array($0.utf8) }
    return big32(16 + brands.count) + Array("ftyp".utf8) + Array(brand.utf8) + [0, 0, 0, 0] + brands + [0, 0, 0, 8]
  }

  static func holdsPlace(_ bytes: [UInt8]) -> Bool {
    Data(bytes).range(of: Data(place)) != nil
  }
}
