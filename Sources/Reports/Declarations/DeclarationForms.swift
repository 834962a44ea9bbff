import Audit
package import Base

extension DeclarationDraft {
  /// The draft as a page: each family, its features, and what blocks which task.
  package var page: Page {
    let scope = [audit.map { "the audit \($0)" }, filter.map { "items matching \($0)" }].compactMap { $0 }
    let opening: [PageItem] = [
      .text(
        "Draft from test results, not a declaration. Apple asks whether people can complete the common tasks of the "
          + "app with a feature on. Review the draft and decide."),
      .fact("As of", Timestamp(milliseconds: asOf).iso8601Second), .fact("Scope", scope.joined(separator: ", ")),
      .text(HeldWords.kept(held, in: "the draft") ?? ""), .text(byOthers.draftSentence() ?? ""),
      .fact("Tasks", taskSource.meaning), .fact("Platforms", platforms.map(\.rawValue).joined(separator: ", ")),
    ]
    return Page(
      title: "App Store accessibility labels",
      sections: [PageSection(nil, opening), persons] + asked.map(section) + [unnamed])
  }

  /// Those that the app is for, and others that it was tested on.
  private var asked: [Family] {
    families.filter { $0.isSeen || platforms.isEmpty || platforms.contains($0.family.system) }
  }

  /// What no check in scope evaluates, with the word of people where they gave it.
  private var persons: PageSection { PageSection("Features without a check", said.map { .row(row($0)) }) }

  private func row(_ said: Said) -> PageRow {
    let verdicts = said.verdicts
    guard !verdicts.isEmpty else {
      return PageRow(
        [said.feature.title], words: [DeclarationVerdict.notEvaluated.words],
        details: [
          ("Reason", "No check in scope evaluates it."),
          (
            "Next step",
            "Evaluate it in the app, and run \"a11y new verdict \(said.feature.id)\"; --level not-applicable if the app "
              + "has no video or audio."
          ),
        ])
    }
    var words = [verdicts.term.map { "\($0.words) (verdict of a person)" } ?? "DISPUTED (no verdict used)"]
    if said.hasCheck { words.append("checks evaluate it; their results are below") }
    if isBetter(said) { words.append("better than the results") }
    return PageRow(
      [said.feature.title], words: words,
      details: verdicts.verdicts.map { verdict in
        let writer = verdict.writer.isEmpty ? "" : ", last changed by \(verdict.writer)"
        return (
          "Verdict", "\(verdict.person) on \(verdict.day)\(writer): \(verdict.level?.words ?? ""): \(verdict.remarks)"
        )
      })
  }

  /// Whether people say more than the results of a device family show.
  private func isBetter(_ said: Said) -> Bool {
    guard let term = said.verdicts.term, term.isBetter(than: .doesNotSupport) else { return false }
    return families.contains { family in
      family.features.contains { $0.feature == said.feature && $0.verdict == .notSupported }
    }
  }

  private func section(_ family: Family) -> PageSection {
    guard family.isSeen else {
      let words = "\(DeclarationVerdict.notEvaluated.words): no results on this device type."
      let isUnknown = family.features.contains { $0.places.deviceUnknown > 0 || !$0.blockers.isEmpty }
      let hint = isUnknown ? " Results without a device are not counted. Use --device with \"a11y log\"." : ""
      return PageSection(family.family.rawValue, [.text(words + hint)])
    }
    return PageSection(family.family.rawValue, family.features.map { .row(row($0)) })
  }

  /// Failures on an unspecified device, listed once and not for each untested family.
  private var unnamed: PageSection {
    let heading = "Unspecified device"
    let waiting = asked.filter { family in !family.isSeen && family.features.contains { !$0.blockers.isEmpty } }
    guard let family = waiting.first else { return PageSection(heading) }
    let names = waiting.map(\.family.rawValue).joined(separator: ", ")
    let areMild = family.features.allSatisfy { $0.blockers.allSatisfy(\.isMild) }
    let lead = PageItem.text(
      "Failures on an unspecified device. They may \(areMild ? "be on" : "block") \(names).")
    let rows = family.features.filter { !$0.blockers.isEmpty }.map { feature -> PageItem in
      let tasks = feature.tasks.filter { !$0.blockers.isEmpty }
      return .row(
        PageRow(
          [feature.feature.title], words: [counted(feature.blockers.count, "failing item")],
          details: tasks.map { ($0.blockers.allSatisfy(\.isMild) ? "Failing" : "May block", text(of: $0)) }))
    }
    return PageSection(heading, [lead] + rows)
  }

