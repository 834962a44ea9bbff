import Audit
import Base
import CommandLine
import Sessions
import Store

/// `a11y import tickets.csv`: tickets and their states go to the findings that they are about.
struct TicketImport {
  private let tables: [TicketTable]
  private let context: Context

  init(_ tables: [TicketTable], _ context: Context) { (self.tables, self.context) = (tables, context) }

  /// The tables of tickets among the files; nil where no file is one.
  ///
  /// - Throws: usage where only some are.
  static func tables(_ inputs: [ImportInput], _ context: Context) throws -> [TicketTable]? {
    let flags: [FlagName] = [.map, .headerRow, .partial, .rejects]
    let isTool = context.arguments.has(.tool)
    let map = try ColumnMap(context, columns: TicketTable.columns, TicketTable.vocabularies)
    let headerRow = try context.headerRow()
    let read = try isTool ? [] : inputs.compactMap { try TicketTable.read($0, map, headerRow: headerRow) }
    let tables = read.filter { !$0.saysNothing }
    if read.count == inputs.count, let table = read.first, read.allSatisfy(\.isEmpty) {
      throw Problem(
        .badInput, code: "tickets.empty", "\(MessageText.quoted(table.name)) has no tickets below its header",
        hints: ["Leave it out if there are none, or export the tickets again."])
    }
    if inputs.count == 1, let table = read.first, table.saysNothing {
      throw Problem(
        .badInput, code: "tickets.unmarked",
        "\(MessageText.quoted(table.name)): the issues have neither a state nor a mark of a finding (a11y-...)",
        hints: [advice(table), "Run \"a11y help formats\" if it is not a list of issues."])
    }
    guard !tables.isEmpty else {
      guard let flag = flags.first(where: { context.arguments.has($0) }) else { return nil }
      throw Problem.usage("flag.unfit", "\(flag.long) applies to tables of tickets, and the file is none")
    }
    guard tables.count + read.count(where: { $0.saysNothing && $0.isEmpty }) == inputs.count else {
      throw Problem.usage(
        "import.mixed", "tickets cannot be imported together with bundles or reports",
        hints: ["Run \"a11y import\" once for each."])
    }
    guard tables.count == 1 || !context.arguments.has(.rejects) else {
      throw Problem.usage("flag.unfit", "--rejects requires a single table", hints: ["Import one file at a time."])
    }
    return tables
  }

  func run() throws -> ExitCode {
    try refuse()
    var rejects = try RejectsFile(context)
    var totals = Totals(tickets: tables.reduce(0) { $0 + $1.rows.count })
    let outcome = try RegisterRun.transact(context, try context.openTracker(.write)) { register in
      try take(register, &totals)
    }
    for table in tables {
      for row in table.refused { rejects?.add(row.bytes, line: row.line) }
      if let written = try rejects?.write(head: table.head, isJSON: table.isJSON, context) {
        context.remark("a11y: note: \(written).")
      }
    }
    totals.changed = outcome.rows.count { $0.change != .same }
    try RegisterReport.print(
      totals.sentence(isDryRun: context.arguments.has(.dryRun)), totals.members, outcome, context)
    guard tables.allSatisfy(\.refused.isEmpty), totals.beyond.isEmpty else { return .badInput }
    guard totals.known == 0, tables.allSatisfy(\.isUnmarked) else { return .done }
    context.remark(
      "hint: \(Self.advice(tables[0])) Or name the ticket of a finding: a11y edit finding CHECK COMPONENT --ticket "
        + "TICKET.")
    return .notFound
  }

  /// How tickets are exported with what tells which findings they are about.
  private static func advice(_ table: TicketTable) -> String {
    guard table.isJSON, !table.hasTexts else {
      return "Export the tickets with the texts or labels that have their marks (a11y-...)."
    }
    return "Export the issues with the texts that have the marks (a11y-...): body and labels of GitHub (gh issue list "
      + "--state all --json number,state,url,body,labels), or description of GitLab and Jira."
  }

  /// Names everything that cannot be read.
  ///
  /// - Throws: unless the good rows were asked for.
  private func refuse() throws(Problem) {
    let refused = tables.flatMap { table in table.refused.map { (table.name, $0) } }
    guard !refused.isEmpty else { return }
    for (name, row) in refused.prefix(ImportTally.shown) {
      let file = tables.count > 1 ? "\(MessageText.quoted(name)), " : ""
      context.remark("a11y: \(file)\(row.place): \(row.reason)")
    }
    let rest = refused.count - ImportTally.shown
    if rest > 0 { context.remark("a11y: and \(counted(rest, "more row"))") }
    guard !context.arguments.has(.partial), !context.arguments.has(.dryRun) else { return }
    throw Problem(
      .badInput, code: "tickets.invalid", "\(counted(refused.count, "ticket")) cannot be read; nothing was imported",
      hints: ["Correct the file, or pass --partial for the others, and --rejects FILE to keep these."])
  }

