import Audit
package import Base
package import Exchange
import Reports
import Sessions
package import Store

/// What facts of others would change, or changed: requests, items that are better or worse, and oddities.
package struct EffectWords {
  private let reports: [ImportReport]
  let changes: CellChanges
  private let requests: [FactRequest]

  package init(_ reports: [ImportReport]) {
    self.reports = reports
    let steps = reports.compactMap(\.steps)
    // Of several files counts what all of them did together.
    changes =
      steps.count == reports.count && steps.count > 1
      ? CellChanges(net: steps) : reports.reduce(CellChanges()) { $0 + $1.effects.changes }
    requests = reports.flatMap(\.effects.requests)
  }

  /// One sentence for each effect; empty if the facts only added results.
  func lines(_ clock: LocalClock) -> [String] {
    firstRequests + records + ProposalWords.taken(sessionGroups) + cells + builds + oddities(clock)
  }

  private var firstRequests: [String] {
    let more = requests.dropFirst(Self.mostRecords).count
    return requests.prefix(Self.mostRecords).flatMap(Self.words)
      + (more > 0 ? ["And \(counted(more, "more request")). Run \"a11y waiting --all\" to list those that wait."] : [])
  }

  private static func words(_ request: FactRequest) -> [String] {
    let asker = request.tester.isEmpty ? request.asker : "\(request.tester) on \(request.asker)"
    let what = RequestWords.targets(request)
    let deed = request.kind == .erase ? "erase" : "undo"
    var lines: [String] = []
    if request.waiting > 0 {
      let state = request.withheld > 0 ? "waits, withheld until you decide" : "waits"
      let fork = request.isForked ? " Resolve the fork first." : ""
      lines.append("Request to \(deed) \(what), by \(asker): \(state) (\(request.id)).\(fork)")
    }
    if request.inForce > 0 {
      let past = request.kind == .erase ? "Erased" : "Undone"
      let why =
        request.isFollowed
        ? "as decided on this machine" : request.isByFollowed ? "as its author is followed here" : "by their author"
      let which = request.inForce == request.count ? what : "\(request.inForce) more of \(what)"
      lines.append("\(past) \(why): \(which), by \(asker) (\(request.id)).")
    }
    return lines
  }

  /// Records of others that decide what is counted: they may improve numbers without a result.
  private var records: [String] {
    let changes = changedRecords
    let verdicts = changes.filter { $0.kind == Reader.verdictKind }
    return Self.named("Changed records that affect the counts", changes.filter { $0.kind != Reader.verdictKind })
      + Self.named("Verdicts for conformance reports", verdicts)
  }

  /// Sessions with children that count from now on since their machine is followed; a file may come twice.
  private var sessionGroups: [ProposalWords.SessionGroup] {
    ProposalWords.groups(of: reports.flatMap(\.countedSessions).unique(by: \.id))
  }

  /// A record that several files change is one, as the last of them leaves it.
  var changedRecords: [RecordChange] {
    reports.flatMap(\.effects.records).reversed().unique { [$0.kind, $0.key] }.reversed()
  }

  static func named(_ title: String, _ changes: [RecordChange]) -> [String] {
    let counted = changes.filter { !$0.counted.isEmpty }
    guard !counted.isEmpty else { return [] }
    return ["\(title): \(firstNamed(counted.lazy.map(words), mostRecords, separator: "; "))."]
  }

  /// The records that can move a release check, those first that most often do: what a person decided about the release.
  static func deciding(_ changes: [RecordChange]) -> [RecordChange] {
    let counted = changes.filter { !$0.counted.isEmpty && ($0.countsByTickets || !beside.contains($0.kind)) }
    return first.map { kind in counted.filter { $0.kind == kind } }.joined()
      + counted.filter { !first.contains($0.kind) }
  }

  private static let first = ["waiver", "setting", "audit", "checklist", "check", "finding", "component"]
  /// They have verdicts and work of their own, which no release check asks for.
  private static let beside: Set<String> = [Reader.verdictKind, "plan", "question", "task", "gesture", "shortcut"]

  /// `by ben`: whose value is shown. One that is joined from several is not what any of them wrote.
  static func authors(of change: RecordChange) -> String? {
    guard !change.shownBy.isEmpty else { return nil }
    let names = WordList.and(change.shownBy)
    guard !change.joined.isEmpty else { return "by \(names)" }
    return "joined from several values, \(change.shownBy.count == 1 ? "one" : "some") of them by \(names)"
  }

  /// `checklist critical-rules`; the settings of the tracker have one record.
  static func name(of change: RecordChange) -> String {
    change.kind == "setting" ? "setting" : "\(change.kind) \(change.key)"
  }

  private static let mostRecords = 10

  /// `waiver w1, new (component **, check **, until 2099-12-31)`
  private static func words(_ change: RecordChange) -> String {
    let fields = FieldWords.named(change.counted).map { field in
      if field == FieldConflict.deleted { return "deleted or restored" }
      let value = change.now[field] ?? .null
      let checks = field == "checks" ? CheckWords.difference(change.moreChecks).map { $0 + ", " } ?? "" : ""
      return "\(checks)\(FieldWords.name(field)) \(FieldWords.words(value, of: field))"
    }
    let name = name(of: change)
    let by = authors(of: change).map { ", \($0)" } ?? ""
    return "\(name)\(change.isNew ? ", new" : "") (\(fields.joined(separator: ", ")))\(by)"
  }

  private var cells: [String] {
    var lines: [String] = []
    if changes.better + changes.worse > 0 {
      lines.append("\(counted(changes.better, "item")) better, \(changes.worse) worse.")
    }
    if changes.betterByRetest > 0 {
      lines.append("\(counted(changes.betterByRetest, "item")) better by a retest on the same build.")
    }
    if changes.failToNotApplicable > 0 {
      lines.append(
        "\(counted(changes.failToNotApplicable, "item that failed is", "items that failed are")) now N/A.")
    }
    let doubts = [
      (changes.disputed, "disputed"), (changes.contradicted, "contradicted"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if !doubts.isEmpty { lines.append("Items that need review: \(doubts.joined(separator: ", ")).") }
    if changes.overruled > 0 {
      lines.append("Value contradicts the outcome: \(counted(changes.overruled, "item")), counted as FAIL.")
    }
    return lines
  }

  private var builds: [String] {
    // The newest decide most, so they are named first.
    let numbered = Set(reports.flatMap(\.effects.newBuilds)).map { (name: $0, number: BuildNumber($0)) }
    let names = numbered.sorted { one, other in
      if let one = one.number, let other = other.number, one != other { return other < one }
      return (one.number != nil) == (other.number != nil) ? one.name < other.name : one.number != nil
    }.map(\.name)
    guard !names.isEmpty else { return [] }
    let more = names.count > 5 ? ", and \(counted(names.count - 5, "older or unordered build"))" : ""
    return ["New builds: \(names.prefix(5).joined(separator: ", "))\(more)."]
  }

  private func oddities(_ clock: LocalClock) -> [String] {
    func sum(_ number: (IntakeSummary) -> Int) -> Int { reports.reduce(0) { $0 + number($1.received) } }
    var lines: [String] = []
    let gaps = sum { $0.gaps }
    if gaps > 0 {
      lines.append(
        "\(counted(gaps, "gap")): earlier entries are missing, and entries after a gap do not correct those before it, and "
          + "undo them only where their author is followed.")
    }
    if let deciding = reports.last(where: { !$0.gaps.isEmpty })?.gaps {
      lines.append("\(ChainGap.sentence(deciding, areNamed: true)) Run \"a11y fork list\" to see them.")
    }
    if let audit = reports.lazy.compactMap(\.received.closed).first {
      lines.append(
        "\(counted(sum { $0.dated }, "result is", "results are")) dated before the audit \(audit.name) was closed "
          + "(\(clock.moment(audit.time))): its figures stay as they were.")
    }
    let late = sum { $0.late }
    if late > 0 {
      lines.append(
        "\(counted(late, "result was", "results were")) entered a day or more after the test, and \(late == 1 ? "is" : "are") older than "
          + "what the item shows: comparisons with a date in the past count \(late == 1 ? "it" : "them").")
    }
    let forks = reports.reduce(0) { $0 + $1.effects.forks }
    if forks > 0 {
      lines.append(
        "\(counted(forks, "fork")): a tracker copy was used in two places. Run \"a11y fork list\" for details.")
    }
    lines += restored
    let own = sum { $0.underOwnName }
    if own > 0 {
      lines.append(
        "ALARM: \(counted(own, "entry", "entries")) with the ID of this machine, but not made on it. If "
          + "this tracker and the mark beside it were put back from an older copy, these are its own, and their results count. "
          + "Otherwise check for a copy of this tracker. Run \"a11y fork list\" to choose a branch."
      )
    }
    for report in reports {
      lines += report.named.map { chain in
        let proofs = chain.names.map { TesterWords.proof(of: chain.signer, for: $0) }
        return "ALARM: entries of machine \(chain.replica) under the name of a person with a key: "
          + "\(firstNamed(proofs, separator: "; ")). If they are right, run \"a11y follow \(chain.replica)\"."
      }
    }
    let strange = sum { $0.strangeHeads }
    if strange > 0 {
      lines.append(
        "ALARM: "
          + "\(counted(strange, "chain is signed with a key that it does", "chains are signed with a key that they do")) "
          + "not name. The signature does not prove the author.")
    }
    return lines
  }

  /// What this machine had made itself, before an older copy of its tracker was put back.
  private var restored: [String] {
    guard let last = reports.last(where: { $0.received.cameBack > 0 }) else { return [] }
    let count = reports.reduce(0) { $0 + $1.received.cameBack }
    let former = last.received.former
    let came: String
    switch last.isWholeAgain {
    case true?:
      came =
        "This tracker was put back from an older copy, and goes on with a new ID. "
        + "\(counted(count, "entry", "entries")) that it had made after the copy came back, and none is missing."
    case false?:
      came =
        "This tracker was put back from an older copy, and goes on with a new ID. "
        + "\(counted(count, "entry", "entries")) that it had made after the copy came back, and later ones are missing: "
        + "sync with the machines that have them."
    case nil:
      came =
        "\(counted(count, "entry", "entries")) with the former ID \(former) of this machine came. They are its own if this "
        + "tracker was put back from a copy."
    }
    return [came + " Their results count. Run \"a11y follow \(former)\" to have what they decide count as well."]
  }

  package var json: JSONText {
    .object([
      "better": changes.better, "worse": changes.worse, "better_by_retest": changes.betterByRetest,
      "fail_to_na": changes.failToNotApplicable, "held": changes.held,
      "came_back": reports.reduce(0) { $0 + $1.received.cameBack },
      "former_id": reports.last { $0.received.cameBack > 0 }?.received.former, "disputed": changes.disputed,
      "contradicted": changes.contradicted, "value_contradicts": changes.overruled,
      "dated_before_closing": reports.reduce(0) { $0 + $1.received.dated },
      "entered_late": reports.reduce(0) { $0 + $1.received.late },
      "new_builds": Array(Set(reports.flatMap(\.effects.newBuilds))).sorted(), "requests": requests.map(Self.json),
      "records": JSONText.objects(reports.flatMap(\.effects.records)) { change in
        ["kind": change.kind, "key": change.key, "new": change.isNew, "fields": change.fields.map(FieldValue.name)]
      },
      "under_names": JSONText.objects(reports.flatMap(\.named)) { chain in
        ["machine": chain.replica, "names": chain.names, "signed_by": chain.signer]
      },
      "sessions_counted": JSONText.objects(sessionGroups) { group in
        [
          "machine": group.machine.filled, "plan": group.plan, "voided": group.areVoids,
          "sessions": group.sessions.count,
          "children": group.children,
        ]
      },
    ])
  }

  package static func json(_ request: FactRequest) -> JSONText {
    .object([
      "id": request.id, "identity": request.identity, "kind": request.kind.rawValue,
      "at": Timestamp(milliseconds: request.time).iso8601, "replica": request.asker, "tester": request.tester,
      "reason": request.reason,
      "targets": JSONText.object(request.targets.sorted { $0.key < $1.key }.map { ($0.key, .int($0.value)) }),
      "facts": request.count, "waiting": request.waiting, "withheld": request.withheld, "in_force": request.inForce,
      "refused": request.refused, "absent": request.absent, "followed": request.isFollowed,
    ])
  }
}
