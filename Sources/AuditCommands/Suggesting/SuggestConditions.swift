import AuditModel
import AuditReports
import AuditStore

/// What `a11y suggest conditions` does.
enum SuggestConditions {
  private static let most = 1_000

  static func run(_ context: inout Context) throws -> ExitCode {
    let arguments = context.arguments
    let count = try arguments.int(.count, in: 1...most) ?? 1
    let without = try excluded(arguments)
    let name = arguments.string(.audit)
    let (audit, seen) = try context.openTracker(.read).read { reader -> (AuditRound?, [Condition]) in
      let audit = try name.map { try Self.audit($0, reader) }
      return (audit, try reader.conditionsSeen(audit: audit?.name).compactMap { try? Condition(parsing: $0) })
    }
    var cover = PairCover(without: without)
    for condition in seen { cover.add(condition) }
    let tested = cover.pairs - cover.remaining
    var proposals: [PairCover.Proposal] = []
    while proposals.count < count, let next = cover.proposal() {
      proposals.append(next)
      cover.add(next.condition)
    }
    let report = ConditionReport(
      audit: audit, pairs: cover.pairs, tested: tested, proposals: proposals)
    let generated = Timestamp(milliseconds: context.world.now()).iso8601
    try context.write(report.page, json: report.json(generated: generated))
    return .done
  }

  private static func audit(_ typed: String, _ reader: Reader) throws -> AuditRound {
    let key = try reader.audit(typed) == nil ? NameFinder.record("audit", typed, reader) : typed
    guard let audit = try reader.audit(key) else { throw Register.deleted("audit", key) }
    return audit
  }

  private static func excluded(_ arguments: ParsedArguments) throws(Problem) -> Set<String> {
    let known = ConditionSetting.tokens
    let typed = arguments.strings(.without).flatMap { $0.split(whereSeparator: { $0 == "," || $0 == "+" }) }
    var found: Set<String> = []
    for part in typed {
      let token = String(part)
      guard known.contains(token) else {
        throw .usage(
          "setting.unknown", "\(MessageText.quoted(token)) is no setting that is proposed",
          hints: Suggestion.hint(for: token, among: known) + ["Settings are \(known.joined(separator: ", "))."])
      }
      found.insert(token)
    }
    return found
  }
}

/// What to test under next, before it is written.
private struct ConditionReport {
  let audit: AuditRound?
  let pairs: Int
  let tested: Int
  let proposals: [PairCover.Proposal]

  private var place: String { audit.map { " in \($0.name)" } ?? "" }

  var page: Page {
    var page = Page(title: "Conditions to test under next\(place)")
    var head: [PageItem] = [.rate("Tested", tested, of: pairs, "pairs of settings seen together")]
    if proposals.isEmpty { head.append(.text("Every pair was seen. Nothing is left to propose.")) }
    page.sections = [PageSection(nil, head)]
    for (index, proposal) in proposals.enumerated() {
      page.sections.append(PageSection(heading(index), items(proposal)))
    }
    return page
  }

  private func heading(_ index: Int) -> String { proposals.count == 1 ? "Next" : "\(index + 1) of \(proposals.count)" }

  private func items(_ proposal: PairCover.Proposal) -> [PageItem] {
    let before = proposal.remaining + proposal.newPairs
    var items: [PageItem] = [
      .names("Condition", [proposal.condition.shown]),
      .fact(
        "Covers",
        "\(counted(proposal.newPairs, "new pair")) of \(before) untested; \(proposal.remaining) remain after it"),
    ]
    if proposal.choices.isEmpty { items.append(.fact("Set", "nothing: the device as it comes")) }
    items += proposal.choices.map { choice in
      .fact(
        choice.setting.prefix(1).uppercased() + choice.setting.dropFirst(),
        "\(choice.choice.words): \(choice.choice.how)")
    }
    return items + commands(proposal).map { .names("Run", [$0]) }
  }

  /// What to run, in order.
  private func commands(_ proposal: PairCover.Proposal) -> [String] {
    var commands: [String] = []
    var walk = "a11y walk"
    if let audit {
      walk += " --audit \(audit.name)"
      if !audit.conditions.contains(proposal.condition) {
        let all = (audit.conditions + [proposal.condition]).map { $0.tokens.joined(separator: "+") }
        commands.append(
          "a11y edit audit \(audit.name) --condition "
            + all.map { $0.isEmpty ? Condition.standard.shown : $0 }.joined(separator: ","))
      }
    }
    return commands + ["\(walk) --condition \(proposal.condition.shown)"]
  }

  func json(generated: String) -> JSONText {
    .object([
      ("schema", .string("a11y.suggest/1")), ("generated", .string(generated)),
      ("audit", .string(orNull: audit?.name)),
      (
        "pairs",
        .object([("all", .int(pairs)), ("tested", .int(tested)), ("remaining", .int(pairs - tested))])
      ),
      (
        "rows",
        .array(
          proposals.map { proposal in
            .object([
              ("condition", .string(proposal.condition.shown)),
              (
                "settings",
                .array(
                  proposal.choices.map {
                    .object([
                      ("setting", .string($0.setting)), ("token", .string($0.choice.token)),
                      ("words", .string($0.choice.words)), ("how", .string($0.choice.how)),
                    ])
                  })
              ),
              ("new_pairs", .int(proposal.newPairs)), ("remaining", .int(proposal.remaining)),
              ("commands", .strings(commands(proposal))),
            ])
          })
      ),
    ])
  }
}
