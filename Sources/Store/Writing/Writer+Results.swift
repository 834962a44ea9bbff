package import Audit
import Base
import SQLite

/// A result to be logged. Empty strings are "not given".
package struct NewResult {
  package var component: String
  package var check: String
  package var condition: Condition
  package var outcome: Outcome
  package var severity: Severity?
  package var value: MeasuredValue?
  package var note: String?
  package var members = RareMembers()
  /// Said to be looked at again deliberately, after what others saw of the same build.
  package var isRetest = false
  package var tester: String
  package var device = ""
  package var os = ""
  package var build = ""
  package var audit = ""
  /// When it was observed, in ms UTC, if not now.
  package var time: Int64?

  package var place: ScopeCell { ScopeCell(component: component, check: check, condition: condition.text) }

  package init(
    component: String, check: String, condition: Condition = .standard, outcome: Outcome, severity: Severity? = nil,
    value: MeasuredValue? = nil, note: String? = nil, tester: String, device: String = "", os: String = "",
    build: String = "", audit: String = "", time: Int64? = nil
  ) {
    (self.component, self.check, self.condition, self.outcome) = (component, check, condition, outcome)
    (self.severity, self.value, self.note, self.tester) = (severity, value, note, tester)
    (self.device, self.os, self.build, self.audit, self.time) = (device, os, build, audit, time)
  }
}

/// What a writer needs of a check while it logs results of it: the rules, not the texts.
package struct LoggedCheck {
  package var id: String
  package var appliesTo: [String]
  package var platforms: [Platform]
  package var profiles: [Profile]
  package var measurement: Measurement?
  var term: Int64
  /// Version of the text that results are given against.
  var text: UInt32?

  /// Whether the check is in scope for a component, and if not, why.
  package func applies(to component: Component) -> Applicability {
    Check.applies(id, to: appliesTo, platforms: platforms, profiles: profiles, component)
  }
}

/// A result that was stored.
package struct LoggedResult {
  /// The local number of the fact.
  package var number: Int64
  package var cell: Int64
  /// What the cell showed before.
  package var before: CellState?
  /// When that was observed, ms UTC, if an earlier time is stated for this one, by its tester or as a retest of a failure:
  /// then that stays shown.
  package var stays: Int64?
  /// What a failure took over from the one that it repeats, as it was not given.
  package var kept = KeptOfFinding()
  /// The newer build of the result that the cell goes on to show; nil where the new result counts.
  package var newerBuild: String?
}

/// What a failure that is logged again keeps of the finding.
package struct KeptOfFinding: Equatable, Sendable {
  package var severity: Severity?
  /// What the finding shows, where a severity was set for it: that stays.
  package var set: Severity?
  /// The components that make the check of their screen fail.
  package var on: [String]
  /// Whether the note of an earlier failure goes on to be shown.
  package var hasNote: Bool

  package init(severity: Severity? = nil, on: [String] = [], hasNote: Bool = false) {
    (self.severity, self.on, self.hasNote) = (severity, on, hasNote)
  }

  package var isEmpty: Bool { severity == nil && on.isEmpty && !hasNote }

  /// `severity minor and note kept`; empty where nothing is.
  package var words: String {
    let parts = [
      (set ?? severity).map { "severity \($0.word)" }, on.isEmpty ? nil : "components", hasNote ? "note" : nil,
    ]
    let kept = parts.compactMap { $0 }
    return kept.isEmpty ? "" : kept.joined(separator: " and ") + " kept"
  }
}

extension Writer {
  /// The rules of a check as they are now.
  ///
  /// They are stored apart from the text, which is long: reading it would be a tenth of logging one result.
  ///
  /// - Throws: `Refusal.unknownCheck`.
  package func check(_ id: String) throws -> LoggedCheck {
    if let known = checks[ExactText(id)] { return known }
    // An edit earlier in this transaction may have made or changed the text, or an undo taken it back.
    try projector.settleRetractions()
    if projector.records.isTouched { try projector.flush() }
    let sql = """
      SELECT version, rules FROM check_text WHERE check_id = ? AND current = 1
      """
    let found = try database.first(sql, [.text(id)]) { ($0.int64(0), $0.text(1)) }
    guard let (version, json) = found, let rules = CheckRules.read(id, json) else { throw Refusal.unknownCheck(id) }
    let known = LoggedCheck(
      id: id, appliesTo: rules.appliesTo, platforms: rules.platforms, profiles: rules.profiles,
      measurement: CheckRules.measurement(in: json), term: try projector.interner.number(id),
      text: UInt32(exactly: version))
    checks[ExactText(id)] = known
    return known
  }

