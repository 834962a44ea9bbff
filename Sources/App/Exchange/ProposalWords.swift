import Audit
package import Base
import Children
package import CommandLine
import Reports
import Sessions
package import Store

/// Changes of people whom this machine does not follow, in words.
package enum ProposalWords {
  /// What waits of one machine.
  package struct Author {
    package var replica: String
    package var tester: String
    package var proposals: [Proposal]

    /// `ben (4k2m9x7c1p0q)`
    package var name: String { ProposalWords.name(replica, tester) }
  }

  private static let mostNamed = 5
  /// Of how many changes of an author each has a line.
  private static let mostListed = 10
  /// Of how many authors an import tells what came, and of how many it is tried what it would do to follow them: for each
  /// the whole tracker is folded again, and anyone can send entries under any number of names.
  package static let mostAuthors = 20

  /// The proposals author by author, in the order in which they are given.
  package static func authors(of proposals: [Proposal]) -> [Author] {
    proposals.grouped { ExactText($0.replica) }.map { _, proposals in
      Author(replica: proposals[0].replica, tester: proposals[0].tester, proposals: proposals)
    }
  }

  package static func name(_ machine: Machine) -> String { name(machine.replica, machine.tester) }

  private static func name(_ replica: String, _ tester: String) -> String {
    tester.isEmpty ? replica : "\(tester) (\(replica))"
  }

  /// `policy max-critical 5`, of a setting; `component pay (retired yes)`
  private static func words(_ proposal: Proposal) -> String {
    let names = FieldWords.named(proposal.fields.map(\.name))
    let said = FieldWords.said(by: proposal.key, of: proposal.kind, proposal.fields.map { ($0.name, $0.value) })
    let fields = proposal.fields.filter { names.contains($0.name) && !said.contains($0.name) }.map { field in
      if field.name == FieldConflict.deleted { return field.value == true ? "deleted" : "restored" }
      return "\(FieldWords.name(field.name)) \(FieldWords.words(field.value, of: field.name))"
    }
    let name = proposal.kind == "setting" ? "setting" : "\(proposal.kind) \(proposal.key)"
    return fields.isEmpty ? name : "\(name) (\(fields.joined(separator: ", ")))"
  }

  /// The sentences of an import.
  static func arrived(_ authors: [Author]) -> [String] {
    let more = authors.dropFirst(mostAuthors)
    let changes = more.reduce(0) { $0 + $1.proposals.count }
    return authors.prefix(mostAuthors).map(arrived)
      + (more.isEmpty
        ? []
        : [
          "\(counted(changes, "change", "changes")) by \(counted(more.count, "more machine")) "
            + "\(changes == 1 ? "waits" : "wait") as well."
        ])
  }

  private static func arrived(_ author: Author) -> String {
    let named = firstNamed(author.proposals.lazy.map(words), mostNamed, separator: "; ")
    return "\(counted(author.proposals.count, "change", "changes")) by \(author.name), who is not followed here, "
      + "\(author.proposals.count == 1 ? "waits" : "wait") and \(author.proposals.count == 1 ? "does" : "do") not count: "
      + "\(named). Run \"a11y waiting\" to see what \(author.proposals.count == 1 ? "it" : "they") would do."
  }

  /// What waits of an author, and what it would do.
  ///
  /// - Parameters:
  ///   - change: nil where that was not tried.
  ///   - areAll: whether each change has a line, where they are many.
  package static func lines(_ author: Author, _ change: FiguresChange?, areAll: Bool) -> [String] {
    var lines = ["\(author.name): \(counted(author.proposals.count, "change waits", "changes wait"))."]
    lines += firstLines(author.proposals.map { "  \($0.id): \(words($0))" }, areAll ? nil : mostListed) {
      "  and \(counted($0, "more change")): a11y waiting --all"
    }
    if let change {
      lines += effects(of: change).map { "  Would: \($0)" }
    } else {
      lines.append("  To see what it would do: a11y follow --dry-run \(author.replica)")
    }
    lines.append("  To apply: a11y follow \(author.replica), or one of them: a11y follow --once ID")
    lines.append("  To refuse: a11y waiting --refuse \(author.replica)")
    return lines
  }

  /// Sessions with children of one plan that wait, by the machine that handed them over.
  package struct SessionGroup {
    /// Empty where no file said.
    package var machine: String
    package var plan: String
    package var sessions: [WaitingSession]
    /// They count, and others voided them.
    var areVoids: Bool { sessions.first?.isVoid ?? false }
    /// How many children they are with.
    var children: Int { Set(sessions.map(\.child)).subtracting([""]).count }

    fileprivate var amount: String {
      "\(counted(sessions.count, "session with a child", "sessions with children")) of the plan \(plan)"
    }
    fileprivate var verb: String { sessions.count == 1 ? "is" : "are" }
    fileprivate var origin: String { machine.isEmpty ? "machines that are not followed here" : machine }
  }

  /// The sentences of an import.
  static func arrived(_ groups: [SessionGroup]) -> [String] {
    firstLines(groups.map(arrived), mostAuthors) {
      "Sessions of \(counted($0, "more plan")) are in no figure or verdict."
    }
  }

  /// The sentences of an import about those that count, since their machine is followed. Nothing but what a file says tells
  /// that they are of it, unless it has a key.
  static func taken(_ groups: [SessionGroup]) -> [String] {
    firstLines(groups.map(taken), mostAuthors) { "Sessions of \(counted($0, "more plan")) count as well." }
  }

  private static func taken(_ group: SessionGroup) -> String {
    let tester = group.sessions.first?.tester ?? ""
    let origin =
      group.machine.isEmpty
      ? "a machine that is followed here" : "\(name(group.machine, tester)), which is followed here"
    if group.areVoids {
      return "\(group.amount) \(group.sessions.count == 1 ? "counts" : "count") no more: voided in a file of \(origin)."
    }
    return
      "\(counted(group.sessions.count, "session")) with \(counted(group.children, "child", "children")) of the plan "
      + "\(group.plan) \(group.sessions.count == 1 ? "counts" : "count"): in a file of \(origin). "
      + "Run \"a11y list sessions\" to see them."
  }

  package static func groups(of sessions: [WaitingSession]) -> [SessionGroup] {
    let places = sessions.sorted { one, other in
      one.isVoid == other.isVoid ? (one.machine, one.plan) < (other.machine, other.plan) : other.isVoid
    }
    return places.grouped { [$0.isVoid ? "void" : "", $0.machine, $0.plan] }.map { _, some in
      SessionGroup(machine: some[0].machine, plan: some[0].plan, sessions: some)
    }
  }

  /// The sentence of an import.
  static func arrived(_ group: SessionGroup) -> String {
    if group.areVoids {
      return "\(group.amount) \(group.sessions.count == 1 ? "was" : "were") voided by others and "
        + "\(group.sessions.count == 1 ? "counts" : "count") until you decide. Run \"a11y waiting\" to see what waits."
    }
    let origin = group.machine.isEmpty ? group.origin : "the machine \(group.machine), which is not followed here"
    return
      "\(group.amount) \(group.verb) from \(origin), and in no figure or verdict. Run \"a11y waiting\" to see what waits."
  }

  /// What waits of a machine, and how it is decided.
  package static func lines(_ group: SessionGroup) -> [String] {
    if group.areVoids {
      return [
        "\(group.amount): voided by others, and \(group.sessions.count == 1 ? "counts" : "count") until you decide."
      ]
        + group.sessions.map { "  To void: a11y follow --once \($0.id)" }
        + ["  To keep: a11y waiting --refuse ID"]
    }
    let name = group.machine.isEmpty ? "Machines that are not followed" : group.machine
    let all = group.machine.isEmpty ? "" : "a11y follow \(group.machine), or of this plan alone: "
    let plan = ShellWord.quoted(group.plan)
    return [
      "\(name): \(group.amount) \(group.verb) in no figure or verdict.",
      "  To count them: \(all)a11y follow --once \(plan)",
      "  To refuse them: a11y waiting --refuse \(plan)",
    ]
  }

  package static func json(_ group: SessionGroup) -> JSONText {
    .object([
      "machine": group.machine.filled, "plan": group.plan, "voided": group.areVoids,
      "sessions": group.sessions.map(\.id),
    ])
  }

  /// What a change does to the figures; one line where it does nothing.
  package static func effects(of change: FiguresChange) -> [String] {
    let (old, new) = (change.before, change.after)
    var lines: [String] = []
    func moved(_ title: String, _ one: Int, _ other: Int) {
      if one != other { lines.append("\(title): \(one) -> \(other)") }
    }
    moved("items in scope", old.inScope, new.inScope)
    let failing: [(Int, String, String)] = [
      (change.gone, "failing item leaves the scope or passes", "failing items leave the scope or pass"),
      (change.milder, "failing item gets milder", "failing items get milder"),
      (change.worse, "failing item gets worse", "failing items get worse"),
      (change.new, "further item fails", "further items fail"),
    ]
    lines += failing.filter { $0.0 > 0 }.map { counted($0.0, $0.1, $0.2) }
    moved("waived", old.waived, new.waived)
    moved("stale", old.stale, new.stale)
    if !old.policy.hasSameBytes(as: new.policy) {
      lines.append("policy: \(old.policy.isEmpty ? "none" : old.policy) -> \(new.policy.isEmpty ? "none" : new.policy)")
    }
    // What decides most comes first: the rest may be cut.
    let kinds = ["release check", "audit", "plan", "verdict", "criterion"]
    let named = kinds.flatMap { kind in change.named.filter { $0.name.hasPrefix(kind) } }
    lines += firstLines(named.map { "\($0.name): \($0.before) -> \($0.after)" }, mostListed) {
      counted($0, "further figure changes", "further figures change")
    }
    return lines.isEmpty ? ["no figure of the tracker changes"] : lines
  }

  package static func json(_ change: FiguresChange) -> JSONText {
    func figures(_ figures: DecisiveFigures) -> JSONText {
      .object(["in_scope": figures.inScope, "waived": figures.waived, "stale": figures.stale, "policy": figures.policy])
    }
    return .object([
      "before": figures(change.before), "after": figures(change.after), "gone": change.gone, "milder": change.milder,
      "worse": change.worse, "new": change.new,
      "named": JSONText.objects(change.named) { ["name": $0.name, "before": $0.before, "after": $0.after] },
    ])
  }

  package static func json(_ proposal: Proposal) -> JSONText {
    .object([
      "id": proposal.id, "identity": proposal.identity, "replica": proposal.replica, "tester": proposal.tester,
      "kind": proposal.kind, "key": proposal.key,
      "fields": JSONText.objects(proposal.fields) {
        ["field": FieldValue.name($0.name), "value": FieldValue.words($0.value, of: $0.name)]
      },
    ])
  }
}

