/// Text of any script in the letters that keys have: `Über uns` is `Uber uns`, `Настройки` is `Nastroyki`.
///
/// The names of letters in Unicode say how they sound. Chinese characters have no such names, and a text with one of
/// them has no spelling.
enum LatinLetters {
  static func spelled(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var spelled = ""
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        spelled.unicodeScalars.append(scalar)
      } else if scalar.properties.isIdeographic {
        return ""
      } else if scalar.properties.isAlphabetic {
        spelled += letters(of: scalar)
      } else if !scalar.properties.isDiacritic, scalar.properties.generalCategory != .nonspacingMark {
        spelled += " "
      }
    }
    return spelled
  }

  /// By the last words of the names of letters whose sound does not begin the name, or that are written otherwise.
  private static let others = [
    "SHARP S": "ss", "DOTLESS I": "i", "ETH": "d", "THORN": "th", "ENG": "ng", "KRA": "k", "EF": "f", "EL": "l",
    "EM": "m", "EN": "n", "ER": "r", "ES": "s", "IE": "e", "IO": "yo", "SHORT I": "y", "YERU": "y", "SOFT SIGN": "",
    "HARD SIGN": "", "HA": "kh", "ALPHA": "a", "ETA": "i", "KSI": "x", "XI": "x", "CHI": "ch", "RHO": "r", "PSI": "ps",
    "UPSILON": "y", "EPSILON": "e", "OMICRON": "o", "OMEGA": "o", "IOTA": "i", "FINAL SIGMA": "s", "DECIMAL I": "i",
    "UKRAINIAN IE": "ye", "BYELORUSSIAN-UKRAINIAN I": "i", "SHORT U": "u", "ALEF": "a", "AIN": "a", "AYIN": "a",
  ]
  /// Scripts whose letters are named by their whole sound.
  private static let syllables = ["HIRAGANA", "KATAKANA", "HANGUL SYLLABLE"]

  private static func letters(of scalar: Unicode.Scalar) -> String {
    guard let name = scalar.properties.name else { return " " }
    // Accents and forms are not spelled.
    let plain = name.split(separator: " ").split(separator: "WITH").first.map { $0.joined(separator: " ") } ?? name
    let words = plain.split(separator: " ").drop { $0 != "LETTER" && $0 != "SYLLABLE" && $0 != "CHARACTER" }.dropFirst()
    let last = words.drop { $0 == "SMALL" || $0 == "CAPITAL" }.joined(separator: " ")
    if plain.hasPrefix("LATIN"), last.allSatisfy(\.isLetter), last.count <= 2 { return last.lowercased() }
    if let other = others[last] { return other }
    let sound = (words.last ?? "").filter { $0.isASCII && $0.isLetter }.lowercased()
    if syllables.contains(where: plain.hasPrefix) { return sound }
    let isVowel: (Character) -> Bool = { "aeiou".contains($0) }
    let consonants = sound.prefix { !isVowel($0) }
    // `YA` and `YU` sound as they are named.
    if consonants == "y" || consonants.isEmpty { return consonants.isEmpty ? String(sound.prefix(1)) : sound }
    return String(consonants)
  }
}
