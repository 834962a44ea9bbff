/// Rows of text fields from tab- or comma-separated lines.
///
/// The first line decides: with a tab it is tab-separated, otherwise comma-separated; if it names `outcome` it is a
/// header. In TSV `\t \n \r \\` stand for themselves; in CSV quotes are those of RFC 4180, and the `'` that our own
/// CSV puts before `= + - @` is taken off.
struct RowReader {
  struct Row {
    /// Where the row begins, counted from 1.
    var line: Int
    var fields: [String]
    /// The line as it stood, where it may be taken as it is the next time.
    var bytes: [UInt8]?
  }

  let layout: RowLayout
  private let source: LineSource
  private let isTabbed: Bool
  private var line: Int
  private var pending: Row?

  init(_ source: LineSource) throws {
    self.source = source
    line = 0
    guard let first = try source.next({ Array($0) }) else {
      isTabbed = true
      layout = .standard
      return
    }
    line = 1
    let bytes = first.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(first.dropFirst(3)) : first
    isTabbed = bytes.contains(UInt8(ascii: "\t")) || !bytes.contains(UInt8(ascii: ","))
    let fields = try Self.fields(bytes, isTabbed: isTabbed, line: &line, source)
    if fields.contains("outcome"), fields.contains("check") {
      layout = try RowLayout(header: fields)
    } else {
      layout = .standard
      pending = Row(line: 1, fields: fields)
    }
    if !isTabbed, layout.isStandard {
      throw Problem(
        .badInput, code: "csv.header", "comma-separated input needs a header row",
        hints: ["Its first line names the columns: outcome,check,component,condition,value,note."])
    }
  }

  /// The next row that is not empty; nil at the end.
  ///
  /// - Parameter shortcut: offered each line of tab-separated input without a header as bytes; where it returns true,
  ///   the line is done with.
  mutating func next(shortcut: (UnsafeBufferPointer<UInt8>) throws -> Bool = { _ in false }) throws -> Row? {
    if let row = pending {
      pending = nil
      if row.fields != [""] { return row }
    }
    while true {
      let start = line + 1
      let isPlain = isTabbed && layout.isStandard
      let read = try source.next { bytes in
        try bytes.isEmpty || (isPlain && shortcut(bytes)) ? [] : Array(bytes)
      }
      guard let bytes = read else { return nil }
      line = start
      if bytes.isEmpty { continue }
      let fields = try Self.fields(bytes, isTabbed: isTabbed, line: &line, source)
      return Row(line: start, fields: fields, bytes: isPlain ? bytes : nil)
    }
  }

  private static func fields(
    _ bytes: [UInt8], isTabbed: Bool, line: inout Int, _ source: LineSource
  ) throws -> [String] {
    if isTabbed {
      return try bytes.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map {
        try text(unescaped($0), line: line)
      }
    }
    var record = bytes
    let start = line
    while record.count(where: { $0 == UInt8(ascii: "\"") }) % 2 == 1 {
      guard let more = try source.next({ Array($0) }) else {
        throw Problem(.badInput, code: "csv.quote", "line \(start): a quote is opened and never closed")
      }
      line += 1
      record.append(UInt8(ascii: "\n"))
      record += more
      guard record.count <= LineSource.longestLine else {
        throw Problem(.badInput, code: "csv.quote", "line \(start): a quote is opened and not closed within 1 MiB")
      }
    }
    return try CSVFields.split(record, line: start).map { try text($0[...], line: start) }
  }

  private static func text(_ bytes: ArraySlice<UInt8>, line: Int) throws -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Problem(.badInput, code: "input.encoding", "line \(line): the text is not UTF-8")
    }
    return text
  }

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
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

/// Splits one CSV record, quotes as in RFC 4180.
enum CSVFields {
  static func split(_ record: [UInt8], line: Int) throws -> [[UInt8]] {
    let (quote, comma) = (UInt8(ascii: "\""), UInt8(ascii: ","))
    var fields: [[UInt8]] = []
    var field: [UInt8] = []
    var isQuoted = false
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
          guard index == record.count || record[index] == comma else {
            throw Problem(.badInput, code: "csv.quote", "line \(line): text follows a closing quote")
          }
        }
      } else if byte == quote, field.isEmpty {
        isQuoted = true
      } else if byte == comma {
        fields.append(field)
        field = []
      } else {
        field.append(byte)
      }
    }
    fields.append(field)
    return fields.map(withoutGuard)
  }

  /// Takes off the `'` that keeps spreadsheets from calculating.
  private static func withoutGuard(_ field: [UInt8]) -> [UInt8] {
    let guarded: Set<UInt8> = [
      UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D, UInt8(ascii: "'"),
    ]
    guard field.count > 1, field[0] == UInt8(ascii: "'"), guarded.contains(field[1]) else { return field }
    return Array(field.dropFirst())
  }
}
