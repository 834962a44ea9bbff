import Audit
import Base
import CommandLine
import Sessions
import Store

extension RecordKind {
  static let component = RecordKind(
    "component",
    fields: [
      .of(.kind, .kind, new: FlagSpec.kind.required(unless: .from, .like, .scan, hint: whyKind)), .of(.title, .title),
      .of(.source, .source), .of(.screens, .screen),
      .flag(edit: FlagSpec(.addScreen, value: "SCREEN", repeatable: true, "add a screen")),
      .flag(
        edit: FlagSpec(
          .removeScreen, value: "SCREEN", repeatable: true, completes: .records(.screen), "remove a screen")),
      .of(.profile, .profile), .of(.style, .style), .of(.owner, .owner), .of(.size, .size),
      .of(.hitArea, .hitArea), .of(.targetTier, .targetTier), .of(.platforms, .platform), .of(.has, .has),
      .flag(new: .planned, edit: .planned), .of(.tags, .tag),
      .flag(edit: FlagSpec(.addTag, value: "TAG", repeatable: true, "add a tag")),
      .flag(
        edit: FlagSpec(.removeTag, value: "TAG", repeatable: true, completes: .records(.tag), "remove a tag")),
      .flag(
        edit: FlagSpec(.rename, value: "KEY", "new key (also --key); results and records of the old one are kept")
          .also("key").excludes(.delete, .restore)),
      .flag(edit: FlagSpec(switch: .retire, "retire it: remove it from every scope; its history is kept")),
    ],
    new: Words(
      summary: "add a component (or import many)",
      usage: [
        "KEY --kind KIND [FLAGS]", "KEY --like COMPONENT [FLAGS]", "--from FILE [FLAGS]", "--scan DIR [-o FILE]",
      ],
      words: [
        PositionalSpec(
          "KEY", arity: .optional, unless: [.from, .scan], "component key, e.g. sign-in/close-button")
      ],
      flags: [
        FlagSpec(
          .like, value: "COMPONENT", completes: .records(.component),
          "component to copy kind, style, size, screens, profile, platforms, features, tags, target tier, and specified "
            + "values from; or a kind, for its usual style"),
        .from.excludes(ofOne + [.scan], hint: "Put it in the file.").takesNoWords(hint: "Put the keys in the file."),
        .file(
          .map, value: "PAIRS",
          "headers and words of another table, e.g. Name=key,Type=kind,Knopf=button, or a file with such pairs"
        ).needs(.from),
        .headerRow.needs(.from), .partial.needs(.from), .rejects.needs(.from),
        .file(.scan, value: "DIR", "folder of SwiftUI sources to propose components from")
          .excludes(ofOne, hint: "Edit the proposed file.").takesNoWords(hint: "Edit the keys in the proposed file."),
      ], instead: [.from: ComponentImport.run, .scan: ComponentScan.run]),
    edit: Words(summary: "edit, retire, or restore a component"),
    RecordRules(
      complete: complete,
      added: { key, fields, change in
        ComponentTemplate.advise(key, fields, change)
        var spellings = try KeySpellings(change.reader, besides: key)
        spellings.add(key)
        spellings.remark(change.register)
        if let path = fields["source"]?.stringValue, fields["source_digest"]?.isNull ?? true {
          change.register.remark(missing(path))
        }
      }))

  /// The flags that describe one component.
  private static let ofOne: [FlagName] = [
    .kind, .like, .title, .source, .screen, .profile, .style, .owner, .size, .hitArea, .targetTier, .platform, .has,
    .planned, .tag,
  ]

  private static let whyKind =
    "Specify the kind, which determines the checks that apply, e.g. --kind icon-button."

  @Sendable private static func complete(_ fields: inout JSONObject, _ change: RecordEdit) throws {
    try ComponentTemplate.fill(&fields, change)
    let given = fields
    let key = change.record?.key ?? change.arguments.positional(0) ?? ""
    if let record = change.record {
      try changeList("screen", add: .addScreen, remove: .removeScreen, "screens", record, &fields, change)
      try changeList("tag", add: .addTag, remove: .removeTag, "tags", record, &fields, change)
    }
    if let source = fields["source"] {
      let sources = try SourceFiles(change.context)
      fields["source_digest"] = sources.digestField(for: source, before: change.record?.text("source") ?? "")
      if change.record != nil, let path = source.stringValue, sources.digest(of: path) == nil {
        change.register.remark(missing(path))
      }
    }
    try ComponentTemplate.refuseSmallerArea(fields, change.record?.fields)
    try ComponentTemplate.adviseStyle(key, fields, change)
    let component = try change.record.flatMap { try change.reader.component($0.key) }
    let planned = try PlannedFlag(change.arguments).fields(of: component, key: key, with: given, change.register)
    for member in planned.members { fields[member.key] = member.value }
    if change.edits(.rename) { fields[ComponentNames.field] = try newKey(of: key, change) }
    if change.edits(.retire) { fields["retired"] = true }
    if change.edits(.restore) { fields["retired"] = .null }
  }

