/// Splits one CSV record, quotes as in RFC 4180; blanks around a quoted field do not count.
enum CSVFields {
  /// - Parameter comma: the separator; a semicolon where the spreadsheet's language has decimal commas.
  static func split(_ record: [UInt8], line: Int, at comma: UInt8) throws -> [[UInt8]] {
    let quote = UInt8(ascii: "\"")
    var fields: [[UInt8]] = []
    var field: [UInt8] = []
    var isQuoted = false
    // Blanks after a closing quote are no part of the field.
    func skipBlanks(_ index: inout Int) {
      while index < record.count, record[index] == UInt8(ascii: " "), record[index] != comma { index += 1 }
    }
    var index = 0
    while index < record.count {
      let byte = record[index]
      index += 1
      if isQuoted {
        if byte != quote {
          field.append(byte)
        } else if index < record.count, record[index] == quote {
          field.append(quote)
          index += 1
        } else {
          isQuoted = false
          skipBlanks(&index)
          guard index == record.count || record[index] == comma else {
            throw Problem(.badInput, code: "csv.quote", "line \(line): unexpected text after a closing quote")
          }
        }
      } else if byte == quote, field.allSatisfy({ $0 == UInt8(ascii: " ") }) {
        isQuoted = true
        field = []
      } else if byte == comma {
        fields.append(field)
        field = []
      } else {
        field.append(byte)
      }
    }
    fields.append(field)
    return fields
  }

  /// What is in the quotes of a tab-separated cell; nil for one that no spreadsheet would have put in quotes.
  static func inner(_ cell: ArraySlice<UInt8>) -> [UInt8]? {
    let quote = UInt8(ascii: "\"")
    guard cell.count > 2, cell.first == quote, cell.last == quote, !isOpen(Array(cell), at: 0x09, before: false),
      let inner = try? split(Array(cell), line: 0, at: 0x09).first,
      inner.contains(where: { $0 == quote || ",;".utf8.contains($0) })
    else { return nil }
    return inner
  }

  /// Whether a quoted cell is open after a line. A quote within a cell opens none: `a 5" screen`.
  ///
  /// - Parameters:
  ///   - comma: the separator; nil where it is not known yet.
  ///   - before: whether a quoted cell is open before the line.
  static func isOpen(_ bytes: [UInt8], at comma: UInt8?, before: Bool) -> Bool {
    let quote = UInt8(ascii: "\"")
    guard bytes.contains(quote) else { return before }
    var (isOpen, mayOpen) = (before, true)
    for byte in bytes {
      if byte == quote {
        // Two quotes in a quoted cell are one that stands for itself.
        (isOpen, mayOpen) = (isOpen ? false : mayOpen, isOpen)
      } else if !isOpen, comma.map({ byte == $0 }) ?? ",;|\t".utf8.contains(byte) {
        mayOpen = true
      } else if byte != UInt8(ascii: " ") {
        mayOpen = false
      }
    }
    return isOpen
  }
}
