import Base
import Children
import CommandLine
import Sessions
import Store

/// `a11y tap run --from`: sessions that were recorded on paper, one child per line.
///
///     participant,age,moderator,consent,guardian,assent,full,device,ppi,hand,practice,taps,frustration,comment,end
///     KTR4WX,6-8,m1,c-17,yes,yes,yes,iPad mini 6,163,right,hm,hhmhnhhrhh,sigh 2,too_small,complete
enum TapFileRun {
  private static let ownColumns = ["hand", "practice", "taps", "frustration", "comment", "end"]
  private static let mostLines = 10_000

  private struct Entry {
    var session: TapSession
    var trials: [TapTrial]
    var remarks: [TapRemark]
  }

  static func run(_ context: Context) throws -> ExitCode {
    var rejects = try rejects(context)
    let table = try read(context)
    let tracker = try context.openTracker(.write)
    var entries: [Entry] = []
    var same = 0
    var problems: [Problem] = []
    try context.change(tracker) { writer in
      let plan = try TapPlans.open(context.arguments.positional(0) ?? "", writer.reader)
      var known = Set(try writer.reader.participants())
      // One that was voided does not come back with its line.
      let before = try writer.reader.sessionRecords(plan: plan.key, all: true).filter(\.isKept)
      for row in table.rows {
        let entry: Entry
        do throws(Problem) {
          if let problem = row.problem { throw problem }
          entry = try Self.entry(row, plan, context.world, known)
        } catch {
          guard error.exitCode == .badInput || error.code == TapDraft.withoutConsent else { throw error }
          problems.append(error)
          rejects?.add(row.bytes, line: row.line)
          continue
        }
        if before.contains(where: { isSame($0, entry, row) }) {
          same += 1
          continue
        }
        let earlier = before.map(\.session) + entries.map(\.session)
        if let words = entry.session.ageRemark(after: earlier) {
          context.remark("a11y: note: line \(row.line): \(words)")
        }
        known.insert(entry.session.participant)
        entries.append(entry)
        let begun = try writer.begin(entry.session)
        for trial in entry.trials { try writer.add(trial, to: begun) }
        for remark in entry.remarks { try writer.add(remark, to: begun) }
      }
      try refuse(problems, context)
      if !context.arguments.has(.dryRun), let words = try rejects?.write(head: table.head, context) {
        context.remark("a11y: note: \(words).")
      }
    }
    let code: ExitCode = problems.isEmpty ? .done : .badInput
    let taps = entries.reduce(0) { $0 + $1.trials.count { $0.kind == .scored && $0.outcome.isHit != nil } }
    if try context.printed(
      "a11y.tap-run/1",
      [
        "plan": context.arguments.positional(0) ?? "", "sessions": entries.count, "scored": taps, "same": same,
        "dry_run": context.arguments.has(.dryRun), "refused": problems.count,
      ])
    {
      return code
    }
    let verb = context.arguments.has(.dryRun) ? "Would save" : "Saved"
    let rest =
      (same == 0 ? "" : " \(counted(same, "session was", "sessions were")) already imported.")
      + (problems.isEmpty ? "" : " \(counted(problems.count, "line")) rejected.")
    try context.print("\(verb) \(counted(entries.count, "session")) with \(counted(taps, "scored tap")).\(rest)")
    return code
  }

  /// Names all problems, as each line has been looked at.
  private static func refuse(_ problems: [Problem], _ context: Context) throws(Problem) {
    guard let first = problems.first else { return }
    let isPartial = context.arguments.has(.partial)
    guard problems.count > 1 || isPartial else { throw first }
    for problem in problems.prefix(mostNamed) { context.remark("a11y: \(problem.message)") }
    if problems.count > mostNamed { context.remark("a11y: and \(counted(problems.count - mostNamed)) more") }
    if isPartial { return }
    throw Problem(
      .badInput, code: "sessions.refused", "\(counted(problems.count, "line")) rejected; nothing was saved",
      hints: ["Correct them and import the file again, or pass --partial to save the others."])
  }

  /// What is rejected is about single children, too.
  private static func rejects(_ context: Context) throws(Problem) -> RejectsFile? {
    if let path = context.arguments.string(.rejects), !path.isEmpty {
      try GitFolder.refuse(try context.world.absolute(path), context)
    }
    return try RejectsFile(context)
  }

  private static let mostNamed = 20