  /// - Throws: a key of several components, or one that another component has.
  private static func newKey(of key: String, _ change: RecordEdit) throws -> JSONValue? {
    let words = change.arguments.positionals
    guard words.count == 1, !EditCommand.hasPattern(words) else {
      throw Problem.usage(
        "component.rename", "--rename applies to one component", hints: ["Rename components one at a time."])
    }
    let new = try FieldRules.key(change.arguments.string(.rename) ?? "", of: "component")
    if let other = try change.register.record("component", new), !other.key.hasSameBytes(as: key) {
      throw other.isDeleted
        ? Refusal.recordDeleted(kind: "component", key: new) : Refusal.recordExists(kind: "component", key: new)
    }
    return new.hasSameBytes(as: key) ? nil : .string(new)
  }

  private static func missing(_ path: String) -> String {
    "source file \(MessageText.quoted(path)) not found; results cannot become stale when it changes"
  }

  /// Adds or removes one name from the current ones, or from those of `--screen` and `--tag`.
  private static func changeList(
    _ what: String, add: FlagName, remove: FlagName, _ field: String, _ record: Reader.Record,
    _ wanted: inout JSONObject, _ change: RecordEdit
  ) throws {
    guard change.edits(add) || change.edits(remove) else { return }
    var names = wanted[field].map { $0.arrayValue?.compactMap(\.stringValue) ?? [] } ?? record.list(field)
    let removed = try FieldRules.names(change.arguments.list(remove), what)
    for name in removed.arrayValue?.compactMap(\.stringValue) ?? [] {
      guard names.contains(where: { $0.hasSameBytes(as: name) }) else {
        change.register.remark("component \(record.key) has no \(what) \(MessageText.quoted(name)) to remove")
        continue
      }
      names.removeAll { $0.hasSameBytes(as: name) }
    }
    wanted[field] = try FieldRules.names(names + change.arguments.list(add), what)
  }
}

/// What a new component has without a flag: the fields of a similar one or of its kind, or advice on its usual style.
enum ComponentTemplate {
  /// Not owner, source, and title: they belong to one component.
  private static let copied = [
    "kind", "style", "size", "hit_area", "screens", "profile", "platforms", "tags", "target_tier",
    "has",
  ]

  /// Copies fields that the line does not set; a flag with an empty value omits its field.
  static func fill(_ fields: inout JSONObject, _ change: RecordEdit) throws {
    guard change.record == nil else { return }
    try copy(&fields, change)
    try AppPlatforms(change.reader).fill(&fields)
  }

  private static func copy(_ fields: inout JSONObject, _ change: RecordEdit) throws {
    guard let typed = change.arguments.string(.like) else { return }
    if Catalog.componentKinds.contains(typed), try change.reader.component(typed) == nil {
      if fields["kind"] == nil { fields["kind"] = .string(typed) }
      if fields["style"] == nil, let style = Catalog.usualStyle(of: typed) { fields["style"] = .string(style.name) }
      return
    }
    let key = try NameFinder.component(typed, change.reader)
    for member in try change.reader.record("component", key)?.fields.members ?? [] {
      let isCopied = copied.contains(member.key) || member.key.hasPrefix(Component.plannedField)
      if isCopied, fields[member.key] == nil { fields[member.key] = member.value }
    }
  }

  /// Two values in each other's place would make a target pass that is too small.
  ///
  /// - Parameters:
  ///   - fields: what is set.
  ///   - record: what the component has; nil for a new one.
  static func refuseSmallerArea(_ fields: JSONObject, _ record: JSONObject?) throws(Problem) {
    let (area, size) = (fields["hit_area"] ?? record?["hit_area"], fields["size"] ?? record?["size"])
    guard area != record?["hit_area"] || size != record?["size"], let area = area?.stringValue,
      let size = size?.stringValue,
      let responds = try? TargetSize.parse(area), let seen = try? TargetSize.parse(size),
      responds.width < seen.width || responds.height < seen.height
    else { return }
    throw .usage(
      "size.order", "the hit area \(MessageText.quoted(area)) is smaller than the size \(MessageText.quoted(size))",
      hints: [
        "Check that the values are not in each other's place. If only a part of the control responds to taps, log a "
          + "fail with the measured value."
      ])
  }

