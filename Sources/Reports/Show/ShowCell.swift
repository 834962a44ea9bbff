package import Audit
package import Base
package import Store

extension ShowContext {
  /// `a11y show CHECK COMPONENT`: the current result, and the whole history.
  package func cell(
    _ check: String, _ component: String, _ attached: Attached, _ reader: Reader
  ) throws -> Shown {
    let current = try reader.check(check)
    let registered = try reader.component(component)
    let cells = try reader.currentCells(ofComponent: component, checks: [check]).filter {
      scope.accepts($0)
    }
    let history = CellHistory(
      show: self,
      results: try reader.history(component: component, check: check).filter { scope.accepts($0) },
      currentText: current?.text)
    let out = reasonNotAsked(current?.check, registered)
    let open = try Dictionary(
      firstOf: cells.map { ($0.condition, try reader.openResults(of: $0.place, areAlone: $0.isHidden)) })
    let evidence = try evidence(of: component, check, reader)
    var page = Page(title: "\(check) on \(component)")
    page.sections = [PageSection(nil, head(current?.check, registered, out, cells))]
    for cell in cells {
      let name = cell.seenUnder.isEmpty ? "Current result" : "Current result under \(cell.seenUnder)"
      page.sections.append(
        PageSection(name, try now(cell, current?.check, registered, open[cell.condition] ?? [], reader)))
    }
    page.sections += [
      PageSection("Check", current.map { ShowCheck.howTo($0.check) + ShowCheck.consequence($0.check) } ?? []),
      PageSection("Conflicting sources", current.map { ShowCheck.conflicts($0.check) } ?? []),
      evidence.section, PageSection("History", history.items),
      PageSection("Changes to the check", try history.textChanges(check, current?.check, reader)),
    ]
    page.sections += attached.sections
    return Shown(
      schema: "cell", page: page,
      members: [
        "check": check, "component": component, "title": current?.check.title,
        "version": current.map { TextVersion.hex($0.text) },
        "applicability": JSONText.object(["in_scope": out == nil, "reason": out?.reason]),
        "planned": registered?.promise(for: check)?.value,
        "cells": try JSONText.objects(cells) { try json($0, open[$0.condition] ?? [], reader) },
        "conflicts": JSONText.objects(current.map { Catalog.conflicts(for: $0.check) } ?? [], CriterionWords.members),
        "history": try history.members(), "evidence": evidence.members,
      ] + attached.members)
  }

  /// Why the check is not asked of this component, with a name for it; nil if it is asked.
  ///
  /// A result that was logged although the check does not apply counts, so that is not called out of scope.
  private func reasonNotAsked(_ check: Check?, _ component: Component?) -> (name: String, reason: String)? {
    guard let component else { return ("Out of scope", "The component is not registered.") }
    guard let check else { return ("Out of scope", "The text of the check is unknown.") }
    if component.isRetired { return ("Out of scope", "The component is retired.") }
    let answer = check.applies(to: component)
    guard case .out(let reason) = answer else { return nil }
    return ("Does not apply", reason)
  }

  private func head(
    _ check: Check?, _ component: Component?, _ out: (name: String, reason: String)?, _ cells: [Cell]
  ) -> [PageItem] {
    var items: [PageItem] = [.fact("Check", check?.title ?? ""), .fact("Component", component?.title ?? "")]
    if let out { items.append(.fact(out.name, out.reason)) }
    if cells.isEmpty {
      let place = scope.condition.map { " under \($0.shown)" } ?? ""
      items.append(.row(PageRow(outcome: "untested", [], words: ["no current result\(place)"])))
    }
    return items
  }

