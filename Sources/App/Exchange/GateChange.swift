import Audit
package import Base
import Children
package import CommandLine
import Reports
import Sessions
package import Store

/// What the release check said at one moment: of the tracker, and of each open audit with a policy of its own.
package struct GateStand {
  fileprivate struct One {
    var decision: ReleaseDecision
    var blockers: Set<ScopeCell>
    /// The numbers of the results that the first of them show; nil where they show none.
    var shown: [ScopeCell: Int64?]
  }

  /// More audits than these are not compared: each is a release check of its own, and anyone may send a thousand.
  private static let mostAudits = 50
  /// Of how many blockers it is known which result they show: each is a look-up.
  private static let mostShown = 1000

  /// Nil for the tracker.
  fileprivate var byAudit: [(audit: String?, one: One)] = []

  /// Nil where no policy is in force, so that nothing decides, and in a tracker without entries.
  package init?(_ reader: Reader, _ context: Context) throws {
    guard try !reader.isEmpty() else { return nil }
    let audits = try reader.followedAudits().filter { $0.closed == nil && !$0.policy.isEmpty }.prefix(Self.mostAudits)
    let judged: [AuditRound?] = try (reader.policy().isEmpty ? [] : [nil]) + Array(audits)
    for audit in judged {
      guard let report = try Self.report(reader, of: audit, context) else { continue }
      let blockers = report.blockingPlaces
      let shown = try blockers.sorted { $0.precedes($1) }.prefix(Self.mostShown)
        .map { ($0, try reader.shownResult(of: $0)?.number) }
      byAudit.append(
        (audit?.name, One(decision: report.decision, blockers: blockers, shown: Dictionary(firstOf: shown))))
    }
    if byAudit.isEmpty { return nil }
  }

  /// Nil for a policy that cannot be applied here, such as one with a baseline that is not known.
  private static func report(_ reader: Reader, of audit: AuditRound?, _ context: Context) throws -> GateReport? {
    do {
      return try GateAssembly.current(reader, of: audit) {
        try Baseline.find($0, $1, for: audit, reader, reader, context)
      }
    } catch is Problem {
      return nil
    }
  }

  fileprivate func of(_ audit: String?) -> One? { byAudit.first { $0.audit == audit }?.one }

  /// `SHIP`, by `release check` or `release check of spring`.
  var words: [(name: String, decision: String)] {
    byAudit.map { ("release check" + ($0.audit.map { " of \($0)" } ?? ""), $0.one.decision.word) }
  }
}

/// How the release check changed with entries of others, and what else is decided by verdicts.
package struct GateChange {
  private struct One {
    var audit: String?
    var before: ReleaseDecision
    var after: ReleaseDecision
    var closed: [ScopeCell]
    var new: [ScopeCell]
    /// How many of those that block no more show the result that they showed before: no result did it.
    var unanswered: Int
    /// Who said last what is shown of the others.
    var closers: [String]
  }

  /// More are not asked who closed them.
  private static let mostAsked = 100
  private static let mostNamed = 3
  private static let mostVerdicts = 10

  private var all: [One] = []
  /// Plans of tests with children whose verdict is another one now.
  package var plans: [(key: String, before: String, after: String)] = []

  /// Nothing changed so far.
  package init() {}

  /// - Parameter reader: afterwards.
  package init(_ before: GateStand?, _ after: GateStand?, _ reader: Reader) throws {
    let names = [before, after].compactMap { $0 }.flatMap(\.byAudit).map(\.audit)
    for audit in names.unique() {
      let (one, other) = (before?.of(audit), after?.of(audit))
      var closed = (one?.blockers ?? []).subtracting(other?.blockers ?? []).sorted { $0.precedes($1) }
      var new = (other?.blockers ?? []).subtracting(one?.blockers ?? []).sorted { $0.precedes($1) }
      // What shows the same result under another name is where it was.
      let renamed = Set(closed.compactMap { one?.shown[$0] ?? nil }).intersection(
        new.compactMap { other?.shown[$0] ?? nil })
      closed.removeAll { one?.shown[$0].flatMap(\.self).map(renamed.contains) ?? false }
      new.removeAll { other?.shown[$0].flatMap(\.self).map(renamed.contains) ?? false }
      var closers: Set<String> = []
      var unanswered = 0
      for place in closed.prefix(Self.mostAsked) {
        let now = try reader.shownResult(of: place)
        if let shown = one?.shown[place], shown == now?.number {
          unanswered += 1
        } else if let now {
          closers.insert(now.tester)
        }
      }
      all.append(
        One(
          audit: audit, before: one?.decision ?? .undecided, after: other?.decision ?? .undecided, closed: closed,
          new: new, unanswered: unanswered, closers: closers.sorted()))
    }
  }

  /// `Release check: HOLD before, SHIP now: 2 blockers gone (last result by tia).`
  ///
  /// - Parameter changes: records that are different now: what no result closed, those did that can.
  package func lines(_ changes: [RecordChange]) -> [String] {
    let records = EffectWords.deciding(changes)
    let named = records.lazy.map { record in
      EffectWords.name(of: record) + (EffectWords.authors(of: record).map { " \($0)" } ?? "")
    }
    let change = "\(records.count == 1 ? "changed record" : "changed records"): \(firstNamed(named, Self.mostNamed))"
    let verdicts = plans.map { "First-tap verdict of \($0.key): \($0.before) before, \($0.after) now." }
    return firstLines(verdicts, Self.mostVerdicts) { "And of \(counted($0, "more plan"))." }
      + all.map { one in
        let results =
          one.closers.isEmpty
          ? nil
          : "last result by "
            + WordList.and(
              one.closers.prefix(Self.mostNamed).map(\.self)
                + (one.closers.count > Self.mostNamed ? ["others"] : []))
        let reasons = [results, one.unanswered > 0 && !records.isEmpty ? change : nil].compactMap { $0 }
        let by = reasons.isEmpty ? "" : " (\(reasons.joined(separator: "; ")))"
        return "Release check\(Self.words(one, by: by))."
      }
  }

  /// ` of spring: HOLD before, SHIP now: 2 blockers gone`
  private static func words(_ one: One, by reasons: String = "") -> String {
    let subject = one.audit.map { " of \($0)" } ?? ""
    let decision =
      one.before == one.after ? "\(one.after.word), as before" : "\(one.before.word) before, \(one.after.word) now"
    let changes = [
      one.closed.isEmpty ? nil : "\(counted(one.closed.count, "blocker")) gone\(reasons)",
      one.new.isEmpty ? nil : counted(one.new.count, "new blocker"),
    ].compactMap { $0 }
    return "\(subject): \(decision)\(changes.isEmpty ? "" : ": " + changes.joined(separator: ", "))"
  }

  /// Of the editor's own change: `release check: HOLD before, SHIP now: 2 blockers gone`, where another decision came of it or
  /// less blocks. That a new component has to be tested goes without saying.
  var ownRemarks: [String] {
    all.filter { $0.before != $0.after || $0.closed.count > $0.new.count }.map { "release check\(Self.words($0))" }
  }

  package static func verdicts(_ change: GateChange?) -> JSONText {
    .objects(change?.plans ?? []) { ["plan": $0.key, "before": $0.before, "after": $0.after] }
  }

  package var json: JSONText {
    func places(_ places: [ScopeCell]) -> JSONText {
      .objects(places) { ["component": $0.component, "check": $0.check, "condition": $0.condition] }
    }
    return .objects(all) { one in
      [
        "audit": one.audit, "before": one.before.rawValue, "after": one.after.rawValue,
        "blockers_gone": places(one.closed), "blockers_new": places(one.new), "last_testers": one.closers,
      ]
    }
  }
}

