import Base
package import CommandLine
import Sessions
package import Store

package struct ImportTally {
  /// The maximum number of rejected entries in JSON, and in text.
  private static let named = 100
  package static let shown = 20

  let source: String
  var refused: [(place: String, reason: String)] = []
  package var refusedCount = 0
  package var isKept = true
  /// An error that no entry caused, which ends the import.
  package private(set) var failure: (any Error)?
  private var places: [String: String] = [:]
  private var missingSources = 0
  /// Those that the file describes and that stay retired.
  private var retired: [String] = []
  private var appPlatforms: AppPlatforms?
  private var spellings: KeySpellings?
  private var isTabbed = false

  package init(source: String) { self.source = source }

  package mutating func take(
    _ entries: ComponentEntries, _ register: Register, _ sources: SourceFiles, _ context: Context,
    refused: ([UInt8]) -> Void
  ) {
    isTabbed = entries.isTabbed
    for (entry, text) in entries.rows {
      switch entry {
      case .refused(let place, let reason):
        refuse(place, reason, context)
        refused(text)
      case .draft(let draft):
        do {
          try take(draft, register, sources)
        } catch {
          guard let reason = Self.reason(error) else {
            failure = error
            return
          }
          refuse(draft.place, reason, context)
          refused(text)
        }
      }
    }
    spellings?.remark(register)
    if let first = retired.first {
      register.remark(
        "\(counted(retired.count, "component stays", "components stay")) retired: \(firstNamed(retired, 3)); run "
          + "\"a11y edit component \(ShellWord.quoted(first)) --restore\" to restore one")
    }
    guard missingSources > 0 else { return }
    let files = missingSources == 1 ? "1 source file" : "\(missingSources) source files"
    register.remark("\(files) not found; results cannot become stale when they change")
  }

  private mutating func take(_ draft: ComponentDraft, _ register: Register, _ sources: SourceFiles) throws {
    let key = try register.reader.names.present(FieldRules.key(draft.key, of: "component"))
    if let place = places[key] { throw Refusal.invalid("\(key) already appears at \(place)") }
    places[key] = draft.place
    let record = try register.record("component", key)
    guard record != nil || draft.fields["kind"] != nil else {
      throw Refusal.invalid("\(key) is new and has no kind, which determines the checks that apply")
    }
    var fields = draft.fields
    for member in fields.members {
      fields[member.key] = unedited(member.value, record?.fields[member.key] ?? .null)
    }
    if let source = fields["source"] {
      fields["source_digest"] = sources.digestField(for: source, before: record?.text("source") ?? "")
      if let path = source.stringValue, fields["source_digest"]?.isNull ?? true, sources.digest(of: path) == nil {
        missingSources += 1
      }
    }
    if !draft.planned.isEmpty {
      let promised = try PlannedFlag(draft.planned).fields(
        of: register.reader.component(key), key: key, with: fields, register)
      for member in promised.members { fields[member.key] = member.value }
    }
    try ComponentTemplate.refuseSmallerArea(fields, record?.fields)
    if record == nil {
      if fields["retired"] == false { fields["retired"] = nil }
      // Changed in place: a copy of the keys for each row would take square time.
      if appPlatforms == nil { appPlatforms = try AppPlatforms(register.reader) }
      if spellings == nil { spellings = try KeySpellings(register.reader) }
      appPlatforms?.fill(&fields)
      spellings?.add(key)
      try register.add("component", key, fields)
      appPlatforms?.add(fields)
    } else {
      if fields["retired"] == nil, record?.fields["retired"]?.boolValue ?? false { retired.append(key) }
      try register.change("component", key, fields)
    }
  }

  /// The value that a component has where a file says it as tables of this program do, else that of the file.
  private func unedited(_ read: JSONValue, _ now: JSONValue) -> JSONValue {
    if let cell = read.stringValue, let text = now.stringValue, CellText.isWritten(cell, for: text, isTabbed: isTabbed)
    {
      return now
    }
    guard let cells = read.arrayValue, let texts = now.arrayValue else { return read }
    return .array(cells.map { cell in texts.first { unedited(cell, $0) == $0 } ?? cell })
  }

  private mutating func refuse(_ place: String, _ reason: String, _ context: Context) {
    refusedCount += 1
    guard refused.count < Self.named else { return }
    refused.append((place, reason))
    if refused.count <= Self.shown, !context.arguments.has(.json) {
      context.remark("a11y: \(source), \(place): \(reason)")
    }
  }

  /// The reason why an entry was rejected; nil for an error that the entry did not cause.
  private static func reason(_ error: any Error) -> String? {
    let problem = (error as? Refusal)?.problem ?? error as? Problem
    guard let problem, [.badInput, .usage, .decision, .notFound].contains(problem.exitCode) else { return nil }
    return problem.sentence
  }
}

extension ImportTally {
  package func report(_ outcome: RegisterRun.Outcome, _ context: Context, shownRows: Int) throws -> ExitCode {
    let isDryRun = context.arguments.has(.dryRun)
    func count(_ change: RegisterRow.Change) -> Int { outcome.rows.count { $0.change == change } }
    let (added, changed, same) = (count(.added), count(.changed), count(.same))
    if try context.format() == .json {
      let lines = refused.map {
        JSONText.object(["place": $0.place, "reason": $0.reason])
      }
      let counts: JSONMembers = [
        "added": added, "changed": changed, "same": same, "refused": refusedCount, "lines": lines,
      ]
      try context.print(RegisterReport.document(outcome, context, counts: counts))
    } else {
      if refusedCount > Self.shown { context.remark("a11y: and \(counted(refusedCount - Self.shown)) more") }
      if isKept {
        let isPlain = try context.format() == .plain
        for row in outcome.rows.filter({ $0.change == .changed }).prefix(shownRows) {
          try context.print(RegisterReport.line(row, context, isPlain: isPlain))
        }
        let rest = refusedCount == 0 ? "" : ", \(counted(refusedCount)) rejected"
        let verb = isDryRun ? "Would import components" : "Components"
        try context.print(
          "\(verb): \(counted(added)) added, \(counted(changed)) changed, \(counted(same)) unchanged\(rest).")
      }
    }
    RegisterReport.remark(outcome, context)
    guard refusedCount > 0 else { return .done }
    guard isKept || isDryRun else {
      throw Problem(
        .badInput, code: "component.refused",
        "\(counted(refusedCount, "component")) in \(source) rejected; nothing was imported",
        hints: [
          "Correct the file and try again, or pass --partial to import the rest.",
          "Pass --map to translate custom words, such as \"Text field=form-field\".",
        ])
    }
    return .badInput
  }
}

/// Keys of components that people take for one another, as they differ only in case.
struct KeySpellings {
  /// By the key in lowercase.
  private var known: [String: String]
  private var pairs: [String] = []

  private static let shown = 3

  /// - Parameter key: that of a component which is new itself.
  init(_ reader: Reader, besides key: String = "") throws {
    known = Dictionary(firstOf: try reader.componentKeys().filter { $0 != key }.map { ($0.lowercased(), $0) })
  }

  /// Takes a new component into account.
  mutating func add(_ key: String) {
    let known = known[key.lowercased(), default: key]
    self.known[key.lowercased()] = known
    if !known.hasSameBytes(as: key) { pairs.append("\(key) and \(known)") }
  }

  func remark(_ register: Register) {
    guard !pairs.isEmpty else { return }
    register.remark("different components, by case alone: \(firstNamed(pairs, Self.shown))")
  }
}
