package import Audit
import Base
package import Store

extension Column<Reader.Record> {
  static func key(_ title: String) -> Column { Column("key", title, .identifier, \.key) }

  /// A field of a record; null where it is empty.
  static func field(_ name: String, _ title: String, _ role: SheetColumn.Role = .text) -> Column {
    Column(name, title, role) { $0.text(name).filled }
  }

  static func fields(_ name: String, _ title: String) -> Column { Column(name, title) { $0.list(name) } }

  /// The work on a record of any kind.
  static var work: [Column] {
    [fields("tags", "Tags").extra, field("ticket", "Ticket").extra, field("note", "Note").extra]
  }
}

extension Table<Reader.Record> {
  /// Open and decided questions, open first.
  package static func questions(_ query: Filter, _ reader: Reader) throws -> Table {
    let found = try RegisterRecords.matching("question", query, reader)
    let open = found.filter { !$0.isDecided }
    return Table(
      "questions", title: "Questions",
      columns: [
        .key("Question"), .field("title", "Text"), Column("state", "State", \.workState),
        .field("component", "Component", .identifier), .field("check", "Check", .identifier), .field("owner", "Owner"),
        .field("decision", "Decision"), .field("decided", "Decided", .number),
      ] + Column.work, rows: TableRows(open + found.filter(\.isDecided)),
      empty: "No matching questions. Run \"a11y new question TEXT\" to add one.",
      summary: ["\(counted(found.count, "question")), \(counted(open.count)) open."]
    ).inLine("key", "state", "title", "decision", "owner", "component", "check", "decided")
  }

  /// Tasks, open first.
  package static func tasks(_ query: Filter, _ reader: Reader) throws -> Table {
    let found = try RegisterRecords.matching("task", query, reader)
    let sources = try RegisterRecords.sources(found, reader)
    let open = found.filter { !$0.isDone }
    return Table(
      "tasks", title: "Tasks",
      columns: [
        .key("Task"), .field("title", "Text"), Column("state", "State", \.workState),
        .field("component", "Component", .identifier),
        Column("source", "File", .identifier) { sources[$0.text("component")]?.filled }.kept,
        .field("check", "Check", .identifier), .field("owner", "Owner"), .field("until", "Until", .number),
      ] + Column.work + [Column("done", "Done", \.isDone).extra, .day("done_at", "Done on", \.doneAt)],
      rows: TableRows(open + found.filter(\.isDone)),
      empty: "No matching tasks. Run \"a11y new task TEXT --component COMPONENT\" to add one.",
      summary: ["\(counted(found.count, "task")), \(counted(open.count)) open."]
    ).inLine("key", "state", "title", "owner", "until", "component", "check", "done_at", "source")
  }
}

/// The tasks of the components of one source file.
package struct FileTasks {
  /// Empty for components without one.
  let file: String
  let open: [Reader.Record]
  let all: [Reader.Record]
}

extension Table<FileTasks> {
  /// Tasks by source file, files with open tasks first.
  package static func enhancements(_ query: Filter, _ reader: Reader) throws -> Table {
    let found = try RegisterRecords.matching("task", query, reader)
    let sources = try RegisterRecords.sources(found, reader)
    let rows = Dictionary(grouping: found) { sources[$0.text("component")] ?? "" }
      .map { file, tasks in FileTasks(file: file, open: tasks.filter { !$0.isDone }, all: tasks) }
      .sorted { ($0.open.isEmpty ? 1 : 0, $0.file) < ($1.open.isEmpty ? 1 : 0, $1.file) }
    let open = rows.reduce(0) { $0 + $1.open.count }
    let nowhere = rows.first { $0.file.isEmpty }?.open.count ?? 0
    return Table(
      "enhancements", title: "Enhancements by file",
      columns: [
        .told("source", "File", .identifier) { row, form in
          form.isForPeople && row.file.isEmpty ? .text("no source file") : form.text(row.file)
        }, Column("open", "Open", .number, \.open.count),
        Column("needed", "Needed") { $0.open.map { $0.text("title") } },
        Column("done", "Done", .number) { $0.all.count - $0.open.count },
        .day("last_done", "Last done") { $0.all.compactMap(\.doneAt).max() },
        Column("components", "Components") { row in
          Set(row.all.map { $0.text("component") }).filter { !$0.isEmpty }.sorted()
        }, Column("until", "Until", .number) { $0.open.compactMap { $0.text("until").filled }.min() },
        Column("tasks", "Open tasks") { $0.open.map(\.key) }.extra,
      ], rows: TableRows(rows),
      empty: "No matching tasks. Run \"a11y new task TEXT --component COMPONENT\" to add one.",
      summary: [
        "\(counted(rows.count { !$0.open.isEmpty && !$0.file.isEmpty }, "file")) with "
          + counted(open - nowhere, "open task") + (nowhere > 0 ? ", \(nowhere) more without a source file" : "")
          + ", \(counted(found.count - open)) done."
      ])
  }
}

