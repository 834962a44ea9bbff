import Audit
package import Base
import Children

extension TapStratum {
  static let hiddenSentence = "Hidden to protect privacy: too few children, or results too similar."

  /// The results and the conclusion. The same words as in `a11y tap estimate`, unless children did not try.
  package func sentence(_ text: RateText = .symbol) -> String {
    switch disclosure {
    case .hidden: return Self.hiddenSentence
    case .verdictOnly:
      return
        "\(counted(estimate.children, "child", "children")): \(verdict.rawValue). Rate hidden to protect privacy "
        + "(\(whyNoRate))."
    case .shown: break
    }
    guard let bounded, verdict != answer.verdict else { return answer.sentence(text) }
    let (worst, best) = (bounded.atWorst.limits?.rate, bounded.atBest.limits?.rate)
    let between = worst.flatMap { low in best.map { " between \(text.mean(low)) and \(text.mean($0))" } } ?? ""
    return "\(counted(estimate.children, "child", "children")): \(counted(notAttempted, "tap was", "taps were")) not "
      + "tried. Counted as misses or as hits, they lead to different verdicts, with a rate\(between): not enough "
      + "evidence."
  }

  package func notes(_ text: RateText = .symbol) -> [String] {
    guard disclosure == .shown else { return [] }
    var notes = answer.notes(text).filter { !$0.hasPrefix("If one child has real difficulty") }
    if notAttempted > 0 {
      notes.append(
        "\(counted(notAttempted, "tap was", "taps were")) not tried and \(notAttempted == 1 ? "is" : "are") not "
          + "counted; the verdict is shown only if it is the same with these taps as misses and as hits.")
    }
    if !planIsComplete, !answer.isClosed {
      notes.append("Interim: \(estimate.children) of \(planned) planned children took part.")
    }
    if hasDifficulty == true {
      notes.append("A child had repeated difficulty. This is a finding regardless of the rate.")
    } else if estimate.hits < estimate.taps {
      notes.append("If one child has real difficulty, report it as a finding regardless of the rate.")
    }
    return notes
  }

  /// `strict 90% (69% to 99%)`
  static func rate(_ estimate: Estimate, _ text: RateText) -> String {
    guard let limits = estimate.limits else { return "\(estimate.hits) of \(estimate.taps)" }
    return "\(text.mean(limits.rate)), \(text.range(limits.interval))"
  }

  /// Both rates, which are shown together: `90%, could be as low as 69% or as high as 99%; filtered 92%`.
  static func rates(_ strict: Estimate, _ filtered: Estimate, _ text: RateText) -> String {
    rate(strict, text) + (filtered.limits.map { "; filtered \(text.mean($0.rate))" } ?? "")
  }

  var title: String {
    "\(key.sizeText) pt" + (key.input == .finger ? "" : ", \(key.input.rawValue)")
      + (key.scoring == TapScoring.version ? "" : ", scoring version \(key.scoring)")
  }
}

extension TapReport {
  /// Its verdict, as far as it may be shown.
  package var verdictWord: String {
    guard let main else { return Verdict.noData.rawValue }
    return main.disclosure == .hidden ? "hidden" : main.verdict.rawValue
  }

  /// `The plan was changed after the first session: 6 children instead of 12. Its verdict still requires 12 children.`
  static func changes(of plan: TapPlan, since begun: TapPlan) -> [String] {
    let words = [
      (plan.children, begun.children, ("child", "children")), (plan.taps, begun.taps, ("tap each", "taps each")),
      (plan.looks, begun.looks, ("analysis", "analyses")),
    ].filter { $0.0 != $0.1 }.map { "\(counted($0.0, $0.2.0, $0.2.1)) instead of \($0.1)" }
    guard !words.isEmpty else { return [] }
    let children = counted(max(plan.children, begun.children), "child", "children")
    return [
      "The plan was changed after the first session: \(words.joined(separator: ", ")). Its verdict "
        + "\(plan.children < begun.children ? "still " : "")requires \(children), and redacted reports keep the looks that "
        + "were planned at first."
    ]
  }

  /// The verdict that a plan was closed with.
  struct Closing: Sendable {
    /// Nil where its results are not here.
    var verdict: Verdict?
    /// The tester of its results; empty where the report names none.
    var by: String
    /// `1 June 2021`
    var day: String
    /// By this machine, or by someone whom it follows. By others it closes nothing here, and is no verdict.
    var isFollowed: Bool

