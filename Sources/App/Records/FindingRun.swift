import Audit
import Base
import CommandLine
import Sessions
import Store

extension RecordKind {
  static let finding = RecordKind(
    "finding", fields: FindingRun.fields,
    edit: CommandSpec(
      "finding", group: .setUp, "set the severity, owner, or ticket of a finding",
      usage: ["FINDING... [FLAGS]", "CHECK COMPONENT... [FLAGS]"],
      positionals: [
        PositionalSpec(
          "CHECK", completes: .records(.check), "finding by its ID, or failing check, pattern, or query"),
        PositionalSpec(
          "COMPONENT", arity: .many, completes: .records(.component),
          "components, patterns, or queries; after an ID, further IDs"),
      ],
      flags: [
        .condition("condition of the finding").needs(.owner, .ticket, .message, .severity)
      ] + FindingRun.fields.compactMap(\.edit) + [.dryRun],
      takesQuery: true, needsFlag: true, run: FindingRun.edit))
}

/// What `a11y edit finding` does: a record with the cell's name, which syncs and merges as other records do.
enum FindingRun {
  static let fields: [RecordField] = [
    .later(
      FlagSpec(
        .severity, short: "s", value: "SEVERITY", clearable: true, "severity of the finding: 1 critical to 4 minor"),
      .text { text throws(Problem) in
        if text.isEmpty { return .null }
        return .integer(Int64(try LogEntry.severity(text).rawValue))
      }),
    .owner, .ticket, RecordField(.message("description").also("note"), .note(), as: "note"),
  ]

  static func edit(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let named = arguments.has(.condition) ? try context.condition() : nil
    let wanted = try fields.values(arguments, \.edit, nil)
    if EditCommand.hasPattern(arguments.positionals) {
      try EditCommand.confirm(
        try context.openTracker(.read).read { try places(arguments, named, $0).count }, "finding", context)
    }
    return try RegisterRun.run(context) { register in
      let reader = register.reader
      for place in try places(arguments, named, reader) {
        let key = place.findingKey
        var fields = wanted
        for (name, value) in place.findingFields { fields[name] = value }
        if let level = wanted["severity"]?.integerValue.flatMap({ Severity(rawValue: Int(clamping: $0)) }) {
          fields["severity"] = try triage(level, place, key, register).value
        }
        try register.change("finding", key, fields, restoring: true)
        if try reader.cellNow(place, nil, nil)?.isFailing != true {
          try register.remark(
            "\(place.check) does not fail on \(place.component) (\(reader.shownCondition(of: place))) now")
        }
      }
    }
  }

  /// The severity of a finding, which begins to count now.
  ///
  /// - Throws: `finding.not-failing`: what does not fail has no severity.
  private static func triage(
    _ severity: Severity, _ place: ScopeCell, _ key: String, _ register: Register
  ) throws -> Triage {
    let reader = register.reader
    guard let cell = try reader.cellNow(place, nil, nil), cell.isFailing else {
      throw try Problem.usage(
        "finding.not-failing",
        "--severity applies to a failing item; \(place.check) does not fail on \(place.component) "
          + "(\(reader.shownCondition(of: place)))",
        hints: ["Run \"a11y list findings\" for what fails."])
    }
    let known = try reader.record("finding", key)?.fields["severity"].flatMap(Triage.init)
    if let known, known.severity == severity, known.by == register.editor, cell.row.triage != nil { return known }
    let end = try reader.lastFollowed(of: place)
    return Triage(severity: severity, time: max(register.writer.now, end), by: register.editor)
  }

  /// The named item of each component or, where a pattern or a query selects them, those that `a11y list findings` shows.
  private static func places(_ arguments: ParsedArguments, _ named: Condition?, _ reader: Reader) throws -> [ScopeCell]
  {
    let words = arguments.positionals
    if let identified = try identified(words, reader) { return identified }
    guard words.count > 1 else {
      throw Problem.usage(
        "argument.missing", "missing argument COMPONENT: component, pattern, or query", hints: [arguments.helpHint])
    }
    let checks = try CheckSelection(words.first ?? "", reader) { try NameFinder.check($0, reader) }
    let components = try ComponentSelection(Array(words.dropFirst()), reader)
    guard checks.isPattern || components.isPattern else {
      return try checks.ids.flatMap { check in
        try components.keys.map { component in
          let own = try named.map { try reader.checkSettings.item($0, of: check) ?? $0 }
          let condition = try own?.text ?? failing(check, component, reader)
          return ScopeCell(component: component, check: check, condition: condition)
        }
      }
    }
    let (ofChecks, ofComponents) = ([ExactText: Int](placesOf: checks.ids), [ExactText: Int](placesOf: components.keys))
    var found: [(check: Int, component: Int, item: ScopeCell)] = []
    let findings = try reader.findingTable()
    for entry in findings.entries {
      let item = try findings.place(of: entry)
      guard try named.map({ try $0.text == reader.checkSettings.seen(item.condition, of: item.check) }) ?? true,
        let check = ofChecks[ExactText(item.check)],
        let component = ofComponents[ExactText(item.component)]
      else { continue }
      found.append((check, component, item))
    }
    if found.isEmpty {
      throw Problem(
        .notFound, code: "finding.none", "no finding matches",
        hints: ["Run \"a11y list findings\" for valid names."])
    }
    return found.sorted {
      ($0.check, $0.component, $0.item.condition) < ($1.check, $1.component, $1.item.condition)
    }.map(\.item)
  }

  /// The items of findings that are named by their IDs; nil if the first word is no ID.
  private static func identified(_ words: [String], _ reader: Reader) throws -> [ScopeCell]? {
    var places: [ScopeCell] = []
    for word in words {
      guard let place = try NameFinder.item(ofFinding: word, reader) else {
        if places.isEmpty { return nil }
        throw Problem(
          .notFound, code: "finding.unknown", "unknown finding \(MessageText.quoted(word))",
          hints: ["Run \"a11y list findings\" for valid IDs."])
      }
      if !places.contains(place) { places.append(place) }
    }
    return places
  }

  /// The failing condition, if none was named.
  ///
  /// - Throws: `finding.condition`, exit code 5, if several conditions fail and the default one does not.
  private static func failing(_ check: String, _ component: String, _ reader: Reader) throws -> String {
    let found = try reader.states(component: component, check: check).filter { $0.state.outcome == .fail }
      .map(\.condition)
    if found.contains("") || found.isEmpty { return "" }
    if found.count == 1 { return found[0] }
    let shown = try found.map { try reader.checkSettings.seen($0, of: check) }
    throw Problem(
      .decision, code: "finding.condition",
      "\(check) fails on \(component) under several conditions: \(shown.joined(separator: "; "))",
      hints: shown.map { "Pass --condition \($0)." })
  }
}

extension Reader {
  /// The condition of an item as lists show it: with the setting of its check.
  func shownCondition(of place: ScopeCell) throws -> String {
    Condition.shown(try checkSettings.seen(place.condition, of: place.check))
  }
}

extension CellNow {
  /// Also where people who are not followed closed it: the release check counts it.
  fileprivate var isFailing: Bool { row.outcome == .fail || followed?.state.outcome == .fail }
}

extension ScopeCell {
  /// The key of the record of the finding here.
  var findingKey: String { "\(component) \(check)" + (condition.isEmpty ? "" : " \(condition)") }

  /// The fields that say where it is, the settings too where it has none: others may have begun the record with some.
  var findingFields: [(String, JSONValue)] {
    [
      ("component", .string(component)), ("check", .string(check)),
      ("condition", condition.isEmpty ? .null : .string(condition)),
    ]
  }
}