extension Table<Reader.NoteRow> {
  /// Notes, oldest first.
  package static func notes(_ query: Filter, _ reader: Reader) throws -> Table {
    let filter = RecordFilter(query, reader: reader)
    let found = try reader.notes().filter { note in
      try filter.accepts(component: note.component, check: note.check ?? "") && filter.accepts(.tester, [note.tester])
        && filter.accepts(time: note.time) && filter.accepts(texts: [note.text])
    }
    return Table(
      "notes", title: "Notes",
      columns: [
        Column("id", "Note", .identifier, \.id).kept, Column("component", "Component", .identifier, \.component),
        Column("check", "Check", .identifier) { $0.check?.filled }, Column("tester", "Tester", \.tester.filled),
        .time("at", "Written", \.time), Column("text", "Text", \.text),
      ], rows: TableRows(found),
      empty: "No matching notes. Run \"a11y new note TEXT --component COMPONENT\" to add one.",
      summary: [counted(found.count, "note") + "."]
    ).inLine("id", "component", "text", "check", "tester", "at")
  }
}

/// A keyboard shortcut and what it conflicts with.
package struct ShortcutLine {
  let record: Reader.Record
  let conflicts: [ShortcutConflict]
}

extension Table<ShortcutLine> {
  /// Keyboard shortcuts, with their conflicts.
  package static func shortcuts(_ query: Filter, _ reader: Reader) throws -> Table {
    let filter = RecordFilter(query, reader: reader, own: [.owner, .tag, .screen, .platform])
    let records = try reader.recordsOfMoment("shortcut")
    // The system's shortcuts, which are read from a long file, only where there are some of the team.
    let table = try records.isEmpty ? nil : ShortcutTable(reader)
    let everywhere = Platform.allCases.map(\.rawValue)
    let lines = try records.filter { record in
      let component = record.text("component")
      let screens = try record.list("screens") + (reader.component(component)?.shownOn ?? [])
      let platforms = record.list("platforms")
      return try filter.accepts(component: component, check: ShortcutConflict.check)
        && filter.accepts(.owner, [record.text("owner")]) && filter.accepts(.tag, record.list("tags"))
        && filter.accepts(.screen, screens) && filter.accepts(.platform, platforms.isEmpty ? everywhere : platforms)
        && filter.accepts(texts: [record.key, record.text("keys"), record.text("action"), record.text("note")])
    }.map { ShortcutLine(record: $0, conflicts: table?.conflicts(of: ShortcutTable.shortcut($0)) ?? []) }
    let open = lines.count { !$0.conflicts.isEmpty }
    func own(_ columns: Column<Reader.Record>...) -> [Column<Row>] {
      columns.map { $0.of { line, tell in try tell(line.record) } }
    }
    return Table(
      "shortcuts", title: "Shortcuts",
      columns: own(.key("Shortcut"), .field("keys", "Keys"), .field("action", "Action")) + [
        Column("conflicts", "Conflicts") { $0.conflicts.map(\.words) },
        Column("kinds", "Kinds") { $0.conflicts.map(\.kind.rawValue) }.extra,
        Column("check", "Check", .identifier) { $0.conflicts.isEmpty ? nil : ShortcutConflict.check }.extra,
      ]
        + own(
          .fields("screens", "Screens"), .field("component", "Component", .identifier),
          .fields("platforms", "Platforms"), .field("owner", "Owner").extra)
        + Column.work.map { $0.of { line, tell in try tell(line.record) } },
      rows: TableRows(lines), empty: "No matching shortcuts. Run \"a11y new shortcut KEYS --action TEXT\" to add one.",
      summary: ["\(counted(lines.count, "shortcut")), \(counted(open)) with a conflict."]
        + (open > 0 ? ["Run \"a11y show \(ShortcutConflict.check)\" to see how to test them."] : []))
  }
}

