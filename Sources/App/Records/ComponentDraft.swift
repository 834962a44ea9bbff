import Audit
import Base
package import CommandLine
package import Sessions

/// One component of a file: its key and its fields. Empty fields are ignored.
package struct ComponentDraft {
  /// Its place: `line 7` or `$.rows[3]`.
  var place: String
  var key: String
  var fields: JSONObject
  /// Planned values by check; validated once the tracker is open.
  var planned: [PlannedFlag.Promise] = []

  /// Adds the line that a scan has found to the source, so that a later scan knows the component by its place.
  mutating func addLine(_ text: String) {
    guard let line = Int(text), line > 0, let source = fields["source"]?.stringValue,
      SourceLocation(source: source).file.hasSameBytes(as: source)
    else { return }
    fields["source"] = .string("\(source):\(line)")
  }
}

/// An entry of a file: a draft, or the reason why it could not be read.
package enum ComponentEntry {
  case draft(ComponentDraft)
  case refused(place: String, reason: String)
}

/// The entries of a file, each with its text, so that those which are rejected can be written as they were.
package struct ComponentEntries {
  package fileprivate(set) var rows: [(entry: ComponentEntry, text: [UInt8])] = []
  /// What comes before the entries in the file.
  package var head = TableHead()
  /// Whether they are the elements of an array of JSON.
  package let isJSON: Bool
  /// Whether they are separated by tabs.
  let isTabbed: Bool

  /// Entries of JSON.
  init(_ rows: [(entry: ComponentEntry, text: [UInt8])]) {
    (self.rows, isJSON, isTabbed) = (rows, true, false)
    head.lines = [Array("[\n".utf8)]
  }

  /// Rows of a table below its header.
  fileprivate init(below table: DelimitedRows) { (head, isJSON, isTabbed) = (table.head, false, table.isTabbed) }
}