  /// Whether a line was imported before: reading a file twice must not create two sessions from one line. What a line
  /// omits, such as the participant code, is drawn at random each time and cannot be compared.
  private static func isSame(_ sessionRecord: SessionRecord, _ entry: Entry, _ row: Row) -> Bool {
    func gives(_ field: TapDraft.Field) -> Bool { !(row.values[field.rawValue] ?? "").isEmpty }
    let (old, new) = (sessionRecord.session, entry.session)
    // The week that a line omits is that of its reading. A code and an order from the form tell the session all the same.
    let isOfForm = gives(.participant) && gives(.seed) && !gives(.week)
    return old.consent == new.consent && old.moderator == new.moderator && old.age == new.age
      && (isOfForm || old.week == new.week) && old.device == new.device
      && (!gives(.participant) || old.participant == new.participant)
      && (!gives(.seed) || old.seed == new.seed)
      && sessionRecord.trials.map(\.trial.outcome) == entry.trials.map(\.outcome)
  }

  private struct Row {
    var line: Int
    var values: [String: String] = [:]
    var bytes: [UInt8]
    /// Why its fields cannot be separated.
    var problem: Problem?
  }

  private typealias Sheet = (rows: [Row], head: TableHead)

  private static func read(_ context: Context) throws -> Sheet {
    let name = try context.arguments.required(.from)
    let input = try context.text(of: name, keepsMark: true)
    var lines = DelimitedRows(try LineSource(input, readAhead: 0))
    let columns = TapDraft.Field.allCases.map(\.rawValue) + ownColumns
    func column(_ header: String) -> String? { columns.first { CellText.name($0) == CellText.name(header) } }
    let header = try lines.header(at: try context.headerRow()) { fields in
      fields.contains { column($0) == "taps" } && fields.allSatisfy { column($0) != nil }
    }
    guard let header else {
      throw Problem(.badInput, code: "file.empty", "\(MessageText.quoted(name)) is empty")
    }
    for text in header.fields where column(text) == nil {
      throw Problem(
        .badInput, code: "column.unknown", "line \(header.line): unknown column \(MessageText.quoted(text))",
        hints: Suggestion.hint(for: CellText.name(text), among: columns) + [
          "Use these columns: \(columns.joined(separator: ", "))."
        ])
    }
    let head = header.fields.compactMap(column)
    guard head.contains("taps"), Set(head).count == head.count else {
      throw Problem(
        .badInput, code: "column.missing",
        "line \(header.line): the column taps is missing, or a column appears twice")
    }
    lines.isOfSpreadsheet = true
    var rows: [Row] = []
    while true {
      let before = lines.line
      do {
        guard let row = try lines.next() else { return (rows, lines.head) }
        guard rows.count < mostLines else {
          throw Problem(.badInput, code: "line.form", "line \(row.line): more than \(mostLines) lines")
        }
        var read = Row(line: row.line, bytes: row.whole)
        read.values = Dictionary(firstOf: zip(head, row.fields).map { ($0, plain($1, of: $0)) })
        for (name, cell) in zip(head, row.fields) {
          guard let fault = CellText.fault(cell), read.problem == nil else { continue }
          read.problem = Problem(.badInput, code: "line.form", "line \(row.line): \(name): \(fault)")
        }
        if row.fields.count > head.count {
          read.problem = Problem(.badInput, code: "line.form", "line \(row.line): more fields than columns")
        }
        rows.append(read)
      } catch let problem as Problem
        where ["csv.quote", "input.encoding"].contains(problem.code) && lines.line > before
      {
        rows.append(Row(line: lines.last.line, bytes: lines.last.whole, problem: problem))
      }
    }
  }

  /// The words of a column as the program has them, for what people and their spreadsheets write: `Left`, `child stopped`,
  /// `TRUE`, `6–8`, `HHM`.
  private static func plain(_ text: String, of column: String) -> String {
    switch column {
    case "hand", "end": return CellText.name(text)
    case "input", "hold", "seat", "orientation": return String(CellText.name(text).map { $0 == "_" ? "-" : $0 })
    case "taps", "practice": return CellText.plain(text).lowercased()
    case "guardian", "assent", "full":
      return Switch.ofCell(text).map { $0 == .on ? "yes" : "no" } ?? CellText.word(text)
    case "age":
      let word = CellText.word(text).split(separator: " to ").joined(separator: "-")
      let band = String(word.filter { $0 != " " }.map { "–—‒−‐".contains($0) ? "-" : $0 })
      return AgeBand(rawValue: band) == nil ? AgeBand(ofDate: band)?.rawValue ?? band : band
    default: return text
    }
  }