  /// How many of what there were.
  private struct Totals {
    var tickets: Int
    /// Those that are about findings, and their states.
    var known = 0
    var open = 0
    var closed = 0
    var changed = 0
    /// Those that a finding no longer takes, each with the finding.
    var beyond: [(place: ScopeCell, row: TicketTable.Row)] = []

    func sentence(isDryRun: Bool) -> String {
      let states = [(open, "open"), (closed, "closed")].filter { $0.0 > 0 }.map { "\(counted($0.0)) \($0.1)" }
      let list = states.isEmpty ? "" : " (\(states.joined(separator: ", ")))"
      let change = isDryRun ? "would change" : "changed"
      return
        "Tickets: \(counted(tickets)) read, \(counted(known)) of findings\(list). \(counted(changed, "finding")) \(change)."
    }

    var members: [(String, Int)] {
      [("tickets", tickets), ("of_findings", known), ("open", open), ("closed", closed), ("changed", changed)]
    }
  }

  private func take(_ register: Register, _ totals: inout Totals) throws {
    let findings = try Places(register.reader)
    var (unknown, unmarked) = (0, tables.reduce(0) { $0 + $1.others })
    var links: [(place: ScopeCell, link: Ticket.Link, row: TicketTable.Row)] = []
    var states: [(word: String, place: String)] = []
    var words: Set<String> = []
    var (before, other): ([String: TicketTable.Row], (TicketTable.Row, TicketTable.Row)?) = ([:], nil)
    for row in tables.flatMap(\.rows) {
      let marked = row.marks.flatMap { findings.byMark[$0] ?? [] }
      let places = row.marks.isEmpty ? findings.places(of: row.ticket) : marked
      guard !places.isEmpty else {
        if row.marks.isEmpty { unmarked += 1 } else { unknown += 1 }
        continue
      }
      totals.known += 1
      if !row.unknown.isEmpty, words.insert(row.unknown).inserted { states.append((row.unknown, row.place)) }
      if let state = row.state {
        let known = before.updateValue(row, forKey: row.ticket.lowercased())
        if let known, known.state != state, other == nil { other = (known, row) }
      }
      if row.state == .open { totals.open += 1 }
      if row.state == .closed { totals.closed += 1 }
      links += places.map { ($0, Ticket.Link(row.ticket, row.state), row) }
    }
    for (place, links) in links.grouped(by: \.place) {
      let named = findings.names[place] ?? []
      totals.beyond += try change(place, named, links.map { ($0.link, $0.row) }, register).map { (place, $0) }
    }
    remark(register, unknown: unknown, unmarked: unmarked, states)
    if let first = totals.beyond.first {
      register.remark(
        "\(counted(totals.beyond.count, "ticket")) skipped, the first (\(first.row.place)) of \(first.place.component) "
          + "\(first.place.check): a finding has at most \(counted(Self.most)) tickets")
    }
    if let (first, second) = other {
      let states = [first, second].map { "\($0.state?.rawValue ?? "") (\($0.place))" }.joined(separator: " and ")
      register.remark("ticket \(MessageText.shortened(second.ticket, limit: 60)) is \(states); the last row counts")
    }
    // The last change counts, too.
    try register.writer.settle()
    let failing = try register.reader.findingTable(
      Filter(terms: [Filter.Term(.ticket, [Ticket.State.closed.rawValue])]))
    if failing.count > 0 {
      let finding = counted(failing.count, "finding")
      register.remark(
        "\(finding) \(failing.count == 1 ? "fails" : "fail") with a closed ticket: "
          + "a11y list findings ticket:closed")
    }
  }

