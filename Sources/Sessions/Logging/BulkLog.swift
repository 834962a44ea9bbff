import Audit
package import Base
package import CommandLine
package import Store

/// Logs many results in one transaction, line by line: valid lines are logged, others are rejected.
package struct BulkLog {
  let defaults: LogDefaults
  let isRetest: Bool
  /// The reason to keep passes that their values contradict.
  let override: String?
  /// How a team's own table is read.
  let map: ColumnMap?

  package init(_ defaults: LogDefaults, isRetest: Bool, override: String?, _ map: ColumnMap?) {
    (self.map, self.defaults, self.isRetest, self.override) = (map, defaults, isRetest, override)
  }

  /// What became of the lines.
  package struct Outcome {
    package fileprivate(set) var logged = 0
    /// Of the logged results, those that do not count for the audit that they name.
    package fileprivate(set) var outside = 0
    /// Of the logged results, those of components that are retired, by component.
    package fileprivate(set) var retired: [String: Int] = [:]
    /// Of the logged results of a table, those that say what their items showed before.
    package fileprivate(set) var repeated = 0
    /// Unchanged rows of a list.
    package fileprivate(set) var unchanged = 0
    /// Columns that were added to a list.
    package fileprivate(set) var added: [String] = []
    /// The items that lines answer differently, and two lines of each.
    package fileprivate(set) var disputed: [Int: AnsweredItems.Pair] = [:]
    /// The items of a team's own table with several problems, and two lines of each.
    package fileprivate(set) var joined: [Int: AnsweredItems.Pair] = [:]
    /// The items that a later row changes, and the lines of both.
    package fileprivate(set) var changed: [Int: AnsweredItems.Pair] = [:]
    /// Words of columns that have words of their own, which the column does not have, and unknown checks: a few of each.
    package fileprivate(set) var unknown: [RowLayout.Column: [String]] = [:]
    /// The first value with a decimal comma, and as it was read.
    fileprivate var pointed: (text: String, line: Int, read: String)?
    /// The first severity that is the name of a scale and a number.
    fileprivate var scaled: (word: String, line: Int)?
    /// The order of its dates that a row showed, with the line; nil where each says it, or a map.
    package fileprivate(set) var dateOrder: (order: DateOrder, line: Int)?
    /// Whether the lines are a table: with a header. Other lines are in the order in which they were written.
    package fileprivate(set) var isTable = false
    /// Whether one of the rejected lines was of a script.
    package fileprivate(set) var hasScript = false
    /// What a map made of the header, and the line of the header under titles; empty if that is obvious.
    package fileprivate(set) var understood: [String] = []
    /// What is above the rows; without lines where there is no header.
    package fileprivate(set) var head = TableHead()

    package init() {}
  }

  /// Logs every line to the end of the input.
  ///
  /// - Parameters:
  ///   - headerRow: the line of the header, where the tester names it.
  ///   - disputed: the items of which no row is logged.
  ///   - progress: called from time to time with the number of results so far.
  ///   - refuse: called with each rejected row and the reason.
  /// - Throws: errors that no line causes.
  package func run(
    _ input: LineSource, headerRow: Int?, without disputed: [Int: AnsweredItems.Pair], _ writer: Writer,
    progress: (Int) -> Void, refuse: (DelimitedRows.Row, String) -> Void
  ) throws -> Outcome {
    var rows = try RowReader(input, map, headerRow: headerRow)
    guard !defaults.tester.isEmpty || rows.layout.columns.contains(.tester) else { throw Context.missingTester }
    var outcome = Outcome()
    (outcome.isTable, outcome.added) = (!rows.layout.isStandard, rows.layout.added)
    outcome.head = rows.table.head
    if rows.layout.isStandard { outcome.head.lines = [] }
    if map != nil { outcome.understood.append("Columns: \(rows.understood)") }
    if rows.table.titles > 0, headerRow == nil {
      outcome.understood.append("a11y: note: the header is in line \(rows.table.line).")
    }
    // Retests are marked line by line.
    var shortcut = isRetest ? nil : BulkShortcut(rows.layout)
    let list = try ListedItems(writer.reader, audit: defaults.audit, defaults.settings)
    let answered = AnsweredItems()
    let names = NameBook(writer.reader, isForMany: true)
    func count() {
      outcome.logged += 1
      if outcome.logged & 0xFFF == 0 { progress(outcome.logged) }
    }
    var layout = rows.layout
    func take(_ row: RowReader.Row, isPlain: Bool) throws {
      guard let logged = try log(row, layout, list, names, answered, without: disputed, order: outcome.logged, writer)
      else {
        outcome.unchanged += 1
        return
      }
      let (result, target, counts, item, isRepeated) = logged
      if isRepeated, outcome.isTable { outcome.repeated += 1 }
      // What does not count is looked at each time, to be counted.
      let isRetired = try writer.component(result.component).isRetired
      if counts, !isRetired, isPlain { shortcut?.remember(row.bytes, target, item: item) }
      if !counts { outcome.outside += 1 }
      if isRetired { outcome.retired[result.component, default: 0] += 1 }
      if outcome.scaled == nil, let word = layout.text(.severity, row.fields), Severity(word: word) == nil,
        word.contains(where: \.isNumber)
      {
        outcome.scaled = (word, row.line)
      }
      if outcome.pointed == nil, let text = layout.text(.value, row.fields), let read = result.value?.text,
        layout.comma.pointed(text) == read
      {
        outcome.pointed = (text, row.line, read)
      }
      count()
    }
    // Rows that say when something was seen are logged in that order.
    var dated: [RowReader.Row] = []
    let lastYear = RowLayout.year(writer.reader)
    let isDated = layout.columns.contains(.at)
    while true {
      do {
        let next = try rows.next { line, number in
          guard try shortcut?.log(line, number: number, answered, writer) == true else { return false }
          count()
          return true
        }
        guard let row = next else { break }
        if isDated {
          dated.append(row)
          if let text = layout.time(row.fields) { layout.dates.see(text, line: row.line, lastYear: lastYear) }
        } else {
          try take(row, isPlain: rows.table.isTabbed)
        }
      } catch {
        guard let reason = Self.reason(error) else { throw error }
        Self.note(error, rows.last, layout, &outcome)
        refuse(rows.last, reason)
      }
    }
    let times = dated.map { row in
      layout.time(row.fields).flatMap { try? layout.moment($0, writer.reader) } ?? defaults.time ?? .max
    }
    for place in dated.indices.sorted(by: { (times[$0], $0) < (times[$1], $1) }) {
      do {
        try take(dated[place], isPlain: false)
      } catch {
        guard let reason = Self.reason(error) else { throw error }
        Self.note(error, dated[place], layout, &outcome)
        refuse(dated[place], reason)
      }
    }
    for held in answered.releaseAll() { try writer.log(held.target, held.result) }
    outcome.repeated += try answered.repeatedProblems()
    outcome.understood += layout.notes(writer.reader) + (names.remark.map { ["a11y: note: \($0)."] } ?? [])
    outcome.dateOrder = layout.dates.notes.first
    if let (word, line) = outcome.scaled {
      outcome.understood.append(
        "a11y: note: numbers of severities, such as \(MessageText.quoted(word)) in line \(line), are read as 1 critical, "
          + "2 serious, 3 moderate, and 4 minor.")
    }
    if let (text, line, read) = outcome.pointed {
      outcome.understood.append(
        "a11y: note: commas in numbers are read as decimal points, \(MessageText.quoted(text)) in line \(line) as "
          + "\(MessageText.quoted(read)).")
    }
    if let line = list.ignored.map(\.line).min() {
      let lines = Set(list.ignored.map(\.line)).count
      let columns = Set(list.ignored.map(\.column.rawValue)).sorted().joined(separator: ", ")
      outcome.understood.append(
        "a11y: note: the answer is unchanged in line \(line)"
          + "\(lines > 1 ? " and \(counted(lines - 1, "other"))" : ""), so what was changed in other columns is not "
          + "taken: \(columns).")
    }
    (outcome.disputed, outcome.joined, outcome.changed) = (answered.disputed, answered.joined, answered.changed)
    return outcome
  }

  /// The most words of a column that a message names.
  private static let mostWords = 6

  /// Remembers what a row was that is rejected, and the word for which it is.
  private static func note(_ error: any Error, _ row: RowReader.Row, _ layout: RowLayout, _ outcome: inout Outcome) {
    if layout.isStandard, RowLayout.isOfScript(row.fields) { outcome.hasScript = true }
    let columns: [String: RowLayout.Column] = [
      "severity.unknown": .severity, "outcome.unknown": .outcome, "check.unknown": .check,
    ]
    guard let column = (error as? Problem).flatMap({ columns[$0.code] }), let word = layout.text(column, row.fields)
    else { return }
    let words = outcome.unknown[column] ?? []
    if words.count < mostWords, !words.contains(word) { outcome.unknown[column] = words + [word] }
  }

  /// - Returns: nil for an unchanged row of a list, and for one without an outcome.
  private func log(
    _ row: RowReader.Row, _ layout: RowLayout, _ list: ListedItems, _ names: NameBook, _ answered: AnsweredItems,
    without disputed: [Int: AnsweredItems.Pair], order: Int, _ writer: Writer
  ) throws -> (result: NewResult, target: ResultTarget, counts: Bool, item: Int, isRepeated: Bool)? {
    var defaults = defaults
    var entry = try layout.entry(row.fields, &defaults, writer)
    // Tables have a blank outcome where nothing was tested. What has a note and no outcome is a slip in a table of ours.
    let isOfTeam = map != nil && !layout.isList
    if entry.outcome.isEmpty || entry.outcome == "untested", isOfTeam || layout.isBlank(entry) { return nil }
    guard layout.isList || !defaults.tester.isEmpty else { throw Refusal.invalid("no tester") }
    // A list has all names in full, also those of others.
    entry.check = try names.once("check", entry.check) { typed in
      if layout.isList, try writer.reader.check(typed) != nil { return typed }
      return try TypedLog.name(ofCheck: typed, writer, names)
    }
    entry.component = try names.once("component", entry.component) { typed in
      if layout.isList, let listed = try writer.reader.component(typed) { return listed.key }
      let plain = CellText.plain(typed)
      let isTyped = try plain == typed || writer.reader.component(typed) != nil
      return try names.component(isTyped ? typed : plain)
    }
    if layout.isList {
      guard let changed = try ListedRow(row, layout).changes(&entry, in: list) else { return nil }
      for (column, text) in changed { try layout.apply(column, text, &defaults, writer) }
      guard !defaults.tester.isEmpty else { throw Refusal.invalid("no tester; pass --tester, or name one in the row") }
    }
    entry.override = override
    var result = try entry.result(defaults, writer, names)
    result.isRetest = isRetest
    let item = answered.item(of: result)
    if let pair = disputed[item] { throw Refusal.invalid(AnsweredItems.reason(pair, line: row.line)) }
    let isFirst = !answered.has(item)
    let isJoined = try isOfTeam && answered.join(&result, line: row.line)
    if let held = answered.release(before: result, isJoined: isJoined) { try writer.log(held.target, held.result) }
    if !isJoined { answered.add(item, result, line: row.line) }
    if layout.isOrdered { answered.follow(result, line: row.line, isJoined: isJoined) }
    let target = try writer.target(for: result)
    // Whether a list of problems was logged before is known at the end of it.
    let isProblem =
      try isOfTeam && result.outcome == .fail
      && (isJoined || answered.keep(writer.shown(at: target), before: result, line: row.line))
    let isRepeated = try !isProblem && isFirst && writer.shows(result, at: target)
    if isJoined { answered.hold(target, result, order: order) } else { try writer.log(target, result) }
    let counts = try defaults.audit.isEmpty || defaults.remark(on: result.place, writer.reader) == nil
    return (result, target, counts, item, isRepeated)
  }

  /// The reason why a line was rejected; nil for an error that the line did not cause.
  private static func reason(_ error: any Error) -> String? {
    if let refusal = error as? Refusal { return refusal.problem.message }
    if let differ = error as? BuildsDiffer { return differ.words + "; pass --build, or add a column build" }
    // A line that is too long is not read to its end, so no line after it can be read.
    guard let problem = error as? Problem, problem.code != "line.too-long",
      problem.exitCode == .badInput || problem.exitCode == .usage
        || problem.exitCode == .decision || problem.exitCode == .notFound
    else { return nil }
    if problem.code == "value.invalid" {
      let advice = problem.hints.first.map { "; " + $0.prefix(1).lowercased() + $0.dropFirst() } ?? ""
      return problem.message + (advice.hasSuffix(".") ? String(advice.dropLast()) : advice)
    }
    // Another encoding is of the whole file, and no line can be corrected by itself.
    guard problem.code == "input.encoding" else { return problem.message }
    return problem.message + "; save the file as UTF-8, in a spreadsheet as \"CSV UTF-8\""
  }
}

