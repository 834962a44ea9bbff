import Audit
import Base
import Reports
import Store

/// Open and decided questions as rows, open first.
enum QuestionSheet {
  private static let columns: [SheetColumn] = [
    SheetColumn("key", "Question", .identifier), SheetColumn("title", "Text"), SheetColumn("state", "State"),
    SheetColumn("component", "Component", .identifier), SheetColumn("check", "Check", .identifier),
    SheetColumn("owner", "Owner"), SheetColumn("decision", "Decision"), SheetColumn("decided", "Decided", .number),
    SheetColumn("tags", "Tags", isDefault: false), SheetColumn("ticket", "Ticket", isDefault: false),
    SheetColumn("note", "Note", isDefault: false),
  ]

  static func rows(_ query: Filter, _ reader: Reader, _ form: RowForm) throws -> ListRun.Rows {
    let found = try RegisterRecords.matching("question", query, reader)
    let open = found.filter { !$0.isDecided }
    let values = (open + found.filter(\.isDecided)).map { record -> [SheetValue] in
      [
        .text(record.key), form.text(record.text("title")), .text(record.isDecided ? "decided" : "open"),
        form.text(record.text("component")), form.text(record.text("check")), form.text(record.text("owner")),
        form.text(record.text("decision")), form.text(record.text("decided")), .list(record.list("tags")),
        form.text(record.text("ticket")), form.text(record.text("note")),
      ]
    }
    let sheet = Sheet(
      schema: "questions", title: "Questions", columns: columns,
      emptyMessage: "No matching questions. Run \"a11y new question TEXT\" to add one."
    ).inLine("key", "state", "title", "decision", "owner", "component", "check", "decided")
    return ListRun.Rows(
      sheet: sheet, values: values, summary: ["\(counted(found.count, "question")), \(open.count) open."])
  }
}

/// Tasks as rows, open first.
enum TaskSheet {
  private static let columns: [SheetColumn] = [
    SheetColumn("key", "Task", .identifier), SheetColumn("title", "Text"), SheetColumn("state", "State"),
    SheetColumn("component", "Component", .identifier), SheetColumn("source", "File", .identifier, .kept),
    SheetColumn("check", "Check", .identifier), SheetColumn("owner", "Owner"), SheetColumn("until", "Until", .number),
    SheetColumn("tags", "Tags", isDefault: false), SheetColumn("ticket", "Ticket", isDefault: false),
    SheetColumn("note", "Note", isDefault: false), SheetColumn("done", "Done", isDefault: false),
    SheetColumn("done_at", "Done on", .number),
  ]

  static func rows(_ query: Filter, _ reader: Reader, _ form: RowForm) throws -> ListRun.Rows {
    let found = try RegisterRecords.matching("task", query, reader)
    let sources = try sources(found, reader)
    let open = found.filter { !isDone($0) }
    let values = (open + found.filter(isDone)).map { record -> [SheetValue] in
      [
        .text(record.key), form.text(record.text("title")), .text(isDone(record) ? "done" : "open"),
        form.text(record.text("component")), form.text(sources[record.text("component")] ?? ""),
        form.text(record.text("check")), form.text(record.text("owner")), form.text(record.text("until")),
        .list(record.list("tags")), form.text(record.text("ticket")), form.text(record.text("note")),
        .flag(isDone(record)), done(record).map(form.day) ?? .null,
      ]
    }
    let sheet = Sheet(
      schema: "tasks", title: "Tasks", columns: columns,
      emptyMessage: "No matching tasks. Run \"a11y new task TEXT --component COMPONENT\" to add one."
    ).inLine("key", "state", "title", "owner", "until", "component", "check", "done_at", "source")
    return ListRun.Rows(
      sheet: sheet, values: values, summary: ["\(counted(found.count, "task")), \(open.count) open."])
  }

  /// The source files of the components that tasks are for, by their keys.
  static func sources(_ tasks: [Reader.Record], _ reader: Reader) throws -> [String: String] {
    var sources: [String: String] = [:]
    for key in Set(tasks.map { $0.text("component") }) where !key.isEmpty {
      sources[key] = try reader.component(key)?.source
    }
    return sources
  }

  /// When it was done, ms UTC; nil if not recorded.
  static func done(_ record: Reader.Record) -> Int64? {
    isDone(record) ? record.fields["done_at"]?.integerValue : nil
  }

  /// `done` is a time or a flag.
  static func isDone(_ record: Reader.Record) -> Bool {
    guard let done = record.fields["done"] else { return false }
    return done.boolValue ?? (done.stringValue.map { !$0.isEmpty } ?? (done.integerValue != nil))
  }
}

/// Notes as rows, oldest first.
enum NoteSheet {
  private static let columns: [SheetColumn] = [
    SheetColumn("id", "Note", .identifier, .kept), SheetColumn("component", "Component", .identifier),
    SheetColumn("check", "Check", .identifier), SheetColumn("tester", "Tester"), SheetColumn("at", "Written", .number),
    SheetColumn("text", "Text"),
  ]

  static func rows(_ query: Filter, _ reader: Reader, _ form: RowForm) throws -> ListRun.Rows {
    let filter = RecordFilter(query, reader: reader)
    let found = try reader.notes().filter { note in
      try filter.accepts(component: note.component, check: note.check ?? "") && filter.accepts(.tester, [note.tester])
        && filter.accepts(time: note.time) && filter.accepts(texts: [note.text])
    }
    let values = found.map { note -> [SheetValue] in
      [
        .text(note.id), .text(note.component), form.text(note.check ?? ""), form.text(note.tester),
        form.time(note.time),
        .text(note.text),
      ]
    }
    let sheet = Sheet(
      schema: "notes", title: "Notes", columns: columns,
      emptyMessage: "No matching notes. Run \"a11y new note TEXT --component COMPONENT\" to add one."
    ).inLine("id", "component", "text", "check", "tester", "at")
    return ListRun.Rows(sheet: sheet, values: values, summary: [counted(found.count, "note") + "."])
  }
}

/// What questions and tasks share.
enum RegisterRecords {
  /// The records of a kind that match a query, by their own owner and tags.
  static func matching(_ kind: String, _ query: Filter, _ reader: Reader) throws -> [Reader.Record] {
    let filter = RecordFilter(query, reader: reader, own: [.owner, .tag])
    return try reader.records(kind).filter { record in
      try filter.accepts(component: record.text("component"), check: record.text("check"))
        && filter.accepts(.owner, [record.text("owner")]) && filter.accepts(.tag, record.list("tags"))
        && filter.accepts(
          texts: [record.key, record.text("title"), record.text("note"), record.text("decision")])
    }
  }
}
