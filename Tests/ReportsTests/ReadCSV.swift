enum ReadCSV {
  /// The records of a CSV text, read by RFC 4180 and nothing else.
  static func rows(_ text: String) -> [[String]] {
    var records: [[String]] = []
    var record: [String] = []
    var field = String.UnicodeScalarView()
    var isQuoted = false
    var scalars = text.unicodeScalars.makeIterator()
    var pending = scalars.next()
    while let scalar = pending {
      pending = scalars.next()
      switch (scalar, isQuoted) {
      case ("\"", true) where pending == "\"":
        field.append("\"")
        pending = scalars.next()
      case ("\"", _): isQuoted.toggle()
      case (",", false):
        record.append(String(field))
        field = .init()
      case ("\r", false) where pending == "\n":
        pending = scalars.next()
        records.append(record + [String(field)])
        record = []
        field = .init()
      default: field.append(scalar)
      }
    }
    return records
  }
}