  /// A finding keeps the ticket that it has; further ones are added to it. What it has by its number and by its address is
  /// one ticket, and keeps the longer name.
  ///
  /// - Parameter names: all that the finding has, also of its waivers, tasks, and questions, which keep theirs.
  /// - Returns: the rows of the tickets that are too many.
  private func change(
    _ place: ScopeCell, _ names: [String], _ links: [(Ticket.Link, TicketTable.Row)], _ register: Register
  ) throws -> [TicketTable.Row] {
    let key = place.findingKey
    var fields = JSONObject(place.findingFields)
    let record = try register.reader.record("finding", key).flatMap { $0.isDeleted ? nil : $0 }
    func field(_ name: String) -> String { TicketIndex.stateField + name }
    func state(_ name: String) -> JSONValue? {
      (fields[field(name)] ?? record?.fields[field(name)]).flatMap { $0.isNull ? nil : $0 }
    }
    // Only those of one number may be the same: each ticket is compared with these few.
    var byNumber = Dictionary(grouping: names, by: Ticket.number)
    var first = record?.text("ticket") ?? ""
    // What others name in tasks and questions of their own takes no room here.
    var kept =
      record?.fields.members.count { $0.key.utf8.starts(with: TicketIndex.stateField.utf8) && !$0.value.isNull } ?? 0
    var beyond: [TicketTable.Row] = []
    for (link, row) in links {
      let isUnknown = !row.unknown.isEmpty
      let number = Ticket.number(of: link.name)
      let near = byNumber[number] ?? []
      let same = Ticket.same(as: link.name, among: near)
      let known = same.lazy.compactMap(state).first
      let name =
        same.first { $0 != first && state($0) == nil }
        ?? (same + [link.name]).max { $0.utf8.count < $1.utf8.count } ?? link.name
      let isFirst = first.isEmpty || first == name || same.contains(first)
      if known == nil, link.state != nil || !isFirst {
        guard kept < Self.most else {
          beyond.append(row)
          continue
        }
        kept += 1
      }
      for other in same where other != name && state(other) != nil { fields[field(other)] = .null }
      if first.isEmpty || same.contains(first), first != name {
        fields["ticket"] = .string(name)
        first = name
      }
      if let state = link.state {
        fields[field(name)] = .string(state.rawValue)
      } else if isUnknown, known != nil {
        // What it was before is no longer so.
        fields[field(name)] = .string(TicketIndex.stateless)
      } else if state(name) == nil, known != nil || name != first {
        fields[field(name)] = known ?? .string(TicketIndex.stateless)
      }
      byNumber[number] = near.filter { !same.contains($0) } + [name]
    }
    try register.change("finding", key, fields, restoring: true)
    return beyond
  }

  /// The maximum number of tickets that a finding gets of tables: an entry with a state for each has to be within the limits
  /// of bundles.
  private static let most = 100

  private func remark(
    _ register: Register, unknown: Int, unmarked: Int, _ states: [(word: String, place: String)]
  ) {
    if unmarked > 0 { register.remark("\(counted(unmarked, "row")) without the mark of a finding skipped") }
    let changes = tables.reduce(0) { $0 + $1.pullRequests }
    if changes > 0 { register.remark("\(counted(changes, "pull request")) skipped; tickets are issues") }
    let without = tables.flatMap(\.withoutTicket)
    if !without.isEmpty {
      let lines = without.prefix(ImportTally.shown).map(String.init).joined(separator: ", ")
      let rest = without.count > ImportTally.shown ? ", …" : ""
      register.remark("\(counted(without.count, "row")) with a mark and without a ticket skipped: line \(lines)\(rest)")
    }
    if unknown > 0 {
      register.remark("\(counted(unknown, "ticket")) of findings that this tracker does not have skipped")
    }
    if let first = states.first {
      let words = states.prefix(5).map { "\(MessageText.quoted($0.word, limit: 40)) (\($0.place))" }
      register.remark(
        "unknown \(states.count == 1 ? "state" : "states") \(words.joined(separator: ", ")), neither open nor closed; "
          + "translate with --map \(ShellWord.quoted("\(first.word)=open")) or "
          + ShellWord.quoted("\(first.word)=closed"))
    }
  }

  /// What marks and tickets are about.
  private struct Places {
    /// A finding, or all that fails of a check.
    var byMark: [String: [ScopeCell]] = [:]
    /// By the numbers of tickets, each with the name that the finding has.
    private var byNumber: [String: [(name: String, place: ScopeCell)]] = [:]
    /// The tickets that each finding has.
    var names: [ScopeCell: [String]] = [:]

    init(_ reader: Reader) throws {
      let names = try reader.names
      let table = try reader.findingTable(Filter(), of: nil, .all, .all)
      let source = try reader.findingSource()
      for index in 0..<table.count {
        let finding = try source.finding(at: index, in: table)
        for name in [finding.place.component] + names.former(finding.place.component) {
          var place = finding.place
          place.component = name
          byMark[TicketMark.of(place), default: []].append(finding.place)
        }
        self.names[finding.place] = finding.tickets
        for ticket in finding.tickets {
          byNumber[Ticket.number(of: ticket), default: []].append((ticket, finding.place))
        }
        if finding.isOpen { byMark[TicketMark.of(check: finding.check), default: []].append(finding.place) }
      }
    }

    /// The findings that have a ticket. A key such as `SHOP-1` is one also in its address; a number alone may be of another
    /// project.
    func places(of ticket: String) -> [ScopeCell] {
      let number = Ticket.number(of: ticket)
      let known = byNumber[number] ?? []
      let isKey = !number.allSatisfy(\.isNumber)
      let same = Set(isKey ? Ticket.same(as: ticket, among: known.map(\.name)) : [])
      let found = known.filter { $0.name.lowercased() == ticket.lowercased() || same.contains($0.name) }
      return found.map(\.place).unique()
    }
  }
}
