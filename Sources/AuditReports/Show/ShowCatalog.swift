import AuditCatalog
import AuditFigures
import AuditModel
import AuditStore

/// `a11y show` for the catalog entries besides checks: checklists, criteria, source conflicts.
package struct ShowCatalog {
  private let show: ShowContext

  package init(_ show: ShowContext) {
    self.show = show
  }

  package func checklist(_ id: String) throws -> Shown {
    let catalog = show.catalog()
    guard let list = try catalog.checklists().last(where: { $0.id == id }) else {
      throw Refusal.unknownRecord(kind: "checklist", key: id)
    }
    let isOwn = try catalog.isOwn(list)
    let rows = try list.checks.map { id in
      let check = try catalog.check(id)?.check
      return PageRow([id], words: check.map { [$0.title, Catalog.levelLabel(for: $0)] } ?? ["unknown check"])
    }
    let page = Page(
      title: "\(list.id): \(list.title)",
      sections: [
        PageSection(
          nil,
          [
            .fact("Document", list.document ?? ""), .fact("Origin", isOwn ? "custom" : "built in"),
            .fact("Checks", String(list.checks.count)),
          ]), PageSection("Checks", rows.map { .row($0) }),
      ])
    return Shown(
      schema: "checklist", page: page,
      members: [
        ("id", .string(list.id)), ("title", .string(list.title)), ("document", .string(orNull: list.document)),
        ("origin", .string(isOwn ? "team" : "built-in")), ("checks", .strings(list.checks)),
      ])
  }

  package func criterion(_ id: String) throws -> Shown {
    guard let criterion = Catalog.criterion(id) else { throw Refusal.unknownRecord(kind: "criterion", key: id) }
    let catalog = show.catalog()
    let links = try catalog.linkedChecks()[id] ?? ([], [])
    let titles = try Dictionary(
      catalog.checks().map { ($0.check.id, $0.check.title) }, uniquingKeysWith: { first, _ in first })
    func rows(_ ids: [String]) -> [PageItem] { ids.map { .row(PageRow([$0], words: [titles[$0] ?? ""])) } }
    let standing = try show.reader?.standards()[id]
    let verdicts = VerdictBook(try show.reader?.verdicts() ?? []).standing(id)
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
      members: [("criterion", .string(id))] + CriterionWords.members(criterion) + [
        ("handle", .string(criterion.slug)), ("principle", .string(criterion.principle)),
        ("guideline", .string(criterion.guideline)), ("added_in", .string(criterion.addedIn)),
        ("removed_in", .string(orNull: criterion.removedIn)),
        ("former_level", .string(orNull: criterion.formerLevel?.rawValue)),
        ("evaluated", .bool(!links.testing.isEmpty)), ("tests", .strings(links.testing)),
        ("related", .strings(links.related)),
        ("verdicts", .array(verdicts.verdicts.map(\.json))), ("verdicts_disputed", .bool(verdicts.isDisputed)),
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
