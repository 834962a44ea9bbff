import Base

/// A name that breaks the rules for what it names.
package struct NameProblem: Error, Equatable, Sendable {
  /// One sentence that says what is wrong and what is expected.
  package var message: String

  package init(_ message: String) { self.message = message }
}

/// The rules for the names people give: keys are for scripts and speech and so plain ASCII; texts are free.
package enum Names {
  /// Longest key, in bytes.
  package static let longestKey = 200
  /// Longest one-line text such as a title, owner or build, in bytes.
  package static let longestLine = 1_000
  /// Longest note, in bytes.
  package static let longestNote = 65_536

  /// Checks a component's key: segments of `A-Z a-z 0-9 . _ -`, joined by `/`.
  package static func checkKey(_ key: String, of what: String) throws(NameProblem) {
    let bytes = Array(key.utf8)
    if bytes.isEmpty { throw NameProblem("the \(what) has no name") }
    if bytes.count > longestKey { throw NameProblem("the name of the \(what) is longer than \(longestKey) bytes") }
    for byte in bytes where !isKeyByte(byte) {
      throw NameProblem(
        "invalid \(what) name \"\(key)\"; expected letters A to Z, digits, '.', '_', '-', or '/'")
    }
    for segment in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let first = segment.first else {
        throw NameProblem("invalid \(what) name \"\(key)\": a part between two '/' is empty")
      }
      if first == UInt8(ascii: "-") || segment.allSatisfy({ $0 == UInt8(ascii: ".") }) {
        throw NameProblem("invalid \(what) name \"\(key)\": a part begins with '-' or has only dots")
      }
    }
  }

  /// Checks a one-line text: no line breaks, no NUL, at most 1000 bytes.
  package static func checkLine(_ text: String, of what: String) throws(NameProblem) {
    if text.utf8.count > longestLine { throw NameProblem("the \(what) is longer than \(longestLine) bytes") }
    for byte in text.utf8 where byte < 0x20 || byte == 0x7f {
      throw NameProblem("the \(what) contains a control character; expected one line of plain text")
    }
  }

  /// Checks a note: any text without NUL, at most 65536 bytes.
  package static func checkNote(_ text: String, of what: String = "note") throws(NameProblem) {
    if text.utf8.count > longestNote { throw NameProblem("the \(what) is longer than \(longestNote) bytes") }
    if text.utf8.contains(0) { throw NameProblem("the \(what) contains a NUL character") }
  }

  private static func isKeyByte(_ byte: UInt8) -> Bool { byte.isLetterOrDigit || "._-/".utf8.contains(byte) }
}

/// What a name looks like: equal for names that a person does not tell apart.
///
/// Without regard to case, to how accents are made up, to the kind of space, to characters that are not seen, and to the
/// script of a letter (`LetterLooks`). Two names of one look are two names all the same: results of the one do not count
/// for the other.
package struct NameLook: Hashable, Sendable {
  /// Compared as Swift compares text: `é` is equal to `e` with an accent (canonical equivalence, as after NFC).
  private let text: String

  package init(_ name: String) {
    if name.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
      text = name.utf8.contains { (0x41...0x5A).contains($0) } ? name.lowercased() : name
      return
    }
    var seen = String.UnicodeScalarView()
    for scalar in name.unicodeScalars where !Self.isUnseen(scalar) {
      if Self.isSpace(scalar) {
        if let last = seen.last, last != " " { seen.append(" ") }
      } else {
        for letter in scalar.properties.lowercaseMapping.unicodeScalars {
          seen.append(contentsOf: LetterLooks.latin(letter).unicodeScalars)
        }
      }
    }
    if seen.last == " " { seen.removeLast() }
    text = String(seen)
  }

  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format: !isSpace(scalar)
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// The blank of braille is a letter that shows nothing.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.value == 0x2800
  }
}

