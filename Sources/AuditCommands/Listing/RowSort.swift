import AuditReports

/// The order that `--sort` asks for.
struct RowSort {
  private let column: Int
  private let isDescending: Bool

  /// - Parameter typed: a column's key, with a hyphen in front to turn the order round.
  /// - Throws: usage, `sort.unknown`.
  init(_ typed: String, _ columns: [SheetColumn]) throws(Problem) {
    isDescending = typed.utf8.first == UInt8(ascii: "-")
    let name = isDescending ? String(typed.dropFirst()) : typed
    guard let place = columns.firstIndex(where: { $0.key.utf8.elementsEqual(name.utf8) }) else {
      let keys = columns.map(\.key)
      throw .usage(
        "sort.unknown", "there is no column \(MessageText.quoted(name)) to sort by",
        hints: Suggestion.hint(for: name, among: keys) + ["Columns: \(keys.joined(separator: ", "))."])
    }
    column = place
  }

  /// The rows in order; equal ones stay as they were, and rows without a value come last either way.
  func sorted(_ rows: [[SheetValue]]) -> [[SheetValue]] {
    let keyed = rows.enumerated().map { (key: Key(value($0.element)), offset: $0.offset) }
    let ordered = keyed.sorted { left, right in
      switch (left.key, right.key) {
      case (nil, nil): return left.offset < right.offset
      case (nil, _): return false
      case (_, nil): return true
      case (let one?, let other?):
        if one == other { return left.offset < right.offset }
        return isDescending ? other < one : one < other
      }
    }
    return ordered.map { rows[$0.offset] }
  }

  private func value(_ row: [SheetValue]) -> SheetValue { row.indices.contains(column) ? row[column] : .null }

  /// What rows are compared by. Within a column all values are of one case.
  private enum Key: Comparable {
    case number(Double)
    case text(String)

    init?(_ value: SheetValue) {
      switch value {
      case .null, .json(.null): return nil
      case .text(let text):
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
}
