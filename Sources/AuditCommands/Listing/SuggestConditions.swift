import AuditModel
import AuditReports
import AuditStore

/// What `a11y suggest conditions` does.
enum SuggestConditions {
  static func run(_ context: Context) throws -> ExitCode {
    let without = try Suggesting.excluded(context.arguments, among: ConditionSetting.tokens)
    return try Suggesting.run(
      context, PairCover(without: without), count: 1,
      wording: .init(title: "Conditions to test under next", none: "the device as it comes", tellsWidth: false))
  }
}

/// What `a11y suggest devices` does.
enum SuggestDevices {
  static func run(_ context: Context) throws -> ExitCode {
    let settings = ConditionSetting.deviceMatrix
    let tokens = settings.flatMap(\.choices).map(\.token).filter { !$0.isEmpty }
    var without = try Suggesting.excluded(context.arguments, among: tokens)
    let tablets = tokens.filter { $0.hasPrefix("ipad-") }
    // Without a tablet there is no window beside another.
    if without.isSuperset(of: tablets) {
      without.formUnion(ConditionSetting.ofScreens.flatMap(\.choices).map(\.token))
    }
    return try Suggesting.run(
      context, PairCover(settings: settings, without: without, excludes: ConditionSetting.excludes), count: nil,
      wording: .init(title: "Devices to see it on next", none: "an ordinary phone, upright", tellsWidth: true))
  }
}

/// What is suggested so that every two choices meet once.
enum Suggesting {
  private static let most = 1_000

  /// How it is told.
  struct Wording {
    var title: String
    /// What nothing to set is.
    var none: String
    /// Whether the size class is told.
    var tellsWidth: Bool
  }

  /// - Parameter count: how many proposals unless said otherwise; nil for all of them.
  static func run(
    _ context: Context, _ start: PairCover, count usual: Int?, wording: Wording
  ) throws -> ExitCode {
    let arguments = context.arguments
    let count = try arguments.int(.count, in: 1...most) ?? usual ?? most
    let name = arguments.string(.audit)
    let (audit, seen) = try context.openTracker(.read).read { reader -> (AuditRound?, [Condition]) in
      let audit = try name.map { try Self.audit($0, reader) }
      return (audit, try reader.conditionsSeen(audit: audit?.name).compactMap { try? Condition(parsing: $0) })
    }
    var cover = start
    for condition in seen { cover.add(condition) }
    let tested = cover.pairs - cover.remaining
    var proposals: [PairCover.Proposal] = []
    while proposals.count < count, let next = cover.proposal() {
      proposals.append(next)
      cover.add(next.condition)
    }
    let report = ConditionReport(
      wording: wording, audit: audit, pairs: cover.pairs, tested: tested, proposals: proposals)
    let generated = context.generated
    try context.write(report.page, json: report.json(generated: generated))
    return .done
  }

  private static func audit(_ typed: String, _ reader: Reader) throws -> AuditRound {
    let key = try reader.audit(typed) == nil ? NameFinder.record("audit", typed, reader) : typed
    guard let audit = try reader.audit(key) else { throw Refusal.recordDeleted(kind: "audit", key: key) }
    return audit
  }

  /// What `--without` names of these tokens.
  static func excluded(_ arguments: ParsedArguments, among known: [String]) throws(Problem) -> Set<String> {
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
  let wording: Suggesting.Wording
  let audit: AuditRound?
  let pairs: Int
  let tested: Int
  let proposals: [PairCover.Proposal]

  private var place: String { audit.map { " in \($0.name)" } ?? "" }

  var page: Page {
    var page = Page(title: "\(wording.title)\(place)")
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
    if proposal.choices.isEmpty { items.append(.fact("Set", "nothing: \(wording.none)")) }
    items += proposal.choices.map { choice in
      .fact(
        choice.setting.prefix(1).uppercased() + choice.setting.dropFirst(),
        "\(choice.choice.words): \(choice.choice.how)")
    }
    if let width = width(proposal) { items.append(.fact("Size class", "\(width) width")) }
    return items + commands(proposal).map { .names("Run", [$0]) }
  }

  /// A proposal names no phone where it means an ordinary one.
  private func width(_ proposal: PairCover.Proposal) -> String? {
    guard wording.tellsWidth else { return nil }
    return DeviceClass(proposal.condition).width ?? "compact"
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
              ("size_class", .string(orNull: width(proposal))), ("new_pairs", .int(proposal.newPairs)),
              ("remaining", .int(proposal.remaining)),
              ("commands", .strings(commands(proposal))),
            ])
          })
      ),
    ])
  }
}
