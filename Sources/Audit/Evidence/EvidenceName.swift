import Base

/// The names under which evidence is shown and written out. They come from anywhere, and never lead anywhere.
package enum EvidenceName {
  /// Longest name, in bytes.
  static let longest = 120

  /// A name that is safe in any folder and on any screen, of the same words where that is possible, and with an ending
  /// that fits what the file is.
  ///
  /// No separators, control characters or characters that turn the line round; no dot, hyphen or blank in front and no
  /// dot or blank behind; none of the names that Windows keeps for devices.
  ///
  /// - Parameters:
  ///   - name: a path, of which the last part counts, or a name from a fact.
  ///   - type: its media type; of one that is not known here the ending is `bin`.
  package static func safe(_ name: String, type: String) -> String {
    let last = name.unicodeScalars.split(separator: "/").last.map { Array($0) } ?? []
    let shown = last.filter { !isHidden($0) }.map { isUnfit($0) ? "-" : $0 }
    let text = String.UnicodeScalarView(shown.drop { $0 == "." || $0 == "-" || $0 == " " })
    let endings = EvidenceType(rawValue: type)?.endings ?? ["bin"]
    var (stem, ending) = split(String(text))
    if !endings.contains(ASCIIFold.small(ending)) {
      // An ending that belongs to another kind of picture is wrong; any other may be part of the name.
      if !EvidenceType.allCases.contains(where: { $0 != .text && $0.endings.contains(ASCIIFold.small(ending)) }) {
        stem = String(text)
      }
      ending = endings[0]
    }
    stem = trimmed(stem, to: longest - ending.utf8.count - 1)
    if stem.isEmpty { stem = "evidence" }
    if isDevice(stem) { stem = "_" + stem }
    return "\(stem).\(ending)"
  }

  /// The same name for the second, third … file of that name: `shot-2.png`.
  package static func numbered(_ name: String, _ number: Int) -> String {
    let (stem, ending) = split(name)
    return number < 2 ? name : "\(stem)-\(number)" + (ending.isEmpty ? "" : ".\(ending)")
  }

  private static func split(_ name: String) -> (stem: String, ending: String) {
    guard let dot = name.unicodeScalars.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
    return (String(name[..<dot]), String(name[name.unicodeScalars.index(after: dot)...]))
  }

  /// Cuts between characters, and takes dots and blanks off the end.
  private static func trimmed(_ text: String, to limit: Int) -> String {
    var scalars = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      count += UTF8.width(scalar)
      if count > limit { break }
      scalars.append(scalar)
    }
    while let last = scalars.last, last == "." || last == " " { scalars.removeLast() }
    return String(scalars)
  }

  /// Separators anywhere, and what no name may hold on some system.
  private static func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
    "\\:*?\"<>|".unicodeScalars.contains(scalar)
  }

  /// Control characters, and those that change the direction or take no place.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f..<0xa0, 0xad, 0x61c, 0x200b...0x200f, 0x2028...0x202e, 0x2060...0x206f, 0xfe00...0xfe0f, 0xfeff,
      0xfff0...0xfffb, 0xe0000...0xe0fff:
      true
    default: false
    }
  }

  private static func isDevice(_ stem: String) -> Bool {
    let base = ASCIIFold.small(
      stem.split(separator: ".", omittingEmptySubsequences: false).first.map(String.init) ?? "")
    if ["con", "prn", "aux", "nul"].contains(base) { return true }
    return base.utf8.count == 4 && ["com", "lpt"].contains(base.prefix(3)) && base.utf8.last.map { $0 <= 0x39 } ?? false
  }
}

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