  /// A remark on a style that is made for other kinds: its checks are asked all the same.
  static func adviseStyle(_ key: String, _ fields: JSONObject, _ change: RecordEdit) throws {
    func value(_ field: String) -> String { fields[field]?.stringValue ?? change.record?.text(field) ?? "" }
    guard fields["style"] != nil || fields["kind"] != nil, !value("style").isEmpty,
      let kinds = try change.reader.style(value("style"))?.expects?.kinds, !kinds.isEmpty,
      !kinds.contains(value("kind"))
    else { return }
    change.register.remark(
      "style \(value("style")) is made for \(WordList.or(kinds)), not for \(value("kind")) "
        + "(\(MessageText.quoted(key)))")
  }

  /// A remark if the reference has a style for the kind, and the component has neither a style nor a size.
  static func advise(_ key: String, _ fields: JSONObject, _ change: RecordEdit) {
    func isMissing(_ field: String) -> Bool { fields[field]?.isNull ?? true }
    guard isMissing("style"), isMissing("size"), isMissing("hit_area"), let kind = fields["kind"]?.stringValue,
      let style = Catalog.usualStyle(of: kind)
    else { return }
    let size = style.figures.first { $0.name == "size" }.map { " (\($0.value))" } ?? ""
    change.register.remark(
      "the usual style of \(MessageText.quoted(kind)) is \(style.name)\(size); run \"a11y edit component "
        + "\(ShellWord.quoted(key)) --style \(style.name)\" to set it")
  }
}

/// What `a11y new component --from FILE` does: many components in one transaction, all of them or, with `--partial`,
/// the valid ones. Reading a file twice adds nothing twice.
enum ComponentImport {
  /// Far above any real list of components.
  private static let largest = 64 << 20
  /// The maximum number of changed rows that are listed.
  private static let shownRows = 100

  /// Thrown to roll back; the entries were reported already.
  private struct Refused: Error {}

  static func run(_ context: Context) throws -> ExitCode {
    let name = try context.arguments.required(.from)
    let map = try ColumnMap(context, columns: ComponentLines.names, ComponentLines.vocabularies)
    var rejects = try RejectsFile(context)
    let entries = try read(name, map, context)
    let tracker = try context.openTracker(.write)
    let sources = try SourceFiles(context)
    var tally = ImportTally(source: name == "-" ? "standard input" : name)
    var outcome = RegisterRun.Outcome(rows: [], remarks: [])
    do {
      outcome = try RegisterRun.transact(context, tracker) { register in
        var count = 0
        tally.take(entries, register, sources, context) { text in
          count += 1
          rejects?.add(text, line: count)
        }
        if let failure = tally.failure { throw failure }
        if tally.refusedCount > 0, !context.arguments.has(.partial), !context.arguments.has(.dryRun) { throw Refused() }
        if let words = try rejects?.write(head: entries.head, isJSON: entries.isJSON, context) {
          context.remark("a11y: note: \(words).")
        }
      }
    } catch is Refused {
      tally.isKept = false
    }
    return try tally.report(outcome, context, shownRows: shownRows)
  }

  private static func read(_ name: String, _ map: ColumnMap?, _ context: Context) throws -> ComponentEntries {
    let input = try context.text(of: name, keepsMark: true)
    let shown = name == "-" ? "standard input" : MessageText.quoted(name)
    let headerRow = try context.headerRow()
    let bytes = try input.readAll(limit: largest, name: shown)
    let content = UTF8Text.unmarked(bytes)
    do {
      let first = content.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
      let isJSON = first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
      guard isJSON else {
        return try ComponentLines.read(bytes, map, headerRow: headerRow, understood: context.remark)
      }
      var entries = try ComponentDocument.read(Array(content))
      entries.head.hasMark = content.count < bytes.count
      return entries
    } catch let problem as Problem where problem.exitCode == .badInput {
      throw Problem(
        .badInput, code: problem.code, "\(shown)\(problem.message.hasPrefix("line ") ? "," : ":") \(problem.message)",
        hints: problem.hints)
    }
  }
}

/// What `a11y new component --scan DIR` does: proposes components for `--from`, and adds none.
enum ComponentScan {
  private static let columns = ComponentLines.names + ["line", SourceFeatures.column]

