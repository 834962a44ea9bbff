package import Audit
package import Base
package import Store

/// The content of `a11y show` for one thing: the page, and the members for JSON.
package struct Shown {
  package var schema: String
  package var page: Page
  package var members: JSONMembers

  package init(schema: String, page: Page, members: JSONMembers) {
    (self.schema, self.page, self.members) = (schema, page, members)
  }
}

/// How much to show, and how times are written.
package struct ShowScope {
  package let people: RowForm
  package let machine: RowForm
  /// Only this condition, if one was named.
  package let condition: Condition?
  package let isWhole: Bool
  private let limit: Int?

  package init(people: RowForm, machine: RowForm, condition: Condition?, isWhole: Bool, limit: Int?) {
    (self.people, self.machine, self.condition, self.isWhole, self.limit) = (people, machine, condition, isWhole, limit)
  }

  /// How many rows of a section are shown: `--limit`, all of them with `--all`, else a screenful.
  package func rows(otherwise standard: Int) -> Int { limit ?? (isWhole ? Int.max : standard) }

  package func accepts(_ condition: String) -> Bool { self.condition.map { $0.text == condition } ?? true }

  /// By all that is set where it is seen, and by what an item has for its condition.
  func accepts(_ row: Cell) -> Bool { accepts(row.seenUnder) || accepts(row.condition) }

  /// The rows that are shown, and a sentence about those that are not.
  package func cut(_ rows: [PageRow], otherwise standard: Int) -> [PageItem] {
    let shown = rows.prefix(self.rows(otherwise: standard))
    let rest = rows.count - shown.count
    let items = shown.map { PageItem.row($0) }
    guard rest > 0 else { return items }
    let them = rest == 1 ? "it" : "them"
    // Where nothing is listed, there is nothing that the rest is more than.
    return items
      + [
        .more(
          rest, shown.isEmpty ? "Use --all to list \(them)." : "and \(counted(rest)) more (use --all to list \(them)).")
      ]
  }
}

/// The context of the parts of `a11y show`.
package struct ShowContext {
  package let reader: Reader?
  package let scope: ShowScope
  package let evidence: EvidenceIndex
  package let words: CellWords

  package init(reader: Reader?, scope: ShowScope, evidence: EvidenceIndex) {
    (self.reader, self.scope, self.evidence) = (reader, scope, evidence)
    words = CellWords(scope: scope, columns: ResultTables.columns(evidence))
  }

  package func catalog() -> CheckCatalog { CheckCatalog(reader) }

  /// A time in text output.
  package func time(_ milliseconds: Int64) -> String {
    guard case .text(let text) = scope.people.time(milliseconds) else { return "" }
    return text
  }

  package func day(_ milliseconds: Int64) -> String {
    guard case .text(let text) = scope.people.day(milliseconds) else { return "" }
    return text
  }

  package func iso(_ milliseconds: Int64) -> JSONText { .string(Timestamp(milliseconds: milliseconds).iso8601) }
}

/// Records of a component or a cell besides its results: waivers, tasks, questions, notes and so on.
package struct Attached {
  package var sections: [PageSection]
  package var members: JSONMembers
  /// Fields with more than one value.
  package var conflicts: [PageItem] = []
  package var conflictMembers = JSONText.null
  /// The last writer; empty if unknown.
  package var lastChange = ""
  package var changed = JSONText.null

  package init(sections: [PageSection], members: JSONMembers) {
    (self.sections, self.members) = (sections, members)
  }
}