/// The rows of `log -`: with a header, or tab-separated lines in the standard order.
package struct RowReader {
  package typealias Row = DelimitedRows.Row

  package private(set) var layout: RowLayout
  private var rows: DelimitedRows
  /// The row that was read last, also where an error was thrown for it.
  package var last: Row { pending ?? rows.last }
  /// The lines up to the header.
  package var table: DelimitedRows { rows }
  private var pending: Row?

  /// What a map of columns made of the header; empty without one.
  package private(set) var understood = ""

  /// - Parameter headerRow: the line of the header, where the tester names it.
  package init(_ source: LineSource, _ map: ColumnMap? = nil, headerRow: Int? = nil) throws {
    rows = DelimitedRows(source)
    guard let first = try rows.header(at: headerRow, { RowLayout.isHeader($0, map) }) else {
      layout = .standard
      return
    }
    try RowLayout.refuseUnnamed(first, in: rows)
    if let map {
      layout = try RowLayout(header: first, map)
      (layout.isTabbed, layout.comma) = (rows.isTabbed, NumberComma(between: rows.separator))
      rows.isOfSpreadsheet = true
      understood = map.sentence(of: first.fields, among: RowLayout.names)
      return
    }
    let names = first.fields.map(CellText.name)
    if headerRow != nil || names.contains("outcome") && names.contains("check") {
      layout = try RowLayout(header: first)
      rows.isOfSpreadsheet = true
    } else {
      layout = .standard
      pending = first
      // Lines of a script are read once.
      source.isKept = false
    }
    (layout.isTabbed, layout.comma) = (rows.isTabbed, NumberComma(between: rows.separator))
    let missing = ["outcome", "check", "component"].filter { !names.contains($0) }
    let isOfScript = rows.isTabbed && (missing.count == 3 || RowLayout.isOfScript(first.fields))
    if layout.isStandard, !isOfScript {
      let isHeader = missing.count < 2 || names.contains { RowLayout.names.contains($0) }
      let what =
        isHeader
        ? "no column\(missing.count > 1 ? "s" : "") \(WordList.and(missing))" : "missing header row"
      let others = first.fields.filter { !$0.isEmpty && !RowLayout.names.contains(CellText.name($0)) }
      let pairs = missing.map { "HEADER=\($0)" }.joined(separator: ",")
      throw Problem(
        .badInput, code: "csv.header", "line \(first.line): \(what)",
        hints: [
          isHeader && !others.isEmpty
            ? "Pass --map \"\(pairs)\" with the headers of this table: \(firstNamed(others, 8))."
            : "Add a header row: outcome,check,component,condition,value,note.",
          "Pass --map for other headers, and --header-row with their line if titles are above them.",
        ])
    }
  }

  /// The next row that is not blank; nil at the end.
  ///
  /// - Parameter shortcut: called with each line of tab-separated input as bytes, and its number; returns true if it
  ///   logged the line.
  package mutating func next(
    shortcut: (UnsafeBufferPointer<UInt8>, Int) throws -> Bool = { _, _ in false }
  ) throws -> Row? {
    if let row = pending {
      pending = nil
      return row
    }
    return try rows.next(shortcut: shortcut)
  }
}

