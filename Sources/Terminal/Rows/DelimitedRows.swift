import AuditModel
import AuditReports

/// Rows of text fields from tab- or comma-separated lines.
///
/// The first line that is not empty decides: with a tab the rows are tab-separated, else separated by commas or
/// semicolons, of which the line has more. In TSV `\t \n \r \\` are escapes; in CSV quotes are those of RFC 4180. The
/// `'` that exported CSV and TSV have before a formula is removed.
package struct DelimitedRows {
  /// The fields of one row.
  package struct Row {
    /// Where the row begins, counted from 1.
    package var line: Int
    package var fields: [String]
    /// The line's bytes, if the same line may be reused unparsed.
    package var bytes: [UInt8]?
  }

  package private(set) var isTabbed = true
  private let source: LineSource
  package private(set) var line = 0
  private var hasBegun = false
  private var comma = UInt8(ascii: ",")

  package init(_ source: LineSource) {
    self.source = source
  }

  /// The next row that is not empty; nil at the end.
  ///
  /// - Parameters:
  ///   - isPlain: whether the line may be reused unparsed; the row then has its bytes.
  ///   - shortcut: called with the bytes of each plain line; if it returns true, the line is skipped here.
  package mutating func next(
    isPlain: Bool = false, shortcut: (UnsafeBufferPointer<UInt8>) throws -> Bool = { _ in false }
  ) throws -> Row? {
    while true {
      let read = try source.next { bytes in
        try bytes.isEmpty || (isPlain && shortcut(bytes)) ? [] : Array(bytes)
      }
      guard var bytes = read else { return nil }
      line += 1
      if line == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
      if bytes.isEmpty { continue }
      if !hasBegun {
        hasBegun = true
        func count(_ sign: UInt8) -> Int { bytes.count { $0 == sign } }
        let (commas, semicolons) = (count(UInt8(ascii: ",")), count(UInt8(ascii: ";")))
        isTabbed = count(UInt8(ascii: "\t")) > 0 || max(commas, semicolons) == 0
        if semicolons > commas { comma = UInt8(ascii: ";") }
      }
      let start = line
      let fields = try Self.fields(bytes, at: isTabbed ? nil : comma, line: &line, source)
      return Row(line: start, fields: fields, bytes: isPlain ? bytes : nil)
    }
  }

  private static func fields(
    _ bytes: [UInt8], at comma: UInt8?, line: inout Int, _ source: LineSource
  ) throws -> [String] {
    guard let comma else {
      return try bytes.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map {
        try text(unescaped($0), line: line)
      }
    }
    var record = bytes
    let start = line
    while record.count(where: { $0 == UInt8(ascii: "\"") }) % 2 == 1 {
      guard let more = try source.next({ Array($0) }) else {
        throw Problem(.badInput, code: "csv.quote", "line \(start): missing closing quote")
      }
      line += 1
      record.append(UInt8(ascii: "\n"))
      record += more
      guard record.count <= LineSource.longestLine else {
        throw Problem(.badInput, code: "csv.quote", "line \(start): missing closing quote within 1 MiB")
      }
    }
    return try CSVFields.split(record, line: start, at: comma).map { try text($0[...], line: start) }
  }

  private static func text(_ bytes: ArraySlice<UInt8>, line: Int) throws -> String {
    // "PK" is the start of a ZIP archive.
    if line == 1, bytes.starts(with: [0x50, 0x4B, 3, 4]) {
      throw Problem(
        .badInput, code: "input.workbook", "line 1: this is a workbook, and not text",
        hints: ["Save the sheet as CSV UTF-8 in the spreadsheet program, and pass that file."])
    }
    guard let text = UTF8Text.decode(bytes) else {
      throw Problem(
        .badInput, code: "input.encoding",
        "line \(line): text is not UTF-8\(encoding(bytes))",
        hints: ["Save the file as UTF-8; in a spreadsheet, choose \"CSV UTF-8\"."])
    }
    return text.utf8.first == UInt8(ascii: "'") ? CSVText.unguarded(text) : text
  }

  /// What the text probably is instead, in words.
  private static func encoding(_ bytes: ArraySlice<UInt8>) -> String {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return " but UTF-16" }
    let undefined: Set<UInt8> = [0x81, 0x8D, 0x8F, 0x90, 0x9D]
    let isWindows = bytes.allSatisfy { ($0 >= 0x20 || [0x09, 0x0A, 0x0D].contains($0)) && !undefined.contains($0) }
    return isWindows ? " but probably Windows-1252 (cp1252)" : ""
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