    init(verdict: Verdict?, by: String, on day: String, isFollowed: Bool) {
      (self.verdict, self.by, self.day, self.isFollowed) = (verdict, by, day, isFollowed)
    }

    /// Nil for a result that is no verdict.
    init?(_ outcome: Outcome?, by: String, on day: String) {
      switch outcome {
      case .pass: verdict = .met
      case .fail: verdict = .notMet
      case .cantTell: verdict = .notEnoughEvidence
      case .na, nil: return nil
      }
      (self.by, self.day, isFollowed) = (by, day, true)
    }

    /// ` by ben, who is not followed here`
    fileprivate var author: String {
      if isFollowed { return by.isEmpty ? "" : " by \(by)" }
      return " by \(by.isEmpty ? "someone" : "\(by),") who is not followed here"
    }
  }

  /// Its sessions were held, and are in no figure here.
  package var isElsewhere: Bool {
    strata.isEmpty && (plan.closed != nil || closing != nil || hasStrangeSessions)
  }

  /// Why there is no figure: sessions stay on the machine where they were held, and a closed plan had some.
  var absence: String {
    guard isElsewhere else { return "no scored taps yet" }
    let place =
      hasStrangeSessions
      ? "its sessions are of machines that are not followed here" : "its sessions are on another machine"
    guard let closing else { return plan.closed == nil ? "no figures here; \(place)" : "closed; \(place)" }
    let verdict = closing.verdict.map { ": \($0.rawValue)" } ?? ""
    return "closed on \(closing.day)\(closing.author)\(verdict); \(place)"
  }

  /// The verdict beside it: nothing counts that waits for a decision here.
  var absentVerdict: String {
    guard isElsewhere else { return Verdict.noData.rawValue }
    guard let closing, closing.isFollowed else { return plan.closed == nil ? "waits" : Verdict.noData.rawValue }
    return (closing.verdict ?? .noData).rawValue
  }

  /// As a page. Nothing in it is green.
  ///
  /// - Parameter hasBars: whether rates are drawn in characters too; nil where the text is for the eyes.
  package func sections(_ text: RateText, hasBars: Bool? = nil) -> [PageSection] {
    var sections: [PageSection] = [
      PageSection(
        nil,
        [
          .names("Component", [plan.component]), .fact("Target", text.exact(Double(plan.target) / 100)),
          .fact(
            "Plan",
            "\(plan.sizeText) pt, \(counted(plan.children, "child", "children")), \(counted(plan.taps, "tap")) each"
              + (plan.closed == nil ? "" : "; closed")),
        ])
    ]
    sections.append(PageSection("Changes after the first session", changes.map { .text($0) }))
    if strata.isEmpty { sections.append(PageSection(nil, [.text(absence.capitalizedFirst + ".")])) }
    for stratum in strata {
      sections.append(PageSection(stratum.title, items(stratum, text, hasBars: hasBars ?? text.isForEyes)))
    }
    sections.append(PageSection("Data quality", warnings.map { .text($0) }))
    return sections
  }

  private func items(_ stratum: TapStratum, _ text: RateText, hasBars: Bool) -> [PageItem] {
    var items: [PageItem] = [.text(stratum.sentence(text))]
    guard stratum.disclosure == .shown else { return items }
    items += [
      .fact("Strict", TapStratum.rate(stratum.estimate, text)),
      .fact("Filtered", TapStratum.rate(stratum.filtered, text) + "; without palms, holdovers, and adults"),
      .fact("Verdict", stratum.verdict.rawValue),
    ]
    for part in stratum.breakdowns {
      if part.name == "week" { continue }
      for group in part.groups {
        let children = counted(group.estimate.children, "child", "children")
        items.append(.fact("\(part.label) \(group.name)", "\(children): \(stratum.figures(group, text))"))
      }
    }
    if let untold = stratum.untoldWords { items.append(.fact("Hidden", untold)) }
    if let weeks = stratum.weeks { items += weeks.items(text, hasBars: hasBars) }
    items.append(.fact("Retries", stratum.retryWords))
    items.append(
      .fact(
        "Frustration",
        stratum.frustrated.map { "\($0) of \(counted(stratum.estimate.children, "child", "children"))" } ?? "hidden"))
    let comments = stratum.comments.map { list in
      list.map { "\($0.children) \($0.code.rawValue.split(separator: "_").joined(separator: " "))" }
        .joined(separator: ", ")
    }
    items.append(.fact("Comments on size", comments ?? "hidden"))
    return items + stratum.notes(text).map { .text($0) }
  }

