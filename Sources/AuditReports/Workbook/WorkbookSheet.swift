/// A sheet of a workbook: its rows in the words of SpreadsheetML (ECMA-376, part 1).
///
/// Every text is an inline string, which no spreadsheet calculates: nothing in it can be a formula. Numbers stay numbers. The
/// header has the keys of the columns, so that the sheet, saved as CSV, can be read back.
package final class WorkbookSheet: SheetDrawing {
  /// What Excel takes at most: rows with the header, and UTF-16 units in one cell.
  static let (mostRows, longestText) = (1_048_576, 32_767)

  let name: String
  private let columns: [SheetColumn]
  private var rows: [UInt8] = []
  private var count = 0
  /// Of the widest text in each column, in letters.
  private var widths: [Int]
  /// How many texts were longer than a cell may be.
  package private(set) var cut = 0

  init(_ plan: SheetPlan, name: String) {
    self.name = Self.name(name)
    columns = plan.columns
    widths = columns.map { $0.key.utf8.count + 3 }
  }

  func begin(to sink: (String) throws -> Void) throws {
    add(columns.map { Self.text($0.key) }, style: " s=\"1\"")
  }

  func row(_ values: [SheetValue], to sink: (String) throws -> Void) throws {
    guard count < Self.mostRows else { throw SheetProblem.tooManyRows(most: Self.mostRows - 1) }
    for (place, value) in values.enumerated() {
      widths[place] = max(widths[place], min(60, value.workbook.content.utf8.count + 2))
    }
    add(values.map(cell))
  }

  func end(to sink: (String) throws -> Void) throws {}

  // MARK: Cells

  private func add(_ cells: [String], style: String = "") {
    count += 1
    var row = "<row r=\"\(count)\">"
    for (place, cell) in cells.enumerated() where !cell.isEmpty {
      row += "<c r=\"\(Self.letters(place))\(count)\"\(style)\(cell)</c>"
    }
    rows += (row + "</row>").utf8
  }

  /// The rest of a cell's element; empty for nothing.
  private func cell(_ value: SheetValue) -> String {
    if case .flag(let flag) = value { return " t=\"b\"><v>\(flag ? 1 : 0)</v>" }
    let (content, isText) = value.workbook
    guard !content.isEmpty else { return "" }
    guard isText else { return "><v>\(content)</v>" }
    guard content.utf16.count > Self.longestText else { return Self.text(content) }
    cut += 1
    let mark = " [cut]"
    var kept = Substring(content)
    while kept.utf16.count > Self.longestText - mark.utf16.count {
      kept.unicodeScalars.removeLast(max(1, (kept.utf16.count - Self.longestText + mark.utf16.count) / 2))
    }
    return Self.text(kept + mark)
  }

  private static func text(_ text: some StringProtocol) -> String {
    " t=\"inlineStr\"><is><t xml:space=\"preserve\">\(escaped(text))</t></is>"
  }

  /// What XML does not take is shown as in every other form; what a spreadsheet would read as a code stands as it is.
  static func escaped(_ text: some StringProtocol) -> String {
    var output = ""
    let scalars = Array(text.unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\r": output += "_x000D_"
      case "\t", "\n": output.unicodeScalars.append(scalar)
      case "_" where isCode(scalars[place...]): output += "_x005F_"
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
        output += "\\u{\(String(scalar.value, radix: 16))}"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }

  /// `_x0041_` would be read as the letter A.
  private static func isCode(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    let code = scalars.prefix(7)
    return code.count == 7 && code.dropFirst().first == "x" && code.last == "_"
      && code.dropFirst(2).dropLast().allSatisfy { $0.properties.isASCIIHexDigit }
  }

  /// `A`, `Z`, `AA`.
  static func letters(_ place: Int) -> String {
    let letter = String(UnicodeScalar(UInt8(65 + place % 26)))
    return place < 26 ? letter : letters(place / 26 - 1) + letter
  }

  /// What Excel takes as the name of a sheet.
  private static func name(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.filter { !"[]:*?/\\'".unicodeScalars.contains($0) }.prefix(31)))
  }

  // MARK: In the end

  /// The part of the archive.
  var part: [UInt8] {
    let last = "\(Self.letters(max(0, columns.count - 1)))\(count)"
    let widths = widths.enumerated().map { place, width in
      "<col min=\"\(place + 1)\" max=\"\(place + 1)\" width=\"\(width)\" customWidth=\"1\"/>"
    }
    let head = """
      \(Workbook.declaration)<worksheet xmlns="\(Workbook.space)"><dimension ref="A1:\(last)"/><sheetViews>\
      <sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>\
      </sheetViews><cols>\(widths.joined())</cols><sheetData>
      """
    let tail = "</sheetData><autoFilter ref=\"A1:\(last)\"/></worksheet>"
    return Array(head.utf8) + rows + Array(tail.utf8)
  }

  /// Whether it has nothing but its header.
  package var isEmpty: Bool { count < 2 }

  /// The cells that the filter is about, as a formula names them.
  var filtered: String {
    "'\(name)'!$A$1:$\(Self.letters(max(0, columns.count - 1)))$\(count)"
  }
}

extension SheetValue {
  /// As in CSV, but with words for a severity: a workbook is for people.
  fileprivate var workbook: (content: String, isText: Bool) {
    if case .severity(let severity) = self { return (SeverityWords.word(severity), true) }
    return field
  }
}