/// Two names that are different and look alike.
package struct LookAlike: Hashable, Sendable {
  /// What both name: `component`.
  package let kind: String
  package let name: String
  package let other: String

  /// By bytes: Swift's own comparison takes the very names for equal that this is about.
  package static func == (left: LookAlike, right: LookAlike) -> Bool {
    left.kind == right.kind && left.name.hasSameBytes(as: right.name)
      && left.other.hasSameBytes(as: right.other)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    for text in [name, other] { hasher.combine(Array(text.utf8)) }
  }

  /// The pairs among the names of a kind, each with the first of its look in the order given.
  package static func pairs(_ kind: String, _ names: some Sequence<String>) -> [LookAlike] {
    groups(names).flatMap { group in group.dropFirst().map { LookAlike(kind: kind, name: $0, other: group[0]) } }
  }

  /// Names that share a look with another one of them, together; names with the same bytes are one.
  package static func groups(_ names: some Sequence<String>) -> [[String]] {
    var groups: [[String]] = []
    var places: [NameLook: Int] = [:]
    // A bundle may bring thousands of names of one look: none is compared with all before it.
    var grouped: Set<[UInt8]> = []
    for name in names {
      let look = NameLook(name)
      guard let place = places[look] else {
        places[look] = groups.count
        groups.append([name])
        continue
      }
      if groups[place].count == 1 { grouped.insert(Array(groups[place][0].utf8)) }
      if grouped.insert(Array(name.utf8)).inserted { groups[place].append(name) }
    }
    return groups.filter { $0.count > 1 }
  }

  /// `component "café" looks like "Café" (different characters: U+0063 and U+0043)`. The names are as they are.
  package var sentence: String {
    "\(kind) \"\(name)\" looks like \"\(other)\" (different characters: \(differences))"
  }

  /// The first characters that differ, as their numbers: the names themselves may show no difference.
  private var differences: String {
    let (first, second) = (Array(name.unicodeScalars), Array(other.unicodeScalars))
    let common = zip(first, second).prefix { $0 == $1 }.count
    return [first, second].map { scalars in
      guard common < scalars.count else { return "end" }
      let digits = String(scalars[common].value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }.joined(separator: " and ")
  }
}

/// What a typed name stands for among the names that exist.
package enum Resolution: Equatable, Sendable {
  case one(String)
  /// More than one name fits equally well; in the order given.
  case several([String])
  /// None fits; up to three that look alike, best first.
  case none(suggestions: [String])
}

/// Finds the name that someone meant: check ids such as `voiceover.label-present`, component keys such as
/// `sign-in/close-button`, and anything else made of parts joined by `.`, `/` and `-`.
///
/// The rules are tried in turn, and the first that finds anything decides:
/// 1. the whole name; then the whole name in any case,
/// 2. its end from a `.` or `/` on (`label-present`, `close-button`),
/// 3. its beginning (`voiceover.label-pr`),
/// 4. the beginning of its last part (`label-pr`),
/// 5. the beginnings of its parts, from the first part on (`voice.label-p`, `sign/close`),
/// 6. its end from a `-` on (`button`).
/// - Parameter names: distinct names; compared as bytes, so that no two spellings of Unicode fall together.
package func resolve(_ typed: String, among names: [String]) -> Resolution { NameTable(names).resolve(typed) }

/// Names among which others are found by the rules of `resolve`, each made small once.
package struct NameTable {
  private typealias Name = (text: String, whole: [UInt8], small: [UInt8])
  /// A part or a word of a name, to its end.
  private typealias End = (name: Int, start: Int)

  private let names: [Name]
  /// In the order of their bytes; nil where each name is tried.
  private let ends: [End]?

  /// - Parameter isForMany: whether many are looked for: then names are found by how they and their parts begin, without
  ///   trying each, and none that looks alike is suggested.
  package init(_ names: [String], isForMany: Bool = false) {
    self.names = names.map { name in
      let whole = Array(name.utf8)
      return (name, whole, whole.map(ASCIIFold.small))
    }
    ends = isForMany ? Self.ends(self.names) : nil
  }

  /// What a typed name stands for.
  package func resolve(_ typed: String) -> Resolution {
    let wanted = Array(typed.utf8)
    guard !wanted.isEmpty else { return .none(suggestions: []) }
    let small = wanted.map(ASCIIFold.small)
    let tried = ends.map { near(small, $0) } ?? names
    for rule in ResolvingRule.allCases {
      let found = tried.filter { rule.accepts($0.whole, $0.small, wanted: wanted, small: small) }.map(\.text)
      if let only = found.first { return found.count == 1 ? .one(only) : .several(found) }
    }
    return .none(suggestions: ends == nil ? suggestions(for: typed, among: names.map(\.text)) : [])
  }

  private static func ends(_ names: [Name]) -> [End] {
    names.indices.flatMap { place in
      let borders = names[place].small.enumerated().filter { [dot, slash, hyphen].contains($0.element) }
      return ([0] + borders.map { $0.offset + 1 }).map { (name: place, start: $0) }
    }.sorted { names[$0.name].small[$0.start...].lexicographicallyPrecedes(names[$1.name].small[$1.start...]) }
  }

  /// The names that a rule may accept, in the order given: a part or a word of theirs begins with what was typed, or those
  /// are that begin with one of its parts, the one that fewest do.
  private func near(_ small: [UInt8], _ ends: [End]) -> [Name] {
    let parts = ResolvingRule.parts(small)
    let ofParts = parts.count > 1 ? parts.map { ends[range(of: $0, ends)] }.min { $0.count < $1.count } : nil
    let places = Set((ends[range(of: small[...], ends)] + (ofParts ?? [])).map(\.name))
    return places.sorted().map { names[$0] }
  }

  /// Where the ends are that begin with some bytes.
  private func range(of start: ArraySlice<UInt8>, _ ends: [End]) -> Range<Int> {
    func first(_ isBehind: (ArraySlice<UInt8>) -> Bool) -> Int {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if isBehind(names[ends[middle].name].small[ends[middle].start...]) { high = middle } else { low = middle + 1 }
      }
      return low
    }
    let low = first { !$0.lexicographicallyPrecedes(start) }
    return low..<first { !$0.starts(with: start) && start.lexicographicallyPrecedes($0) }
  }
}