/// Logs lines of bulk input whose check, component, and condition occurred before without creating strings for them:
/// 1,000,000 lines name a few thousand places.
package struct BulkShortcut {
  /// The maximum number of remembered places.
  private static let capacity = 100_000

  /// The column that each field of a line belongs to.
  private let columns: [Int]
  /// By a hash of the bytes of the place; of two places with the same hash the first is remembered.
  private var targets: [UInt64: (place: [UInt8], target: ResultTarget, item: Int)] = [:]

  /// Nil if the layout has further columns or other words: all such lines take the slow path.
  package init?(_ layout: RowLayout) {
    let known: [RowLayout.Column] = [.outcome, .check, .component, .condition, .value, .note, .severity]
    let columns = layout.columns.compactMap { $0.flatMap(known.firstIndex) }
    guard columns.count == layout.columns.count, !layout.isList, layout.map == nil else { return nil }
    self.columns = columns
  }

  /// Logs a line whose place is known; false if the slow path is required, for example to report an error.
  ///
  /// - Parameter number: of the line.
  package func log(
    _ line: UnsafeBufferPointer<UInt8>, number: Int, _ answered: AnsweredItems, _ writer: Writer
  ) throws -> Bool {
    guard let parts = LineParts(line, columns), parts.value.isEmpty, let outcome = Self.outcome(parts.outcome),
      let known = targets[parts.placeHash], parts.isAt(known.place), parts.note.count <= Names.longestNote,
      // Possibly a prefix against spreadsheet formulas, an error of a spreadsheet, or blanks: the slow path decides.
      parts.note.first.map({ !"'\"#".utf8.contains($0) }) ?? true,
      parts.note.first != 0x20, parts.note.last != 0x20,
      // In a table a dash is no note.
      parts.note.isEmpty || parts.note.count > 4 || !CellText.isPlaceholder(String(decoding: parts.note, as: UTF8.self))
    else { return false }
    var severity: Severity?
    if let digit = parts.severity.first {
      severity = Severity(rawValue: Int(digit) - Int(UInt8(ascii: "0")))
      guard severity != nil, parts.severity.count == 1, outcome == .fail else { return false }
    }
    answered.add(known.item, outcome, severity, note: UnsafeRawBufferPointer(parts.note), line: number)
    try writer.log(known.target, outcome, severity: severity, note: parts.note.isEmpty ? nil : parts.note)
    return true
  }

  /// Remembers the place of a line that took the slow path.
  package mutating func remember(_ line: [UInt8], _ target: ResultTarget, item: Int) {
    guard targets.count < Self.capacity else { return }
    line.withUnsafeBufferPointer { bytes in
      guard let parts = LineParts(bytes, columns), targets[parts.placeHash] == nil else { return }
      targets[parts.placeHash] = (parts.place, target, item)
    }
  }

  private static func outcome(_ bytes: UnsafeBufferPointer<UInt8>) -> Outcome? {
    let outcome: Outcome
    switch bytes.first {
    case UInt8(ascii: "p"): outcome = .pass
    case UInt8(ascii: "f"): outcome = .fail
    case UInt8(ascii: "n"): outcome = .na
    case UInt8(ascii: "c"): outcome = .cantTell
    default: return nil
    }
    return outcome.rawValue.utf8.elementsEqual(bytes) ? outcome : nil
  }
}