/// What a command that edits does to the release check, within its transaction.
struct OwnChange {
  private let before: GateStand?

  /// Before the first change.
  init(_ writer: Writer, _ context: Context) throws { before = try Self.look(writer) { try GateStand($0, context) } }

  /// After the last.
  func remarks(_ writer: Writer, _ context: Context) throws -> [String] {
    try Self.look(writer) { try GateChange(before, GateStand($0, context), $0).ownRemarks }
  }

  private static func look<T>(_ writer: Writer, _ body: (Reader) throws -> T) throws -> T {
    try writer.settle()
    return try writer.look(body)
  }
}

/// What the tracker said before the first entry that was not here yet. An import that brings none reads nothing of it.
final class BeforeNews {
  private let context: Context
  private var names: LookAlikeNames?
  private var gate: GateStand?
  private var verdicts: [String: String] = [:]
  /// More plans are not compared: the children of each are counted again.
  private static let mostPlans = 100

  init(_ context: Context) { self.context = context }

  /// Looks, the first time.
  func look(_ reader: Reader) throws {
    guard names == nil else { return }
    names = try LookAlikeNames(reader)
    gate = try GateStand(reader, context)
    verdicts = try Self.verdicts(reader)
  }

  /// What is known of tests with children, by their plans.
  private static func verdicts(_ reader: Reader) throws -> [String: String] {
    let reports = try TapReports.reports(Array(try reader.plans().prefix(mostPlans)), reader, isRedacted: false)
    return Dictionary(firstOf: reports.map { ($0.plan.key, $0.verdictWord) })
  }

  /// Looks again after all was stored, if there was anything to store.
  ///
  /// - Returns: how the release check and the verdicts of plans changed; nil without news, and where no policy was in force and no
  ///   verdict changed.
  func compare(_ tracker: Tracker, hasNews: Bool) throws -> GateChange? {
    guard names != nil else { return nil }
    return try tracker.read { try compare($0, hasNews: hasNews) }
  }

  func compare(_ reader: Reader, hasNews: Bool) throws -> GateChange? {
    try names?.look(reader)
    guard hasNews else { return nil }
    var change = try gate.map { try GateChange($0, GateStand(reader, context), reader) } ?? GateChange()
    let now = try verdicts.isEmpty ? [:] : Self.verdicts(reader)
    change.plans = verdicts.keys.sorted().compactMap { key in
      guard let before = verdicts[key], let after = now[key], before != after else { return nil }
      return (key, before, after)
    }
    return gate == nil && change.plans.isEmpty ? nil : change
  }

  /// Warns of names that look like others and were not here before.
  func warn() { names?.warn(context) }
}
