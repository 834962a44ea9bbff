package import Audit
import Base
package import CommandLine
import Exchange
package import Sessions
import Store

/// The tickets of a team as its tracker exports them: in each row the mark of a finding somewhere, the ticket's number or
/// address, and its state.
///
/// Jira and Azure write CSV, `gh issue list --json` and GitLab an array of JSON. A row without a mark is about something
/// else, unless a finding has its ticket. A file without any mark is one of tickets where it has their states.
package struct TicketTable {
  package struct Row {
    /// Those of its findings: several where issues were merged.
    package var marks: [String]
    package var ticket: String
    package var state: Ticket.State?
    /// A word for the state that is not known; empty for none.
    package var unknown = ""
    /// Where it is in its file.
    package var place: String
  }

  /// A row that cannot be read, as it was.
  package struct Refused {
    package var place: String
    package var line: Int
    package var reason: String
    package var bytes: [UInt8]
  }

  package let name: String
  package private(set) var rows: [Row] = []
  /// Rows with neither a mark nor a ticket.
  package private(set) var others = 0
  /// Changes of code, which are no tickets.
  package private(set) var pullRequests = 0
  /// The lines of rows that have a mark and no ticket.
  package private(set) var withoutTicket: [Int] = []
  package private(set) var refused: [Refused] = []
  /// What comes before rejected rows.
  package private(set) var head = TableHead()
  package private(set) var isJSON = false
  /// Whether there is no mark in it, so that only its headers or members say what it is.
  package private(set) var isUnmarked = false
  /// How many issues of JSON have a title, and whether one has a text or labels, where a mark would be.
  private var titled = 0
  package private(set) var hasTexts = false
  /// Whether it is issues that say neither what they are about nor their states.
  package var saysNothing: Bool { isUnmarked && pullRequests == 0 && !rows.contains { $0.state != nil } }
  /// Whether it is a table with the columns of tickets that has no rows, and so no marks.
  package private(set) var isEmpty = false
  private let map: ColumnMap?
  /// The lists of a board, by their IDs: that of a card says whether it is done.
  private var boardLists: [String: String] = [:]
  /// How many issues of JSON were looked at.
  private var order = 0

  /// As a file may be large.
  static let largest = 64 << 20
  private static let mostPieces = 1_000_000

  /// What `--map` may name.
  package static let columns = ["ticket", "state"]
  package static let vocabularies = [ColumnMap.Vocabulary("state", Ticket.State.allCases.map(\.rawValue))]

  private init(_ name: String, _ map: ColumnMap?) { (self.name, self.map) = (name, map) }

  /// The table in a file that was named; nil for what is none: a bundle, a tool's report, a text without a mark and
  /// without a map for it.
  package static func read(_ input: ImportInput, _ map: ColumnMap?, headerRow: Int?) throws -> TicketTable? {
    if map != nil, let problem = input.tooLarge { throw problem }
    guard !input.isLarger(than: largest), input.isReadable, !input.outline.isBundle, ReportForm(input.outline) == nil,
      let bytes = try? input.text().readAll(limit: largest, name: input.shown),
      let start = bytes.first(where: { $0 > 0x20 && $0 < 0x80 })
    else { return nil }
    var table = TicketTable(input.name, map)
    guard map != nil || TicketMark.first(in: bytes[...]) != nil else { return unmarked(bytes, start, table, headerRow) }
    switch start {
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      guard try table.readJSON(table.unmarked(bytes)) else { return nil }
    default: try table.readTable(bytes, headerRow)
    }
    if input.hasMark { table.head.hasMark = true }
    return table
  }

  /// The same without a mark: nil unless states of tickets are in it, or every object of it has a title.
  private static func unmarked(
    _ bytes: [UInt8], _ start: UInt8, _ empty: TicketTable, _ headerRow: Int?
  ) -> TicketTable? {
    var table = empty
    table.isUnmarked = true
    do {
      switch start {
      case UInt8(ascii: "["), UInt8(ascii: "{"): _ = try table.readJSON(table.unmarked(bytes))
      default: try table.readTable(bytes, headerRow)
      }
    } catch {
      return nil
    }
    return table.isEmpty || !table.saysNothing || table.titled > 0 && table.titled == table.order ? table : nil
  }

  // MARK: JSON

  /// The document without its mark; what is rejected of it is written as an array.
  private mutating func unmarked(_ bytes: [UInt8]) -> [UInt8] {
    let text = Array(UTF8Text.unmarked(bytes))
    (isJSON, head.lines, head.hasMark) = (true, [Array("[\n".utf8)], text.count < bytes.count)
    return text
  }

  /// Lists of issues and issues by themselves, several of them one behind the other.
  ///
  /// - Returns: whether it has any.
  private mutating func readJSON(_ bytes: [UInt8]) throws -> Bool {
    let pieces = JSONPieces.all(in: bytes[...], atMost: Self.mostPieces)
    guard pieces.count <= Self.mostPieces else { return false }
    let documents = try pieces.map { piece in
      do throws(FindingsProblem) {
        return try FindingsReport.document(bytes[...], piece, isAlone: pieces.count == 1)
      } catch {
        let ends = [bytes.first { $0 > 0x20 }, bytes.last { $0 > 0x20 }]
        let isCut = ends[0] == UInt8(ascii: "[") && ends[1] != UInt8(ascii: "]")
        throw problem(
          isCut ? "the list has no end; the file may be incomplete" : error.message,
          "Export the tickets again, and import the file as it is.")
      }
    }
    var isFound = false
    for (piece, document) in zip(pieces, documents) {
      let isTaken = take(document, at: piece.line == 0 ? "$" : "line \(piece.line + 1), $")
      if !isTaken, isFound { add(document, at: "line \(piece.line + 1)") }
      isFound = isFound || isTaken
    }
    return isFound
  }

  /// Members that have the issues of an answer: a list, or what a query of GraphQL calls a connection.
  private static let lists = [
    "issues", "items", "nodes", "edges", "values", "value", "cards", "data", "bugs", "tasks", "tickets", "workItems",
    "results",
  ]
  /// Members that have something around the issues.
  private static let wrappers = [
    "data", "node", "issue", "viewer", "user", "organization", "workspace", "repository", "project", "group", "team",
    "search",
  ]

  /// Adds the issues of a list, of an object with them, or the issue that an object is.
  ///
  /// - Returns: whether it is one of them.
  private mutating func take(_ value: JSONValue, at place: String) -> Bool {
    if let issues = value.arrayValue {
      for (number, issue) in issues.enumerated() {
        let place = "\(place)[\(number)]"
        if !take(issue, at: place) { add(issue, at: place) }
      }
      return true
    }
    guard let object = value.objectValue else { return false }
    if !Self.isIssue(object), let list = Self.lists.first(where: { object[$0].map(Self.isList) ?? false }),
      let issues = object[list]
    {
      for one in object["lists"]?.arrayValue ?? [] {
        if let id = one["id"]?.stringValue { boardLists[id] = one["name"]?.stringValue }
      }
      return take(issues, at: "\(place).\(list)")
    }
    if TicketMembers(object, map).ticket != nil {
      add(value, at: place)
      return true
    }
    for name in Self.wrappers {
      if let inner = object[name], inner.objectValue != nil, take(inner, at: "\(place).\(name)") { return true }
    }
    return false
  }

  /// Whether the mark is in the object's own texts: an issue may have a list, of steps or of what is below it.
  private static func isIssue(_ object: JSONObject) -> Bool {
    object.members.contains { member in
      (member.value.stringValue != nil || ["fields", "labels"].contains(member.key)) && mark(in: member.value) != nil
    }
  }

  private static func isList(_ value: JSONValue) -> Bool {
    (value.arrayValue ?? value["nodes"]?.arrayValue ?? value["edges"]?.arrayValue) != nil
  }

  private mutating func add(_ issue: JSONValue, at place: String) {
    let number = order
    order += 1
    let marks = issue.objectValue == nil ? [] : Self.marks(in: issue)
    let members = issue.objectValue.map { TicketMembers($0, map) }
    if TicketMembers.has(TicketMembers.titles, issue) { titled += 1 }
    if TicketMembers.has(TicketMembers.texts, issue) { hasTexts = true }
    func bytes() -> [UInt8] { (try? CanonicalWriter.bytes(of: issue)) ?? [] }
    if TicketMembers.isPullRequest(issue) {
      pullRequests += 1
    } else if let ticket = members?.ticket {
      let list = issue["idList"]?.stringValue.flatMap { boardLists[$0] }
      let isInDone = list.flatMap(TicketWords.state) == .closed
      let state = isInDone ? Ticket.State.closed.rawValue : members?.state
      add(ticket, marks, state, Refused(place: place, line: number, reason: "", bytes: bytes()))
    } else if !marks.isEmpty {
      let reason = "no member has the ticket; expected one of \(TicketMembers.names)"
      refused.append(Refused(place: place, line: number, reason: reason, bytes: bytes()))
    } else {
      others += 1
    }
  }

  private static func marks(in value: JSONValue) -> [String] {
    let found: [String] =
      switch value {
      case .string(let text): TicketMark.all(in: Array(text.utf8)[...])
      case .array(let values): values.flatMap { marks(in: $0) }
      case .object(let object): object.members.flatMap { marks(in: $0.value) }
      default: []
      }
    return found.unique()
  }

  /// The first mark in the texts of a value: labels are lists, and a description may be a document of its own.
  private static func mark(in value: JSONValue) -> String? {
    switch value {
    case .string(let text): TicketMark.first(in: Array(text.utf8)[...])
    case .array(let values): values.lazy.compactMap { mark(in: $0) }.first
    case .object(let object): object.members.lazy.compactMap { mark(in: $0.value) }.first
    default: nil
    }
  }

  // MARK: Tables

  private mutating func readTable(_ bytes: [UInt8], _ headerRow: Int?) throws {
    var table = DelimitedRows(try LineSource(ByteReader(bytes: bytes), readAhead: 0))
    let found: DelimitedRows.Row?
    do {
      found = try table.header(at: headerRow) { TicketColumns($0, map) != nil }
    } catch let problem as Problem where problem.code == "input.kind" {
      throw self.problem(problem.message, "Export the tickets as CSV or JSON, and import that.")
    }
    guard let header = found else { return }
    guard let columns = TicketColumns(header.fields, map) else {
      throw problem("line \(header.line): no column has the ticket; expected one of \(TicketColumns.names)")
    }
    // Lists of this program have checks, and are no tickets.
    if isUnmarked, header.fields.contains(where: { ["check", "component"].contains(CellText.name($0)) }) { return }
    head = table.head
    table.isOfSpreadsheet = true
    defer {
      isEmpty = isUnmarked && columns.hasState && rows.isEmpty && others == 0 && refused.isEmpty && pullRequests == 0
    }
    while true {
      let before = table.line
      do {
        guard let row = try table.next() else { return }
        let marks = row.fields.flatMap { TicketMark.all(in: Array($0.utf8)[...]) }.unique()
        let ticket = CellText.wholeNumber(columns.ticket(row.fields))
        var place = Refused(place: "line \(row.line)", line: row.line, reason: "", bytes: row.whole)
        if let reason = Self.fault(ticket, row.fields, header.fields, isMarked: !marks.isEmpty) {
          place.reason = reason
          if marks.isEmpty { others += 1 } else { refused.append(place) }
        } else if !ticket.isEmpty {
          add(ticket, marks, columns.state(row.fields), place)
        } else if marks.isEmpty {
          others += 1
        } else {
          withoutTicket.append(row.line)
        }
      } catch let problem as Problem where problem.exitCode == .badInput && table.line > before {
        let line = table.last.line
        let named = "line \(line): "
        let reason = problem.message.hasPrefix(named) ? String(problem.message.dropFirst(named.count)) : problem.message
        refused.append(Refused(place: "line \(line)", line: line, reason: reason, bytes: table.last.whole))
      }
    }
  }

  /// What a spreadsheet did to a row: to any cell of one that is about a finding, as it may have had another mark.
  private static func fault(_ ticket: String, _ fields: [String], _ header: [String], isMarked: Bool) -> String? {
    if let fault = CellText.faultOfNumber(ticket) { return "ticket \(MessageText.quoted(ticket)): \(fault)" }
    guard isMarked else { return nil }
    for (name, cell) in zip(header, fields) {
      if let fault = CellText.fault(cell) { return "column \(MessageText.quoted(name)): \(fault)" }
    }
    return nil
  }

  private mutating func add(_ ticket: String, _ marks: [String], _ word: String?, _ place: Refused) {
    let ticket = CellText.ofLink(ticket) ?? ticket
    guard !TicketWords.isPullRequest(ticket) else {
      pullRequests += 1
      return
    }
    do throws(Problem) {
      _ = try FieldRules.ticket(ticket)
      // The state is kept under the name of the ticket.
      guard ticket.utf8.count + TicketIndex.stateField.utf8.count <= Names.longestLine else {
        throw .usage("ticket.invalid", "the ticket is too long")
      }
      let said = word.flatMap { CellText.word($0).isEmpty ? nil : $0 } ?? ""
      let state = said.isEmpty ? nil : TicketWords.state(map?.word(said, in: "state") ?? said)
      let unknown = state == nil ? said : ""
      rows.append(Row(marks: marks, ticket: ticket, state: state, unknown: unknown, place: place.place))
    } catch {
      // What has no mark may be about anything.
      guard !marks.isEmpty else {
        others += 1
        return
      }
      var place = place
      place.reason = error.message
      refused.append(place)
    }
  }

  private func problem(
    _ words: String,
    _ advice: String = "Export the tickets with their number and their description or labels, or pass --map "
      + "\"HEADER=ticket\" for a column with another name."
  ) -> Problem {
    Problem(.badInput, code: "tickets.invalid", "\(MessageText.quoted(name)): \(words)", hints: [advice])
  }
}
