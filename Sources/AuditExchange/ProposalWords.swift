package import AuditReports
package import AuditStore
import CanonicalJSON
import TrackerAccess

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
  /// Of how many authors an import tells what came, and of how many it is tried what it would do to follow them: for each
  /// the whole tracker is folded again, and anyone can send entries under any number of names.
  package static let mostAuthors = 20

  /// The proposals author by author, in the order in which they are given.
  package static func authors(of proposals: [Proposal]) -> [Author] {
    var authors: [Author] = []
    var places: [ExactText: Int] = [:]
    for proposal in proposals {
      let place = places[ExactText(proposal.replica), default: authors.count]
      if place == authors.count {
        authors.append(Author(replica: proposal.replica, tester: proposal.tester, proposals: []))
        places[ExactText(proposal.replica)] = place
      }
      authors[place].proposals.append(proposal)
    }
    return authors
  }

  package static func name(_ machine: Machine) -> String { name(machine.replica, machine.tester) }

  private static func name(_ replica: String, _ tester: String) -> String {
    tester.isEmpty ? replica : "\(tester) (\(replica))"
  }

  /// `policy max-critical 5`, of a setting; `component pay (retired yes)`
  private static func words(_ proposal: Proposal) -> String {
    let fields = proposal.fields.map { field in
      if field.name == FieldConflict.deleted { return field.value == true ? "deleted" : "restored" }
      return "\(FieldWords.name(field.name)) \(FieldWords.words(field.value, of: field.name))"
    }
    let name = proposal.kind == "setting" ? "setting" : "\(proposal.kind) \(proposal.key)"
    return "\(name) (\(fields.joined(separator: ", ")))"
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
    let named = author.proposals.prefix(mostNamed).map(words).joined(separator: "; ")
    let more = author.proposals.count > mostNamed ? ", and \(author.proposals.count - mostNamed) more" : ""
    return "\(counted(author.proposals.count, "change", "changes")) by \(author.name), who is not followed here, "
      + "\(author.proposals.count == 1 ? "waits" : "wait") and \(author.proposals.count == 1 ? "does" : "do") not count: "
      + "\(named)\(more). Run \"a11y waiting\" to see what \(author.proposals.count == 1 ? "it" : "they") would do."
  }

  /// What waits of an author, and what it would do.
  ///
  /// - Parameter change: nil where that was not tried.
  package static func lines(_ author: Author, _ change: FiguresChange?) -> [String] {
    var lines = ["\(author.name): \(counted(author.proposals.count, "change waits", "changes wait"))."]
    lines += author.proposals.map { "  \($0.id): \(words($0))" }
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

    fileprivate var amount: String {
      "\(counted(sessions.count, "session with a child", "sessions with children")) of the plan \(plan)"
    }
    fileprivate var verb: String { sessions.count == 1 ? "is" : "are" }
    fileprivate var origin: String { machine.isEmpty ? "machines that are not followed here" : machine }
  }

  package static func groups(of sessions: [WaitingSession]) -> [SessionGroup] {
    var groups: [SessionGroup] = []
    for session in sessions.sorted(by: { ($0.machine, $0.plan) < ($1.machine, $1.plan) }) {
      if let last = groups.last, last.machine == session.machine, last.plan == session.plan {
        groups[groups.count - 1].sessions.append(session)
      } else {
        groups.append(SessionGroup(machine: session.machine, plan: session.plan, sessions: [session]))
      }
    }
    return groups
  }

  /// The sentence of an import.
  static func arrived(_ group: SessionGroup) -> String {
    let origin = group.machine.isEmpty ? group.origin : "the machine \(group.machine), which is not followed here"
    return
      "\(group.amount) \(group.verb) from \(origin), and in no figure or verdict. Run \"a11y waiting\" to see what waits."
  }

  /// What waits of a machine, and how it is decided.
  package static func lines(_ group: SessionGroup) -> [String] {
    let name = group.machine.isEmpty ? "Machines that are not followed" : group.machine
    let all = group.machine.isEmpty ? "" : "a11y follow \(group.machine), or of this plan alone: "
    return [
      "\(name): \(group.amount) \(group.verb) in no figure or verdict.",
      "  To count them: \(all)a11y follow --once \(group.plan)",
      "  To refuse them: a11y waiting --refuse \(group.plan)",
    ]
  }

  package static func json(_ group: SessionGroup) -> AuditReports.JSONText {
    .object([
      ("machine", .string(orNull: group.machine.isEmpty ? nil : group.machine)), ("plan", .string(group.plan)),
      ("sessions", .strings(group.sessions.map(\.id))),
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
    if !old.policy.utf8.elementsEqual(new.policy.utf8) {
      lines.append("policy: \(old.policy.isEmpty ? "none" : old.policy) -> \(new.policy.isEmpty ? "none" : new.policy)")
    }
    return lines.isEmpty ? ["no figure of the tracker changes"] : lines
  }

  package static func json(_ change: FiguresChange) -> AuditReports.JSONText {
    func figures(_ figures: DecisiveFigures) -> AuditReports.JSONText {
      .object([
        ("in_scope", .int(figures.inScope)), ("waived", .int(figures.waived)), ("stale", .int(figures.stale)),
        ("policy", .string(figures.policy)),
      ])
    }
    return .object([
      ("before", figures(change.before)), ("after", figures(change.after)), ("gone", .int(change.gone)),
      ("milder", .int(change.milder)), ("worse", .int(change.worse)), ("new", .int(change.new)),
    ])
  }

  package static func json(_ proposal: Proposal) -> AuditReports.JSONText {
    .object([
      ("id", .string(proposal.id)), ("identity", .string(proposal.identity)), ("replica", .string(proposal.replica)),
      ("tester", .string(proposal.tester)), ("kind", .string(proposal.kind)), ("key", .string(proposal.key)),
      (
        "fields",
        .array(
          proposal.fields.map {
            .object([
              ("field", .string(FieldValue.name($0.name))), ("value", .string(FieldValue.words($0.value, of: $0.name))),
            ])
          })
      ),
    ])
  }
}