  /// The component with a key as it is registered now.
  ///
  /// - Throws: `Refusal.unknownComponent`.
  @discardableResult
  package func component(_ key: String) throws -> Component {
    if let known = components[ExactText(key)] { return known }
    try projector.flushRecords()
    guard let component = try reader.component(key) else { throw Refusal.unknownComponent(key) }
    components[ExactText(key)] = component
    return component
  }
}

/// Where results go: a check on a component under a condition, by one tester on one device. Everything that the
/// results of one target share is looked up and written once.
package final class ResultTarget {
  struct Names {
    var component: String
    var check: String
    var condition: Condition
    var tester: String
    var device: String
    var os: String
    var build: String
    var audit: String
    var time: Int64?
  }

  package let check: LoggedCheck
  let component: Int64
  let condition: Int64
  let context: Int64
  let time: Int64?
  let bytes: ResultBytes
  /// The cell as `CellProjector` holds it, and the state of its memory at that time.
  var row: CellRow?
  var generation = -1

  init(_ names: Names, check: LoggedCheck, source: String, component: Int64, condition: Int64, context: Int64) {
    (self.check, self.component, self.condition, self.context) = (check, component, condition, context)
    time = names.time
    bytes = ResultBytes(names, source: source, text: check.text)
  }
}

extension Writer {
  /// The place for results such as `new`; its outcome, severity, value and note play no part.
  ///
  /// - Throws: `Refusal.unknownCheck` or `Refusal.unknownComponent`.
  package func target(for new: NewResult) throws -> ResultTarget {
    let check = try self.check(new.check)
    let component = try self.component(new.component)
    let source = component.sourceDigest
    let interner = projector.interner
    return ResultTarget(
      ResultTarget.Names(
        component: component.key, check: new.check, condition: new.condition, tester: new.tester,
        device: new.device, os: new.os, build: new.build, audit: new.audit, time: new.time),
      check: check, source: source, component: try interner.number(component.key),
      condition: try interner.number(new.condition.text),
      context: try interner.context(
        tester: new.tester, device: new.device, os: new.os, build: new.build, audit: new.audit, source: source))
  }

  /// Whether the cell shows what a result would say again: the same answer of the same tester under the same
  /// circumstances, as where a table is logged twice.
  package func shows(_ new: NewResult, at target: ResultTarget) throws -> Bool {
    try shown(at: target)?.says(new) ?? false
  }

  /// What the cell shows; nil where that is of another tester or of other circumstances.
  package func shown(at target: ResultTarget) throws -> ShownAnswer? {
    let row = try row(of: target)
    guard row.context == target.context, row.text == target.check.text.map(Int64.init),
      let outcome = row.state?.outcome
    else { return nil }
    let shown = try database.cached("SELECT severity, time, value, note FROM result WHERE id = ?")
    defer { shown.reset() }
    try shown.bind(row.shown, at: 1)
    guard try shown.step() else { return nil }
    return ShownAnswer(
      outcome: outcome, severity: Codes.severity(shown.int64(0)), time: shown.optionalInt64(1),
      value: shown.optionalText(2).map { Array($0.utf8) }, note: shown.optionalText(3))
  }

  /// Appends one result of a registered component and a known check.
  @discardableResult
  package func log(_ new: NewResult) throws -> LoggedResult { try log(try target(for: new), new) }

  /// Appends the outcome, severity, value, note and rare members of `new` at its target.
  @discardableResult
  package func log(_ target: ResultTarget, _ new: NewResult) throws -> LoggedResult {
    guard var note = new.note else {
      return try log(
        target, new.outcome, severity: new.severity, value: new.value, note: nil, members: new.members,
        isRetest: new.isRetest)
    }
    return try note.withUTF8 { bytes in
      try log(
        target, new.outcome, severity: new.severity, value: new.value, note: bytes, members: new.members,
        isRetest: new.isRetest)
    }
  }

