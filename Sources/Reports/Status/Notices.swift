package import Audit
package import Base
package import Store

/// Something to decide, to share, or to know before the figures are used: a count and the command that lists or
/// fixes it.
package struct Notice: Equatable, Sendable {
  /// For programs: `waiting`, `contradicted` ...
  package var kind: String
  package var count: Int
  package var sentence: String
  package var command: String

  package init(_ kind: String, _ count: Int, _ sentence: String, command: String) {
    (self.kind, self.count, self.sentence, self.command) = (kind, count, sentence, command)
  }

  var json: JSONText {
    .object(["kind": kind, "count": count, "text": sentence, "command": command])
  }
}

extension Notice {
  /// What an imposture is, where there is any.
  ///
  /// - Parameter namesPeople: false for what is handed out.
  package static func imposture(_ imposture: Imposture, namesPeople: Bool = true) -> [Notice] {
    let under = namesPeople ? "under the name of \(firstNamed(imposture.names))" : "under the name of a person"
    return [
      Notice(
        "under_own_name", imposture.underOwnName,
        "ALARM: \(counted(imposture.underOwnName, "entry has", "entries have")) the ID of this machine, but "
          + "\(imposture.underOwnName == 1 ? "was" : "were") not made on it.", command: "a11y fork list"),
      Notice(
        "not_signed", imposture.notSigned,
        "ALARM: \(counted(imposture.notSigned, "entry names", "entries name")) a key that did not sign "
          + "\(imposture.notSigned == 1 ? "it" : "them").",
        command: "a11y list results "
          + ShellWord.quoted("tester:" + imposture.claimed.prefix(3).joined(separator: ","))),
      Notice(
        "under_names", imposture.underNames,
        "ALARM: \(counted(imposture.underNames, "entry", "entries")) \(under), who has a key that did not sign "
          + "\(imposture.underNames == 1 ? "it" : "them").", command: "a11y follow"),
    ].filter { $0.count > 0 }
  }
}