/// Imported names that look like names of this tracker: results of one are not results of the other, and lists show two
/// rows that look the same.
package final class LookAlikeNames {
  /// The maximum number of pairs that are named.
  private static let shown = 20

  private let known: [String]
  private let before: Set<LookAlike>
  private var found: [LookAlike] = []

  /// The names before the import.
  package init(_ reader: Reader) throws {
    known = try reader.allNames()
    before = Set(try reader.lookAlikes(among: known, known: known))
  }

  /// Compares again.
  package func look(_ reader: Reader) throws {
    found = try reader.lookAlikes(known: known).filter { !before.contains($0) }
  }

  /// Warns about each pair.
  package func warn(_ context: Context) {
    for pair in found.prefix(Self.shown) { context.warn(pair.sentence) }
    if found.count > Self.shown {
      context.warn("\(found.count - Self.shown) more names look alike. Run \"a11y doctor\" to list them.")
    }
  }
}

package enum RequestWords {
  private static let mostPlaces = 5

  /// What a request is about: items, and records. Not all of them where they are many.
  static func places(of request: FactRequest, _ reader: Reader) throws -> [String] {
    let cells = try reader.cells(of: request, limit: mostPlaces).map { cell in
      let seen = try reader.checkSettings.seen(cell.condition, of: cell.check)
      return "\(cell.check) on \(cell.component)" + (seen.isEmpty ? "" : " (\(seen))")
    }
    return Array((cells + (try reader.records(of: request, limit: mostPlaces))).prefix(mostPlaces))
  }

  /// `1 session, 3 results, 2 entries not on this machine yet`
  package static func targets(_ request: FactRequest) -> String {
    let here = request.targets.sorted { $0.key < $1.key }.map { FactWords.words($0.value, $0.key) }
    let absent = counted(request.absent, "entry", "entries") + " not on this machine yet"
    return (here + (request.absent > 0 ? [absent] : [])).joined(separator: ", ")
  }

  /// When it was made: to the day where it is about a session with a child.
  package static func time(_ request: FactRequest, _ clock: LocalClock) -> String {
    request.isOfSession ? Timestamp(milliseconds: request.time).localDate(offset: 0) : clock.moment(request.time)
  }

  private static func reason(_ request: FactRequest) -> String {
    if request.reason.isEmpty { return "" }
    return request.kind == .erase ? ", \(request.reason)" : ": \(MessageText.quoted(request.reason, limit: 200))"
  }

  /// `1 result: label-present on home (dark), by lead on 7dyk: "seen again"`, of what another machine has undone.
  static func undone(_ request: FactRequest, _ places: [String]) -> String {
    let named = places.isEmpty ? "" : ": \(places.joined(separator: "; "))"
    return "\(targets(request))\(named), by \(author(request))\(reason(request))"
  }

  private static func author(_ request: FactRequest) -> String {
    request.tester.isEmpty ? request.asker : "\(request.tester) on \(request.asker)"
  }

  /// Whether it waits, was refused or is done.
  package static func state(_ request: FactRequest) -> String {
    if request.waiting > 0 { return "\(counted(request.waiting, "entry waits", "entries wait")) for a decision" }
    if request.refused > 0 && request.inForce == 0 { return "refused" }
    return "done"
  }

  /// A request with what it is about and how to decide it.
  package static func lines(_ request: FactRequest, _ places: [String], _ clock: LocalClock) -> [String] {
    var lines = [
      "\(request.id): \(request.kind.rawValue) \(targets(request)), by \(author(request)), "
        + time(request, clock) + reason(request) + "."
    ]
    if request.withheld > 0 {
      lines.append("  Withheld until you decide: \(counted(request.withheld, "entry", "entries")).")
    }
    if request.isForked { lines.append("  Blocked by a fork. Run \"a11y fork list\" for details.") }
    lines += places.map { "  \($0)" }
    lines.append("  To apply: a11y \(request.kind.rawValue) follow \(request.id)")
    lines.append("  To refuse: a11y \(request.kind.rawValue) refuse \(request.id)")
    return lines
  }

  /// What a decision would do.
  package static func preview(_ request: FactRequest, _ decision: Decision) -> String {
    let verb = decision == .follow ? "Would \(request.kind.rawValue)" : "Would refuse to \(request.kind.rawValue)"
    return "\(verb) \(targets(request)), requested by \(request.asker) (\(request.id))."
  }

  /// What a decision does, as the beginning of a sentence.
  package static func done(_ decision: Decision, _ kind: FactRequest.Kind, isDryRun: Bool) -> String {
    switch (decision, kind) {
    case (.follow, .erase): isDryRun ? "Would erase" : "Erased"
    case (.follow, .undo): isDryRun ? "Would undo" : "Undone:"
    case (.refuse, _): isDryRun ? "Would refuse" : "Refused:"
    }
  }
}