  /// Appends one result; a failure that repeats one of those who are followed keeps its severity and its components where
  /// it has none. `note` is well-formed UTF-8 without NUL, valid during the call.
  @discardableResult
  package func log(
    _ target: ResultTarget, _ outcome: Outcome, severity: Severity? = nil, value: MeasuredValue? = nil,
    note: UnsafeBufferPointer<UInt8>? = nil, members: RareMembers = RareMembers(), isRetest: Bool = false
  ) throws -> LoggedResult {
    let row = try row(of: target)
    var kept = KeptOfFinding()
    var members = members
    let said = try outcome == .fail ? projector.cells.said(of: row) : CellRow.Said(state: nil, shown: 0)
    if severity == nil || note == nil || members.on == nil, said.state?.outcome == .fail {
      kept = try failure(
        said, of: row, hasSeverity: severity != nil, hasNote: note != nil, hasComponents: members.on != nil)
      members.on = members.on ?? kept.on
    }
    // Who fails it has looked where another could not tell.
    let isAnswer =
      outcome == .fail && outcome.answersCantTell(shown: row.state?.outcome, followed: said.state?.outcome)
    var logged = try append(
      target, row, outcome, severity: severity ?? kept.severity, value: value, note: note, members: members,
      isRetest: isRetest || isAnswer)
    logged.kept = kept
    if outcome == .fail, row.said != nil, said.state?.outcome != .fail {
      row.said = CellRow.Said(
        state: CellState(outcome: .fail, severity: severity ?? kept.severity), shown: logged.number)
    }
    if !kept.isEmpty { keptFindings += 1 }
    if let build = logged.newerBuild {
      overtaken += 1
      overtakingBuilds[build, default: 0] += 1
    }
    return logged
  }

  /// What a new failure keeps of the one that those say who are followed. Severity and components are written again: a
  /// note stays where it was written, so that it can be erased there.
  private func failure(
    _ said: CellRow.Said, of row: CellRow, hasSeverity: Bool, hasNote: Bool, hasComponents: Bool
  ) throws -> KeptOfFinding {
    let shown = try database.cached("SELECT severity, body, note FROM result WHERE id = ? AND outcome = ?")
    try shown.bind(said.shown, at: 1)
    try shown.bind(Codes.code(.fail), at: 2)
    let (severity, members, note) =
      try shown.step()
      ? (Codes.severity(shown.int64(0)), RareMembers(body: shown.optionalText(1)), shown.optionalText(2))
      : (nil, RareMembers(), nil)
    shown.reset()
    let named = hasComponents ? [] : members.on ?? []
    var kept = KeptOfFinding(
      severity: hasSeverity ? nil : severity,
      on: named.isEmpty ? [] : named.map(try projector.records.names().present),
      hasNote: try !hasNote && (row.said == nil ? self.hasNote(findingOf: row) : note?.isEmpty == false))
    if !hasSeverity, row.hasTriage { kept.set = said.state?.severity }
    return kept
  }

  /// Of a table that fails one item again and again, each row reads what was added since the one before it.
  private func hasNote(findingOf row: CellRow) throws -> Bool {
    let known = row.noted.flatMap { $0.since == row.since ? $0 : nil }
    let has =
      try known?.has ?? false
      || reader.note(ofFindingIn: row.last, before: known?.last ?? 0, since: row.since) != nil
    row.noted = (row.last, row.since, has)
    return has
  }

