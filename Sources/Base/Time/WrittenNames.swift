/// The names of months and days in the languages in which spreadsheets and issue trackers write them: English, German,
/// French, Spanish, Portuguese, Italian, and Dutch.
enum WrittenNames {
  /// The number of the month that a word names, or is the beginning of, at least three letters; nil where it can be
  /// several, as `jui` can be juin and juillet.
  static func month(_ word: String) -> Int? {
    guard word.count >= 3 else { return nil }
    let found = months.indices.filter { months[$0].contains { $0.hasPrefix(word) } }
    return found.count == 1 ? found[0] + 1 : nil
  }

  /// Whether a word is the name of a day of the week, or short for it.
  static func isDay(_ word: String) -> Bool {
    shortDays.contains(word) || word.count >= 3 && days.contains { $0.hasPrefix(word) }
  }

  /// Words beside the numbers of a date: 1st, 1er mars, 1 de marzo de 2026.
  static let besideDays: Set = ["st", "nd", "rd", "th", "of", "er", "de", "do", "del"]
  /// Words before a time of day.
  static let beforeTimes: Set = ["t", "at", "um", "à", "a", "las", "alle", "ore", "às", "om"]

  private static let months: [[String]] = [
    ["january", "januar", "jänner", "janvier", "enero", "janeiro", "gennaio", "januari"],
    ["february", "februar", "feber", "février", "fevrier", "febrero", "fevereiro", "febbraio", "februari"],
    ["march", "märz", "maerz", "mrz", "mars", "marzo", "março", "marco", "maart", "mrt"],
    ["april", "avril", "abril", "aprile"],
    ["may", "mai", "mayo", "maio", "maggio", "mei"],
    ["june", "juni", "juin", "junio", "junho", "giugno"],
    ["july", "juli", "juillet", "julio", "julho", "luglio"],
    ["august", "août", "aout", "agosto", "augustus"],
    ["september", "septembre", "septiembre", "setiembre", "setembro", "settembre"],
    ["october", "oktober", "octobre", "octubre", "outubro", "ottobre"],
    ["november", "novembre", "noviembre", "novembro"],
    ["december", "dezember", "décembre", "decembre", "diciembre", "dezembro", "dicembre"],
  ]
  private static let days = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonnabend", "sonntag",
    "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche",
    "lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo",
    "segunda", "terça", "quarta", "quinta", "sexta",
    "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica",
    "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag",
  ]
  /// German and Dutch ones are short by two letters, and Japanese ones by one.
  private static let shortDays: Set = [
    "mo", "di", "mi", "do", "fr", "sa", "so", "ma", "wo", "vr", "za", "zo", "月", "火", "水", "木", "金", "土", "日",
  ]
}