  private func row(_ feature: Feature) -> PageRow {
    let words = [feature.verdict.words] + feature.places.phrases
    let tasks = feature.tasks.filter { !$0.blockers.isEmpty }
    return PageRow(
      [feature.feature.title], words: words,
      details: tasks.map { ($0.blockers.allSatisfy(\.isMild) ? "Failing" : "Blocked", text(of: $0)) })
  }

  /// `sign-in: sign-in/close-button, Interactive elements are at least 44 x 44 pt (serious)`.
  private func text(of task: Task) -> String {
    let blockers = task.blockers.lazy.map { blocker -> String in
      let severity = SeverityWords.word(blocker.severity)
      let waiver = blocker.waivedUntil == nil ? "" : ", waived"
      let note = blocker.note.isEmpty ? "" : ": \(blocker.note)"
      return "\(blocker.component), \(blocker.title) (\(severity)\(waiver))\(note)"
    }
    let named = firstNamed(blockers, limit ?? blockers.count, separator: "; ")
    return "\(task.name.isEmpty ? "no task" : task.name): \(named)"
  }

  /// The draft as `a11y.declarations/1`. Keys are a contract and only ever added to.
  package var json: JSONText {
    .object([
      "schema": "a11y.declarations/1", "generated": Timestamp(milliseconds: asOf).iso8601, "audit": audit,
      "filter": filter, "held": held, "tasks_from": taskSource.rawValue,
      "verdicts": JSONText.array(said.map { json($0) }),
      "families": JSONText.objects(families) { family in
        [
          "family": family.family.rawValue, "device_family": family.family.code,
          "features": JSONText.array(family.features.map { json($0) }),
        ]
      },
    ])
  }

  private func json(_ said: Said) -> JSONText {
    .object([
      "feature": said.feature.id, "title": said.feature.title, "has_check": said.hasCheck,
      "level": said.verdicts.term?.rawValue, "disputed": said.verdicts.isDisputed,
      "better_than_results": isBetter(said), "persons": said.verdicts.verdicts.map(\.json),
    ])
  }

  private func json(_ feature: Feature) -> JSONText {
    .object([
      "feature": feature.feature.id, "title": feature.feature.title, "attribute": feature.feature.attribute,
      "verdict": feature.verdict.rawValue, "places": feature.places.json,
      "tasks": JSONText.objects(feature.tasks) { task in
        ["task": task.name.filled, "places": task.places.json, "findings": task.blockers.map(\.json)]
      },
    ])
  }
}

extension DeclarationDraft.TaskSource {
  fileprivate var meaning: String {
    switch self {
    case .tags: "tags task:NAME of components"
    case .screens: "screens (to name the common tasks, tag components with task:NAME)"
    }
  }
}

extension DeclarationVerdict {
  var words: String {
    switch self {
    case .supported: "SUPPORTED (based on results)"
    case .notSupported: "NOT SUPPORTED"
    case .review: "REVIEW (only moderate and minor failures)"
    case .notEnoughEvidence: "NOT ENOUGH EVIDENCE"
    case .notEvaluated: "NOT EVALUATED"
    case .notApplicable: "NOT APPLICABLE"
    case .notOffered: "no such label on this platform"
    }
  }
}

extension DeclarationDraft.Places {
  /// `30 of 44 places pass or do not apply, 2 fail, 12 untested`.
  fileprivate var phrases: [String] {
    guard needed > 0 else { return [] }
    return [
      "\(counted(passed + notApplicable)) of \(counted(needed, "item")) \(needed == 1 ? "passes or does" : "pass or do") "
        + "not apply",
      counted([
        (failing, "fail"), (doubtful, "inconclusive"), (stale, "stale"), (deviceUnknown, "on an unspecified device"),
        (untested, "untested"),
      ]),
    ]
  }

  fileprivate var json: JSONText {
    .object([
      "needed": needed, "passed": passed, "not_applicable": notApplicable, "failing": failing, "doubtful": doubtful,
      "stale": stale, "device_unknown": deviceUnknown, "untested": untested,
    ])
  }
}

extension DeclarationDraft.Blocker {
  fileprivate var json: JSONText {
    .object([
      "component": component, "check": check, "title": title, "condition": condition, "severity": severity?.rawValue,
      "note": note, "device": device.isEmpty ? JSONText.null : .string(device), "waived_until": waivedUntil,
    ])
  }
}

extension PersonVerdict {
  /// Keys are a contract and only ever added to.
  package var json: JSONText {
    .object([
      "by": person, "level": level?.rawValue, "remarks": remarks, "given": day.filled, "edition": edition.filled,
      "last_changed_by": writer.filled,
    ])
  }
}
