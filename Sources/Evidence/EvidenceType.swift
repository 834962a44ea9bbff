import AuditModel

/// The kinds of files that can be evidence, told by what is in them and never by their names.
package enum EvidenceType: String, CaseIterable, Sendable {
  case png = "image/png"
  case jpeg = "image/jpeg"
  case heic = "image/heic"
  case webp = "image/webp"
  case mp4 = "video/mp4"
  case pdf = "application/pdf"
  case text = "text/plain"

  /// Largest file, in bytes: 25 MiB.
  package static let largest = 25 << 20

  /// `png, jpeg, heic, webp, mp4, pdf or txt (plain text in UTF-8)`
  package static let words = "png, jpeg, heic, webp, mp4, pdf, or txt (plain text in UTF-8)"

  /// Looks at the beginning of a file, and at all of one that may be text; nil for any other kind.
  package init?(of bytes: [UInt8]) {
    if bytes.starts(with: PNGCleaner.signature) {
      self = .png
    } else if bytes.starts(with: [0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else if bytes.starts(with: "%PDF-".utf8) {
      self = .pdf
    } else if let known = Self.ofBoxes(bytes) {
      self = known
    } else if Self.isText(bytes) {
      self = .text
    } else {
      return nil
    }
  }

  /// ISO base media files begin with a box `ftyp`: its length, its name, the brand, a version, further brands.
  ///
  /// HEIC is one of the still-image brands with HEVC inside; MP4 one of the brands that players know. QuickTime
  /// (`qt  `), AVIF and image sequences are neither.
  private static func ofBoxes(_ bytes: [UInt8]) -> EvidenceType? {
    guard bytes.dropFirst(4).starts(with: "ftyp".utf8), let length = Bytes.big32(bytes, at: 0),
      length >= 16, length <= min(bytes.count, 1024), length.isMultiple(of: 4)
    else { return nil }
    let brands = ([8] + stride(from: 16, to: length, by: 4)).map { String(decoding: bytes[$0..<$0 + 4], as: UTF8.self) }
    let stills = ["heic", "heix", "heim", "heis"]
    if stills.contains(brands[0]) || brands[0] == "mif1" && brands.contains(where: stills.contains) { return .heic }
    let films = ["isom", "iso2", "iso3", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "M4V ", "M4VH", "M4VP"]
    return films.contains(brands[0]) ? .mp4 : nil
  }

  /// UTF-8 without control characters but tab and line ends.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    guard !bytes.isEmpty, UTF8Text.decode(bytes) != nil else { return false }
    var last: UInt8 = 0
    for byte in bytes {
      // The second byte of a C1 control.
      if last == 0xc2, byte < 0xa0 { return false }
      if byte == 0x7f || byte < 0x20 && ![0x09, 0x0a, 0x0d].contains(byte) { return false }
      last = byte
    }
    return true
  }

  /// Endings of names that fit, the usual one first.
  package var endings: [String] {
    switch self {
    case .png: ["png"]
    case .jpeg: ["jpg", "jpeg"]
    case .heic: ["heic", "heif"]
    case .webp: ["webp"]
    case .mp4: ["mp4", "m4v"]
    case .pdf: ["pdf"]
    case .text: ["txt", "text", "log", "md", "csv", "tsv", "json"]
    }
  }

  /// Whether such files usually say where, when and with what they were made, and go on saying so.
  package var mayTell: Bool { [.heic, .mp4, .pdf].contains(self) }
}

/// Numbers inside foreign bytes; nil where there are not enough of them.
enum Bytes {
  static func big16(_ bytes: [UInt8], at index: Int) -> Int? {
    guard index >= 0, index <= bytes.count - 2 else { return nil }
    return Int(bytes[index]) << 8 | Int(bytes[index + 1])
  }

  static func big32(_ bytes: [UInt8], at index: Int) -> Int? {
    guard let high = big16(bytes, at: index), let low = big16(bytes, at: index + 2) else { return nil }
    return high << 16 | low
  }

  static func little16(_ bytes: [UInt8], at index: Int) -> Int? {
    big16(bytes, at: index).map { ($0 & 0xff) << 8 | $0 >> 8 }
  }

  static func little32(_ bytes: [UInt8], at index: Int) -> Int? {
    guard let low = little16(bytes, at: index), let high = little16(bytes, at: index + 2) else { return nil }
    return high << 16 | low
  }
}
