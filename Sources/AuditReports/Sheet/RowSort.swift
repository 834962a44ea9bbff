/// The order of `--sort`.
struct RowSort<Row> {
  private let column: Column<Row>
  private let isDescending: Bool

  /// - Parameter typed: a column's key, with a hyphen in front to reverse the order.
  init(_ typed: String, _ columns: [Column<Row>]) throws(SheetProblem) {
    isDescending = typed.utf8.first == UInt8(ascii: "-")
    let name = isDescending ? String(typed.dropFirst()) : typed
    guard let column = columns.first(where: { $0.head.key.utf8.elementsEqual(name.utf8) }) else {
      throw .unknownSort(name, valid: columns.map(\.head.key))
    }
    self.column = column
  }

  /// The sort key of a row, and its original position.
  private typealias Entry = (key: SortKey?, place: Int)

  /// The first rows in this order, and how many there are. Equal rows keep their order, and rows without a value come
  /// last either way. With a limit, little more than the limit is kept in memory.
  func first(
    _ limit: Int?, of rows: TableRows<Row>, _ form: RowForm
  ) throws -> (rows: [Row], count: Int) {
    let room = limit.map { $0 < 500_000 ? max(1_000, $0 * 2) : Int.max } ?? Int.max
    var kept: [Row] = []
    var entries: [Entry] = []
    var last: Entry?
    var count = 0
    func cut() {
      let order = entries.indices.sorted { isBefore(entries[$0], entries[$1]) }.prefix(limit ?? .max)
      kept = order.map { kept[$0] }
      entries = order.map { entries[$0] }
      last = entries.last
    }
    try rows.visit { row in
      let entry = (key: SortKey(try column.value(row, form)), place: count)
      count += 1
      if let last, !isBefore(entry, last) { return }
      kept.append(row)
      entries.append(entry)
      if kept.count >= room { cut() }
    }
    cut()
    return (kept, count)
  }

  private func isBefore(_ left: Entry, _ right: Entry) -> Bool {
    switch (left.key, right.key) {
    case (nil, nil): return left.place < right.place
    case (nil, _): return false
    case (_, nil): return true
    case (let one?, let other?):
      if one == other { return left.place < right.place }
      return isDescending ? other < one : one < other
    }
  }
}

/// The sort key of a row. Within a column all values are of one case.
private enum SortKey: Comparable {
  case number(Double)
  case text(String)

  init?(_ value: SheetValue) {
    switch value {
    case .null, .json(.null): return nil
    case .text(let text), .file(let text, _):
      if text.isEmpty { return nil }
      self = .text(text)
    case .integer(let number): self = .number(Double(number))
    case .ratio(_, of: 0): return nil
    case .ratio(let part, let whole): self = .number(Double(part) / Double(whole))
    case .decimal(let number):
      if number.isNaN { return nil }
      self = .number(number)
    case .outcome(let id): self = .number(Self.place(of: id))
    case .severity(let severity): self = .number(Double(severity))
    case .flag(let flag): self = .number(flag ? 1 : 0)
    case .list(let texts):
      if texts.isEmpty { return nil }
      self = .text(texts.joined(separator: ","))
    case .json(let json): self = .text(json.render())
    }
  }

  /// Worst first.
  private static func place(of outcome: String) -> Double {
    Double(["fail", "cant-tell", "untested", "pass", "na"].firstIndex(of: outcome) ?? 5)
  }
}
