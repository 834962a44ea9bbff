package import Audit
import Base
package import Store

/// A workbook for Excel, Numbers and LibreOffice: one or several tables, each on a sheet with a header that stays in view and
/// filters.
///
/// ```
///   Table ──> TableOutput.sheet ──> WorkbookSheet ──> Workbook.pieces (.xlsx: SpreadsheetML in a ZIP archive)
/// ```
package struct Workbook {
  static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
  static let space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  static let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let packages = "http://schemas.openxmlformats.org/package/2006"

  private let sheets: [WorkbookSheet]

  package init(_ sheets: [WorkbookSheet]) { self.sheets = sheets }

  /// The file, piece by piece; it can be asked for once.
  ///
  /// - Throws: `SheetProblem` where it would be larger than the format holds.
  package func pieces() throws(SheetProblem) -> [[UInt8]] {
    var archive = Archive()
    func add(_ name: String, _ content: String) { archive.add(name, Array((Self.declaration + content).utf8)) }
    add("[Content_Types].xml", types)
    add("_rels/.rels", Self.relationships([("officeDocument", "xl/workbook.xml")]))
    add("xl/workbook.xml", book)
    add(
      "xl/_rels/workbook.xml.rels",
      Self.relationships(
        sheets.indices.map { ("worksheet", "worksheets/sheet\($0 + 1).xml") } + [("styles", "styles.xml")])
    )
    add("xl/styles.xml", Self.styles)
    var size = 0
    for (place, sheet) in sheets.enumerated() {
      let (head, rest) = sheet.parts()
      size += head.count + rest.size
      guard size < Archive.most - 1_000_000 else { throw .tooLarge }
      archive.add("xl/worksheets/sheet\(place + 1).xml", head, rest)
      if !sheet.links.isEmpty {
        add("xl/worksheets/_rels/sheet\(place + 1).xml.rels", Self.addresses(sheet.links.map(\.address)))
      }
    }
    archive.finish()
    return archive.pieces
  }

  private var types: String {
    let main = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    let parts = sheets.indices.map {
      "<Override PartName=\"/xl/worksheets/sheet\($0 + 1).xml\" ContentType=\"\(main).worksheet+xml\"/>"
    }
    return """
      <Types xmlns="\(Self.packages)/content-types">\
      <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
      <Default Extension="xml" ContentType="application/xml"/>\
      <Override PartName="/xl/workbook.xml" ContentType="\(main).sheet.main+xml"/>\
      <Override PartName="/xl/styles.xml" ContentType="\(main).styles+xml"/>\(parts.joined())</Types>
      """
  }

  private static func relationships(_ targets: [(type: String, target: String)]) -> String {
    let rows = targets.enumerated().map { place, row in
      "<Relationship Id=\"rId\(place + 1)\" Type=\"\(relations)/\(row.type)\" Target=\"\(row.target)\"/>"
    }
    return "<Relationships xmlns=\"\(packages)/relationships\">\(rows.joined())</Relationships>"
  }

  /// Where the links of a sheet lead.
  private static func addresses(_ addresses: [String]) -> String {
    let rows = addresses.enumerated().map { place, address in
      "<Relationship Id=\"rId\(place + 1)\" Type=\"\(relations)/hyperlink\" TargetMode=\"External\" "
        + "Target=\"\(WorkbookSheet.escaped(address))\"/>"
    }
    return "<Relationships xmlns=\"\(packages)/relationships\">\(rows.joined())</Relationships>"
  }

  private var book: String {
    let names = sheets.enumerated().map { place, sheet in
      "<sheet name=\"\(WorkbookSheet.escaped(sheet.name))\" sheetId=\"\(place + 1)\" r:id=\"rId\(place + 1)\"/>"
    }
    let filters = sheets.enumerated().map { place, sheet in
      "<definedName name=\"_xlnm._FilterDatabase\" localSheetId=\"\(place)\" hidden=\"1\">\(sheet.filtered)</definedName>"
    }
    return """
      <workbook xmlns="\(Self.space)" xmlns:r="\(Self.relations)"><sheets>\(names.joined())</sheets>\
      <definedNames>\(filters.joined())</definedNames></workbook>
      """
  }

  /// A look of cells: the number of its style, and the format of numbers that it has; nil for that of a built-in one.
  private static let formats: [(code: Int, format: String?)] =
    [(164, "yyyy-mm-dd\"T\"hh:mm:ss\"Z\""), (165, "yyyy-mm-dd"), (10, nil)]
    // A number of one severity is shown as its word, so that severities sort by rank.
    + Severity.allCases.map { (165 + $0.rawValue, "\"\($0.word)\"") }

  /// The style of a moment in UTC, a day, a percentage, and a severity.
  static let (moment, day, percent) = (2, 3, 4)
  static func style(_ severity: Severity) -> Int { percent + severity.rawValue }
  static let link = 2 + formats.count

  private static let numberFormats = formats.compactMap { code, format in
    format.map { "<numFmt numFmtId=\"\(code)\" formatCode=\"\($0.replacing("\"", with: "&quot;"))\"/>" }
  }

  /// Plain, a bold header, and numbers that are shown as something else.
  private static let styles = """
    <styleSheet xmlns="\(space)"><numFmts count="\(numberFormats.count)">\(numberFormats.joined())</numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font>\
    <font><b/><sz val="11"/><name val="Calibri"/></font>\
    <font><u/><sz val="11"/><color rgb="FF164A8A"/><name val="Calibri"/></font></fonts>\
    <fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
    <borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
    <cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
    <cellXfs count="\(3 + formats.count)"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
    <xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>\(formats.map { """
      <xf numFmtId="\($0.code)" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
      """ }.joined())<xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>\
    <cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>
    """
}

