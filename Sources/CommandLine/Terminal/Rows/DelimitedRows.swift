import Base

/// Rows of text fields from the lines of a table, as scripts and spreadsheets write them.
///
/// The header decides how fields are separated: by tabs, commas, semicolons, or bars; without one, the first line that is
/// not blank, or a line `sep=;` before it. In TSV `\t \n \r \\` are escapes; in CSV, and in TSV whose header is quoted,
/// quotes are those of RFC 4180. Bars with `|---|` below the header are a table of Markdown. The `'` that exported CSV and
/// TSV have before a formula is removed, and so is what people do not see: byte order marks, blanks around cells, blank
/// rows, blank cells behind the last one, and the header where it comes again.
package struct DelimitedRows {
  package struct Row {
    /// Where the row begins, counted from 1.
    package var line: Int
    package var fields: [String]
    /// The row as it is in the file, without its last line end.
    package var bytes: [UInt8]
    /// That line end; of a last row without one, the line end before it.
    fileprivate var end = "\n"
    /// The row as a line of a file.
    package var whole: [UInt8] { bytes + Array(end.utf8) }
  }

  private struct Line {
    var bytes: [UInt8]
    var end: String
    var whole: [UInt8] { bytes + Array(end.utf8) }
  }

  /// How the fields of a row are separated.
  private struct Form {
    var separator: UInt8
    var isQuoted: Bool
    var isMarkdown: Bool

    init(_ separator: UInt8, isQuoted: Bool? = nil, isMarkdown: Bool = false) {
      (self.separator, self.isMarkdown) = (separator, isMarkdown)
      self.isQuoted = isQuoted ?? (separator != UInt8(ascii: "\t") && !isMarkdown)
    }
  }

  /// A header is looked for in this many lines.
  private static let mostTitles = 100
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private let source: LineSource
  /// Lines that were read to find the header, in order.
  private var waiting: [Line] = []
  private var taken = 0
  /// What ended the reading of those lines.
  private var failure: (any Error)?
  private var form: Form?
  /// The number of the last line that was read.
  package private(set) var line = 0
  /// What ended it.
  private var end = "\n"
  /// The row that was read last, also where an error was thrown for it.
  package private(set) var last = Row(line: 0, fields: [], bytes: [])
  package private(set) var head = TableHead()
  /// The header, which may come again where files were joined.
  private var headers: [String]?
  /// Whether tab-separated cells may have quotes around them, as a spreadsheet writes those with commas and quotes.
  package var isOfSpreadsheet = false
  /// The number of rows above the header that are not blank.
  package private(set) var titles = 0

  package init(_ source: LineSource) { self.source = source }

  /// What separates fields; nil where that is not known yet.
  package var separator: UInt8? { form?.separator }
  /// Whether lines are separated by tabs alone, and may be read without quotes.
  package var isTabbed: Bool { form.map { $0.separator == UInt8(ascii: "\t") && !$0.isQuoted } ?? true }
  /// Whether it is a table of Markdown.
  package var isMarkdown: Bool { form?.isMarkdown ?? false }

  /// The header: the line with a number, else the first row that is one, else the first row; nil at the end.
  package mutating func header(at number: Int? = nil, _ isHeader: ([String]) -> Bool) throws -> Row? {
    if let number, number > 1 { try skip(to: number) }
    try readAhead()
    if number == nil, let found = found(isHeader) {
      while taken < found { _ = try titled() }
    } else if let first = waiting[taken...].firstIndex(where: { !Self.isBlank($0.bytes) }) {
      form = form ?? match(at: first, isHeader).form
    }
    let first = taken
    let row = try next()
    if let row {
      // Without the row below it the header is none of Markdown.
      let end = isMarkdown && taken < waiting.count ? taken + 1 : taken
      head.lines += waiting[first..<end].map(\.whole)
      if isHeader(row.fields) { headers = row.fields }
    }
    return row
  }

  /// The next row that is not blank; nil at the end.
  ///
  /// - Parameter shortcut: called with the bytes and the number of each line of tab-separated input; if it returns true,
  ///   the line is skipped here.
  package mutating func next(
    shortcut: (UnsafeBufferPointer<UInt8>, Int) throws -> Bool = { _, _ in false }
  ) throws -> Row? {
    while true {
      let number = line + 1
      let (isPlain, isOfSpreadsheet) = (form != nil && isTabbed, isOfSpreadsheet)
      let read = try nextLine { bytes in
        // A quote may begin a cell of several lines.
        let isWhole = isPlain && !(isOfSpreadsheet && bytes.contains(UInt8(ascii: "\"")))
        let isDone = try bytes.isEmpty || (isWhole && shortcut(bytes, number))
        return isDone ? [] : Array(bytes)
      }
      guard let bytes = read else { return nil }
      if Self.isBlank(bytes) { continue }
      let form = self.form ?? forms(of: bytes, bytes)[0]
      self.form = form
      if form.separator == UInt8(ascii: "|"), Self.isRule(bytes) { continue }
      last = Row(line: number, fields: [], bytes: bytes, end: end)
      let record = try complete(form)
      let isWrapped = !form.isQuoted && record.contains(UInt8(ascii: "\n"))
      last.fields = try Self.fields(
        record, isWrapped ? Form(form.separator, isQuoted: true) : form, line: number, isOfSpreadsheet: isOfSpreadsheet)
      if !last.fields.isEmpty, last.fields != headers { return last }
    }
  }

  // MARK: Lines

  private mutating func nextLine<T>(_ body: (UnsafeBufferPointer<UInt8>) throws -> T) throws -> T? {
    guard taken < waiting.count else {
      if let failure { throw failure }
      defer { line += 1 }
      let isFirst = line == 0
      let read = try source.next { bytes in
        let start = isFirst ? Self.markLength(bytes) : 0
        if start > 0 { head.hasMark = true }
        if !source.lineEnd.isEmpty { end = source.lineEnd }
        return try body(UnsafeBufferPointer(rebasing: bytes[start...]))
      }
      if read == nil { line -= 1 }
      return read
    }
    line += 1
    taken += 1
    end = waiting[taken - 1].end
    return try waiting[taken - 1].bytes.withUnsafeBufferPointer(body)
  }

  /// A file that was saved twice has two marks.
  private static func markLength(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var length = 0
    while bytes.dropFirst(length).starts(with: mark) { length += mark.count }
    return length
  }

  /// Reads the lines in which the header may be. What is wrong with one is thrown where it is needed.
  private mutating func readAhead() throws {
    do {
      while waiting.count < Self.mostTitles, let bytes = try nextAhead() {
        if line + waiting.count == 0 { try Self.refuseOther(bytes) }
        let end = source.lineEnd.isEmpty ? waiting.last?.end ?? end : source.lineEnd
        waiting.append(Line(bytes: bytes, end: end))
      }
    } catch {
      failure = error
    }
    if let first = waiting.firstIndex(where: { !Self.isBlank($0.bytes) }),
      let separator = Self.told(waiting[first].bytes)
    {
      form = Form(separator)
      while taken <= first { _ = try titled() }
    }
  }

  private mutating func nextAhead() throws -> [UInt8]? {
    let isFirst = line + waiting.count == 0
    return try source.next { bytes in
      let start = isFirst ? Self.markLength(bytes) : 0
      if start > 0 { head.hasMark = true }
      return Array(bytes[start...])
    }
  }

  /// A line above the header.
  private mutating func titled() throws -> [UInt8]? {
    guard let bytes = try nextLine({ Array($0) }) else { return nil }
    head.lines.append(Line(bytes: bytes, end: end).whole)
    return bytes
  }

  private mutating func skip(to number: Int) throws {
    while line + 1 < number {
      guard let bytes = try titled() else {
        throw Problem(
          .badInput, code: "header.row", "line \(number): no such line; the table has \(counted(line, "line"))",
          hints: ["Pass --header-row with the number of the line that has the headers."])
      }
      if let separator = Self.told(bytes) {
        form = Form(separator)
      } else if !Self.isBlank(bytes) {
        titles += 1
      }
    }
  }

  /// The separator in `sep=;`, as spreadsheets write it before a table.
  private static func told(_ bytes: [UInt8]) -> UInt8? {
    let line = bytes.filter { $0 != UInt8(ascii: "\"") }
    guard String(decoding: line.prefix(4), as: UTF8.self).lowercased() == "sep=", line.count > 4 else { return nil }
    // A spreadsheet may have filled the row with separators.
    return line.dropFirst(5).allSatisfy { " \t,;|".utf8.contains($0) } ? line[4] : nil
  }

  // MARK: The header

  /// The place of the first waiting line that begins a header; its form is the form of the table then. A title may be a
  /// word of headers as well: a header of more cells right below it comes before one of one cell.
  private mutating func found(_ isHeader: ([String]) -> Bool) -> Int? {
    var (above, place) = (0, taken)
    var best: (place: Int, form: Form, above: Int)?
    while place < waiting.count {
      if Self.isBlank(waiting[place].bytes) {
        place += 1
        continue
      }
      let match = match(at: place, isHeader)
      let isBelow = best != nil
      if match.cells > 1 || match.cells == 1 && !isBelow { best = (place, match.form, above) }
      if match.cells > 1 || isBelow { break }
      above += 1
      place = match.end
    }
    guard let best else { return nil }
    (form, titles) = (best.form, best.above)
    return best.place
  }

  /// How the row that begins at a waiting line is separated, how many cells of a header are filled in it, and where the
  /// next row begins; no cells where it is no header.
  private func match(at place: Int, _ isHeader: ([String]) -> Bool) -> (form: Form, cells: Int, end: Int) {
    let first = waiting[place].bytes
    // A cell of a header or of a title may have several lines.
    var (record, end, isOpen) = (first, place + 1, Self.isOpen(first, form))
    while isOpen, end < waiting.count, end < place + 20 {
      record += [UInt8(ascii: "\n")] + waiting[end].bytes
      isOpen = Self.isOpen(waiting[end].bytes, form, before: true)
      end += 1
    }
    if isOpen { end = place + 1 }
    var forms = forms(of: first, isOpen ? first : record)
    let bar = UInt8(ascii: "|")
    if first.contains(bar), waiting.indices.contains(place + 1), Self.isRule(waiting[place + 1].bytes) {
      forms.insert(Form(bar, isMarkdown: true), at: 0)
    }
    for form in [form].compactMap(\.self) + forms {
      let bytes = form.isQuoted ? record : first
      guard let fields = try? Self.split(bytes, form), isHeader(fields) else { continue }
      return (form, fields.count { !$0.isEmpty }, end)
    }
    // In a script's line with tabs a quote opens nothing.
    let tab = UInt8(ascii: "\t")
    return (end > place + 1 && first.contains(tab) ? Form(tab) : forms[0], 0, end)
  }

  /// How a row may be separated, the usual way first.
  ///
  /// - Parameter record: its first line with the others that its cells have.
  private func forms(of first: [UInt8], _ record: [UInt8]) -> [Form] {
    func count(_ sign: UInt8) -> Int { record.count { $0 == sign } }
    let (tab, comma, semicolon) = (UInt8(ascii: "\t"), UInt8(ascii: ","), UInt8(ascii: ";"))
    let (tabs, commas, semicolons) = (count(tab), count(comma), count(semicolon))
    // In a header that a spreadsheet wrote with tabs, quotes are around each cell, or around those of several lines.
    let isWrapped = record.count > first.count
    let isQuoted = isWrapped || first.first == UInt8(ascii: "\"") && !Self.isOpen(first)
    let tabbed = [Form(tab, isQuoted: isQuoted)] + (isWrapped && first.contains(tab) ? [Form(tab)] : [])
    let signs = (semicolons > commas ? [semicolon, comma] : [comma, semicolon]) + [UInt8(ascii: "|")]
    let forms = signs.map { Form($0) }
    return tabs > 0 || max(commas, semicolons) == 0 ? tabbed + forms : forms + tabbed
  }

  // MARK: Fields

  /// Blanks and separators alone. A quote that is open begins a cell of several lines.
  private static func isBlank(_ bytes: [UInt8]) -> Bool {
    // Old programs end a text with the sign 26, and fill up its last block behind it.
    bytes.allSatisfy { " \t,;|\"\r\u{1A}\0".utf8.contains($0) } && bytes.first != 0 && !isOpen(bytes)
  }

  /// The row below the header of a table of Markdown.
  private static func isRule(_ bytes: [UInt8]) -> Bool {
    bytes.contains(UInt8(ascii: "-")) && bytes.allSatisfy { "|-: \t".utf8.contains($0) }
  }

  private static func isOpen(_ bytes: [UInt8], _ form: Form? = nil, before: Bool = false) -> Bool {
    CSVFields.isOpen(bytes, at: form?.separator, before: before)
  }

  /// Adds the lines that belong to the last row.
  ///
  /// - Returns: the row with LF for each line end in its cells.
  private mutating func complete(_ form: Form) throws -> [UInt8] {
    var record = last.bytes
    guard form.isQuoted else { return isOfSpreadsheet && !form.isMarkdown ? try wrapped(form) : record }
    var isOpen = Self.isOpen(record, form)
    while isOpen {
      let inner = end
      guard let more = try nextLine({ Array($0) }) else {
        throw Problem(.badInput, code: "csv.quote", "line \(last.line): missing closing quote")
      }
      isOpen = Self.isOpen(more, form, before: true)
      record += [UInt8(ascii: "\n")] + more
      last.bytes += Array(inner.utf8) + more
      last.end = end
      guard last.bytes.count <= LineSource.longestLine else {
        throw Problem(.badInput, code: "csv.quote", "line \(last.line): missing closing quote within 1 MiB")
      }
    }
    return record
  }

  /// The last row of a table with tabs, with the lines that a quoted cell of it goes on in: as few as make a row of no more
  /// cells than the header, and no cell with a tab. Others stay rows of their own, because a cell may begin with a quote
  /// that nothing closes, and a row further down may end with one.
  private mutating func wrapped(_ form: Form) throws -> [UInt8] {
    var record = last.bytes
    guard let headers, Self.isOpen(record, form) else { return record }
    waiting.removeFirst(taken)
    taken = 0
    for place in 0..<Self.mostTitles {
      if place == waiting.count {
        guard failure == nil else { break }
        do {
          guard let bytes = try nextAhead() else { break }
          waiting.append(Line(bytes: bytes, end: source.lineEnd.isEmpty ? end : source.lineEnd))
        } catch {
          failure = error
          break
        }
      }
      record += Array("\n".utf8) + waiting[place].bytes
      guard record.count <= LineSource.longestLine,
        let cells = try? CSVFields.split(record, line: line, at: form.separator), cells.count <= headers.count,
        !cells.contains(where: { $0.contains(UInt8(ascii: "\n")) && $0.contains(form.separator) })
      else { break }
      if Self.isOpen(waiting[place].bytes, form, before: true) { continue }
      while taken <= place {
        last.bytes += Array(last.end.utf8) + (try nextLine { Array($0) } ?? [])
        last.end = end
      }
      return record
    }
    return last.bytes
  }

  private static func split(_ bytes: [UInt8], _ form: Form) throws -> [String] { try fields(bytes, form, line: 0) }

  private static func fields(
    _ bytes: [UInt8], _ form: Form, line: Int, isOfSpreadsheet: Bool = false
  ) throws -> [String] {
    var fields =
      form.isMarkdown
      ? try MarkdownText.cells(bytes).map { try text($0[...], line: line) }
      : form.isQuoted
        ? try CSVFields.split(bytes, line: line, at: form.separator).map { try text($0[...], line: line) }
        : try bytes.split(separator: form.separator, omittingEmptySubsequences: false).map { cell in
          if isOfSpreadsheet, let inner = CSVFields.inner(cell) { return try text(inner[...], line: line) }
          return try text(TSVText.unescaped(cell), line: line)
        }
    while fields.last?.isEmpty == true { fields.removeLast() }
    return fields
  }

  /// Text that is no table: old programs give a page the name of a workbook.
  private static func refuseOther(_ bytes: [UInt8]) throws(Problem) {
    let signs = bytes.filter { $0 > 0x20 }.prefix(2)
    let isPage = signs.first == UInt8(ascii: "<")
    guard isPage || ["{\"", "{}", "[{", "[[", "[]"].contains(where: { signs.elementsEqual($0.utf8) }) else { return }
    throw Problem(
      .badInput, code: "input.kind", "line 1: this is \(isPage ? "HTML or XML" : "JSON"), and not a table",
      hints: ["Save a sheet as CSV UTF-8, and pass that. For a bundle or the report of a tool, run \"a11y import\"."])
  }

  private static func text(_ bytes: ArraySlice<UInt8>, line: Int) throws -> String {
    guard let text = UTF8Text.decode(bytes) else {
      throw Problem(
        .badInput, code: "input.encoding",
        "line \(line): text is not UTF-8\(UTF8Text.otherEncoding(bytes))",
        hints: ["Save the file as UTF-8; in a spreadsheet, choose \"CSV UTF-8\"."])
    }
    // What a guard keeps is the text as it was, with its blanks.
    let cell = CellText.trimmed(text)
    guard let first = cell.utf8.first, "'=".utf8.contains(first) else { return cell }
    return CellText.ofLink(cell) ?? CSVText.unguarded(cell)
  }
}