  package var json: JSONText {
    .object([
      "plan": plan.key, "component": plan.component, "size": plan.sizeText, "target": Double(plan.target) / 100,
      "planned_children": plan.children, "planned_taps": plan.taps, "looks": plan.looks, "script": plan.script,
      "closed": plan.closed != nil, "changes": JSONText.array(changes.map { .string($0) }), "parts": strata.map(\.json),
      "warnings": warnings,
    ])
  }
}

extension TapBreakdown {
  fileprivate var label: String { name == "size_mm" ? "Size" : name.capitalizedFirst }
}

extension TapStratum {
  package var json: JSONText {
    .object([
      "size": key.sizeText, "input": key.input.rawValue, "scoring": key.scoring, "result": result,
      "sentence": sentence(), "notes": notes(),
    ])
  }

  /// The numbers, or the mark that they are hidden.
  package var result: JSONText {
    switch disclosure {
    case .hidden: return .suppressed
    case .verdictOnly:
      return .object(["children": estimate.children, "verdict": verdict.rawValue, "rate": JSONText.suppressed])
    case .shown: break
    }
    return .object(
      ["children": estimate.children, "taps": estimate.taps] + Self.limits(estimate)
        + [
          "target": target, "plan_complete": planIsComplete, "verdict": verdict.rawValue,
          "filtered": JSONText.object(["taps": filtered.taps] + Self.limits(filtered)),
          "looks": JSONText.object([
            "planned": looks, "extra": answer.extraLooks, "interim": !planIsComplete,
            "low": ToldRate.low(answer.limitsForAnyLooks?.low), "high": ToldRate.high(answer.limitsForAnyLooks?.high),
          ]), "not_attempted": notAttempted,
          "bounds": bounded.map {
            JSONText.object([
              "worst": ToldRate.mean($0.atWorst.limits?.rate), "best": ToldRate.mean($0.atBest.limits?.rate),
            ])
          }, "groups": groups, "groups_hidden": untoldJSON, "weeks": weeks?.json,
          "frustrated": frustrated.map { .int($0) } ?? JSONText.suppressed,
          "retries": retries.map {
            .object([
              "count": $0.count, "tasks": $0.tasks, "children": $0.children, "per_task": ToldRate.nearest(retryRate),
            ])
          } ?? JSONText.suppressed,
          "comments": comments.map { .object($0.map { ($0.code.rawValue, .int($0.children)) }) } ?? JSONText.suppressed,
        ])
  }

  /// `age and hand: each has only one group, or groups too small to show`; nil if all are shown.
  ///
  /// The text does not reveal which: a second group would reveal the few children in it.
  var untoldWords: String? {
    let untold = untold
    let words = untold.map(\.reason).unique().flatMap { reason -> [String] in
      let names = untold.filter { $0.reason == reason }.map(\.name)
      switch reason {
      case .few where names.count > 1:
        return ["\(WordList.and(names)): each has only one group, or groups too small to show"]
      default: return names.map { "\($0): \(Self.words(reason, $0))" }
      }
    }
    return words.isEmpty ? nil : words.joined(separator: "; ")
  }

  /// The breakdowns that are not shown. Why is not said to others than the team.
  private var untold: [(name: String, reason: HiddenBreakdown)] {
    (isRedacted ? ["age", "device"] : ["age", "hand", "device"]).filter { name in
      !breakdowns.contains { $0.name == name }
    }.map { ($0, hiddenBreakdowns[$0] ?? .few) }
  }

  private static func words(_ reason: HiddenBreakdown, _ name: String) -> String {
    let group = name == "hand" ? "of one hand" : name == "age" ? "of one age band" : "on one kind of device"
    switch reason {
    case .single: return "only one group"
    case .few: return "only one group, or groups too small to show"
    case .alike(hit: true?): return "shown only with --team: all \(group) hit"
    case .alike(hit: false?): return "shown only with --team: all \(group) missed"
    case .alike(hit: nil): return "shown only with --team: all \(group) have the same rate"
    case .crossed: return "shown only with --team: with the other breakdowns, it would show groups too small"
    }
  }

  private var untoldJSON: JSONText {
    .objects(untold) { name, reason in
      [
        "name": name, "reason": isRedacted ? nil : Self.word(reason),
        "sentence": "\(name): \(Self.words(reason, name))",
      ]
    }
  }