/// Notices in words: each with its count and the command that lists or mends it, and none where there is nothing.
package enum NoticeWords {
  /// How many conditions a command names.
  private static let mostConditions = 5

  package static func all(_ notices: Notices) -> [Notice] { exchange(notices) + cells(notices.cells) }

  /// What waits for a decision here, and what others removed.
  ///
  /// - Parameter namesPeople: false for what is handed out.
  static func exchange(_ notices: Notices, namesPeople: Bool = true) -> [Notice] {
    let held = notices.held.filter { $0.kept != nil }
    let closed = notices.held.filter { $0.kept == nil }
    return Notice.imposture(notices.imposture, namesPeople: namesPeople)
      + shown(conflicts(notices, namesPeople))
      + shown([
        Notice(
          "proposals", notices.proposals,
          "\(counted(notices.proposals, "change waits", "changes wait")) and \(notices.proposals == 1 ? "does" : "do") not "
            + "count: by "
            + (namesPeople
              ? notices.proposers.prefix(3).joined(separator: ", ")
                + (notices.proposers.count > 3 ? " and others" : "")
              : HeldWords.authors([String](), areNamed: false)) + ".", command: "a11y waiting"),
        Notice(
          "held_findings", held.count,
          HeldWords.kept(held.count, by: HeldWords.authors(held, areNamed: namesPeople), in: "the release check")
            ?? "",
          command: held.contains(where: \.waits) ? "a11y waiting" : "a11y follow"),
        Notice(
          "closed_by_others", closed.count,
          "\(counted(closed.count, "finding was", "findings were")) closed by "
            + "\(HeldWords.authors(closed, areNamed: namesPeople)). \(closed.count == 1 ? "It counts" : "They count") as closed.",
          command: "a11y follow"),
        Notice(
          "followed_changes", notices.followed.count, followed(notices.followed, namesPeople), command: "a11y follow"),
        Notice(
          "sessions", notices.sessions,
          "\(counted(notices.sessions, "session with a child is", "sessions with children are")) of machines that are not "
            + "followed here, and in no figure or verdict.", command: "a11y waiting"),
        Notice(
          "voids", notices.voids,
          "\(counted(notices.voids, "session with a child was", "sessions with children were")) voided by others and "
            + "\(notices.voids == 1 ? "counts" : "count") until it is decided here.", command: "a11y waiting"),
        Notice(
          "claimed_builds", notices.claimedBuilds.count,
          "\(notices.claimedBuilds.count == 1 ? "Build" : "Builds") \(notices.claimedBuilds.prefix(3).joined(separator: ", "))"
            + "\(notices.claimedBuilds.count > 3 ? " and more" : ""): named only by people who are not followed here, so results "
            + "on \(notices.claimedBuilds.count == 1 ? "it" : "them") replace no others.",
          command: "a11y list results "
            + ShellWord.quoted("build:" + notices.claimedBuilds.prefix(3).joined(separator: ","))),
        Notice(
          "waiting", notices.waiting,
          "\(counted(notices.waiting, "request waits", "requests wait")) for a decision.", command: "a11y waiting"),
        Notice(
          "forks", notices.forks, "\(counted(notices.forks, "fork is", "forks are")) not resolved.",
          command: "a11y fork list"),
        Notice(
          "gaps", notices.gaps.count, ChainGap.sentence(notices.gaps, areNamed: namesPeople),
          command: "a11y fork list"),
        // Which they are, why, and how each comes back: an undo may be a decision of the team.
        entries(
          "own_undone", notices.ownUndone, of: "this machine", "undone by another machine", "a11y undo --list"),
        entries("own_erased", notices.ownErased, of: "this machine", "erased by another machine", "a11y erase list"),
        entries(
          "others_undone", notices.othersUndone, of: "another machine", "undone by a third machine", "a11y undo --list"),
        entries(
          "others_erased", notices.othersErased, of: "another machine", "erased by a third machine", "a11y erase list"),
        Notice(
          "not_handed_over", notices.notHandedOver,
          "Erasures of \(counted(notices.notHandedOver, "session")) not yet handed over to \(firstNamed(notices.recipients, 3)).",
          command: "a11y erase list"),
      ])
  }

  /// Entries of a machine that others took back or destroyed.
  private static func entries(_ key: String, _ count: Int, of who: String, _ was: String, _ command: String) -> Notice {
    let entries = counted(count, "entry of \(who) was", "entries of \(who) were")
    return Notice(key, count, "\(entries) \(was).", command: command)
  }

  /// `2 changes by ben since the last decision on this machine: checklist mine (checks), setting tracker (policy).`
  private static func followed(_ changes: [FollowedChange], _ namesPeople: Bool) -> String {
    let records = changes.lazy.map { change in
      if change.kind == FollowedChange.sessions {
        let isVoid = change.fields.contains(FollowedChange.voided)
        return "\(isVoid ? "voided sessions" : "sessions") with children of the plan \(change.key)"
      }
      // What a closing keeps for those who read the audit later is part of it.
      let fields = change.fields.filter { !FieldConflict.isCompanion($0, of: change.kind) }.map { field in
        if field == "checks", let checks = CheckWords.difference(change.moreChecks) { return checks }
        return field == FieldConflict.deleted ? "deleted or restored" : field.replacing("_", with: " ")
      }
      return "\(change.kind) \(change.key)" + (fields.isEmpty ? "" : " (\(firstNamed(fields, 3)))")
    }
    let authors = Set(changes.flatMap(\.by)).sorted()
    let by = namesPeople && !authors.isEmpty ? firstNamed(authors, 3) : "people who are followed"
    return "\(counted(changes.count, "change")) by \(by) since the last decision on this machine: "
      + "\(firstNamed(records, 3))."
  }

  /// What is kept for a newer version of the program, and a newer edition of the checks; empty for nothing.
  static func kept(_ count: Int, _ reader: Reader) throws -> [String] {
    let entries = counted(count, "entry comes", "entries come")
    return (count > 0 ? ["\(entries) from a newer version of a11y: kept, but not counted."] : [])
      + (try laterEdition(reader).map { [$0] } ?? [])
  }

  /// Which edition of the checks stands for one that is newer than this program; nil where the tracker's is known.
  package static func laterEdition(_ reader: Reader) throws -> String? {
    guard try reader.isOfLaterEdition else { return nil }
    return "The checks are those of edition \(CatalogEdition.newest.rawValue): this tracker has a newer edition, which "
      + "this version of a11y does not know. Update a11y to see the figures of the team."
  }

  /// When an audit was closed, and what came since; empty for an open one.
  static func closing(of audit: AuditRound, _ reader: Reader, _ present: Reader) throws -> [String] {
    guard let closed = audit.closed, closed <= reader.now else { return [] }
    let day = Timestamp(milliseconds: closed).localDate(offset: reader.localOffset(closed))
    let (came, erased) = try came(to: audit, present)
    let isShown = reader.closing(of: audit) != nil
    return ["The audit \(audit.name) was closed on \(day)."]
      + (came.map { ["After closing: \($0)\(isShown ? "." : "; --now shows the audit with them.")"] } ?? [])
      + (erased.map { [$0] } ?? [])
  }

  /// `3 results, 1 component out of use`: what came to a closed audit since, and what was erased of it; nil for nothing.
  static func came(to audit: AuditRound, _ present: Reader) throws -> (came: String?, erased: String?) {
    let after = try present.afterClosing(of: audit)
    // Of which audit they were is erased with them.
    let erased =
      after.erased == 1
      ? "1 result of the tracker that was there at the closing was erased since; no figure has it."
      : "\(counted(after.erased)) results of the tracker that were there at the closing were erased since; no figure has them."
    let came = [
      after.results > 0 ? counted(after.results, "result") : nil,
      after.retired > 0 ? counted(after.retired, "component out of use", "components out of use") : nil,
      after.added > 0 ? counted(after.added, "further component") : nil,
    ].compactMap { $0 }.joined(separator: ", ").filled
    return (came, after.erased > 0 ? erased : nil)
  }

  /// The same where the audit is shown as its closing has left it.
  package static func sinceClosing(of audit: AuditRound, _ present: Reader) throws -> [Notice] {
    let (came, erased) = try came(to: audit, present)
    let later = came.map {
      Notice(
        "after_closing", 1, "After closing: \($0). They are in none of its figures.",
        command: "a11y status --audit \(ShellWord.quoted(audit.name)) --now")
    }
    return [later, erased.map { Notice("erased_after_closing", 1, $0, command: "a11y erase list") }].compactMap(\.self)
  }

  /// The questions of a team that are not decided.
  static func questions(_ open: Int) -> [Notice] {
    shown([
      Notice(
        "questions", open, "\(counted(open, "question is", "questions are")) open.", command: "a11y list questions")
    ])
  }

  /// Names the components that a piece of work asks nothing about; nil where there are none.
  /// - Parameter audit: whose work it is; nil for the plan of the tracker.
  package static func withoutCheck(_ left: [Component], _ audit: AuditRound?) -> Notice? {
    guard let first = left.first else { return nil }
    let place = audit.map { "in the audit \($0.name)" } ?? "in the plan"
    return Notice(
      "without_check", left.count,
      "\(counted(left.count, "component has", "components have")) no check \(place): \(firstNamed(left.map(\.key), 3)).",
      command: "a11y list checks kind:\(ShellWord.quoted(first.kind))")
  }

  /// Names the units that the plan asks about and that are not registered; none before there is a component.
  static func withoutUnit(_ scope: WorkScope) -> [Notice] {
    guard !scope.components.isEmpty else { return [] }
    return [CheckUnit.app, .screen].compactMap { unit in
      let count = scope.unasked(unit)
      guard count > 0 else { return nil }
      return Notice(
        "without_\(unit.rawValue)", count,
        "\(counted(count, "check")) of the plan \(count == 1 ? "is" : "are") asked once per \(unit.rawValue), and none is "
          + "registered.", command: "a11y new component KEY --kind \(unit.rawValue)")
    }
  }

  package static func outsidePlan(_ count: Int, failing: Int) -> String {
    "\(counted(count, "item with a result is", "items with a result are")) outside the plan and not counted"
      + (failing == 0 ? "." : count == 1 ? ": a FAIL." : ", \(counted(failing)) of them FAIL.")
  }

  /// - Parameter namesPeople: false for what is handed out.
  static func cells(_ cells: CellNotices, namesPeople: Bool = true) -> [Notice] {
    return shown([
      Notice(
        "outside_plan", cells.outside, outsidePlan(cells.outside, failing: cells.outsideFails),
        command: "a11y list items --outside"),
      Notice(
        "retired_findings", cells.retiredFindings,
        "\(counted(cells.retiredFindings, "finding")) left the scope with retired components.",
        command: "a11y list components"),
      Notice(
        "tested_by_others", cells.byOthers.cells,
        cells.byOthers.sentence(namesPeople: namesPeople) + (namesPeople ? cells.byOthers.wayOut : ""),
        command: "a11y follow"),
      Notice(
        "failed_by_others", cells.byOthers.fails, cells.byOthers.failsSentence(namesPeople: namesPeople),
        command: "a11y follow"),
      Notice(
        "disputed", cells.disputed, "\(counted(cells.disputed, "item is", "items are")) disputed.",
        command: "a11y list conflicts"),
      Notice(
        "contradicted", cells.contradicted, "\(counted(cells.contradicted, "item is", "items are")) contradicted.",
        command: "a11y list conflicts"),
      Notice(
        "value_contradicts", cells.overruled,
        "\(counted(cells.overruled, "item counts", "items count")) as FAIL: the value contradicts the outcome.",
        command: "a11y list items status:overruled"),
      Notice(
        "better_by_retest", cells.retested,
        "\(counted(cells.retested, "item is", "items are")) better by a retest on the same build.",
        command: "a11y list items status:retested"),
      Notice(
        "fail_to_na", cells.failedThenNotApplicable,
        "\(counted(cells.failedThenNotApplicable, "item that failed is", "items that failed are")) now N/A.",
        command: "a11y list findings state:ended status:na"),
      Notice(
        "newer_builds", cells.newerBuilds.count,
        cells.newerBuilds.sentence.map { $0 + (namesPeople ? cells.newerBuilds.wayOut : "") } ?? "",
        command: "a11y edit tracker --current-build \(ShellWord.quoted(cells.newerBuilds.newest))"),
      Notice(
        "not_asked_for", cells.unaskedCount,
        "\(counted(cells.unaskedCount, "item counts", "items count")), though no plan or audit asks for the condition.",
        command: "a11y list items " + ShellWord.quoted("condition:" + conditions(cells.unasked))),
    ])
  }

  /// As a query names them: the most frequent ones first.
  private static func conditions(_ unasked: [String: Int]) -> String {
    unasked.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(mostConditions)
      .map { $0.key.split(separator: ",").joined(separator: "+") }.joined(separator: ",")
  }

  private static func shown(_ notices: [Notice]) -> [Notice] { notices.filter { $0.count > 0 } }
}

