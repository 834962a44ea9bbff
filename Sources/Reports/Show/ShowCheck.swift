package import Audit
import Base
import Store

extension ShowContext {
  /// `a11y show CHECK`.
  package func check(_ id: String) throws -> Shown {
    let catalog = catalog()
    guard let current = try catalog.check(id) else { throw Refusal.unknownCheck(id) }
    let check = current.check
    let lists = try catalog.checklists().filter { $0.checks.contains(id) && !$0.isOfAll }
    let cells = try cells(of: id)
    var page = Page(title: "\(id): \(check.title)")
    page.sections = [
      PageSection(nil, ShowCheck.howTo(check) + ShowCheck.consequence(check)),
      PageSection("Details", try facts(current)),
      PageSection("Kinds of components", Self.kinds(check)), PageSection("WCAG 2.2", criteria(check)),
      PageSection("Conflicting sources", ShowCheck.conflicts(check)),
      PageSection("Sources", check.sources.map { .text("\($0.document), \($0.section)") }),
      PageSection("Checklists", lists.map { .row(PageRow([$0.id], words: [$0.title])) }),
      PageSection("Status", standing(cells)),
    ]
    return Shown(schema: "check", page: page, members: try members(current, lists, cells))
  }

  private func facts(_ current: Reader.CurrentCheck) throws -> [PageItem] {
    let check = current.check
    let systems = check.minOS.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value) and later" }
    let profiles =
      check.profiles.isEmpty
      ? "all profiles" : check.profiles.map(\.rawValue).joined(separator: ", ") + " only"
    let reason = Catalog.profileRule(for: check.id)?.reason
    let origin =
      check.origin == .builtIn && !current.isAdjusted
      ? "built in" : current.isAdjusted ? "built in, modified" : "custom"
    return [
      .fact("Level", Catalog.levelLabel(for: check)), .fact("Method", check.method.rawValue),
      .fact("Setting", try setting(of: check.id)?.text ?? ""),
      .fact(
        "Impact", "\(check.impact.word), \(check.impactOrigin == "stated" ? "stated by the source" : "assigned")"),
      .fact(
        "Platforms",
        check.platforms.isEmpty ? "all platforms" : check.platforms.map(\.rawValue).joined(separator: ", ")),
      .fact("Systems", systems.joined(separator: ", ")),
      .fact("Profiles", reason.map { "\(profiles): \($0)" } ?? profiles),
      .fact("XCTest audits", Self.audits(check).joined(separator: ", ")),
      .fact("Note", check.note ?? ""), .fact("Origin", origin),
      .names("Text version", [TextVersion.hex(current.text)]),
    ]
  }

  private func setting(of id: String) throws -> Condition? {
    try reader.map { try $0.setting(of: id) } ?? CheckSettings(of: .newest).setting(of: id)
  }

  /// The applicable kinds, and the others with their reasons, grouped by reason.
  private static func kinds(_ check: Check) -> [PageItem] {
    let answers = Catalog.kinds(of: check)
    let asked = answers.filter(\.applies).map(\.kind)
    var left: [(reason: String, kinds: [String])] = []
    for answer in answers where !answer.applies {
      guard let reason = answer.reason else { continue }
      if let place = left.firstIndex(where: { $0.reason == reason }) {
        left[place].kinds.append(answer.kind)
      } else {
        left.append((reason, [answer.kind]))
      }
    }
    return [
      .fact("Applies to", asked.count == answers.count ? "all kinds" : asked.joined(separator: ", ")),
      .fact("Asked", "once per \(check.unit.rawValue)"),
    ]
      + left.map { .fact("Does not apply to", "\($0.kinds.joined(separator: ", ")): \($0.reason)") }
  }

  /// The XCTest audits that cover it: those that the check names and those whose findings match it.
  private static func audits(_ check: Check) -> [String] {
    var names = check.xcuiAudits
    for type in Catalog.auditTypes(for: check.id) where !names.contains(type.name) { names.append(type.name) }
    return names
  }

  private func criteria(_ check: Check) -> [PageItem] {
    guard !check.wcag.isEmpty else {
      return [.text("Best practice: not mapped to a WCAG criterion, and not counted for WCAG.")]
    }
    var items = check.wcag.map { link -> PageItem in
      let criterion = Catalog.criterion(link.criterion)
      return .row(
        PageRow(
          [link.criterion],
          words: [link.relation == .tests ? "tests" : "related, not covered"]
            + (criterion.map(CriterionWords.phrases) ?? [])))
    }
    if Catalog.claims(of: check).isEmpty {
      items.append(.text("Best practice: related to criteria, but not mapped to one, and not counted for WCAG."))
    }
    return items
  }

  private func cells(of id: String) throws -> [Cell] {
    // A foreign name can contain a star; only this exact check matches.
    try reader?.cells(Filter(terms: [Filter.Term(.check, [id])]), .all).filter {
      $0.check == id && scope.accepts($0)
    } ?? []
  }

  private func standing(_ cells: [Cell]) -> [PageItem] {
    guard reader != nil else { return [] }
    guard !cells.isEmpty else { return [.text("No results yet.")] }
    let ordered =
      cells.filter { $0.outcome == .fail } + cells.filter { $0.outcome == .cantTell }
      + cells.filter { $0.outcome == .pass } + cells.filter { $0.outcome == .na }
    let rows = ordered.map { words.row($0, named: $0.component) }
    return [.text("\(counted(cells.count, "item")): \(CellWords.counts(CellWords.counts(of: cells))).")]
      + scope.cut(rows, otherwise: 10)
  }

  private func members(
    _ current: Reader.CurrentCheck, _ lists: [Checklist], _ cells: [Cell]
  ) throws -> JSONMembers {
    let check = current.check
    return try [
      "check": CheckWords.document(check), "version": TextVersion.hex(current.text), "origin": check.origin.rawValue,
      "adjusted": current.isAdjusted, "level": Catalog.levelLabel(for: check), "unit": check.unit.rawValue,
      "setting": try setting(of: check.id)?.text,
      "criteria": JSONText.objects(check.wcag) { link in
        ["criterion": link.criterion, "relation": link.relation.rawValue]
          + (Catalog.criterion(link.criterion).map(CriterionWords.members) ?? [:])
      },
      "kinds": JSONText.objects(Catalog.kinds(of: check)) {
        ["kind": $0.kind, "applies": $0.applies, "reason": $0.reason]
      }, "measurement": check.measurement.map { CheckWords.json($0) }, "audit_types": Self.audits(check),
      "checklists": lists.map(\.id),
      "conflicts": JSONText.objects(Catalog.conflicts(for: check), CriterionWords.members),
      "standing": JSONText.object(CellWords.counts(of: cells).jsonMembers),
      "cells": JSONText.objects(cells, words.json),
    ]
  }
}

