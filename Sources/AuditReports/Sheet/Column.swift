package import AuditModel

/// One column of a table: its header, and its value for a row.
package struct Column<Row> {
  package private(set) var head: SheetColumn
  let value: (Row, RowForm) throws -> SheetValue

  /// - Parameter value: of a row, in the requested form.
  package init(_ head: SheetColumn, _ value: @escaping (Row, RowForm) throws -> SheetValue) {
    self.head = head
    self.value = value
  }

  package init<Value: SheetConvertible>(
    _ key: String, _ title: String, _ role: SheetColumn.Role, _ value: @escaping (Row) throws -> Value
  ) {
    self.init(SheetColumn(key, title, role)) { row, _ in try value(row).sheetValue }
  }

  /// A column of texts.
  package init<Value: SheetConvertible>(
    _ key: String, _ title: String, _ value: @escaping (Row) throws -> Value
  ) {
    self.init(key, title, .text, value)
  }

  /// A column with different values in text output and in machine formats.
  package static func told(
    _ key: String, _ title: String, _ role: SheetColumn.Role = .text,
    _ value: @escaping (Row, RowForm) throws -> SheetValue
  ) -> Column {
    Column(SheetColumn(key, title, role), value)
  }

  /// A time, ms UTC.
  package static func time(
    _ key: String, _ title: String, _ value: @escaping (Row) throws -> Int64?
  ) -> Column {
    told(key, title, .number) { row, form in try value(row).map(form.time) ?? .null }
  }

  /// A day; in machine formats its time, ms UTC.
  package static func day(
    _ key: String, _ title: String, _ value: @escaping (Row) throws -> Int64?
  ) -> Column {
    told(key, title, .number) { row, form in try value(row).map(form.day) ?? .null }
  }

  /// Yes or no; text output shows only yes.
  package static func mark(_ key: String, _ title: String, _ value: @escaping (Row) throws -> Bool) -> Column {
    told(key, title) { row, form in form.flag(try value(row)) }
  }

  /// The same, shown in text output only on request.
  package var extra: Column { extra(true) }

  /// The same, shown in Markdown, and in other text output only on request.
  package var inMarkdown: Column { of(.document) }

  package func extra(_ isExtra: Bool) -> Column { isExtra ? of(.extra) : self }

  /// The same, on the first line of its row as long as anything else can be below.
  package var leading: Column { of(.head) }

  /// The same, never cut.
  package var uncut: Column {
    Column(SheetColumn(head.key, head.title, .title, head.importance), value)
  }

  /// The same in a row of one line: texts may be cut, and a component is named by a part of its name.
  fileprivate func inLine(isFirst: Bool) -> Column {
    let role: SheetColumn.Role =
      switch head.role {
      case .identifier where head.key == "component": .place
      case .title: .text
      case let role: role
      }
    return Column(SheetColumn(head.key, head.title, role, isFirst ? .head : .spare), value)
  }

  /// The same, left out of a table without room.
  package var spare: Column { of(.spare) }

  /// The same, below its row in a table without room.
  package var kept: Column { of(.kept) }

  private func of(_ importance: SheetColumn.Importance) -> Column {
    var column = self
    column.head.importance = importance
    return column
  }

  /// The column in a table whose rows contain such a row.
  ///
  /// - Parameter part: passes on the part of a row in place: a large one is not copied for each of its columns.
  package func of<Whole>(
    _ part: @escaping (Whole, _ tell: (Row) throws -> SheetValue) throws -> SheetValue
  ) -> Column<Whole> {
    Column<Whole>(head) { [value] whole, form in try part(whole) { try value($0, form) } }
  }
}

extension Table {
  /// The same, with these of its usual columns where each row has one line, in this order; where there is no room, the
  /// last of them are left out.
  package func inLine(_ keys: String...) -> Table {
    var table = self
    let found = keys.compactMap { key in columns.first { $0.head.key == key && $0.head.importance > .document } }
    table.lineColumns = found.enumerated().map { place, column in column.inLine(isFirst: place == 0) }
    return table
  }
}

/// A value that a column shows unchanged.
package protocol SheetConvertible {
  var sheetValue: SheetValue { get }
}

extension SheetValue: SheetConvertible {
  package var sheetValue: SheetValue { self }
}

extension Int: SheetConvertible {
  package var sheetValue: SheetValue { .integer(self) }
}

extension Bool: SheetConvertible {
  package var sheetValue: SheetValue { .flag(self) }
}

extension String: SheetConvertible {
  package var sheetValue: SheetValue { .text(self) }

  /// Optional text: nil if empty.
  package var filled: String? { isEmpty ? nil : self }
}

extension Double: SheetConvertible {
  package var sheetValue: SheetValue { .decimal(self) }
}

extension Outcome: SheetConvertible {
  package var sheetValue: SheetValue { .outcome(rawValue) }
}

extension Severity: SheetConvertible {
  package var sheetValue: SheetValue { .severity(rawValue) }
}

extension [String]: SheetConvertible {
  package var sheetValue: SheetValue { .list(self) }
}

extension Optional: SheetConvertible where Wrapped: SheetConvertible {
  package var sheetValue: SheetValue { self?.sheetValue ?? .null }
}