/// A sheet of a workbook: its rows in the words of SpreadsheetML (ECMA-376, part 1).
///
/// Every text is an inline string, which no spreadsheet calculates: nothing in it can be a formula. Numbers stay numbers, and
/// so do times, shares, and severities, each with the format that shows it as the text is elsewhere. The header has the keys of the columns, so that the sheet, saved as CSV, can be read back.
package final class WorkbookSheet: SheetDrawing {
  /// What Excel takes at most: rows with the header, and UTF-16 units in one cell.
  static let (mostRows, longestText) = (1_048_576, 32_767)

  let name: String
  private let columns: [SheetColumn]
  private let letters: [String]
  private var rows = Deflater()
  /// The row that is being written.
  private var row: [UInt8] = []
  private var count = 0
  /// Of the widest text in each column, in letters.
  private var widths: [Int]
  /// Tickets that lead to where the team has them, by their cells. A cell has one address at most, and a sheet 65 530.
  private(set) var links: [(cell: String, address: String)] = []
  private static let mostLinks = 65_530
  /// How many texts were longer than a cell may be.
  package private(set) var cut = 0

  init(_ plan: SheetPlan, name: String) {
    self.name = Self.name(name)
    columns = plan.columns
    letters = columns.indices.map(Self.letters)
    widths = columns.map { $0.key.utf8.count + 3 }
  }

  func begin(to sink: (String) throws -> Void) throws {
    begin()
    for (place, column) in columns.enumerated() { put(column.key, place, " s=\"1\"") }
    endRow()
  }

  func row(_ values: [SheetValue], to sink: (String) throws -> Void) throws {
    guard count < Self.mostRows else { throw SheetProblem.tooManyRows(most: Self.mostRows - 1) }
    begin()
    for (place, value) in values.enumerated() {
      let (content, isText) = value.field
      widths[place] = max(widths[place], min(60, content.utf8.count + 2))
      var style = ""
      if let address = Self.address(value), links.count < Self.mostLinks {
        links.append((letters[place] + number, address))
        style = " s=\"\(Workbook.link)\""
      }
      add(value, content, isText, place, style)
    }
    endRow()
  }

  /// Of a single ticket by its number; an address that was typed stays text, as on a terminal.
  private static func address(_ value: SheetValue) -> String? {
    guard case .links(let links) = value, links.count == 1, links[0].isNumber else { return nil }
    return links[0].address
  }

  func end(to sink: (String) throws -> Void) throws {}

  // MARK: Cells

  /// The number of the row, as its cells have it.
  private var number = ""

  private func begin() {
    count += 1
    number = String(count)
    row += "<row r=\"\(number)\">".utf8
  }

  private func endRow() {
    row += "</row>".utf8
    rows.write(row)
    row.removeAll(keepingCapacity: true)
  }

  private func begin(_ place: Int, _ style: String) {
    row += "<c r=\"".utf8
    row += letters[place].utf8
    row += number.utf8
    row += "\"".utf8
    row += style.utf8
  }

  /// - Parameter rest: of its element.
  private func put(_ place: Int, _ style: String, _ rest: String) {
    begin(place, style)
    row += rest.utf8
    row += "</c>".utf8
  }

  private func put(_ text: some StringProtocol, _ place: Int, _ style: String) {
    begin(place, style)
    row += " t=\"inlineStr\"><is><t xml:space=\"preserve\">".utf8
    row += Self.escaped(text).utf8
    row += "</t></is></c>".utf8
  }

  /// Writes a value; nothing for nothing.
  ///
  /// - Parameters:
  ///   - content: of its field.
  ///   - style: of a link; empty for another.
  private func add(_ value: SheetValue, _ content: String, _ isText: Bool, _ place: Int, _ style: String) {
    func put(_ style: Int, _ number: Double) {
      self.put(place, " s=\"\(style)\"", "><v>\(JSONText.digits(of: number) ?? "")</v>")
    }
    switch value {
    case .null: return
    case .flag(let flag): return self.put(place, style, " t=\"b\"><v>\(flag ? 1 : 0)</v>")
    case .severity(let severity):
      if let known = Severity(rawValue: severity) { return put(Workbook.style(known), Double(severity)) }
    case .ratio(let part, let whole) where whole > 0 && 0...whole ~= part:
      // Rounded down as everywhere: 100 % means all.
      return put(Workbook.percent, (Double(part) / Double(whole) * 10_000).rounded(.down) / 10_000)
    case .text(let text) where columns[place].role == .number:
      if let (day, isDay) = Self.serial(text) { return put(isDay ? Workbook.day : Workbook.moment, day) }
    default: break
    }
    guard !content.isEmpty else { return }
    guard isText else { return self.put(place, style, "><v>\(content)</v>") }
    // As long as it is shown.
    let content = CSVText.visible(content)
    // No text has more units than bytes.
    guard content.utf8.count > Self.longestText, content.utf16.count > Self.longestText else {
      return self.put(content, place, style)
    }
    cut += 1
    let mark = " [cut]"
    var kept = Substring(content)
    while kept.utf16.count > Self.longestText - mark.utf16.count {
      kept.unicodeScalars.removeLast(max(1, (kept.utf16.count - Self.longestText + mark.utf16.count) / 2))
    }
    self.put(kept + mark, place, style)
  }

  /// The number of a moment as spreadsheets count days, from 1900 on; nil for a text that is none.
  private static func serial(_ text: String) -> (day: Double, isDay: Bool)? {
    guard text.utf8.count >= 10, let read = try? Timestamp.read(text, localOffset: { _ in 0 }) else { return nil }
    let day = Double(read.timestamp.milliseconds) / 86_400_000 + 25_569
    return (61..<2_958_466).contains(day) ? (day, read.isDateOnly) : nil
  }

  /// Hazards are visible as in CSV, of which XML would take some; what a spreadsheet would read as a code stays as it is.
  static func escaped(_ text: some StringProtocol) -> String {
    if text.utf8.allSatisfy(isPlain) { return String(text) }
    var output = ""
    let scalars = Array(CSVText.visible(String(text)).unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      case "\r": output += "_x000D_"
      case "_" where isCode(scalars[place...]): output += "_x005F_"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }

  /// Bytes of ASCII that are written as they are.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && !"&<>\"_".utf8.contains(byte)
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

  /// The part of the archive: what is known only in the end comes before the rows, which are gone afterwards.
  func parts() -> (head: [UInt8], rest: Deflated) {
    let last = "\(Self.letters(max(0, columns.count - 1)))\(count)"
    let widths = widths.enumerated().map { place, width in
      "<col min=\"\(place + 1)\" max=\"\(place + 1)\" width=\"\(width)\" customWidth=\"1\"/>"
    }
    let head = """
      \(Workbook.declaration)<worksheet xmlns="\(Workbook.space)" xmlns:r="\(Workbook.relations)"><dimension ref="A1:\(last)"/><sheetViews>\
      <sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>\
      </sheetViews><cols>\(widths.joined())</cols><sheetData>
      """
    let marks = links.enumerated().map { place, link in "<hyperlink ref=\"\(link.cell)\" r:id=\"rId\(place + 1)\"/>" }
    let linked = marks.isEmpty ? "" : "<hyperlinks>\(marks.joined())</hyperlinks>"
    let tail = "</sheetData><autoFilter ref=\"A1:\(last)\"/>\(linked)</worksheet>"
    var ended = Deflater()
    swap(&ended, &rows)
    ended.write(tail.utf8)
    return (Array(head.utf8), ended.finish())
  }

  /// Whether it has nothing but its header.
  package var isEmpty: Bool { count < 2 }

  /// The cells that the filter is about, as a formula names them.
  var filtered: String { "'\(name)'!$A$1:$\(Self.letters(max(0, columns.count - 1)))$\(count)" }
}

extension Workbook {
  /// A report as one workbook: what it is and what was decided, the figures, the open findings, the fixed ones, those that
  /// stopped failing otherwise, items, criteria and trend, each on a sheet of its own.
  ///
  /// - Parameter reader: of the moment of the report.
  package init(
    _ report: Report, _ reader: Reader, _ form: RowForm, _ query: Filter, of audit: AuditRound?,
    _ evidence: EvidenceIndex
  ) throws {
    let output = TableOutput(style: SheetStyle(.csv, generated: ""), form: form)
    /// Without the testers, where the report does not name them.
    func named<Row>(_ table: Table<Row>) -> Table<Row> {
      guard !report.namesTesters else { return table }
      var table = table
      table.columns.removeAll { $0.head.key == "tester" }
      return table
    }
    var sheets: [WorkbookSheet] = []
    /// Each table is read for its sheet, and gone before the next one is read.
    func add<Row>(_ table: Table<Row>, _ name: String? = nil) throws {
      sheets.append(try output.sheet(table, name: name))
    }
    /// What a team keeps beside its results, where there is any.
    func register<Row>(_ table: Table<Row>) throws { if table.rows.count != 0 { try add(table) } }
    let tables = ResultTables(reader, evidence)
    func findings(_ states: FindingLife.State...) throws -> Table<Finding> {
      var query = query
      query.terms.append(Filter.Term(.state, states.map(\.rawValue)))
      return named(try tables.findings(query, of: audit, .plan, .all).table)
    }
    func open(waived: String) throws -> Table<Finding> {
      var query = query
      query.terms.append(Filter.Term(.waived, [waived]))
      return named(try tables.findings(query, of: audit, .plan, .open).table)
    }
    try add(report.about, "Report")
    /// Sheets that nothing reads back have the words of people above their columns.
    func worded<Row>(_ table: Table<Row>) -> Table<Row> {
      let words = ["of": "kind", "judged": "evaluated", "ratio": "compliance"]
      var table = table
      table.columns = table.columns.map { column in words[column.head.key].map(column.keyed) ?? column }
      return table
    }
    try add(worded(report.sheet), "Summary")
    try add(open(waived: "no"), "Findings")
    // What a waiver covers is decided.
    let waived = try open(waived: "yes")
    if waived.rows.count != 0 { try add(waived, "Waived") }
    try add(findings(.fixed), "Fixed")
    // What stopped failing without a fix: corrected, not applicable any more, or CAN'T TELL.
    let others = try findings(.corrected, .ended)
    if others.rows.count != 0 { try add(others, "No longer failing") }
    try add(named(tables.cells(query, of: audit, .plan, isWhole: true).table), "Items")
    try add(Table<ListedCriterion>.criteria(Filter(), CheckCatalog(reader), report.standards, nil), "Criteria")
    if let trend = report.trend { try add(worded(trend.sheet(isForPeople: false)), "Trend") }
    try register(Table<Reader.Record>.questions(query, reader))
    try register(Table<Reader.Record>.tasks(query, reader))
    try register(Table<ShortcutLine>.shortcuts(query, reader))
    try register(Table<GestureLine>.gestures(query, reader))
    self.init(sheets)
  }
}
