/// Fields of RFC 4180, safe in a terminal and in a spreadsheet.
///
/// A field is quoted if it holds a comma, a quote or a line break; quotes are doubled. Hazards other than line feed,
/// CR LF and tab become visible (`\u{1b}`), also with `raw`. A text field that a spreadsheet would take for a
/// formula (it begins with `=`, `+`, `-`, `@`, their full-width forms, TAB or CR, which quotes before it do not hide)
/// gets a leading `'` unless
/// `raw`; numbers are not text.
package enum CSVText {
  package static func field(_ foreign: String, raw: Bool = false) -> String {
    let shown = visible(foreign)
    return quoted(raw ? shown : guarded(shown))
  }

  /// Text with the formula guard: `'` in front if a spreadsheet would calculate it.
  ///
  /// A text that already begins with `'` and then a formula gets one more, so that `unguarded` gives back exactly
  /// the original text.
  package static func guarded(_ text: String) -> String {
    looksGuarded(text, apostrophes: 0) ? "'" + text : text
  }

  /// Text without the formula guard that `guarded` put in front: importers of our CSV call it on each field. Other
  /// programs write `="40x40"`, so that a spreadsheet keeps the text as it is.
  package static func unguarded(_ text: String) -> String {
    let quotes = text.utf8.count { $0 == UInt8(ascii: "\"") }
    if quotes == 2, text.hasPrefix("=\""), text.hasSuffix("\"") {
      return String(text.dropFirst(2).dropLast())
    }
    return withoutApostrophe(text)
  }

  private static func withoutApostrophe(_ text: String) -> String {
    looksGuarded(text, apostrophes: 1) ? String(text.unicodeScalars.dropFirst()) : text
  }

  /// True if, after at least `apostrophes` of `'`, the text goes on as a formula.
  private static func looksGuarded(_ text: String, apostrophes: Int) -> Bool {
    var seen = 0
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'": seen += 1
      // A spreadsheet removes the quotes of a field, and TSV has none.
      case "\"" where seen < apostrophes: return false
      case "\"": continue
      // The full-width forms of the four run as well.
      case "=", "+", "-", "@", "\t", "\r", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": return seen >= apostrophes
      default: return false
      }
    }
    return false
  }

  /// Text without hazards but line feed, CR LF, and tab.
  package static func visible(_ foreign: String) -> String {
    if Hazard.isQuiet(foreign) { return foreign }
    var output = ""
    rewrite(foreign, into: &output) { place in
      switch place.scalar {
      case "\n", "\t": nil
      default: place.isCarriageReturnOfPair ? nil : place.visibleIfHazard
      }
    }
    return output
  }

  private static func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: isSpecial) else { return text }
    var output = "\""
    rewrite(text, into: &output) { $0.scalar == "\"" ? "\"\"" : nil }
    return output + "\""
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
    default: false
    }
  }
}

/// Fields of tab-separated text: one record is always one line, and nothing is quoted.
///
/// Tab, line feed, CR and backslash are written `\t`, `\n`, `\r` and `\\`; other hazards become visible (`\u{1b}`).
/// A backslash in the text is doubled, so every field can be read back exactly. A text field that a
/// spreadsheet would take for a formula gets a leading `'` as in `CSVText`, unless `raw`.
package enum TSVText {
  package static func field(_ foreign: String, raw: Bool = false) -> String {
    var output = ""
    rewrite(raw ? foreign : CSVText.guarded(foreign), into: &output) { place in
      switch place.scalar {
      case "\t": "\\t"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\\": "\\\\"
      default: place.visibleIfHazard
      }
    }
    return output
  }

  /// A tab-separated cell with the signs that its escapes mean.
  package static func unescaped(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard bytes.contains(UInt8(ascii: "\\")) else { return bytes }
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < bytes.endIndex else {
        result.append(byte)
        continue
      }
      let known: UInt8? =
        switch bytes[index] {
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "\\"): UInt8(ascii: "\\")
        default: nil
        }
      result.append(known ?? byte)
      if known != nil { index += 1 }
    }
    return result[...]
  }
}

/// Text as a part of a URI reference.
package enum URIText {
  /// All bytes but unreserved characters and `/` in percent form, so that any path or name stays one.
  package static func escaped(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    var address = ""
    for byte in text.utf8 {
      if byte.isLetterOrDigit || "-._~/".utf8.contains(byte) {
        address.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        address += "%"
        address.append(digits[Int(byte >> 4)])
        address.append(digits[Int(byte & 15)])
      }
    }
    return address
  }
}

/// Text as one word of a command that the reader may run.
package enum ShellWord {
  /// A name that can be pasted into a shell; names from other machines may contain anything.
  package static func quoted(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { $0.isLetterOrDigit || "._-/".utf8.contains($0) }
    if isPlain, !name.isEmpty, !name.hasPrefix("-") { return name }
    return inQuotes(name)
  }

  /// A command with words that are no flags: after its flags and `--` where one of them begins with a hyphen, so that
  /// it is never read as a flag.
  ///
  /// - Parameter flags: each with a space before it.
  package static func command(_ start: String, _ words: [String], flags: String = "") -> String {
    let quoted = words.map { " " + ShellWord.quoted($0) }.joined()
    return words.contains { $0.hasPrefix("-") } ? "\(start)\(flags) --\(quoted)" : start + quoted + flags
  }

  /// Any text in single quotes.
  ///
  /// A shell reads bytes: a quote with an accent on it ends the word as well as one without.
  package static func inQuotes(_ text: String) -> String {
    var output = "'"
    rewrite(text, into: &output) { $0.scalar == "'" ? "'\\''" : nil }
    return output + "'"
  }
}
