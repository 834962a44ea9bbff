package import Audit
import Base
package import CommandLine
package import Reports
package import Store

/// A moment by what a person calls it: a date, a time, an audit or a build.
package enum MomentName {
  /// - Throws: not found, with names that look alike; usage for a date that cannot be, and for nothing at all.
  package static func find(_ typed: String, _ reader: Reader) throws -> ChangeReport.Moment {
    guard !typed.isEmpty else {
      throw Problem.usage(
        "moment.empty", "missing moment; expected a date, a time, an audit, or a build",
        hints: [TimestampError.wanted])
    }
    if let name = typed.after("audit:") { return try ofAudit(name, reader) ?? unknown(typed, reader) }
    if let name = typed.after("build:") { return try ofBuild(name, reader) ?? unknown(typed, reader) }
    let date = Result { () throws(TimestampError) in try Timestamp.span(typed, localOffset: reader.localOffset) }
    if case .success(let span) = date { return ChangeReport.Moment(name: typed, at: span.upperBound) }
    let audit = try ofAudit(typed, reader)
    // A name that stands for a build here does not stand for what strangers call so.
    let isOfOthers = try audit != nil && reader.isOfOthersAlone("audit", typed)
    if let moment = try isOfOthers ? ofBuild(typed, reader) ?? audit : audit ?? ofBuild(typed, reader) { return moment }
    if case .failure(let error) = date, looksLikeDate(typed) {
      throw Problem.usage(
        "time.invalid", "\(MessageText.quoted(typed)): \(error.reason)", hints: [TimestampError.wanted])
    }
    return try unknown(typed, reader)
  }

  /// What a report is compared with.
  ///
  /// - Parameters:
  ///   - audit: of the report; nil for the tracker.
  ///   - reader: as of the moment of the report.
  package static func compared(
    _ typed: String, with audit: AuditRound?, _ reader: Reader, _ present: Reader
  ) throws -> (moment: ChangeReport.Moment, former: AuditRound?) {
    let moment = try find(typed, reader)
    guard moment.at <= reader.now else {
      throw Problem.usage(
        "time.order", "--compare \(MessageText.quoted(typed)) is later than the report",
        hints: ["Specify an earlier --compare or a later --as-of."])
    }
    return (moment, try Baseline.former(typed, of: audit, present))
  }

  /// `2026-02-30`, `2026-13-01T10:00`: meant as a date, even if it is not valid.
  private static func looksLikeDate(_ typed: String) -> Bool {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let date = typed.utf8.prefix { digits.contains($0) || $0 == UInt8(ascii: "-") }
    let parts = date.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0].count == 4 && parts.allSatisfy { !$0.isEmpty }
  }

  /// When it was closed; now while it is open.
  private static func ofAudit(_ name: String, _ reader: Reader) throws -> ChangeReport.Moment? {
    try reader.audit(name).map {
      ChangeReport.Moment(name: name, at: $0.closed ?? reader.now, isNow: $0.closed == nil, isAudit: true)
    }
  }

  /// The moment before the first result of the next; now for the last.
  fileprivate static func ofBuild(_ name: String, _ reader: Reader) throws -> ChangeReport.Moment? {
    let builds = try reader.firstResultsOfBuilds()
    guard let place = builds.firstIndex(where: { $0.name.hasSameBytes(as: name) }) else { return nil }
    let next = builds[(place + 1)...].first { !$0.isOfOthers }
    let end = next.map { max(builds[place].at, $0.at - 1) } ?? reader.now
    return ChangeReport.Moment(name: name, at: end, isNow: next == nil)
  }

  private static func unknown(_ typed: String, _ reader: Reader) throws -> ChangeReport.Moment {
    let names = try reader.audits().map(\.name) + reader.names(.build)
    throw Problem(
      .notFound, code: "moment.unknown",
      "unknown moment \(MessageText.quoted(typed)); expected a date, an audit, or a build",
      hints: Suggestion.hint(for: typed, among: names) + [TimestampError.wanted])
  }
}

extension ReleaseVerdict {
  /// As `a11y gate` decides, whose rules a status does not fail over.
  package static func current(
    _ reader: Reader, _ present: Reader, of audit: AuditRound?, _ context: Context
  ) throws -> ReleaseVerdict {
    do {
      return ReleaseVerdict(
        try GateAssembly.current(reader, of: audit) {
          try Baseline.find($0, $1, for: audit, reader, present, context)
        })
    } catch let problem as Problem {
      let own = audit?.policy.filled
      let policy = try own ?? reader.policy()
      return ReleaseVerdict(unread: policy, own == nil ? .tracker : .audit, because: problem.message)
    }
  }
}

extension Baseline {
  private static let largestFile = 256 << 20