extension DecisiveFigures {
  /// More audits than these are not compared: anyone may begin some, and each is counted from its results.
  private static let mostAudits = 100

  /// The figures of the items, and what else a change of others may decide: the release check, audits, verdicts of plans
  /// with children, criteria, and verdicts of people.
  init(_ reader: Reader, _ context: Context) throws {
    self = try reader.decisiveFigures()
    for (name, decision) in try GateStand(reader, context)?.words ?? [] { named[name] = decision }
    let audits = Array(try reader.audits().prefix(Self.mostAudits))
    for (audit, counts) in zip(audits, try reader.closedCounts(of: audits)) {
      named["audit \(audit.name)"] =
        "\(audit.closed == nil ? "open" : "closed"), \(counts.pass) of \(counts.judged) pass, "
        + "\(counts.judged) of \(counts.applicable) evaluated"
    }
    for report in try TapReports.all(reader) ?? [] {
      named["plan \(report.plan.key)"] =
        "\(report.plan.closed == nil ? "open" : "closed"), target \(report.plan.target)%, \(report.verdictWord)"
    }
    for standing in try reader.standards().criteria {
      named["criterion \(standing.criterion.id)"] = OutcomeWords.word(standing.state.rawValue)
    }
    for verdict in try reader.verdicts() { named["verdict \(verdict.key)"] = verdict.level?.words ?? "none" }
  }
}