  private func append(
    _ target: ResultTarget, _ row: CellRow, _ outcome: Outcome, severity: Severity?, value: MeasuredValue?,
    note: UnsafeBufferPointer<UInt8>?, members: RareMembers, isRetest: Bool
  ) throws -> LoggedResult {
    let chain = try startChain()
    let end = chain.last == nil ? nil : FactNumber.make(line: chain.identity.line, sequence: chain.sequence)
    let saw = try projector.cells.unseen(of: row, after: end)
    let place = try chain.next()
    let value = try value.map {
      try RecordJSON.text(ValueJSON.encode($0))
    }
    target.bytes.write(
      outcome, severity: severity, value: value, note: note, members: members, isRetest: isRetest, to: &buffer)
    let salt = nextSalt()
    let references = saw.map(\.reference)
    header.removeAll(keepingCapacity: true)
    FactSeal.append(
      header: buffer.withUnsafeBytes { FactSeal.commitment(salt: salt, body: $0) }, clock: place.clock, kind: "result",
      sequence: place.sequence, previous: place.previous?.reference, replica: chain.identity.replica, saw: references,
      to: &header)
    let digest = SHA256.digest(of: header)
    try enter(place, saw: saw.map(\.number))
    let stored = ResultTable.Row(
      number: place.number, cell: row.id, earlier: row.last, context: target.context, clock: place.clock,
      previous: place.previous?.reference, digest: digest, salt: salt, time: target.time, outcome: outcome,
      severity: severity, text: target.check.text, value: value, note: note, isRetest: isRetest, saw: references,
      body: members.isEmpty ? nil : String(decoding: buffer, as: UTF8.self))
    try inserter.insert(stored)
    let before = row.state
    let isMending = isRetest && before?.outcome == .fail && outcome != .fail
    let stays =
      try target.time.map {
        try projector.cells.isHistory(at: $0, target.context, isRetest: isMending, in: row)
      } ?? false
    if stays { historyCount += 1 }
    let seen = row.seen
    let newer = try before == nil ? nil : newerBuild(than: target.context, shownBy: row)
    try projector.cells.add(
      to: row, stored, isOverruled: projector.isOverruled(outcome, value: value, in: row),
      isInOrder: projector.isEven(chain.identity.line))
    if let build = try projector.cells.circumstances(target.context)?.build, build.isClaimed {
      projector.hasNewBuilds = true
      try accept(build.term)
    }
    row.isInView = true
    chain.advance(to: digest)
    var logged = LoggedResult(number: place.number, cell: row.id, before: before, stays: stays ? seen : nil)
    logged.newerBuild = newer
    return logged
  }

  /// Remembers a build that others have named and that is one of this machine's from now on.
  private func accept(_ build: Int64) throws {
    let name = try reader.text(build)
    guard !acceptedBuilds.contains(where: { $0.build.hasSameBytes(as: name) }) else { return }
    let sql = "SELECT count(*) FROM result WHERE context IN (SELECT id FROM context WHERE build = ?)"
    // Without the one that was stored just now.
    let others = (try database.scalar(sql, [.integer(build)]) ?? 1) - 1
    acceptedBuilds.append((name, CellCounts.bounded(others)))
    acceptedBuilds.sort { $0.build < $1.build }
  }

  /// The build of what a cell shows, where it is newer than that of a context.
  private func newerBuild(than context: Int64, shownBy row: CellRow) throws -> String? {
    let cells = projector.cells
    guard row.context != context, let own = try cells.circumstances(context)?.build,
      let shown = try cells.circumstances(row.context)?.build, shown.order(to: own) == .newer
    else { return nil }
    return try reader.text(shown.term)
  }

  private func row(of target: ResultTarget) throws -> CellRow {
    let cells = projector.cells
    if let row = target.row, target.generation == cells.generation { return row }
    let row = try cells.cell(
      component: target.component, check: target.check.term, condition: target.condition
    ) { try projector.category(ofCheck: target.check.id) }
    target.row = row
    target.generation = cells.generation
    return row
  }
}

/// What a cell showed before results were logged that may say it again.
package struct ShownAnswer {
  fileprivate let outcome: Outcome
  fileprivate let severity: Severity?
  fileprivate let time: Int64?
  fileprivate let value: [UInt8]?
  fileprivate let note: String?

  package func says(_ new: NewResult) throws -> Bool {
    guard outcome == new.outcome, time == new.time else { return false }
    // A failure keeps the severity and the note that it does not have.
    let isFail = new.outcome == .fail
    let value = try new.value.map { Array(try CanonicalWriter.bytes(of: ValueJSON.encode($0))) }
    return (isFail && new.severity == nil || severity == new.severity)
      && (isFail && new.note == nil || note == new.note) && self.value == value
  }
}