/// The conditions to test next, before they are drawn.
package struct ConditionReport {
  package struct Wording {
    var title: String
    /// The text for a condition without settings.
    var none: String
    /// Whether the size class is shown.
    var tellsWidth: Bool

    package static let conditions = Wording(
      title: "Conditions to test next", none: "default settings", tellsWidth: false)
    package static let devices = Wording(
      title: "Devices to test next", none: "a standard phone in portrait", tellsWidth: true)
  }

  let wording: Wording
  let audit: AuditRound?
  let pairs: Int
  let tested: Int
  let proposals: [PairCover.Proposal]
  /// The audit of the configuration, which a walk without `--audit` is in.
  let configured: AuditRound?

  package init(
    wording: Wording, audit: AuditRound?, pairs: Int, tested: Int, proposals: [PairCover.Proposal],
    configured: AuditRound? = nil
  ) {
    (self.wording, self.audit, self.pairs, self.tested, self.proposals) = (wording, audit, pairs, tested, proposals)
    self.configured = configured
  }

  private var place: String { audit.map { " in \($0.name)" } ?? "" }

  package var page: Page {
    var page = Page(title: "\(wording.title)\(place)")
    var head: [PageItem] = [.rate("Tested", tested, of: pairs, "pairs of settings tested together")]
    if proposals.isEmpty { head.append(.text("All pairs are covered.")) }
    page.sections = [PageSection(nil, head)]
    for (index, proposal) in proposals.enumerated() {
      page.sections.append(PageSection(heading(index), items(proposal)))
    }
    return page
  }

  private func heading(_ index: Int) -> String {
    proposals.count == 1 ? "Next" : "\(counted(index + 1, of: proposals.count))"
  }

  private func items(_ proposal: PairCover.Proposal) -> [PageItem] {
    let before = proposal.remaining + proposal.newPairs
    var items: [PageItem] = [
      .names("Condition", [proposal.condition.shown]),
      .fact(
        "Covers",
        "\(counted(proposal.newPairs, "new pair")) of \(before) untested; \(proposal.remaining) remain after this"),
    ]
    if proposal.choices.isEmpty { items.append(.fact("Set", "none (\(wording.none))")) }
    items += proposal.choices.map { choice in
      .fact(
        choice.setting.prefix(1).uppercased() + choice.setting.dropFirst(),
        "\(choice.choice.words): \(choice.choice.how)")
    }
    if let width = width(proposal) { items.append(.fact("Size class", "\(width) width")) }
    return items + commands(proposal).map { .names("Run", [$0]) }
  }

  /// A proposal without a device means a standard phone.
  private func width(_ proposal: PairCover.Proposal) -> String? {
    guard wording.tellsWidth else { return nil }
    return DeviceClass(proposal.condition).width ?? "compact"
  }

  /// The commands to run, in order.
  private func commands(_ proposal: PairCover.Proposal) -> [String] {
    var commands: [String] = []
    var walk = "a11y walk"
    if let audit {
      walk += " --audit \(ShellWord.quoted(audit.name))"
      if !audit.conditions.contains(proposal.condition) {
        let all = (audit.conditions + [proposal.condition]).map { $0.tokens.joined(separator: "+") }
        commands.append(
          "a11y edit audit \(ShellWord.quoted(audit.name)) --condition "
            + all.map { $0.isEmpty ? Condition.standard.shown : $0 }.joined(separator: ","))
      }
    } else if let configured, !configured.conditions.contains(proposal.condition) {
      walk += " --audit \(ShellWord.quoted(""))"
    }
    return commands + ["\(walk) --condition \(proposal.condition.shown)"]
  }

  package func json(generated: String) -> JSONText {
    .object([
      "schema": "a11y.suggest/1", "generated": generated, "audit": audit?.name,
      "pairs": JSONText.object(["all": pairs, "tested": tested, "remaining": pairs - tested]),
      "rows": JSONText.objects(proposals, members),
    ])
  }

  private func members(_ proposal: PairCover.Proposal) -> JSONMembers {
    let settings = JSONText.objects(proposal.choices) {
      ["setting": $0.setting, "token": $0.choice.token, "words": $0.choice.words, "how": $0.choice.how]
    }
    return [
      "condition": proposal.condition.shown, "settings": settings, "size_class": width(proposal),
      "new_pairs": proposal.newPairs, "remaining": proposal.remaining, "commands": commands(proposal),
    ]
  }
}

extension ShowContext {
  /// `a11y show` for a ticket that is about several findings.
  package func ticket(_ name: String, _ reader: Reader) throws -> Shown {
    let findings = try reader.findings(ofTicket: name).filter { scope.accepts($0.condition) }
    let links = findings.flatMap(\.links).filter { Ticket.isNamed($0.name, by: name) }
    let rows = findings.map { finding in
      PageRow(
        outcome: finding.outcome?.rawValue,
        [finding.component, finding.check, finding.condition].filter { !$0.isEmpty },
        words: [
          finding.severity?.word ?? "", finding.isOpen ? "" : finding.state.rawValue, finding.owner,
          "finding \(finding.findingID)",
        ],
        details: [("Note", finding.note ?? "")])
    }
    let page = Page(
      title: name,
      sections: [
        PageSection(
          nil,
          [
            .links("Ticket", Array(links.prefix(1))), .fact("State", Ticket.state(of: links)?.rawValue ?? ""),
            .fact("Findings", String(findings.count)),
          ]),
        PageSection("Findings", scope.cut(rows, otherwise: 50)),
      ])
    let members = JSONText.objects(findings) { finding in
      finding.place.members + [
        "outcome": finding.outcome?.rawValue, "severity": finding.severity?.word, "state": finding.state.rawValue,
        "tickets": finding.tickets, "ticket_links": finding.ticketLinks, "ticket_state": finding.ticketState?.rawValue,
        "finding": finding.findingID,
      ]
    }
    return Shown(schema: "ticket", page: page, members: ["ticket": name, "findings": members])
  }

  /// The evidence of a component or a cell on its page.
  func evidence(
    of component: String, _ check: String?, _ reader: Reader
  ) throws -> (section: PageSection, members: JSONText) {
    let rows = try reader.evidence(component: component, check: check).filter { scope.accepts($0.condition) }
    let items = rows.map { row in
      PageItem.row(
        PageRow(
          [row.evidence.name],
          words: [
            EvidenceWords.size(row.evidence.bytes), row.evidence.type, check == nil ? row.check : "", row.condition,
            row.tester.isEmpty ? "" : "by \(row.tester)", time(row.time),
            evidence.isMissing(row) ? "missing: imported without its file" : "",
          ], details: [("ID", scope.isWhole ? row.id : "")]))
    }
    let members = JSONText.objects(rows) { row in
      ["check": row.check, "condition": row.condition, "result": row.result] + evidence.json(row)
    }
    return (PageSection("Evidence", items), members)
  }
}
