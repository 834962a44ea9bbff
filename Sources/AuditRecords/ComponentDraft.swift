import Arguments
import AuditModel
import AuditReports
import CanonicalJSON
import Terminal
package import TrackerAccess

/// One component of a file: its key and its fields. Empty fields are ignored.
package struct ComponentDraft {
  /// Its place: `line 7` or `$.rows[3]`.
  var place: String
  var key: String
  var fields: JSONObject
  /// Planned values by check; validated once the tracker is open.
  var planned: [PlannedFlag.Promise] = []
}

/// An entry of a file: a draft, or the reason why it could not be read.
package enum ComponentEntry {
  case draft(ComponentDraft)
  case refused(place: String, reason: String)
}

/// Components in comma- or tab-separated lines with a header.
package struct ComponentLines {
  private enum Column: Equatable {
    case key
    case field(ComponentField)
    /// `planned.CHECK`.
    case planned(String)
    /// A column that is ignored: one of `a11y list components`, or one that people added to it.
    case figure(String)
  }

  /// The columns that `a11y list components` and `--scan` write besides the fields.
  private static let figures: Set = ["source_digest", "conflicts", "line"]
  package static let names = ["key"] + ComponentField.allCases.map(\.rawValue)

  /// The entries of the lines, in order.
  ///
  /// - Parameters:
  ///   - map: how a team's own table is read.
  ///   - understood: called with what was made of the header, where that is not obvious.
  package static func read(
    _ bytes: [UInt8], _ map: ColumnMap? = nil, understood: (String) -> Void = { _ in }
  ) throws -> [ComponentEntry] {
    var rows = DelimitedRows(try LineSource(ByteReader(bytes: bytes), readAhead: 0))
    guard let header = try rows.next() else {
      throw Problem(.badInput, code: "file.empty", "the file is empty", hints: [Self.wanted])
    }
    let columns = try columns(header, map)
    if let map {
      understood("Columns: \(map.sentence(of: header.fields, among: names))")
    } else if case let added = Self.added(header.fields, columns), !added.isEmpty {
      understood("a11y: note: unknown columns are ignored: \(added.joined(separator: ", ")).")
    }
    var entries: [ComponentEntry] = []
    while let row = try rows.next() { entries.append(entry(row, columns, map)) }
    return entries
  }

  package static let columnNames = (names + [Component.plannedField + "CHECK"]).joined(separator: ", ")
  static let wanted = "Add a header row; only key is required: \(columnNames)."

  /// The columns that people added to a list.
  private static func added(_ header: [String], _ columns: [Column]) -> [String] {
    zip(header, columns).filter { name, column in column == .figure(name) && !figures.contains(name) }.map(\.0)
  }

  private static func columns(_ header: DelimitedRows.Row, _ map: ColumnMap?) throws(Problem) -> [Column] {
    let isList = header.fields.contains(where: figures.contains)
    var columns: [Column] = []
    for typed in header.fields {
      let name = map.map { $0.column(of: typed, among: names) ?? "" } ?? typed
      let column: Column
      if name == "key" {
        column = .key
      } else if let field = ComponentField(rawValue: name) {
        column = .field(field)
      } else if let check = plannedCheck(name) {
        column = .planned(check)
      } else if isList || map != nil {
        column = .figure(typed)
      } else {
        throw Problem(
          .badInput, code: "column.unknown", "line \(header.line): unknown column \(MessageText.quoted(name))",
          hints: Suggestion.hint(for: name, among: names) + [wanted])
      }
      guard column == .figure(typed) || !columns.contains(column) else {
        throw Problem(
          .badInput, code: "column.twice", "line \(header.line): duplicate column \(name)")
      }
      columns.append(column)
    }
    guard columns.contains(.key) else {
      throw Problem(
        .badInput, code: "column.missing", "line \(header.line): missing column key", hints: [wanted])
    }
    return columns
  }

  /// The check in `planned.visual-feedback.scale-range`; nil for another name.
  static func plannedCheck(_ name: String) -> String? {
    guard name.utf8.starts(with: Component.plannedField.utf8) else { return nil }
    return String(name.dropFirst(Component.plannedField.count))
  }

  private static func entry(
    _ row: DelimitedRows.Row, _ columns: [Column], _ map: ColumnMap?
  ) -> ComponentEntry {
    let place = "line \(row.line)"
    guard row.fields.count <= columns.count else {
      return .refused(
        place: place, reason: "\(counted(row.fields.count, "field")), but the header has \(columns.count)")
    }
    var draft = ComponentDraft(place: place, key: "", fields: [:])
    for (column, text) in zip(columns, row.fields) {
      if column == .key { draft.key = text }
      if case .planned(let check) = column, !text.isEmpty { draft.planned.append(.init(check: check, value: text)) }
      guard case .field(let field) = column, !text.isEmpty else { continue }
      do throws(Problem) {
        let text = map?.word(text) ?? text
        draft.fields[field.rawValue] = try field.isList ? field.value(of: parts(text)) : field.value(of: text)
      } catch {
        return .refused(place: place, reason: "\(field.rawValue): \(error.sentence)")
      }
    }
    return .draft(draft)
  }

  /// The parts of a list, separated by semicolons, or by commas as in CSV from `a11y list`.
  static func parts(_ text: String) -> [String] {
    text.split { $0 == ";" || $0 == "," }.map { part in
      String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }.filter { !$0.isEmpty }
  }
}

extension Problem {
  /// Message and hints in one line without a final period, for a report of many lines.
  var sentence: String {
    let line = ([message] + hints).reduce("") { text, next in
      text.isEmpty ? next : text + (".?!".contains(text.last ?? " ") ? " " : ". ") + next
    }
    return line.hasSuffix(".") ? String(line.dropLast()) : line
  }
}
