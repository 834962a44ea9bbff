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
    if !endings.contains(lowercased(ending)) {
      // An ending that belongs to another kind of picture is wrong; any other may be part of the name.
      if !EvidenceType.allCases.contains(where: { $0 != .text && $0.endings.contains(lowercased(ending)) }) {
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

  private static func lowercased(_ text: String) -> String {
    String(decoding: text.utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
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
    let base = lowercased(stem.split(separator: ".", omittingEmptySubsequences: false).first.map(String.init) ?? "")
    if ["con", "prn", "aux", "nul"].contains(base) { return true }
    return base.utf8.count == 4 && ["com", "lpt"].contains(base.prefix(3)) && base.utf8.last.map { $0 <= 0x39 } ?? false
  }
}