/// A gesture and what speaks against it.
package struct GestureLine {
  let record: Reader.Record
  let concerns: [GestureConcern]
  let screens: [String]
}

extension Table<GestureLine> {
  /// Gestures, with their concerns.
  package static func gestures(_ query: Filter, _ reader: Reader) throws -> Table {
    let filter = RecordFilter(query, reader: reader, own: [.owner, .tag, .check])
    let records = try reader.recordsOfMoment("gesture")
    let table = try records.isEmpty ? nil : GestureTable(reader)
    func concerns(_ record: Reader.Record) -> [GestureConcern] { table?.concerns(record) ?? [] }
    let lines = try records.filter { record in
      try filter.accepts(component: record.text("component"), check: "")
        && filter.accepts(.owner, [record.text("owner")]) && filter.accepts(.tag, record.list("tags"))
        && filter.accepts(.check, concerns(record).map(\.check))
        && filter.accepts(
          texts: [record.key] + ["gesture", "action", "alternative", "note"].map { record.text($0) })
    }.map { record in
      GestureLine(
        record: record, concerns: concerns(record),
        screens: try reader.component(record.text("component"))?.screens ?? [])
    }
    func own(_ columns: Column<Reader.Record>...) -> [Column<Row>] {
      columns.map { $0.of { line, tell in try tell(line.record) } }
    }
    func count(_ kind: GestureConcern.Kind) -> Int { lines.count { $0.concerns.contains { $0.kind == kind } } }
    return Table(
      "gestures", title: "Gestures",
      columns: own(
        .key("Key"), .field("gesture", "Gesture"), .field("component", "Component", .identifier),
        .field("action", "Action"), .field("alternative", "Alternative")) + [
          Column("concerns", "Concerns") { $0.concerns.map(\.words) },
          Column("kinds", "Kinds") { $0.concerns.map(\.kind.rawValue) }.extra,
          Column("checks", "Checks") { $0.concerns.map(\.check) }, Column("screens", "Screens", \.screens).extra,
        ] + own(.field("owner", "Owner").extra)
        + Column.work.map { $0.of { line, tell in try tell(line.record) } },
      rows: TableRows(lines), empty: "No matching gestures. Run \"a11y new gesture --help\" to add one.",
      summary: [
        "\(counted(lines.count, "gesture")): \(count(.noAlternative)) without an alternative, "
          + "\(count(.systemEdge)) at a system edge, \(count(.otherMeaning)) with an unusual meaning, "
          + "\(count(.custom)) custom."
      ])
  }
}

/// What questions and tasks share.
enum RegisterRecords {
  /// The records of a kind that match a query, by their own owner and tags.
  static func matching(_ kind: String, _ query: Filter, _ reader: Reader) throws -> [Reader.Record] {
    let filter = RecordFilter(query, reader: reader, own: [.owner, .tag, .state])
    return try reader.recordsOfMoment(kind).filter { record in
      try filter.accepts(component: record.text("component"), check: record.text("check"))
        && filter.accepts(.owner, [record.text("owner")]) && filter.accepts(.tag, record.list("tags"))
        && filter.accepts(.state, [record.workState])
        && filter.accepts(
          texts: [record.key, record.text("title"), record.text("note"), record.text("decision")])
    }
  }

  /// The source files of the components that tasks are for, by their keys.
  static func sources(_ tasks: [Reader.Record], _ reader: Reader) throws -> [String: String] {
    var sources: [String: String] = [:]
    for key in Set(tasks.map { $0.text("component") }) where !key.isEmpty {
      sources[key] = try reader.component(key)?.source
    }
    return sources
  }
}
