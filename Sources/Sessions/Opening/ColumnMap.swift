import Audit
package import Base
import Children
package import CommandLine
package import Store

/// How the headers and words of a team's own table are read: `Result=outcome, Item=check, OK=pass, check:R1=label-present`.
/// A word without a meaning, `keine=`, is blank.
package struct ColumnMap {
  /// A column that has words of its own, for which a table may have other ones.
  package struct Vocabulary {
    let column: String
    let words: [String]

    package init(_ column: String, _ words: [String]) { (self.column, self.words) = (column, words) }

    /// The word that a text means; a severity has the spellings that it has in a table.
    fileprivate func word(_ text: String) -> String? {
      let (wanted, isSeverity) = (CellText.word(text), column == RowLayout.Column.severity.rawValue)
      return words.first { $0.lowercased() == wanted } ?? (isSeverity ? Severity(cell: text)?.word : nil)
    }
  }

  /// By the name of a header.
  private var columns: [String: String] = [:]
  /// By column, then by word.
  private var words: [String: [String: String]] = [:]
  /// The order of the numbers of dates: `D/M/Y=at`.
  private(set) var dateOrder: DateOrder?
  /// As they were given, in order.
  private var pairs: [(from: String, to: String, isHeader: Bool)] = []
  /// Where the pair is that is read: on the command line, or in a line of a file.
  private var place = "in --map"

  private static let longest = 1 << 20

  /// Reads `--map`: pairs, or the name of a file with pairs; nil without the flag.
  ///
  /// - Parameters:
  ///   - columns: what a header can stand for.
  ///   - vocabularies: what a word of a column can stand for, where that is not any text.
  package init?(_ context: Context, columns: [String], _ vocabularies: [Vocabulary]) throws {
    guard let typed = context.arguments.string(.map) else { return nil }
    var (text, file) = (typed, nil as String?)
    if !typed.utf8.contains(UInt8(ascii: "=")) {
      let bytes = try context.text(of: typed).readAll(limit: Self.longest, name: MessageText.quoted(typed))
      guard let read = UTF8Text.decode(bytes) else {
        throw Problem(
          .badInput, code: "map.encoding", "cannot read \(MessageText.quoted(typed)): not UTF-8 text",
          hints: ["Save the file as UTF-8."])
      }
      (text, file) = (read, typed)
    }
    try self.init(text, columns: columns, vocabularies, file: file)
  }

  /// - Parameter text: pairs, separated by commas or line ends; a line that begins with `#` is a comment. What is in
  ///   quotes may have commas and `=`. A line without `=` may be a row of two cells, as a spreadsheet writes it.
  package init(_ text: String, columns: [String], _ vocabularies: [Vocabulary], file: String? = nil) throws(Problem) {
    let names = Dictionary(firstOf: columns.map { (CellText.name($0), $0) })
    let example =
      file == nil
      ? "Pass --map \"Result=outcome,Item=check,OK=pass\", for example" : "Write lines such as Item=check or OK=pass"
    let named = file.map { "in --map file \(MessageText.quoted($0))" }
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
    where !Self.isRemark(String(line)) {
      if let named { place = "\(named), line \(number + 1)" }
      if let cells = Self.cells(line) {
        try take(Self.unquoted(cells[0]), to: Self.unquoted(cells[1]), names, vocabularies)
        continue
      }
      for piece in Self.parts(line, at: ",") {
        let piece = CellText.trimmed(piece)
        if piece.isEmpty { continue }
        let sides = Self.parts(Substring(piece), at: "=").map { CellText.trimmed($0) }
        guard sides.count == 2, !sides[0].isEmpty else {
          throw .usage(
            "map.invalid", "invalid pair \(MessageText.quoted(piece)) \(place); expected HEADER=COLUMN or WORD=WORD",
            hints: ["\(example); put names with commas or = in quotes."])
        }
        try take(sides[0], to: Self.unquoted(sides[1]), names, vocabularies)
      }
    }
    guard !pairs.isEmpty else {
      throw .usage(
        "map.empty", "no pair \(named ?? place); expected HEADER=COLUMN or WORD=WORD", hints: ["\(example)."])
    }
  }

  /// A comment, or the line in which a spreadsheet names its separator.
  private static func isRemark(_ line: String) -> Bool {
    let line = CellText.trimmed(line).filter { !isQuote($0) }
    return line.first == "#" || (line.lowercased().hasPrefix("sep=") && line.dropFirst(4).count < 2)
  }

  /// The cells of a row that has two of them, and no pair.
  private static func cells(_ line: Substring) -> [String]? {
    guard parts(line, at: "=").count == 1 else { return nil }
    let rows = (["\t", ";", ","] as [Character]).lazy.map { parts(line, at: $0).map { CellText.trimmed($0) } }
    return rows.first { cells in cells.count == 2 && cells.allSatisfy { !$0.isEmpty } }
  }

  private mutating func take(
    _ typed: String, to: String, _ names: [String: String], _ vocabularies: [Vocabulary]
  ) throws(Problem) {
    let from = Self.unquoted(typed)
    if let column = names[CellText.name(to)] {
      if column == "at", let order = DateOrder(spelled: from) {
        dateOrder = try meaning(order, of: "the order of dates", besides: dateOrder, \.rawValue)
        pairs.append((order.rawValue, column, false))
        return
      }
      let name = CellText.name(from)
      columns[name] = try meaning(column, of: MessageText.quoted(from), besides: columns[name], \.self)
      pairs.append((from, column, true))
      return
    }
    let meant = vocabularies.filter { $0.word(to) != nil }
    // The column before a word, as in queries: severity:P1=critical, check:"Name, x"=label-present. A colon within quotes
    // is one of the word, unless that means nothing.
    let parts = Self.parts(Substring(meant.isEmpty && from != typed ? from : typed), at: ":")
    if parts.count > 1, let column = names[CellText.name(parts[0])] {
      let from = Self.unquoted(CellText.trimmed(parts.dropFirst().joined(separator: ":")))
      guard !from.isEmpty else {
        throw .usage(
          "map.invalid", "no word after \(MessageText.quoted(typed)) \(place)",
          hints: ["Write into the table what its empty cells mean."])
      }
      let vocabulary = vocabularies.first { $0.column == column }
      if let vocabulary, !to.isEmpty, vocabulary.word(to) == nil {
        throw .unknown(column, to, " \(place)", among: vocabulary.words, code: "map.unknown")
      }
      try add(vocabulary?.word(to) ?? to, for: from, in: column)
      pairs.append(("\(column):\(from)", to, false))
      return
    }
    for column in to.isEmpty ? Array(names.values) : [] { try add("", for: from, in: column) }
    guard to.isEmpty || !meant.isEmpty else {
      let known = names.values.sorted() + vocabularies.flatMap(\.words)
      throw .usage(
        "map.unknown", "unknown column or word \(MessageText.quoted(to)) \(place)",
        hints: Suggestion.hint(for: to, among: known) + [
          "Use one of: \(known.joined(separator: ", ")).",
          "Put the column before a word of any other column, e.g. component:Start=home.",
        ])
    }
    for vocabulary in meant { try add(vocabulary.word(to) ?? to, for: from, in: vocabulary.column) }
    pairs.append((from, to, false))
  }

  private mutating func add(_ meaning: String, for typed: String, in column: String) throws(Problem) {
    let word = CellText.word(typed)
    words[column, default: [:]][word] = try self.meaning(
      meaning, of: MessageText.quoted(typed), besides: words[column]?[word], \.self)
  }

  /// What a header or a word means: the later one of two meanings would count in silence.
  private func meaning<Meaning: Equatable>(
    _ new: Meaning, of what: String, besides known: Meaning?, _ shown: (Meaning) -> String
  ) throws(Problem) -> Meaning {
    guard let known, known != new else { return new }
    throw .usage(
      "map.twice", "\(what) has two meanings \(place): \(shown(known)) and \(shown(new))",
      hints: ["Remove one of the two pairs."])
  }

  /// The parts of a text, not separated within quotes. A quote within a name opens none: `5" screen`.
  private static func parts(_ text: Substring, at sign: Character) -> [String] {
    var parts = [""]
    var (isQuoted, mayOpen) = (false, true)
    for character in text {
      if isQuote(character) {
        // Two quotes in a quoted name are one that stands for itself.
        (isQuoted, mayOpen) = (isQuoted ? false : mayOpen, isQuoted)
      } else if !character.isWhitespace {
        mayOpen = !isQuoted && ",=:".contains(character)
      }
      if character == sign, !isQuoted { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts
  }

  /// A quote, also as editors write it.
  private static func isQuote(_ character: Character) -> Bool { "\"“”„‟".contains(character) }

  private static func unquoted(_ text: String) -> String {
    guard text.count > 2, let first = text.first, let last = text.last, isQuote(first), isQuote(last) else {
      return text
    }
    return text.dropFirst().dropLast().split(separator: "\"\"", omittingEmptySubsequences: false).joined(
      separator: "\"")
  }

  /// The column of a header; nil if it is to be ignored.
  package func column(of header: String, among known: [String]) -> String? {
    let name = CellText.name(header)
    if let column = columns[name] { return column }
    return known.first { CellText.name($0) == name && !columns.values.contains($0) }
  }

  /// Whether a header was given to stand for a column.
  package func isNamed(_ header: String, _ column: String) -> Bool { columns[CellText.name(header)] == column }

  /// What a word in a column stands for; the word itself if it is not mapped.
  package func word(_ text: String, in column: String) -> String {
    words[column]?[CellText.word(text)] ?? text
  }

  /// What was understood: `Result = outcome, OK = pass; ignored: Date.`
  package func sentence(of header: [String], among known: [String]) -> String {
    let shown = header.compactMap { name in column(of: name, among: known).map { "\(name) = \($0)" } }
    let meant = pairs.filter { !$0.isHeader }.map { "\($0.from) = \($0.to.isEmpty ? "blank" : $0.to)" }
    let ignored = header.filter { !$0.isEmpty && column(of: $0, among: known) == nil }
    let names = Set(header.map(CellText.name))
    let missing = pairs.filter { $0.isHeader && !names.contains(CellText.name($0.from)) }.map(\.from)
    return (shown + meant).joined(separator: ", ")
      + (ignored.isEmpty ? "" : "; ignored: \(ignored.joined(separator: ", "))")
      + (missing.isEmpty ? "." : "; not in the table: \(missing.joined(separator: ", ")).")
  }
}

/// Values of fields as text, for output and for JSON. Not escaped; that happens where they are printed.
package enum FieldWords {
  private static let longest = 120

  /// `target_tier` is the target tier.
  package static func name(_ field: String) -> String { String(field.map { $0 == "_" ? " " : $0 }) }

  /// The fields to show: without those that only record the origin of another field, or what a closing had seen and whom
  /// it followed.
  package static func shown(_ fields: [String]) -> [String] {
    fields.filter { !FieldConflict.isCompanion($0) }
  }

  /// Those that a change is named by: all of them where it has no other ones.
  package static func named(_ fields: [String]) -> [String] {
    let shown = shown(fields)
    return shown.isEmpty ? fields : shown
  }

  /// The fields of a row as they are shown: the lengths of a plan, which are stored in tenths of a point, in points,
  /// and both sides of a size together.
  package static func reported(_ row: RegisterRow) -> [FieldChange] {
    guard row.kind == TapPlan.recordKind else { return row.fields }
    func points(_ value: JSONValue) -> JSONValue {
      value.integerValue.map { .string("\(TapPlan.points(Int(clamping: $0))) pt") } ?? value
    }
    func size(_ width: JSONValue, _ height: JSONValue) -> JSONValue {
      guard let width = width.integerValue, let height = height.integerValue else { return .null }
      return .string("\(TapPlan.points(Int(clamping: width)))x\(TapPlan.points(Int(clamping: height))) pt")
    }
    let (width, height) = (row.fields.first { $0.name == "width" }, row.fields.first { $0.name == "height" })
    return row.fields.compactMap { field in
      var field = field
      if ["width", "height"].contains(field.name), let width, let height {
        // Shown once, in place of the first.
        guard field.name == "height" else { return nil }
        return FieldChange(
          name: "size", before: size(width.before, height.before), after: size(width.after, height.after))
      }
      if ["width", "height", "gap"].contains(field.name) {
        (field.before, field.after, field.rivals) = (
          points(field.before), points(field.after), field.rivals.map(points)
        )
      }
      return field
    }
  }

  /// A value in one line, cut where it is long.
  package static func words(_ value: JSONValue) -> String {
    switch value {
    case .null: return "(none)"
    case .bool(let flag): return flag ? "yes" : "no"
    case .integer(let number): return String(number)
    case .decimal(let text): return text
    case .string(let text): return text.isEmpty ? "(none)" : MessageText.shortened(text, limit: longest)
    case .array(let elements):
      if elements.isEmpty { return "(none)" }
      return MessageText.shortened(elements.map(words).joined(separator: ", "), limit: longest)
    case .object(let object):
      let members = object.members.map { "\(name($0.key)) \(words($0.value))" }
      return MessageText.shortened(members.joined(separator: ", "), limit: longest)
    }
  }

  /// A value of a field whose name says more than its form: times are shown as such.
  package static func words(_ value: JSONValue, of field: String) -> String {
    if case .integer(let number) = value, field == "closed" || field == "done_at" {
      return Timestamp(milliseconds: number).iso8601
    }
    if field == "condition", value == .string("") { return Condition.standard.shown }
    if field == "severity", let triage = Triage(value) {
      return triage.severity.word + (triage.by.isEmpty ? "" : " by \(triage.by)")
    }
    return words(value)
  }

  /// A remark of the store as a sentence.
  ///
  /// A disagreement is a conflict: one field with different values from two machines.
  package static func words(_ remark: Remark) -> String {
    switch remark {
    case .words(let words): return words
    case .disagreement(let kind, let key, let field, let values):
      let said = values.map { words($0) }.joined(separator: " or ")
      return
        "\(kind) \(key): conflict in \(name(field)): \(said). Run \"a11y resolve\" or edit the field to resolve it."
    }
  }

  /// `owner qa-2`: what a field has now.
  package static func now(_ change: FieldChange) -> String {
    guard change.name != "deleted" else { return change.after == true ? "deleted" : "restored" }
    return "\(name(change.name)) \(words(change.after, of: change))"
  }

  /// A value of a changed field; where it has none, what applies then, marked where the value beside it is the same.
  private static func words(_ value: JSONValue, of change: FieldChange) -> String {
    let isNone = value.isNull || value.arrayValue?.isEmpty ?? false
    guard isNone, let usual = change.usual else { return words(value, of: change.name) }
    return [change.before, change.after].contains { words($0, of: change.name) == usual } ? "not set (\(usual))" : usual
  }

  /// `owner: qa-1 -> qa-2`; of two objects only the members that differ.
  package static func sentence(_ change: FieldChange, isPlain: Bool) -> String {
    let settles = change.rivals.isEmpty ? "" : isPlain ? ", which resolves a conflict" : " (resolves a conflict)"
    if change.name == "deleted" { return (change.after == true ? "deleted" : "restored") + settles }
    var (before, after) = (change.before, change.after)
    if case .object(let old) = before, case .object(let new) = after {
      before = .object(JSONObject(old.members.filter { new[$0.key] != $0.value }.map { ($0.key, $0.value) }))
      after = .object(JSONObject(new.members.filter { old[$0.key] != $0.value }.map { ($0.key, $0.value) }))
    }
    let was = ([before] + change.rivals).map { words($0, of: change) }.joined(separator: " or ")
    let now = words(after, of: change)
    return isPlain
      ? "\(name(change.name)) changed from \(was) to \(now)\(settles)"
      : "\(name(change.name)): \(was) -> \(now)\(settles)"
  }
}

/// The file of `--rejects`: the invalid rows of a table as they were, below its header, to be corrected and read again.
///
/// Rows say what people saw, so their owner alone may read it.
package struct RejectsFile {
  private let path: String
  private var rows: [(line: Int, bytes: [UInt8])] = []

  /// Nil without the flag, and in a dry run.
  ///
  /// - Throws: decision, where a file is there that may not be replaced.
  package init?(_ context: Context) throws(Problem) {
    guard let path = context.arguments.string(.rejects) else { return nil }
    guard !path.isEmpty, path != "-" else {
      throw .usage("flag.value", "invalid value \(MessageText.quoted(path)) for --rejects; expected a file")
    }
    try Replacement.agree(path, context)
    if context.arguments.has(.dryRun) { return nil }
    self.path = path
  }

  package mutating func add(_ bytes: [UInt8], line: Int) { rows.append((line, bytes)) }

  /// Forgets the rows, as the table is read again.
  package mutating func clear() { rows = [] }

  /// Writes the rows in the order of the table, if there are any.
  ///
  /// - Parameters:
  ///   - head: what comes before the rows; a line of JSON too.
  ///   - isJSON: whether the rows are the elements of an array; else they have their line ends.
  /// - Returns: a sentence about the file; nil where there is none.
  package func write(
    head: TableHead, isJSON: Bool = false, _ context: Context
  ) throws(Problem) -> String? {
    guard !rows.isEmpty else { return nil }
    let file = try context.world.files.create(path, isPrivate: true)
    if head.hasMark { try file.writer.write("\u{FEFF}") }
    for line in head.lines { try file.writer.write(line) }
    for (place, row) in rows.sorted(by: { $0.line < $1.line }).enumerated() {
      if isJSON, place > 0 { try file.writer.write(",\n") }
      try file.writer.write(row.bytes)
    }
    if isJSON { try file.writer.write("\n]\n") }
    try file.commit()
    return "the rejected rows are in \(MessageText.quoted(path))"
  }
}