  static func run(_ context: Context) throws -> ExitCode {
    let folder = try SourceFolder(try context.arguments.required(.scan), context)
    let known = try context.readIfThere { reader, _ in
      // What people alone registered who are not followed is proposed as well: here it is new.
      try reader.map { reader in try reader.components().filter { try !reader.isOfOthersAlone("component", $0.key) } }
        ?? []
    }.map { KnownComponent(keys: $0.allKeys, source: $0.source, kind: $0.kind, title: $0.title) }
    let outcome = SourceScan.find(folder.files, catalogs: folder.catalogs, known: known, in: folder.path)
    let found = outcome.found
    if try context.format() == .json {
      try context.print(document(found, context))
    } else {
      try context.print(columns.joined(separator: ","))
      for component in found { try context.print(line(component)) }
    }
    for remark in folder.remarks { context.remark("a11y: note: \(remark)") }
    for remark in remarks(outcome) { context.remark("a11y: note: \(remark)") }
    let files = counted(folder.files.count, "file")
    context.remark(
      found.isEmpty
        ? "No new components found in \(files)."
        : "Found \(counted(found.count, "component")) in \(files). Review them, then run \"a11y new component --from "
          + "FILE\".")
    return .done
  }

  /// What became of the components of the tracker, and what is for systems that it does not have.
  private static func remarks(_ outcome: SourceScan.Outcome) -> [String] {
    var remarks: [String] = []
    if outcome.known > 0 { remarks.append("\(counted(outcome.known, "component")) of the tracker found again") }
    if !outcome.moved.isEmpty {
      let places = outcome.moved.map { "\($0.key) is in \($0.place) now" }
      remarks.append("moved: \(firstNamed(places, 3)); set it with \"a11y edit component KEY --source FILE:LINE\"")
    }
    if !outcome.gone.isEmpty {
      remarks.append(
        "no longer in the sources: \(firstNamed(outcome.gone, 3)); retire it with \"a11y edit component KEY --retire\"")
    }
    if outcome.ofOthers > 0 {
      remarks.append("left out \(counted(outcome.ofOthers, "component")) only for tvOS, watchOS, or visionOS")
    }
    return remarks
  }

  private static func line(_ found: SourceScan.Found) -> String {
    let values = [
      "key": found.key, "kind": found.kind, "source": found.source, "screens": found.screens.joined(separator: ";"),
      "title": found.title, "style": found.style, "platforms": found.platforms.joined(separator: ";"),
      "line": String(found.line), SourceFeatures.column: found.features.joined(separator: ";"),
    ]
    return columns.map { CSVText.field(values[$0] ?? "") }.joined(separator: ",")
  }

  /// `a11y.scan/1`: rows as `--from` reads them.
  private static func document(_ found: [SourceScan.Found], _ context: Context) -> JSONText {
    let rows = JSONText.objects(found) {
      [
        "key": $0.key, "kind": $0.kind, "source": $0.source, "screens": $0.screens, "title": $0.title,
        "style": $0.style, "platforms": $0.platforms, "line": $0.line, SourceFeatures.column: $0.features,
      ]
    }
    return context.document("a11y.scan/1", ["rows": rows])
  }
}

/// The platforms of the app, which a new component has unless it names its own: they are asked for once.
struct AppPlatforms {
  /// Those of each app in use.
  private var apps: [[String]]

  /// An app that someone registers who is not followed says nothing: it would take checks from the components of others.
  init(_ reader: Reader) throws {
    let found = try reader.components().filter { $0.kind == Self.kind && !$0.isRetired }
    apps = try found.filter { try reader.isOfFollowed("component", $0.key, fields: ["kind", "platforms"]) }.map {
      $0.platforms.map(\.rawValue)
    }
  }

  /// Takes a component into account that was added since.
  mutating func add(_ fields: JSONObject) {
    guard fields["kind"]?.stringValue == Self.kind else { return }
    apps.append(fields["platforms"]?.arrayValue?.compactMap(\.stringValue) ?? [])
  }

  /// Gives a new component what it does not say itself; empty platforms are an answer, too. Apps that differ leave it open.
  func fill(_ fields: inout JSONObject) {
    guard fields["platforms"] == nil, fields["kind"]?.stringValue != Self.kind, let first = apps.first, !first.isEmpty,
      apps.allSatisfy({ $0 == first })
    else { return }
    fields["platforms"] = .array(first.map { .string($0) })
  }

  /// The component that stands for the app in a new tracker.
  static func app(_ platforms: [String], title: String?) throws(Problem) -> JSONObject {
    var fields: JSONObject = ["kind": .string(kind)]
    fields["platforms"] = try ComponentField.platforms.value(of: platforms)
    if let title, !title.isEmpty { fields["title"] = try FieldRules.line(title, "title") }
    return fields
  }

  /// The kind of the app, and the key that it gets.
  static let kind = "app"
}