  private func now(
    _ cell: Cell, _ check: Check?, _ component: Component?, _ open: [Cell], _ reader: Reader
  ) throws -> [PageItem] {
    var state: [String] = []
    if cell.severity != nil { state.append(SeverityWords.word(of: cell)) }
    state.append("since \(day(cell.since))")
    state.append("tested \(time(cell.time)) by \(TesterWords.name(cell))")
    var items: [PageItem] = [
      .row(PageRow(outcome: cell.outcomeID, [], words: state + CellHistory.place(cell)))
    ]
    if let value = cell.value { items.append(.fact("Value", judgement(value, cell, check, component))) }
    items.append(.fact("Specified", planned(cell, check, component)))
    items.append(.fact("Stale", words.staleSentences(cell).joined(separator: "; ")))
    if let waiver = cell.waiver {
      let note = waiver.note.isEmpty ? "" : ". \(waiver.note)"
      items.append(
        .fact("Waived", "until \(waiver.until), \(waiver.reason), approved by \(waiver.approver)\(note)"))
    }
    if let expired = cell.expired {
      items.append(.fact("Waiver", "expired on \(expired.until), \(expired.reason), approved by \(expired.approver)"))
    }
    let machines = MachineWords(own: try reader.identity().replica)
    if let word = cell.disagreement {
      let said = zip(open, machines.testers(of: open)).map { side, tester in
        "\(OutcomeWords.word(side.outcome?.rawValue ?? "")) by \(tester), \(time(side.time))"
      }
      items.append(.fact(word.capitalizedFirst, said.joined(separator: "; ") + ". To resolve, log a new result."))
    }
    let others = cell.isUnsettled ? [] : open.filter { $0.id != cell.id }
    let also = zip(others, machines.testers(of: others)).map { other, tester in
      ([tester] + CellHistory.place(other) + [time(other.time)]).joined(separator: ", ")
        + (other.note.map { ": \($0)" } ?? "")
    }
    items.append(.fact("Also", also.joined(separator: "; ")))
    items.append(.fact("On", cell.on.map(OnWords.names) ?? ""))
    items.append(.fact("Note", cell.note ?? ""))
    items.append(.fact("ID", cell.outcome == .fail ? TicketMark.id(of: try reader.markedPlace(cell.place)) : ""))
    items.append(.links("Tickets", try reader.tickets(of: cell)))
    if !cell.pattern.isEmpty {
      let pattern = FindingPattern(cell.pattern, try reader.pattern(cell.pattern))
      items += [
        .fact("Pattern", pattern.title == pattern.name ? pattern.name : "\(pattern.name): \(pattern.title)"),
        .fact("Problem", pattern.problem), .fact("Remedy", pattern.remedy),
      ]
    }
    return items
  }

  /// The outcome of the value by today's threshold, and the outcome of the tester; if they differ, the value decides.
  private func judgement(
    _ value: MeasuredValue, _ cell: Cell, _ check: Check?, _ component: Component?
  ) -> String {
    guard let measurement = check?.measurement?.under(cell.condition) else {
      return "\(value.text); the check has no measurement"
    }
    let said = "tester's outcome: \(cell.outcomeWord)"
    let beside = cell.isOverruled ? "the value contradicts the tester's outcome" : said
    let wanted = measurement.wording(on: component)
    switch measurement.judge(value, on: component) {
    case .notComparable(let reason): return "\(value.text); required: \(wanted). \(reason)"
    case .pass, .fail:
      let today = OutcomeWords.word(cell.judged?.rawValue ?? "")
      let faults = measurement.faults(of: value, on: component).map { "; \($0)" }.joined()
      return "\(value.text); required: \(wanted), which is \(today) today\(faults); \(beside)"
    }
  }

  /// The specified value, and whether the measured value matches; empty without a specified value.
  private func planned(_ cell: Cell, _ check: Check?, _ component: Component?) -> String {
    guard let (text, style) = component?.promise(for: cell.check) else { return "" }
    let plan = text + (style.map { " by the style \($0)" } ?? "")
    guard let value = cell.value, let measurement = check?.measurement,
      let planned = try? MeasuredValue.parse(text, of: measurement)
    else { return plan }
    return measurement.areSame(planned, value) ? "\(plan), measured the same" : "\(plan), measured \(value.text)"
  }

  private func json(_ cell: Cell, _ open: [Cell], _ reader: Reader) throws -> JSONMembers {
    let sides = cell.isUnsettled ? open : []
    let tickets = try reader.tickets(of: cell)
    let finding = cell.outcome == .fail ? TicketMark.id(of: try reader.markedPlace(cell.place)) : nil
    return try words.json(cell) + [
      "since": iso(cell.since), "tickets": tickets.map(\.name), "ticket_links": tickets.map { $0.address ?? "" },
      "finding": finding,
      "also": JSONText.strings(open.filter { !cell.isUnsettled && $0.id != cell.id }.map(\.id)),
      "sides": JSONText.objects(sides) { side in
        ["outcome": side.outcome?.rawValue, "tester": side.tester, "at": iso(side.time), "id": side.id]
      },
    ]
  }
}