  private static func entry(
    _ row: Row, _ plan: TapPlan, _ world: World, _ known: Set<String>
  ) throws(Problem) -> Entry {
    let draft = TapDraft(
      plan: plan, world: world, place: { "line \(row.line): \($0.rawValue)" }, kind: .badInput,
      value: { row.values[$0.rawValue] })
    let session = try draft.session(codes: known)
    func text(_ column: String) -> String { row.values[column] ?? "" }
    func refused(_ column: String, _ wanted: String) -> Problem {
      Problem(
        .badInput, code: "session.\(column)",
        "line \(row.line): invalid \(column) \(MessageText.quoted(text(column))); expected \(wanted)")
    }
    guard let hand = text("hand").isEmpty ? TapHand.unknown : TapHand(rawValue: text("hand")) else {
      throw refused("hand", WordList.or(TapHand.allCases.map(\.rawValue)))
    }
    let order = TapOrder.parts(plan.parts, count: plan.taps, seed: UInt64(clamping: session.seed))
    var progress = TapProgress(plan, order: order)
    var trials: [TapTrial] = []
    for (column, kind) in [("practice", TrialKind.practice), ("taps", .scored)] {
      guard let keys = keys(text(column)) else { throw refused(column, Self.letters) }
      for (key, retries) in keys {
        let part = kind == .scored ? progress.part : ""
        guard trials.count < 1_000,
          let trial = key.trial(trials.count + 1, kind, plan, part: part, hand: hand, retries: retries)
        else { throw refused(column, Self.letters) }
        trials.append(trial)
        progress.add(trial)
      }
    }
    guard progress.scored <= plan.taps else {
      throw Problem(
        .badInput, code: "session.taps",
        "line \(row.line): \(counted(progress.scored, "scored tap")), but the plan has \(plan.taps)",
        hints: ["Write x for a void tap, and put practice taps into the column practice."])
    }
    return Entry(session: session, trials: trials, remarks: try remarks(text, refused))
  }

  private static let letters = "one letter per tap: h m n r g k x, r3 for 3 retries"

  /// The keys of a row of letters, with the number of retries after `r`; nil if a letter is invalid.
  private static func keys(_ text: String) -> [(key: TapKey, retries: Int)]? {
    var keys: [(key: TapKey, retries: Int)] = []
    var isNew = false
    for letter in text where !" ,;|/".contains(letter) {
      if let count = letter.wholeNumberValue {
        guard isNew, count > 0, keys.last?.key == .retried else { return nil }
        keys[keys.count - 1].retries = count
        isNew = false
        continue
      }
      guard let key = TapKey(rawValue: String(letter)) else { return nil }
      keys.append((key, 1))
      isNew = true
    }
    return keys
  }

  /// One comment in several words, or several of one.
  private static func comments(_ entry: Substring) -> [String] {
    let name = CellText.name(String(entry))
    return TapChoice.size.contains(name) ? [name] : entry.split(separator: " ").map { CellText.name(String($0)) }
  }

  private static func remarks(
    _ text: (String) -> String, _ refused: (String, String) -> Problem
  ) throws(Problem) -> [TapRemark] {
    var remarks: [TapRemark] = []
    for entry in text("frustration").split(separator: ";") {
      let words = entry.split(separator: " ")
      let code = CellText.name(words.dropLast().joined(separator: " "))
      let remark = TapRemark(topic: .frustration, code: code, severity: words.last.flatMap { Int($0) })
      guard remark.isKnown else { throw refused("frustration", "a code and an intensity, e.g. sigh 2") }
      remarks.append(remark)
    }
    for entry in text("comment").split(whereSeparator: { ";,".contains($0) }).flatMap(comments) {
      let remark = TapRemark(topic: .size, code: entry)
      guard remark.isKnown else { throw refused("comment", WordList.or(TapChoice.size)) }
      remarks.append(remark)
    }
    if !text("end").isEmpty {
      let remark = TapRemark(topic: .end, code: text("end"))
      guard remark.isKnown else { throw refused("end", WordList.or(EndCode.allCases.map(\.rawValue))) }
      remarks.append(remark)
    }
    return remarks
  }
}