/// What the pages of a check and of its cells share.
package enum ShowCheck {
  /// The instructions for a tester, shared with the page of a cell.
  package static func howTo(_ check: Check, how: String? = nil) -> [PageItem] {
    var measurement = check.measurement.map { $0.wording() } ?? ""
    if let note = check.measurement?.note, !note.isEmpty { measurement += ". " + note }
    return [
      .steps("How to test", how ?? check.how), .fact("Expected", check.expected), .fact("Measurement", measurement),
      .fact("Example value", check.measurement?.parts?.example ?? ""),
    ]
  }

  /// What a failure means, and what to do about it.
  static func consequence(_ check: Check) -> [PageItem] {
    [.fact("Failure", check.fails ?? ""), .fact("Affects", check.affects ?? ""), .fact("Remedy", check.remedy ?? "")]
  }

  static func conflicts(_ check: Check) -> [PageItem] {
    Catalog.conflicts(for: check).map { conflict in
      .row(
        PageRow(
          [conflict.id], words: [conflict.title],
          details: [
            ("Sources", conflict.sourcesSay), ("Fact", conflict.fact), ("Decision", conflict.reading),
          ]))
    }
  }
}

/// The catalog entries besides checks: checklists, criteria, source conflicts.
extension ShowContext {
  package func checklist(_ id: String) throws -> Shown {
    let catalog = catalog()
    guard let list = try catalog.checklists().last(where: { $0.id == id }) else {
      throw Refusal.unknownRecord(kind: "checklist", key: id)
    }
    let isOwn = try catalog.isOwn(list)
    var groups: [(title: String?, checks: [String])] = []
    var rows: [[PageItem]] = []
    for id in list.checks {
      let check = try catalog.check(id)?.check
      let title = check.flatMap(list.group)
      if groups.isEmpty || groups.last?.title != title {
        groups.append((title, []))
        rows.append([])
      }
      groups[groups.count - 1].checks.append(id)
      let words = check.map { [$0.title, Catalog.levelLabel(for: $0)] } ?? ["unknown check"]
      rows[rows.count - 1].append(.row(PageRow([id], words: words)))
    }
    let others = groups.count > 1 ? "Other checks" : "Checks"
    let page = Page(
      title: "\(list.id): \(list.title)",
      sections: [
        PageSection(
          nil,
          [
            .fact("Document", list.document ?? ""), .fact("Origin", isOwn ? "custom" : "built in"),
            .fact("Checks", String(list.checks.count)),
          ])
      ] + zip(groups, rows).map { PageSection($0.title ?? others, $1) })
    return Shown(
      schema: "checklist", page: page,
      members: [
        "id": list.id, "title": list.title, "document": list.document,
        "origin": isOwn ? "team" : "built-in", "checks": list.checks,
        "groups": JSONText.array(
          groups.compactMap { group in group.title.map { .object(["title": $0, "checks": group.checks]) } }),
      ])
  }