private let dot = UInt8(ascii: ".")
private let slash = UInt8(ascii: "/")
private let hyphen = UInt8(ascii: "-")

private enum ResolvingRule: CaseIterable {
  case whole
  case wholeInAnyCase
  case lastParts
  case beginning
  case beginningOfLastPart
  case beginningsOfParts
  case lastWords

  /// - Parameters:
  ///   - name: in small letters, as `small` is; `whole` and `wanted` are as they are.
  func accepts(_ whole: [UInt8], _ name: [UInt8], wanted: [UInt8], small: [UInt8]) -> Bool {
    guard name.count >= wanted.count else { return false }
    switch self {
    case .whole: return whole == wanted
    case .wholeInAnyCase: return name == small
    case .lastParts: return endsAtBorder(name, small) { $0 == dot || $0 == slash }
    case .beginning: return name.starts(with: small)
    case .beginningOfLastPart:
      guard let border = name.lastIndex(where: { $0 == dot || $0 == slash }) else { return false }
      return name[(border + 1)...].starts(with: small)
    case .beginningsOfParts: return partsBegin(name, small)
    case .lastWords: return endsAtBorder(name, small) { $0 == hyphen }
    }
  }

  static func parts(_ name: [UInt8]) -> [ArraySlice<UInt8>] {
    name.split(omittingEmptySubsequences: false) { $0 == dot || $0 == slash }
  }

  private func endsAtBorder(_ name: [UInt8], _ end: [UInt8], border: (UInt8) -> Bool) -> Bool {
    let start = name.count - end.count
    return start > 0 && border(name[start - 1]) && name[start...].elementsEqual(end)
  }

  private func partsBegin(_ name: [UInt8], _ wanted: [UInt8]) -> Bool {
    let (wantedParts, parts) = (Self.parts(wanted), Self.parts(name))
    guard wantedParts.count > 1, parts.count >= wantedParts.count else { return false }
    return zip(parts, wantedParts).allSatisfy { part, wanted in part.starts(with: wanted) }
  }
}

/// The longest text that suggestions are looked for; nothing longer is a slip of the fingers.
private let longestTyped = 80

/// Up to three names that look like what was typed, best first; equal ones in the order given.
///
/// A name counts if the whole of it, or its part after the last `.` or `/`, can be reached with few slips (a letter
/// added, left out, changed or swapped with its neighbor): a third of the letters typed, at most four, and never all of
/// them. A name that merely begins with the text or contains it comes after those.
package func suggestions(for typed: String, among names: [String]) -> [String] {
  let wanted = Array(typed.utf8.map(ASCIIFold.small))
  guard !wanted.isEmpty, wanted.count <= longestTyped else { return [] }
  let allowed = min(4, max(1, wanted.count / 3))
  var found: [(slips: Int, name: String)] = []
  for name in names {
    let bytes = Array(name.utf8.map(ASCIIFold.small))
    let border = bytes.lastIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
    let least = ([bytes] + (border.map { [Array(bytes[($0 + 1)...])] } ?? []))
      // A text that is longer or shorter by more than that has more slips.
      .filter { abs(wanted.count - $0.count) <= allowed }.map { Slips.between(wanted, $0) }.min()
    if let least, least <= allowed, least < max(wanted.count, bytes.count) {
      found.append((least, name))
    } else if wanted.count >= 2 && bytes.starts(with: wanted) || wanted.count >= 3 && contains(bytes, wanted) {
      found.append((allowed + 1, name))
    }
  }
  return Slips.fewest(found)
}

private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
  guard bytes.count >= part.count else { return false }
  return (0...(bytes.count - part.count)).contains { bytes[$0...].starts(with: part) }
}

