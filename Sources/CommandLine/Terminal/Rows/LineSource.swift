import Base

/// Lines of bytes, some of them read ahead.
///
/// A line ends with LF or CR LF; in a file of old programs, which has no LF, with CR, and in one of a mainframe, which has
/// neither, with NEL.
package final class LineSource {
  private let input: ByteReader
  private var ahead: [UInt8] = []
  private var position = 0
  /// How many lines were read.
  private var number = 0
  private var isAtEnd = false
  /// Whether CR alone ends a line; nil before the first line.
  private var isReturned: Bool?
  /// What ended the line that was read last; empty at the end of the input.
  private(set) var lineEnd = ""
  /// Whether lines end with NEL.
  private var isOfMainframe = false
  /// Whether what was read is kept, so that it can be read again.
  package var isKept = true

  /// The longest line that is accepted, in bytes.
  static let longestLine = 1 << 20

  /// Reads up to `readAhead` bytes at once.
  package init(_ input: ByteReader, readAhead: Int) throws(Problem) {
    self.input = input
    while ahead.count < readAhead, !isAtEnd { try fetch() }
  }

  /// Begins again with the first line; only while everything is kept.
  package func rewind() { (position, number) = (0, 0) }

  private var tooLong: Problem {
    Problem(
      .badInput, code: "line.too-long", "line \(number + 1) is longer than \(Self.longestLine) bytes",
      hints: ["Check that the input is text with a line for each row."])
  }

  private func fetch() throws(Problem) {
    let piece = try input.read(upTo: 1 << 18)
    if piece.isEmpty { isAtEnd = true }
    let start = max(0, ahead.count - 1)
    ahead += piece
    if isOfMainframe { replaceNext(from: start) }
  }

  /// Puts LF in place of each NEL.
  private func replaceNext(from start: Int) {
    var (index, end) = (start, start)
    while index < ahead.count {
      let isNext = ahead[index] == 0xC2 && index + 1 < ahead.count && ahead[index + 1] == 0x85
      ahead[end] = isNext ? UInt8(ascii: "\n") : ahead[index]
      index += isNext ? 2 : 1
      end += 1
    }
    ahead.removeSubrange(end...)
  }

  /// Calls `body` with the next line, without its end; nil at the end of the input.
  package func next<T>(_ body: (UnsafeBufferPointer<UInt8>) throws -> T) throws -> T? {
    let isReturned = try self.isReturned ?? decided()
    var searched = position
    while true {
      let end = ahead.withUnsafeBufferPointer { bytes in
        isReturned
          ? bytes[searched...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
          : bytes[searched...].firstIndex(of: UInt8(ascii: "\n"))
      }
      if let end, end + 1 < ahead.count || ahead[end] == UInt8(ascii: "\n") || isAtEnd {
        let isPair = ahead[end] == UInt8(ascii: "\r") && end + 1 < ahead.count && ahead[end + 1] == UInt8(ascii: "\n")
        let isWindows = isPair || end > position && ahead[end - 1] == UInt8(ascii: "\r")
        lineEnd = isWindows ? "\r\n" : ahead[end] == UInt8(ascii: "\r") ? "\r" : "\n"
        return try line(upTo: end, next: end + (isPair ? 2 : 1), body)
      }
      if isAtEnd {
        lineEnd = ""
        return position < ahead.count ? try line(upTo: ahead.count, next: ahead.count, body) : nil
      }
      guard ahead.count - position <= Self.longestLine else { throw tooLong }
      searched = end ?? ahead.count
      if position > 1 << 20, !isKept {
        ahead.removeFirst(position)
        searched -= position
        position = 0
      }
      try fetch()
    }
  }

  /// Whether CR alone ends lines: outside of quotes it is more frequent in the first lines than LF.
  private func decided() throws(Problem) -> Bool {
    while ahead.count < 1 << 12, !isAtEnd { try fetch() }
    var (returns, feeds, nexts, isQuoted) = (0, 0, 0, false)
    for (place, byte) in ahead.prefix(1 << 16).enumerated() {
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "\n") where !isQuoted: feeds += 1
      case UInt8(ascii: "\r") where !isQuoted && (place + 1 == ahead.count || ahead[place + 1] != UInt8(ascii: "\n")):
        returns += 1
      case 0x85 where !isQuoted && place > 0 && ahead[place - 1] == 0xC2: nexts += 1
      default: break
      }
    }
    if returns + feeds == 0, nexts > 0 {
      isOfMainframe = true
      replaceNext(from: 0)
    }
    isReturned = returns > feeds
    return returns > feeds
  }

  private func line<T>(upTo end: Int, next: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> T) throws -> T {
    let start = position
    position = next
    return try ahead.withUnsafeBufferPointer { bytes in
      var end = end
      if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
      guard end - start <= Self.longestLine else { throw tooLong }
      number += 1
      return try body(UnsafeBufferPointer(rebasing: bytes[start..<end]))
    }
  }
}