  /// - Parameters:
  ///   - source: where the name is from. A file or a stream is opened only where it was typed: a recorded policy is one for
  ///     all machines, and others may have written it.
  ///   - audit: what is compared with it; nil for the tracker.
  ///   - reader: as of the moment that the gate speaks of.
  ///   - present: the tracker now.
  /// - Throws: not found where the name is none of an audit, a moment and a file; bad input for a file that is no list
  ///   of cells; usage for a moment later than that of the gate, and for the audit itself.
  package static func find(
    _ typed: String, _ source: GateReport.PolicySource, for audit: AuditRound?, _ reader: Reader, _ present: Reader,
    _ context: Context
  ) throws -> Baseline {
    let files = context.world.files
    func isFile() -> Bool {
      switch source {
      case .typed: files.exists(typed) || files.isStream(typed)
      // Earlier versions read it. Not even a look goes out of this folder.
      case .audit, .tracker: !typed.utf8.contains(UInt8(ascii: "/")) && files.exists(typed)
      case .standard: false
      }
    }
    let former = try self.audit(typed, present)
    let isOfFile = try former != nil && isFile() && present.isOfOthersAlone("audit", typed)
    if isOfFile, source != .typed { throw unknown(typed, source, []) }
    if let former, !isOfFile {
      guard former.name.hasSameBytes(as: audit?.name ?? "") else {
        return try Baseline(of: former, reader, present)
      }
      throw Problem.usage(
        "baseline.itself", "cannot compare the audit \(MessageText.quoted(former.name)) with itself",
        hints: ["Specify an earlier audit or a date."])
    }
    let isMoment = Self.isMoment(typed)
    if source == .typed, !isMoment, typed.after("build:") == nil, isFile() {
      return try Baseline(file: typed, present, context)
    }
    let moment: Int64
    do {
      moment = try MomentName.find(typed, present).at
    } catch let problem as Problem where problem.code == "moment.unknown" {
      throw unknown(typed, source, problem.hints)
    }
    guard moment <= reader.now else {
      throw Problem.usage(
        "time.order", "--baseline \(MessageText.quoted(typed)) is later than the gate",
        hints: ["Specify an earlier day or a later --as-of."])
    }
    return try Baseline(name: typed, cells: .moment(CellOutcomes(present.at(moment).cellTable(Filter(), .all))))
  }

  private static func unknown(_ typed: String, _ source: GateReport.PolicySource, _ hints: [String]) -> Problem {
    let name = MessageText.quoted(typed)
    return source == .typed
      ? Problem(
        .notFound, code: "baseline.unknown",
        "invalid value \(name) for --baseline; expected an audit, a date, a build, or a file", hints: hints)
      : Problem(
        .notFound, code: "baseline.unknown",
        "unknown baseline \(name) in the policy; expected an audit, a date, or a build", hints: hints + [fileHint])
  }

  private static let fileHint = "Run \"a11y gate --baseline FILE\" to compare with a file."

  /// A name in a policy that is to be recorded.
  ///
  /// - Throws: for standard input and a path, which can be no names of audits.
  package static func check(_ name: String, _ register: Register) throws {
    do {
      _ = try MomentName.find(name, register.reader)
    } catch let problem as Problem where problem.code == "moment.unknown" {
      guard name != "-", !["/", "./", "../"].contains(where: name.hasPrefix) else {
        throw Problem.usage(
          "policy.invalid",
          "invalid baseline \(MessageText.quoted(name)) in the policy; expected an audit, a date, or a build",
          hints: [fileHint])
      }
      register.warn(
        "no audit, date, or build has the name \(MessageText.quoted(name)), so the policy cannot be applied yet. "
          + fileHint)
    }
  }

  /// The audit that a person means; nil where it is no name of one, or one that stands for a build as long as only
  /// people call an audit so who are not followed.
  package static func audit(_ typed: String, _ present: Reader) throws -> AuditRound? {
    if isMoment(typed) || typed.after("build:") != nil { return nil }
    guard let audit = try present.audit(typed.after("audit:") ?? typed) else { return nil }
    let isBuild = try present.isOfOthersAlone("audit", typed) && MomentName.ofBuild(typed, present) != nil
    return isBuild ? nil : audit
  }

  /// The audit whose own results are compared with those of another; nil where either is none: then the tracker is compared,
  /// as it was when that audit was closed.
  package static func former(_ typed: String, of audit: AuditRound?, _ present: Reader) throws -> AuditRound? {
    try audit == nil ? nil : self.audit(typed, present)
  }

  private static func isMoment(_ typed: String) -> Bool {
    (try? Timestamp.read(typed, localOffset: { _ in 0 })) != nil
  }

  /// An audit as it was when it was closed, or as it is while it is open. It holds every cell that carries its name, in
  /// its scope or not: what was seen was seen.
  private init(of audit: AuditRound, _ reader: Reader, _ present: Reader) throws {
    let reader = try reader.closing(of: audit).map(present.at) ?? reader
    self.init(name: audit.name, cells: try reader.outcomesBefore(of: audit), isAudit: true)
  }

  // MARK: A file