/// The results of a cell, newest first: outcome, tester, time, and place.
package struct CellHistory {
  let show: ShowContext
  let results: [Cell]
  let currentText: UInt32?

  /// The displayed rows; undone results only with `--all`, and then marked.
  package var items: [PageItem] {
    let shown = show.scope.isWhole ? results : results.filter { !$0.isRetracted }
    var items = show.scope.cut(shown.map(row), otherwise: 10)
    let undone = results.count - shown.count
    if undone > 0 {
      items.append(.text("\(counted(undone, "more was", "more were")) undone (use --all to list them)."))
    }
    return items
  }

  /// Build, device, system and audit, phrase by phrase.
  package static func place(_ row: Cell) -> [String] {
    [
      row.build.filled.map { "build \($0)" }, row.device.filled, row.os.filled.map { "system \($0)" },
      row.audit.filled.map { "audit \($0)" },
    ].compactMap(\.self)
  }

  private func row(_ result: Cell) -> PageRow {
    var words = ["by \(TesterWords.name(result))"]
    if !result.seenUnder.isEmpty { words.append("under \(result.seenUnder)") }
    words += Self.place(result)
    if let severity = result.severity { words.append(severity.word) }
    if let value = result.value {
      words.append("value \(value.text)")
      if let judged = result.judged, judged != result.outcome {
        words.append("by today's threshold \(OutcomeWords.word(judged.rawValue))")
      }
    }
    if let on = OnWords.phrase(result.on) { words.append(on) }
    if !result.pattern.isEmpty { words.append("pattern \(result.pattern)") }
    if isEarlierText(result) { words.append("logged for an earlier text of the check") }
    if result.isRetracted { words.append("undone") }
    return PageRow(
      outcome: result.outcome?.rawValue, [show.time(result.time)], words: words,
      details: [("Note", result.note ?? ""), ("Result", show.scope.isWhole ? result.id : "")])
  }

  private func isEarlierText(_ result: Cell) -> Bool {
    guard let text = result.text, let currentText else { return false }
    return text != currentText
  }

  package func members() throws -> JSONText {
    try .objects(results) { result in
      try show.words.json(result).without("waiver", "disputed") + [
        "retracted": result.isRetracted, "text_version": result.text.map { TextVersion.hex($0) },
        "earlier_text": isEarlierText(result),
      ]
    }
  }

  /// For each earlier text with results: its content where it differs from the current text.
  package func textChanges(_ id: String, _ current: Check?, _ reader: Reader) throws -> [PageItem] {
    guard let current else { return [] }
    var seen: Set<UInt32> = []
    var items: [PageItem] = []
    for result in results where isEarlierText(result) {
      guard let version = result.text, seen.insert(version).inserted else { continue }
      guard let old = try reader.checkText(id, version: version) else {
        items.append(.row(PageRow([TextVersion.hex(version)], words: ["unknown text version"])))
        continue
      }
      let fields = [
        ("Previous title", old.title, current.title), ("Previous how to test", old.how, current.how),
        ("Previous expected", old.expected, current.expected),
        ("Previous method", old.method.rawValue, current.method.rawValue),
        ("Previous measurement", Self.wording(old), Self.wording(current)),
      ]
      items.append(
        .row(
          PageRow(
            [TextVersion.hex(version)],
            details: fields.filter { $0.1 != $0.2 }.map { ($0.0, $0.1) })))
    }
    return items
  }

  private static func wording(_ check: Check) -> String { check.measurement.map { $0.wording() } ?? "none" }
}

/// A cell or a result in the words and members that several pages share.
package struct CellWords {
  let scope: ShowScope
  let columns: [Column<Cell>]

  /// Counts in words: `3 PASS, 1 FAIL`, without zeros.
  package static func counts(_ counts: CellCounts) -> String { counts.listed.filled ?? "no items" }

  /// Compliance is never shown without coverage.
  package static func rates(_ counts: CellCounts) -> [PageItem] {
    [
      .rate("Compliance", counts.pass, of: counts.judged, "evaluated items pass"),
      .rate("Coverage", counts.judged, of: counts.applicable, "applicable items evaluated"),
    ]
  }

  package static func counts(of rows: [Cell]) -> CellCounts {
    var counts = CellCounts()
    for row in rows {
      counts.add(row.state)
    }
    return counts
  }

  /// The details of a cell besides its outcome, as phrases.
  func phrases(_ row: Cell) -> [String] {
    let words =
      [
        row.seenUnder.filled, row.severity?.word, row.value?.text, row.judgedWords, OnWords.phrase(row.on),
        row.pattern.filled.map { "pattern \($0)" },
      ] + row.doubtWords + [row.staleWords, row.waiver.map { "waived until \($0.until)" }]
    return words.compactMap(\.self)
  }

  package func row(_ cell: Cell, named name: String) -> PageRow {
    PageRow(
      outcome: cell.outcomeID, [name],
      words: phrases(cell), details: [("Note", cell.note ?? "")])
  }

  /// Why a result is stale, in sentences.
  package func staleSentences(_ row: Cell) -> [String] {
    row.stale.map { reason in
      switch reason {
      case .source: "the source file of the component has changed"
      case .build:
        "tested in \(row.build.isEmpty ? "an unspecified build" : "build \(row.build)"), not in the current build"
      case .check: "the text of the check has changed"
      case .registered: row.question ?? "the registered data of the component contradicts it"
      case .age: "tested \(counted(scope.people.days(since: row.time), "day")) ago"
      }
    }
  }

  /// The members of a row of `list items`, and the waiver.
  package func json(_ row: Cell) throws -> JSONMembers {
    JSONMembers(try columns.map { ($0.head.key, try $0.value(row, scope.machine).json) })
      + ["waiver": row.waiver.map(Self.json)]
  }

  static func json(_ waiver: Waiver) -> JSONMembers {
    [
      "reason": waiver.reason, "approver": waiver.approver, "until": waiver.until, "condition": waiver.condition,
      "note": waiver.note,
    ]
  }
}