/// Components in comma- or tab-separated lines with a header.
package struct ComponentLines {
  private enum Column: Equatable {
    case key
    case field(ComponentField)
    /// `planned.CHECK`.
    case planned(String)
    /// The line of the source, of `--scan`.
    case line
    /// A column that is ignored: one of `a11y list components`, or one that people added to it.
    case figure(String)

    /// Nil for one that is ignored.
    var name: String? {
      switch self {
      case .key: "key"
      case .field(let field): field.rawValue
      case .planned(let check): Component.plannedField + check
      case .line: "line"
      case .figure: nil
      }
    }
  }

  /// The columns that `a11y list components` and `--scan` write besides the fields.
  fileprivate static let figures: Set = ["source_digest", "conflicts", "line", SourceFeatures.column]
  /// The words that a column has.
  package static let vocabularies = [
    ColumnMap.Vocabulary("kind", Catalog.componentKinds), ColumnMap.Vocabulary("retired", ["yes", "no"]),
    ColumnMap.Vocabulary("profile", Profile.allCases.map(\.rawValue)),
    ColumnMap.Vocabulary("platforms", Platform.allCases.map(\.rawValue)),
    ColumnMap.Vocabulary("has", FieldRules.features),
  ]
  package static let names = ["key"] + ComponentField.allCases.map(\.rawValue)

  /// The entries of the lines, in order.
  ///
  /// - Parameters:
  ///   - map: how a team's own table is read.
  ///   - headerRow: the line of the header, where it is named.
  ///   - understood: called with what was made of the header, where that is not obvious.
  package static func read(
    _ bytes: [UInt8], _ map: ColumnMap? = nil, headerRow: Int? = nil, understood: (String) -> Void = { _ in }
  ) throws -> ComponentEntries {
    var rows = DelimitedRows(try LineSource(ByteReader(bytes: bytes), readAhead: 0))
    guard let header = try rows.header(at: headerRow, { isHeader($0, map) }) else {
      throw Problem(.badInput, code: "file.empty", "the file is empty", hints: [Self.wanted])
    }
    if rows.titles > 0, headerRow == nil { understood("a11y: note: the header is in line \(header.line).") }
    let columns = try columns(header, map)
    rows.isOfSpreadsheet = true
    if let map {
      understood("Columns: \(map.sentence(of: header.fields, among: names))")
    } else if case let added = Self.added(header.fields, columns), !added.isEmpty {
      understood("a11y: note: unknown columns are ignored: \(added.joined(separator: ", ")).")
    }
    var entries = ComponentEntries(below: rows)
    while true {
      do {
        guard let row = try rows.next() else { return entries }
        entries.rows.append((entry(row, columns, map, NumberComma(between: rows.separator)), row.whole))
      } catch let problem as Problem where problem.code == "csv.quote" || problem.code == "input.encoding" {
        let (place, prefix) = ("line \(rows.last.line)", "line \(rows.last.line): ")
        let reason =
          problem.sentence.hasPrefix(prefix) ? String(problem.sentence.dropFirst(prefix.count)) : problem.sentence
        entries.rows.append((.refused(place: place, reason: reason), rows.last.whole))
      }
    }
  }

  /// Whether a row has the header of the key, and others that are known.
  private static func isHeader(_ fields: [String], _ map: ColumnMap?) -> Bool {
    let known = fields.filter { column(of: $0, map) != nil }
    return known.contains { column(of: $0, map) == .key } && (known.count > 1 || fields.count == 1)
  }

  /// The column of a header; nil for an unknown one.
  private static func column(of header: String, _ map: ColumnMap?) -> Column? {
    let name = map.map { $0.column(of: header, among: names) } ?? known(header)
    if name == "key" { return .key }
    if name == nil, CellText.name(header) == "line" { return .line }
    if name == nil, CellText.name(header) == SourceFeatures.column { return .figure(header) }
    return name.flatMap(ComponentField.init(rawValue:)).map { .field($0) }
      ?? plannedCheck(header.lowercased()).map { .planned($0) }
  }

  /// The field that a header or a member names, in any case; of a list also by the name of one element: `Screen`.
  static func known(_ header: String) -> String? {
    let name = CellText.name(header)
    return names.first { $0 == name }
      ?? names.first { ComponentField(rawValue: $0)?.isList == true && $0 == name + "s" }
  }

  /// The columns that people added to a list.
  private static func added(_ header: [String], _ columns: [Column]) -> [String] {
    zip(header, columns).filter { text, column in
      column == .figure(text) && !text.isEmpty && !figures.contains(CellText.name(text))
    }.map(\.0)
  }

  private static func columns(_ header: DelimitedRows.Row, _ map: ColumnMap?) throws(Problem) -> [Column] {
    let isList = header.fields.contains { figures.contains(CellText.name($0)) }
    var columns: [Column] = []
    for typed in header.fields {
      let column: Column
      if let known = Self.column(of: typed, map) {
        column = known
      } else if isList || map != nil || typed.isEmpty {
        column = .figure(typed)
      } else {
        throw Problem(
          .badInput, code: "column.unknown", "line \(header.line): unknown column \(MessageText.quoted(typed))",
          hints: Suggestion.hint(for: CellText.name(typed), among: names) + mapHints(header.fields, map))
      }
      guard column == .figure(typed) || !columns.contains(column) else {
        throw Problem(.badInput, code: "column.twice", "line \(header.line): duplicate column \(typed)")
      }
      columns.append(column)
    }
    guard columns.contains(.key) else {
      throw Problem(
        .badInput, code: "column.missing", "line \(header.line): missing column key",
        hints: mapHints(header.fields, map) + ["Pass --header-row with the line of the header, if titles are above it."]
      )
    }
    return columns
  }

  /// The check in `planned.visual-feedback.scale-range`; nil for another name.
  static func plannedCheck(_ name: String) -> String? {
    guard name.utf8.starts(with: Component.plannedField.utf8) else { return nil }
    return String(name.dropFirst(Component.plannedField.count))
  }

  private static func entry(
    _ row: DelimitedRows.Row, _ columns: [Column], _ map: ColumnMap?, _ comma: NumberComma
  ) -> ComponentEntry {
    let place = "line \(row.line)"
    guard row.fields.count <= columns.count else {
      return .refused(
        place: place, reason: "\(counted(row.fields.count, "field")), but the header has \(columns.count)")
    }
    var (draft, line) = (ComponentDraft(place: place, key: "", fields: [:]), "")
    for (number, (column, text)) in zip(columns, row.fields).enumerated() {
      let text = [.key, .field(.source)].contains(column) ? CellText.ofLink(text) ?? text : text
      if let name = column.name, let fault = CellText.fault(map?.word(text, in: name) ?? text) {
        return .refused(place: place, reason: "column \(name): \(fault)")
      }
      if column == .key { draft.key = CellText.plain(map?.word(text, in: "key") ?? text) }
      if column == .line { line = text }
      if column == .figure(""), !text.isEmpty, map == nil {
        return .refused(place: place, reason: "field \(number + 1) has text, but its column has no header")
      }
      if case .planned(let id) = column, !text.isEmpty { draft.planned += [.init(check: id, value: comma.plain(text))] }
      guard case .field(let field) = column, !(map?.word(text, in: field.rawValue) ?? text).isEmpty
      else { continue }
      do throws(Problem) {
        func meant(_ text: String) -> String {
          let text = map?.word(text, in: field.rawValue) ?? text
          if field == .title { return CellText.inOneLine(text) }
          if field == .size || field == .hitArea { return comma.plain(CellText.plain(text)) }
          return ofPeople.contains(field) ? text : CellText.plain(text)
        }
        draft.fields[field.rawValue] =
          try field.isList ? field.value(of: parts(meant(text), of: field).map(meant)) : field.value(of: meant(text))
      } catch {
        return .refused(place: place, reason: "\(field.rawValue): \(error.sentence)")
      }
    }
    draft.addLine(line)
    return .draft(draft)
  }

  /// Fields that say what people write or name, as they write it.
  private static let ofPeople: [ComponentField] = [.title, .owner, .source, .tags, .screens]

  /// The parts of a list, separated by semicolons, or by commas as in CSV from `a11y list`; those of known words also by
  /// other signs, which names may have.
  static func parts(_ text: String, of field: ComponentField) -> [String] {
    let signs = [.platforms, .has].contains(field) ? ";,|/+&" : ";,"
    return text.split { signs.contains($0) || $0.isNewline }.map { CellText.trimmed(String($0)) }.filter { !$0.isEmpty }
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

/// Components in JSON: an array of objects, objects one behind the other, or output of `a11y list components --json`.
package struct ComponentDocument {
  /// Whether it is output of `a11y list components`, whose further members are ignored.
  private let isList: Bool
  private let rows: [JSONValue]
  private let path: String

  /// The entries of the document, in order.
  package static func read(_ bytes: [UInt8]) throws(Problem) -> ComponentEntries {
    let options = JSONOptions(allowsFractions: true)
    do throws(JSONError) {
      return ComponentDocument(try JSONReader.parse(bytes, options: options)).entries()
    } catch {
      if let rows = JSONPieces.values(in: bytes, options, atMost: most) {
        return ComponentDocument(.array(rows)).entries()
      }
      throw Problem(
        .badInput, code: "json.invalid",
        "line \(error.line), column \(error.column), at \(error.path): expected \(error.wanted), found \(error.found)")
    }
  }

  private static let most = 100_000

  private init(_ value: JSONValue) {
    switch value {
    case .array(let elements): (isList, rows, path) = (false, elements, "$")
    case .object(let object):
      if let elements = object["rows"]?.arrayValue {
        (isList, rows, path) = (true, elements, "$.rows")
      } else {
        (isList, rows, path) = (false, [value], "")
      }
    default: (isList, rows, path) = (false, [value], "")
    }
  }

  private func entries() -> ComponentEntries {
    ComponentEntries(
      rows.enumerated().map { index, row in
        let place = path.isEmpty ? "$" : "\(path)[\(index)]"
        let text = (try? CanonicalWriter.bytes(of: row)) ?? []
        guard case .object(let object) = row else {
          return (.refused(place: place, reason: "expected an object with a key, found \(Self.form(row))"), text)
        }
        return (entry(object, at: place), text)
      })
  }

  private func entry(_ object: JSONObject, at place: String) -> ComponentEntry {
    var draft = ComponentDraft(place: place, key: "", fields: [:])
    for member in object.members where !member.value.isNull {
      let name = ComponentLines.known(member.key) ?? member.key
      if name == "key" {
        guard let key = member.value.stringValue else {
          return .refused(place: "\(place).key", reason: "expected text, found \(Self.form(member.value))")
        }
        draft.key = key
      } else if let field = ComponentField(rawValue: name) {
        do throws(Problem) {
          if let value = try Self.value(member.value, of: field) { draft.fields[field.rawValue] = value }
        } catch {
          return .refused(place: "\(place).\(member.key)", reason: error.sentence)
        }
      } else if let check = ComponentLines.plannedCheck(member.key) {
        switch member.value {
        case .string(let text): if !text.isEmpty { draft.planned.append(.init(check: check, value: text)) }
        case .integer(let number): draft.planned.append(.init(check: check, value: String(number)))
        case .decimal(let text): draft.planned.append(.init(check: check, value: text))
        default:
          return .refused(
            place: "\(place).\(member.key)", reason: "expected text or a number, found \(Self.form(member.value))")
        }
      } else if ComponentLines.figures.contains(member.key),
        member.key != "line" || member.value.integerValue != nil
      {
        // A line belongs to the source, wherever that is in the object.
      } else if !isList {
        let hint = Suggestion.hint(for: member.key, among: ["key"] + ComponentField.allCases.map(\.rawValue))
        let reason = ["unknown field \(MessageText.quoted(member.key))"] + hint
        return .refused(place: place, reason: reason.joined(separator: ". "))
      }
    }
    if case .integer(let line)? = object["line"] { draft.addLine(String(line)) }
    return .draft(draft)
  }

  /// The value of a field; nil for an empty member.
  private static func value(_ value: JSONValue, of field: ComponentField) throws(Problem) -> JSONValue? {
    switch value {
    case .string(let text):
      if text.isEmpty { return nil }
      return try field.isList ? field.value(of: ComponentLines.parts(text, of: field)) : field.value(of: text)
    case .integer(let number) where [.targetTier, .size, .hitArea].contains(field):
      return try field.value(of: String(number))
    // Programs write whole numbers with a fraction of zeroes.
    case .decimal(let text) where [.targetTier, .size, .hitArea].contains(field):
      return try field.value(of: Double(text).flatMap { Int64(exactly: $0) }.map(String.init) ?? text)
    case .bool(let flag) where field == .retired: return .bool(flag)
    case .array(let elements) where field.isList:
      if elements.isEmpty { return nil }
      var texts: [String] = []
      for element in elements {
        guard let text = element.stringValue else {
          throw .usage("value.invalid", "expected a list of texts, found \(form(element)) in it")
        }
        texts.append(text)
      }
      return try field.value(of: texts)
    default:
      let wanted = field.isList ? "a list of texts" : field == .retired ? "true or false" : "text"
      throw .usage("value.invalid", "expected \(wanted), found \(form(value))")
    }
  }

  private static func form(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .integer, .decimal: "a number"
    case .string(let text): MessageText.quoted(text, limit: 40)
    case .array: "an array"
    case .object: "an object"
    }
  }
}