/// What comes before the rows of a file, so that some of them can be written as a file of the same form.
package struct TableHead {
  /// The lines up to the header, with their ends.
  package var lines: [[UInt8]] = []
  /// Whether a byte order mark is before them.
  package var hasMark = false

  package init() {}
}

/// The text of a table's cell without what spreadsheets and editors leave around it.
package enum CellText {
  /// Without the blanks, no-break spaces, and invisible marks at both ends.
  package static func trimmed(_ text: String) -> String {
    func isPlain(_ byte: UInt8?) -> Bool { byte.map { $0 > 0x20 && $0 < 0x7F } ?? true }
    // Most cells have nothing around them.
    if isPlain(text.utf8.first), isPlain(text.utf8.last) { return text }
    return String(inner(text, isBlank))
  }

  /// The name that a header is known by, in lowercase: without signs around it, and with `_` for blanks and hyphens in
  /// it. `Target tier *` is `target_tier`.
  package static func name(_ header: String) -> String {
    let core = inner(plain(header)) { !isOfName($0) }
    // A header of signs alone, such as № or a check mark, is its own name.
    guard !core.isEmpty else { return trimmed(header).lowercased() }
    return joined(core, by: "_") { isBlank($0) || $0 == "-" || $0 == "_" }
  }

  /// Whether a cell that was read again is a text as tables of this program have it: what is not seen is visible there
  /// (`\u{ad}`), blanks around it are gone, a line feed ends each line, and another program may spell an accent in
  /// another way.
  ///
  /// - Parameter isTabbed: whether it was between tabs, where quotes around a whole text look like those that a
  ///   spreadsheet puts there.
  package static func isWritten(_ cell: String, for text: String, isTabbed: Bool) -> Bool {
    if cell.hasSameBytes(as: text) { return true }
    if isTabbed, text.utf8.first == UInt8(ascii: "\""),
      let inner = CSVFields.inner(Array(TSVText.field(text).utf8)[...]),
      cell.utf8.elementsEqual(inner)
    {
      return true
    }
    let cell = trimmed(written(cell) { _ in nil })
    // Texts are equal in any spelling of their accents.
    return [["\n", "\t"], ["\n", "\t", "\r"], nil].contains { (kept: [Unicode.Scalar]?) in
      cell == trimmed(written(text) { kept?.contains($0.scalar) == false ? $0.visibleIfHazard : nil })
    }
  }

  /// A text with a line feed for CR LF, and others in place of some of its scalars.
  private static func written(_ text: String, _ shown: (ScalarPlace) -> String?) -> String {
    var output = ""
    rewrite(text, into: &output) { $0.isCarriageReturnOfPair ? "" : shown($0) }
    return output
  }

  /// What is shown of a cell that is nothing but a link, as spreadsheets and Markdown write it,
  /// `=HYPERLINK("https://example.org/APP-12","APP-12")` and `[APP-12](https://example.org/APP-12)`, or code between
  /// backticks; nil for any other.
  package static func ofLink(_ cell: String) -> String? {
    let shown: String
    switch cell.utf8.first {
    case UInt8(ascii: "["):
      let parts = cell.dropFirst().dropLast().split(separator: "](", omittingEmptySubsequences: false)
      guard cell.hasSuffix(")"), parts.count == 2, !parts[0].contains(where: { "[]".contains($0) || $0.isNewline })
      else { return nil }
      let address = parts[1].lowercased()
      guard ["https://", "http://"].contains(where: address.hasPrefix), !address.contains(where: \.isWhitespace)
      else { return nil }
      shown = String(parts[0])
    case UInt8(ascii: "="):
      let head = "=HYPERLINK("
      guard cell.uppercased().hasPrefix(head), cell.hasSuffix("\")") else { return nil }
      let inner = Array(cell.utf8.dropFirst(head.utf8.count).dropLast())
      guard inner.first == UInt8(ascii: "\"") else { return nil }
      // In languages with decimal commas a semicolon is between them.
      let texts = ",;".utf8.lazy.compactMap { try? CSVFields.split(inner, line: 0, at: $0) }.first
      guard let texts, texts.count < 3, let last = texts.last, let text = UTF8Text.decode(last) else { return nil }
      shown = text
    case UInt8(ascii: "`"):
      guard cell.utf8.count > 2, cell.hasSuffix("`"), !cell.dropFirst().dropLast().contains("`") else { return nil }
      shown = String(cell.dropFirst().dropLast())
    default: return nil
    }
    let text = trimmed(shown)
    return text.isEmpty ? nil : text
  }

  /// A text that is broken over the lines of its cell.
  package static func inOneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { trimmed(String($0)) }.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// A word of a cell as a map knows it: in lowercase, with single blanks.
  package static func word(_ text: String) -> String { joined(inner(plain(text), isBlank), by: " ", isBlank) }

  /// A name without the quotes that a text has around it.
  package static func unquoted(_ name: String) -> String {
    let quotes = "\"'\u{2018}\u{2019}\u{201A}\u{201C}\u{201D}\u{201E}\u{201F}\u{AB}\u{BB}"
    guard name.count > 2, let first = name.first, let last = name.last, quotes.contains(first), quotes.contains(last)
    else { return name }
    return trimmed(String(name.dropFirst().dropLast()))
  }

  /// Whether a cell says nothing, or only that it is empty: a dash, `n/a`, or `none`.
  package static func isPlaceholder(_ cell: String) -> Bool {
    guard let first = cell.utf8.first else { return true }
    // Most cells begin otherwise, or are longer.
    guard first >= 0x80 || "-nN".utf8.contains(first), cell.utf8.count < 16 else { return false }
    return ["-", "--", "\u{2013}", "\u{2014}", "n/a", "none"].contains(word(cell))
  }

  /// Why a cell is not what anyone wrote: a spreadsheet shows an error in place of a text. Nil for any other cell.
  package static func fault(_ cell: String) -> String? {
    guard cell.utf8.first == UInt8(ascii: "#"), errors.contains(cell.uppercased()) else { return nil }
    return "the spreadsheet shows the error \(cell); correct its formula, or clear the cell"
  }

  private static let errors: Set = [
    "#N/A", "#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#NUM!", "#NULL!", "#SPILL!", "#CALC!", "#ERROR!", "#NV", "#WERT!",
    "#BEZUG!",
  ]

  /// The same of a cell with a number that names something: `1.20123E+15` may be any of a billion tickets.
  package static func faultOfNumber(_ cell: String) -> String? {
    let parts = cell.uppercased().split(separator: "E+", omittingEmptySubsequences: false)
    func isDigits(_ text: Substring) -> Bool { !text.isEmpty && text.utf8.allSatisfy(\.isDigit) }
    let mantissa = parts[0].split(omittingEmptySubsequences: false) { ".,".contains($0) }
    guard parts.count == 2, isDigits(parts[1]), mantissa.count < 3, mantissa[0].count == 1,
      mantissa.allSatisfy(isDigits)
    else { return fault(cell) }
    return "the spreadsheet shortened the number; format the column as text"
  }

  /// A number that a spreadsheet wrote with a fraction of zeroes, without that: `7` of `7.0`.
  package static func wholeNumber(_ cell: String) -> String {
    let parts = cell.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy(\.isDigit),
      !parts[1].isEmpty, parts[1].allSatisfy({ $0 == "0" })
    else { return cell }
    return String(parts[0])
  }

  /// A word or a number as a keyboard for Latin text types it: with the signs that are wide on others, and the digits of
  /// other scripts, as those of ASCII, each blank as a space, and without what is not seen.
  package static func plain(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 > 0x7F }) else { return text }
    var plain = ""
    for scalar in text.unicodeScalars where !isUnseen(scalar) {
      switch scalar.value {
      case 0xFF01...0xFF5E: plain.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value - 0xFEE0)))
      case 0x3001: plain += ","
      // Hyphens at which no line ends, and the sign of a negative number.
      case 0x2010, 0x2011, 0x2212: plain += "-"
      default:
        if scalar.value > 0x7F, scalar.properties.isWhitespace {
          plain += " "
        } else if scalar.properties.numericType == .decimal, let digit = scalar.properties.numericValue {
          plain += String(Int(digit))
        } else {
          plain.unicodeScalars.append(scalar)
        }
      }
    }
    return plain
  }

  /// What is seen as nothing or as a blank: also no-break spaces, byte order marks, and marks of direction.
  package static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    isUnseen(scalar) || (0x200C...0x200D).contains(scalar.value) || scalar.properties.isWhitespace
  }

  /// Signs that only say where a line may end, or in which direction text goes.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAD, 0x180E, 0x200B, 0x200E...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x206F, 0xFEFF: true
    default: false
    }
  }

  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    // An accent may be a scalar of its own.
    case .nonspacingMark, .spacingMark: true
    default: scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
  }

  private static func inner(
    _ text: String, _ isOuter: (Unicode.Scalar) -> Bool
  ) -> Substring.UnicodeScalarView {
    var rest = Substring(text).unicodeScalars
    while let first = rest.first, isOuter(first) { rest.removeFirst() }
    while let last = rest.last, isOuter(last) { rest.removeLast() }
    return rest
  }

  private static func joined(
    _ scalars: Substring.UnicodeScalarView, by sign: String, _ isGap: (Unicode.Scalar) -> Bool
  ) -> String {
    scalars.split(whereSeparator: isGap).map { String($0) }.joined(separator: sign).lowercased()
  }
}