  package func criterion(_ id: String) throws -> Shown {
    guard let criterion = Catalog.criterion(id) else { throw Refusal.unknownRecord(kind: "criterion", key: id) }
    let catalog = catalog()
    let links = try catalog.linkedChecks()[id] ?? ([], [])
    let titles = try Dictionary(firstOf: catalog.checks().map { ($0.check.id, $0.check.title) })
    func rows(_ ids: [String]) -> [PageItem] { ids.map { .row(PageRow([$0], words: [titles[$0] ?? ""])) } }
    let standing = try reader?.standards()[id]
    let verdicts = VerdictBook(try reader?.verdicts() ?? []).standing(id)
    let reason = criterion.noCheck ?? "no check covers it."
    let testing = links.testing.isEmpty ? [PageItem.text("Not evaluated: \(reason)")] : rows(links.testing)
    let page = Page(
      title: "\(id) \(criterion.name)",
      sections: [
        PageSection(
          nil,
          [
            .fact("Level", criterion.level?.rawValue ?? CriterionWords.level(criterion)),
            .fact("Principle", criterion.principle),
            .fact("Guideline", criterion.guideline), .fact("Since", "WCAG \(criterion.addedIn)"),
            .names("Handle", [criterion.slug]), .fact("EN 301 549", CriterionWords.european(criterion)),
            .fact("EN note", criterion.european.note), .fact("Section 508", Catalog.federalWords(of: criterion)),
          ]), PageSection("Status", CriterionWords.standing(standing)),
        PageSection(
          verdicts.isDisputed ? "Verdicts (disputed)" : "Verdicts",
          verdicts.verdicts.map { verdict in
            .row(
              PageRow(
                [verdict.person], words: [verdict.level?.words ?? "", verdict.day],
                details: [("Remarks", verdict.remarks)]))
          }),
        PageSection("Covering checks", testing),
        PageSection("Related checks (no coverage)", rows(links.related)),
        PageSection(
          "Meaning for apps",
          [
            .fact("WCAG2ICT", criterion.notes.wcag2ict), .fact("WCAG2Mobile", criterion.notes.wcag2mobile),
            .fact("Apple", criterion.notes.apple),
          ]),
      ])
    return Shown(
      schema: "criterion", page: page,
      members: ["criterion": id] + CriterionWords.members(criterion) + [
        "handle": criterion.slug, "principle": criterion.principle, "guideline": criterion.guideline,
        "added_in": criterion.addedIn, "removed_in": criterion.removedIn,
        "former_level": criterion.formerLevel?.rawValue, "evaluated": !links.testing.isEmpty, "tests": links.testing,
        "no_check": links.testing.isEmpty ? criterion.noCheck : nil, "related": links.related,
        "verdicts": verdicts.verdicts.map(\.json), "verdicts_disputed": verdicts.isDisputed,
      ] + StandardsJSON.members(standing))
  }

  package func conflict(_ id: String) throws -> Shown {
    guard let conflict = Catalog.conflict(id) else { throw Refusal.unknownRecord(kind: "conflict", key: id) }
    let page = Page(
      title: "\(conflict.id): \(conflict.title)",
      sections: [
        PageSection(
          nil,
          [
            .fact("Place", conflict.place), .fact("Sources", conflict.sourcesSay), .fact("Fact", conflict.fact),
            .fact("Evidence", evidence(conflict)), .fact("Decision", conflict.reading),
            .names("Checks", conflict.checks),
          ])
      ])
    return Shown(schema: "conflict", page: page, members: CriterionWords.members(conflict))
  }

  /// The register's letters with their meaning.
  private func evidence(_ conflict: SourceConflict) -> String {
    guard let letter = conflict.evidence.first, let meaning = Catalog.evidenceCodes[String(letter)] else {
      return conflict.evidence
    }
    return "\(conflict.evidence) (\(letter): \(meaning))"
  }
}
