/// A sheet's head with the columns chosen: what every renderer starts from.
struct SheetPlan {
  let sheet: Sheet
  let style: SheetStyle
  let columns: [SheetColumn]
  private let positions: [Int]

  init(_ sheet: Sheet, _ style: SheetStyle) throws(SheetProblem) {
    self.sheet = sheet
    self.style = style
    positions = try SheetPlan.choose(sheet.columns, style)
    columns = positions.map { sheet.columns[$0] }
  }

  /// The values of the chosen columns, one for each, whatever the length of the row.
  func values(_ row: [SheetValue]) -> [SheetValue] {
    positions.map { $0 < row.count ? row[$0] : .null }
  }

  private static func choose(_ columns: [SheetColumn], _ style: SheetStyle) throws(SheetProblem) -> [Int] {
    guard let names = style.columns else {
      switch style.format {
      case .table, .plain, .md: return columns.indices.filter { columns[$0].isDefault }
      case .json, .ndjson, .csv, .tsv: return Array(columns.indices)
      }
    }
    guard !names.isEmpty else { throw .noColumns(valid: columns.map(\.key)) }
    var positions: [Int] = []
    for name in names {
      guard let position = columns.firstIndex(where: { $0.key.utf8.elementsEqual(name.utf8) }) else {
        throw .unknownColumn(name, valid: columns.map(\.key))
      }
      guard !positions.contains(position) else { throw .repeatedColumn(name) }
      positions.append(position)
    }
    return positions
  }
}
