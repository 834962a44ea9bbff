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
