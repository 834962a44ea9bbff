/// A workbook for Excel, Numbers and LibreOffice: one or several tables, each on a sheet with a header that stays in view and
/// filters.
///
/// ```
///   Table ──> TableOutput.sheet ──> WorkbookSheet ──> Workbook.bytes (.xlsx: SpreadsheetML in a ZIP archive)
/// ```
package struct Workbook {
  static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
  static let space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let packages = "http://schemas.openxmlformats.org/package/2006"

  private let sheets: [WorkbookSheet]

  package init(_ sheets: [WorkbookSheet]) { self.sheets = sheets }

  /// The file.
  ///
  /// - Throws: `SheetProblem` where it would be larger than the format holds.
  package func bytes() throws(SheetProblem) -> [UInt8] {
    var archive = StoredArchive()
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
      let part = sheet.part
      size += part.count
      guard size < StoredArchive.most - 1_000_000 else { throw .tooLarge }
      archive.add("xl/worksheets/sheet\(place + 1).xml", part)
    }
    return archive.bytes
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

  /// Two looks: plain, and a bold header.
  private static let styles = """
    <styleSheet xmlns="\(space)"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>\
    <font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
    <fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
    <borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
    <cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
    <cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
    <xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>\
    <cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>
    """
}