/// Letters of other scripts that look like letters of ASCII: Cyrillic, Greek, Armenian, Cherokee, Coptic, Lisu, full width,
/// mathematical, and the parts of ligatures.
///
/// After the table of confusable characters of Unicode Technical Standard 39 (confusables.txt), for what keys and names
/// are made of; letters of ASCII that look like each other (`l` and `I`) stay different. Small letters of Cyrillic whose
/// capitals look alike count as alike, since names are compared without regard to case.
enum LetterLooks {
  /// What a small letter looks like in ASCII; itself where it looks like none.
  static func latin(_ letter: Unicode.Scalar) -> String {
    switch letter.value {
    case ..<0x80: String(letter)
    // Full width stands in the order of ASCII.
    case 0xFF01...0xFF5E: ascii(letter.value - 0xFF01 + 0x21)
    // Mathematical letters: thirteen alphabets of 26 capitals and 26 small letters, and five rows of digits.
    case 0x1D400...0x1D6A3: ascii((letter.value - 0x1D400) % 26 + 0x61)
    case 0x1D7CE...0x1D7FF: ascii((letter.value - 0x1D7CE) % 10 + 0x30)
    // Letters in circles.
    case 0x24B6...0x24E9: ascii((letter.value - 0x24B6) % 26 + 0x61)
    default: looks[letter] ?? String(letter)
    }
  }

  private static func ascii(_ value: UInt32) -> String {
    String(Unicode.Scalar(UInt8(value))).lowercased()
  }

  private static let looks: [Unicode.Scalar: String] = {
    var looks: [Unicode.Scalar: String] = [
      "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "ĳ": "ij", "ǉ": "lj", "ǌ": "nj",
      "ⅱ": "ii", "ⅲ": "iii", "ⅳ": "iv", "ⅵ": "vi", "ⅶ": "vii", "ⅷ": "viii", "ⅸ": "ix", "ⅺ": "xi", "ⅻ": "xii",
    ]
    let rows = alike.map { row in (look: String(row.prefix(1)), letters: Array(row.unicodeScalars.dropFirst())) }
    // What is small already comes first: of the Greek iota the small one looks like an i, the capital one like an l.
    for small in [true, false] {
      for row in rows {
        for letter in row.letters {
          let lowered = letter.properties.lowercaseMapping.unicodeScalars
          guard let only = lowered.first, lowered.count == 1, !only.isASCII, small == (only == letter) else { continue }
          if looks[only] == nil { looks[only] = row.look }
        }
      }
    }
    return looks
  }()

  /// First the letter of ASCII, then what looks like it.
  private static let alike = [
    "-‐‑‒–—―⁃−Ⲻ﹣",
    ".․ꓸ",
    "/⁄∕Ⳇ",
    "3ƷȜЗӠⳌꝪꞫ",
    "aɑΑαАаᎪꓮ",
    "bƄΒВЬᏏᏴℬꓐꞴ",
    "cϲϹСсᏟᴄℂℭⅭⅽⲤⲥꓚꮯ",
    "dԁᎠᏧⅅⅆⅮⅾꓒꓓ",
    "eΕЕеҽᎬ℮ℯℰⅇꓰꬲ",
    "fſϜքẝℱꓝꞘꞙꬵ",
    "gƍɡԌցᏀᏳᶃℊꓖ",
    "hΗНнһհᎻᏂℋℌℍℎⲎꓧ",
    "iıɩɪͺιіӏᎥℹⅈⅰꙇꭵ",
    "jͿϳЈјᎫⅉꓙꞲ",
    "kĸΚκКкᏦⲔꓗ",
    "lƖǀΙІӀᏞℐℑℒℓⅠⅬⅼⲒⳐꓡꓲ",
    "mΜϺМмᎷℳⅯⲘꓟ",
    "nΝոռℕⲚꓠ",
    "oΟοσОоՕօᴏᴑℴⲞⲟꓳꬽ",
    "pΡρϱРрᏢℙⲢⲣꓑ",
    "qԛգզℚ",
    "rƦгᎡᏒᴦℛℜℝⲅꓣꭇꭈꮁ",
    "sƽЅѕՏᏕᏚꓢꜱꮪ",
    "tΤτТтᎢⲦꓔ",
    "uʋυՍսᴜꓴꞟꭎꭒ",
    "vνѴѵᏙᴠⅤⅴꓦꮩ",
    "wɯѡԜԝաᎳᏔᴡꓪꮃ",
    "xΧХхⅩⅹⲬꓫꞳ",
    "yɣʏγϒУуҮүᎩᎽᶌỿℽⲨꓬꭚ",
    "zΖᏃᴢℤℨꓜꮓ",
  ]
}