  private static func word(_ reason: HiddenBreakdown) -> String {
    switch reason {
    case .single: "single"
    case .few: "few"
    case .alike: "alike"
    case .crossed: "crossed"
    }
  }

  /// `14 times in 80 tasks, 0.17 per task, by 3 of 8 children`
  var retryWords: String {
    guard let retries, let rate = retryRate else { return "hidden" }
    let each = FixedPoint.nearest(rate, decimals: 2) ?? 0
    let children = counted(estimate.children, "child", "children")
    return "\(counted(retries.count, "time")) in \(counted(retries.tasks, "task")), \(each) per task"
      + (retries.children.map { ", by \($0) of \(children)" } ?? "")
  }

  /// The verdict of a group on the target of the plan, which applies to each group as to all children.
  func verdict(of group: TapBreakdown.Group) -> Verdict {
    group.estimate.verdict(target: target, planIsComplete: planIsComplete)
  }

  /// `60%, could be as low as 39% or as high as 80%; filtered 60%; not met`
  func figures(_ group: TapBreakdown.Group, _ text: RateText) -> String {
    Self.rates(group.estimate, group.filtered, text) + "; \(verdict(of: group).rawValue)"
  }

  /// By week, if shown.
  var weeks: TapChart? {
    breakdowns.first { $0.name == "week" }.map { part in
      TapChart(
        unit: part.name,
        part.groups.map { group in
          TapChart.Point(
            name: group.name, estimate: group.estimate, target: target, filtered: group.filtered,
            verdict: verdict(of: group))
        })
    }
  }

  private var groups: JSONText {
    if breakdowns.isEmpty { return .suppressed }
    return .object(breakdowns.map { part in (part.name, .objects(part.groups, members)) })
  }

  private func members(_ group: TapBreakdown.Group) -> JSONMembers {
    let (children, taps) = (group.estimate.children, group.estimate.taps)
    return ["name": group.name, "children": children, "taps": taps]
      + Self.limits(group.estimate) + [
        "filtered": JSONText.object(Self.limits(group.filtered)), "verdict": verdict(of: group).rawValue,
        "sentence": "\(group.estimate.counts): \(figures(group, .symbol)).",
      ]
  }

  static func limits(_ estimate: Estimate) -> JSONMembers {
    let limits = estimate.limits
    return [
      "rate": ToldRate.mean(limits?.rate), "low": ToldRate.low(limits?.interval.low),
      "high": ToldRate.high(limits?.interval.high), "n_eff": limits.map { $0.effectiveSize.rounded(.down) },
    ]
  }
}

extension ReportFirstTap {
  /// First-tap tests as a page: the plans side by side, then what is known of each, in the words of the text report.
  ///
  /// - Parameters:
  ///   - app: what is tested.
  ///   - subject: the title of the text report.
  ///   - day: of the report, as in `1 June 2021`.
  package func htmlPage(
    app: String, subject: String, day: String, remarks: [String], origin: PageOrigin
  ) -> HTMLPage {
    let title = app.isEmpty ? subject : "\(subject): \(app)"
    let rates: HTMLText = """
      <section id="first-tap" aria-labelledby="h-rates"><h2 id="h-rates">Rates and verdicts</h2>
      \(html)</section>

      """
    let plans: HTMLText = reports.enumerated().map { place, report in plan(report, place) }.joined()
    let list: HTMLText = remarks.map { "<li>\(HTMLText.people($0))</li>\n" }.joined()
    let rest: HTMLText =
      remarks.isEmpty
      ? ""
      : "<section aria-labelledby=\"h-remarks\"><h2 id=\"h-remarks\">Remarks</h2>\n<ul class=\"meth\">\n\(list)</ul></section>\n"
    return HTMLPage(
      title: title, lead: "<p>As of \(day).</p>\n",
      main: rates + plans + rest, origin: origin, style: .reportStyle)
  }

  private func plan(_ report: TapReport, _ place: Int) -> HTMLText {
    let parts: HTMLText = report.sections(.symbol, hasBars: false).map { part -> HTMLText in
      let content = part.html
      guard !content.text.isEmpty else { return "" }
      let heading: HTMLText = part.heading.map { "<h3>\(HTMLText.people($0))</h3>\n" } ?? ""
      return "<div class=\"card part\">\(heading)\(content)</div>\n"
    }.joined()
    return """
      <section aria-labelledby="h-plan-\(place)"><h2 id="h-plan-\(place)">\(HTMLText.people(report.plan.key))</h2>
      \(parts)</section>

      """
  }
}