/// Findings that only people who are not followed made milder, in words.
package enum HeldWords {
  private static let mostNamed = 5
  /// Of how many results of an author, or builds with them, each has a line.
  private static let mostListed = 10

  static func authors(_ held: [HeldFinding], areNamed: Bool) -> String {
    authors(Set(held.map(\.author)).sorted(), areNamed: areNamed)
  }

  /// `mal, zoe, ana, and others, who are not followed here`
  static func authors(_ names: [String], areNamed: Bool) -> String {
    guard areNamed else { return "people who are not followed here" }
    let named = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? ", and others" : "")
    return "\(named), who \(names.count == 1 ? "is" : "are") not followed here"
  }

  /// What a verdict makes of them; nil where there are none.
  package static func kept(
    _ count: Int, by authors: String = HeldWords.authors([String](), areNamed: false), in verdict: String
  ) -> String? {
    guard count > 0 else { return nil }
    return "\(counted(count, "item is", "items are")) better only by \(authors): \(verdict) counts "
      + "\(count == 1 ? "it as it was" : "them as they were")."
  }

  /// The sentence of a list of what fails, which is by all results; nil where all of it counts.
  package static func leftOut(_ reader: Reader, of audit: AuditRound?) throws -> String? {
    kept(try reader.heldFindings(of: audit).count { $0.kept != nil }, in: "the release check")
  }

  /// The sentence of an import, of those that came with it.
  package static func arrived(_ held: [HeldFinding]) -> String {
    let named = held.lazy.map { one in
      "\(place(one)): \(words(one.shown))\(build(one)) by \(name(one)), \(one.kept.map(words) ?? "") for the release check"
    }
    return
      "\(counted(held.count, "item is", "items are")) better only by people who are not followed here. "
      + "\(firstNamed(named, mostNamed, separator: "; ")). Run \"a11y waiting\" to see what waits."
  }

  /// What waits, an entry for each author, and how it is decided.
  ///
  /// - Parameter areAll: whether each result has a line, where they are many.
  package static func entries(_ held: [HeldFinding], areAll: Bool) -> [[String]] {
    Dictionary(grouping: held, by: \.replica).sorted { $0.key < $1.key }.map { lines(of: $0.value, areAll: areAll) }
  }

  /// - Parameter held: of one author.
  private static func lines(of held: [HeldFinding], areAll: Bool) -> [String] {
    guard let first = held.first else { return [] }
    let count = counted(held.count, "result waits that makes an item better", "results wait that make items better")
    let named =
      areAll || held.count <= mostListed
      ? held.map { one in
        "  \(one.id): \(place(one)), \(words(one.shown))\(build(one)); the release check counts \(one.kept.map(words) ?? "")"
      }
      : firstLines(builds(held), mostListed) { "  and \(counted($0, "more build"))" } + [
        "  To list each: a11y waiting --all"
      ]
    let all =
      first.isUnderOwnName ? "To choose a branch: a11y fork list" : "To accept all: a11y follow \(first.replica)"
    return ["\(name(first)): \(count)."] + named
      + ["  \(all)", "  To accept one: a11y follow --once \(first.id), or test it again and log your own result"]
  }

  /// `  Build 3.2: 12 PASS; the release check counts 2 FAIL, critical, and 10 FAIL, serious`, most results first.
  private static func builds(_ held: [HeldFinding]) -> [String] {
    func sums(_ states: [CellState?]) -> String {
      Dictionary(grouping: states.compactMap { $0.map(words) }, by: { $0 }).map { ($0.value.count, $0.key) }
        .sorted { ($1.0, $0.1) < ($0.0, $1.1) }.map { "\($0.0) \($0.1)" }.joined(separator: " and ")
    }
    return Dictionary(grouping: held, by: \.build).sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map {
      let name = $0.key.isEmpty ? "Without a build" : "Build \($0.key)"
      return "  \(name): \(sums($0.value.map(\.shown))); the release check counts \(sums($0.value.map(\.kept)))"
    }
  }

  package static func json(_ one: HeldFinding) -> JSONText {
    .object([
      "id": one.id, "replica": one.replica, "tester": one.tester, "component": one.place.component,
      "check": one.place.check, "condition": one.place.condition, "build": one.build,
      "outcome": one.shown.outcome.rawValue, "severity": one.shown.severity.map { Int($0.rawValue) },
      "counts_as": one.kept?.outcome.rawValue, "counts_as_severity": one.kept?.severity.map { Int($0.rawValue) },
    ])
  }

  private static func name(_ one: HeldFinding) -> String {
    one.tester.isEmpty ? one.replica : "\(one.tester) (\(one.replica))"
  }

  private static func place(_ one: HeldFinding) -> String {
    "\(one.place.check) on \(one.place.component)" + (one.place.condition.isEmpty ? "" : " (\(one.place.condition))")
  }

  private static func build(_ one: HeldFinding) -> String { one.build.isEmpty ? "" : " on build \(one.build)" }

  /// `FAIL, critical`
  private static func words(_ state: CellState) -> String {
    OutcomeWords.word(state.outcome.rawValue) + (state.severity.map { ", \($0.word)" } ?? "")
      + (state.isDisputed ? ", disputed" : state.isContradicted ? ", contradicted" : "")
  }
}