  private init(file path: String, _ present: Reader, _ context: Context) throws {
    let bytes = try context.text(of: path).readAll(limit: Self.largestFile, name: MessageText.quoted(path))
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONReader.parse(bytes, options: JSONOptions(allowsFractions: true))
    } catch {
      throw Self.invalid(
        path,
        "line \(error.line), column \(error.column), at \(error.path): expected \(error.wanted), found \(error.found)")
    }
    let schema = document.objectValue?["schema"]?.stringValue ?? ""
    guard schema == "a11y.cells/1", let rows = document.objectValue?["rows"]?.arrayValue else {
      let isBundle = document.objectValue?["bundle"] != nil
      let found =
        isBundle
        ? "a bundle" : schema.isEmpty ? "another document" : "a document of the schema \(MessageText.quoted(schema))"
      throw Self.invalid(
        path, "it is \(found)",
        hint: isBundle ? "Run \"a11y import\" first, then use an audit of the bundle or a date as the baseline." : nil)
    }
    let names = try present.names
    var read: [(place: ScopeCell, outcome: Outcome?, isLeftOut: Bool)] = []
    for (number, row) in rows.enumerated() {
      guard let row = row.objectValue, let component = row["component"]?.stringValue,
        let check = row["check"]?.stringValue, let condition = row["condition"]?.stringValue,
        let word = row["outcome"]?.stringValue, word == "untested" || Outcome(rawValue: word) != nil
      else {
        throw Self.invalid(path, "$.rows[\(number)] has no component, check, condition and known outcome")
      }
      let place = ScopeCell(component: names.present(component), check: check, condition: condition)
      var outcome = Outcome(rawValue: word)
      // A failure that only others state excuses none: what those said counts who were followed, if anything.
      let isByOthers = outcome == .fail && row["followed"]?.stringValue != nil
      if isByOthers { outcome = row["followed"]?.stringValue.flatMap(Outcome.init(rawValue:)) }
      read.append((place, outcome, isByOthers && outcome == nil))
    }
    let items = try SettingWords().items(listed: read.map { ($0.place, $0.outcome != nil) }, present)
    var outcomes: [ScopeCell: Outcome?] = [:]
    for (row, item) in zip(read, items) where !row.isLeftOut { outcomes[item] = .some(row.outcome) }
    self.init(name: path, cells: .named(outcomes))
  }

  private static func invalid(_ path: String, _ why: String, hint: String? = nil) -> Problem {
    Problem(
      .badInput, code: "baseline.invalid", "\(MessageText.quoted(path)) is not a list of items: \(why)",
      hints: [hint ?? "Run \"a11y list items --json -o FILE\" to create one. Add --all for untested items."])
  }
}

extension String {
  /// The text after a prefix; nil where it does not begin with the prefix.
  fileprivate func after(_ prefix: String) -> String? {
    utf8.starts(with: prefix.utf8) ? String(dropFirst(prefix.count)) : nil
  }
}

/// Finds audits from what was typed.
package enum AuditName {
  /// - Throws: not found, with similar names.
  package static func find(_ typed: String, _ reader: Reader) throws -> AuditRound {
    if let audit = try reader.audit(typed), try !reader.isOfOthersAlone("audit", audit.name) { return audit }
    if try reader.audit(typed) == nil { try NameFinder.refuseDeleted("audit", typed, reader) }
    let key = try NameFinder.record("audit", typed, reader)
    guard let audit = try reader.audit(key) else { throw Refusal.unknownRecord(kind: "audit", key: typed) }
    return audit
  }

  /// The audit that a command asks for, and the moment by which it is shown: a closed one as its closing has left it, for
  /// ever, unless `--now` asks for it with what came since.
  ///
  /// - Parameters:
  ///   - reader: that knows the audit.
  ///   - moment: what `--as-of` asked for.
  package static func asked(
    _ context: Context, _ reader: Reader, asOf moment: Int64?
  ) throws -> (audit: AuditRound?, moment: Int64?) {
    guard let typed = context.arguments.string(.audit) else {
      if context.arguments.has(.now) {
        throw Problem.usage(
          "flag.alone", "--now applies only with --audit", hints: [context.arguments.helpHint])
      }
      return (nil, moment)
    }
    let audit = try find(typed, reader)
    if !audit.name.hasSameBytes(as: typed), try reader.isOfOthersAlone("audit", typed),
      let remark = NameBook.remark([(typed, audit.name)])
    {
      context.remark("a11y: note: \(remark).")
    }
    guard !context.arguments.has(.now), let closed = reader.closing(of: audit) else { return (audit, moment) }
    return (try reader.asClosed(audit), min(moment ?? closed, closed))
  }

  /// What `asked` says, with the tracker of that moment and the audit as it was then.
  package static func shown(
    _ context: Context, _ present: Reader, asOf moment: Int64?
  ) throws -> (named: AuditRound?, reader: Reader, audit: AuditRound?) {
    let (named, shown) = try asked(context, present, asOf: moment)
    let reader = try present.at(shown, showing: named)
    return (named, reader, try named.map { try find($0.name, reader) })
  }

  /// - Throws: how to reopen the audit, if it is closed.
  package static func refuseClosed(_ audit: AuditRound) throws(Problem) {
    guard audit.closed != nil else { return }
    throw Problem(
      .decision, code: "audit.closed", "audit \(MessageText.quoted(audit.name)) is closed",
      hints: [
        "Run \"a11y edit audit \(ShellWord.quoted(audit.name)) --reopen\" to reopen it, or pass another --audit."
      ])
  }
}
