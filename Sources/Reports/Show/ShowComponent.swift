import Audit
import Base
package import Store

extension ShowContext {
  /// `a11y show COMPONENT`.
  package func component(_ key: String, _ attached: Attached, _ reader: Reader) throws -> Shown {
    let component = try reader.component(key)
    let cells = try reader.currentCells(ofComponent: key).filter(scope.accepts)
    // What is counted is what a plan asks for, as in status; out of use nothing is.
    let isCounted = component.map { !$0.isRetired } ?? false
    let own = Filter(terms: [Filter.Term(.component, [key])])
    let inPlan = isCounted ? try reader.cells(own).filter(scope.accepts) : cells
    let untested = try isCounted ? self.untested(own, reader) : []
    let places = Set(inPlan.map(\.place))
    let outside = cells.filter { !places.contains($0.place) }
    var counts = CellWords.counts(of: inPlan)
    counts.untested = untested.count
    let promises = try component.map { try PlannedComparison(reader).lines(of: $0, cells) } ?? []
    let states = try component.map { try ControlStates.lines(of: $0, cells, reader) } ?? []
    // Of one condition, the rest of the plan is not known.
    let planned = isCounted && scope.condition == nil ? Set(untested.map(\.check)) : nil
    let onScreens = try component.map { try OnScreen.all(of: $0, reader, scope) } ?? []
    let halves = try component.map { SettingHalves.all(of: $0, try SettingHalves.checks(reader), cells) } ?? []
    let title = component.map { $0.title.isEmpty ? key : "\(key): \($0.title)" } ?? key
    var page = Page(title: title)
    page.sections = [
      PageSection(nil, facts(component, attached)),
      PageSection("Size vs. style", try styleItems(component, reader)),
      PageSection("Specified vs. measured", promises.map { .row($0.row) }),
      PageSection("States", component.map { ControlStates.items(states, $0, words, planned: planned) } ?? []),
      PageSection(
        "Setting off/on comparison",
        scope.cut(halves.filter { $0.isToldOf(component) }.map(\.row), otherwise: 10)),
      PageSection("Conflicting fields", attached.conflicts),
      PageSection("Status", standing(counts, outside: outside)),
    ]
    page.sections += groups(cells)
    page.sections.append(PageSection("On its screen", onScreens.flatMap { $0.items(key, scope, words) }))
    let evidence = try evidence(of: key, nil, reader)
    page.sections += [PageSection("Untested", untestedItems(untested)), evidence.section]
    page.sections += attached.sections
    return Shown(
      schema: "component", page: page,
      members: try members(key, component, attached, counts, cells, untested) + [
        "planned": JSONText.objects(promises, \.members), "states": ControlStates.members(states),
        "on_screens": JSONText.objects(onScreens) { try $0.members(words) },
        "settings": JSONText.objects(halves, \.members), "evidence": evidence.members,
      ])
  }

  private func facts(_ component: Component?, _ attached: Attached) -> [PageItem] {
    guard let component else {
      return [
        .text("Not registered, but used in results or notes. To add it, run \"a11y new component KEY --kind KIND\".")
      ]
    }
    var source = component.source
    if !component.sourceDigest.isEmpty { source += " (digest \(component.sourceDigest))" }
    let platforms = component.platforms.map(\.rawValue)
    var items: [PageItem] = [
      .fact("Former keys", component.formerKeys.joined(separator: ", ")),
      .fact("Kind", component.kind), .fact("Profile", component.profile.rawValue), .fact("Style", component.style),
      .fact("Owner", component.owner),
      .fact("Screens", component.screens.joined(separator: ", ")), .fact("Source", source),
      .fact("Size", component.size), .fact("Hit area", component.hitArea),
      .fact("Target", target(component)),
      .fact("Platforms", platforms.isEmpty ? "all (none set)" : platforms.joined(separator: ", ")),
      .fact("Features", component.features.joined(separator: ", ")),
      .fact("Tags", component.tags.joined(separator: ", ")),
    ]
    if component.isRetired { items.append(.fact("Retired", "yes (out of scope; its history is kept)")) }
    return items + [.fact("Last changed", attached.lastChange)]
  }

  private func target(_ component: Component) -> String {
    guard let tier = component.tier else { return "profile default" }
    let isUsual = component.tier == component.usualTier && component.styleTier ?? 0 <= 44
    let source =
      component.targetTier != nil ? "" : isUsual ? " (standard in a child profile)" : " (from its style)"
    guard let size = try? TargetSize.parse(component.tappedSize), size.smallerSide.wholePart < tier else {
      return "\(tier) pt\(source)"
    }
    return "\(tier) pt\(source) (not met by \(component.tappedWords))"
  }

  /// The registered size, compared with every tier and with the style.
  private func styleItems(_ component: Component?, _ reader: Reader) throws -> [PageItem] {
    guard let component, !component.style.isEmpty, !component.tappedSize.isEmpty,
      let style = try reader.style(component.style)?.expects,
      let report = try? Calculations.target(component.tappedSize, profile: component.profile, style: style)
    else { return [] }
    return report.verdicts.filter(\.isRequired).map { verdict in
      .row(PageRow(outcome: verdict.outcome.rawValue, [verdict.threshold], words: [verdict.rule]))
    }
  }

  /// What a plan asks for and has no result, with all that is set where it is tested.
  private func untested(_ filter: Filter, _ reader: Reader) throws -> [ScopeCell] {
    let settings = try reader.checkSettings
    return try reader.untestedCells(filter).compactMap { cell in
      var seen = cell
      seen.condition = settings.seen(cell.condition, of: cell.check)
      return scope.accepts(cell.condition) || scope.accepts(seen.condition) ? seen : nil
    }
  }

  private func standing(_ counts: CellCounts, outside: [Cell]) -> [PageItem] {
    var items: [PageItem] = [.text("\(counted(counts.inScope, "item")): \(CellWords.counts(counts)).")]
    if counts.inScope > 0 { items += CellWords.rates(counts) }
    if !outside.isEmpty {
      items.append(.text(NoticeWords.outsidePlan(outside.count, failing: outside.count { $0.outcome == .fail })))
    }
    return items
  }

  private func groups(_ cells: [Cell]) -> [PageSection] {
    let failing = cells.filter { $0.outcome == .fail }.sorted(by: Cell.isWorse)
    let unclear = cells.filter { $0.outcome == .cantTell || ($0.isUnsettled && $0.outcome != .fail) }
    let passing = cells.filter { $0.outcome == .pass && !$0.isUnsettled }
    let other = cells.filter { $0.outcome == .na && !$0.isUnsettled }
    return [
      ("Failing", failing, 50), ("Inconclusive", unclear, 50), ("Passing", passing, 10), ("Not applicable", other, 10),
    ]
    .map { heading, rows, standard in
      PageSection(heading, scope.cut(rows.map { words.row($0, named: $0.check) }, otherwise: standard))
    }
  }

  private func untestedItems(_ cells: [ScopeCell]) -> [PageItem] {
    scope.cut(
      cells.map { PageRow([$0.condition.isEmpty ? $0.check : "\($0.check) (\($0.condition))"]) }, otherwise: 5)
  }

  private func members(
    _ key: String, _ component: Component?, _ attached: Attached, _ counts: CellCounts, _ cells: [Cell],
    _ untested: [ScopeCell]
  ) throws -> JSONMembers {
    let fields = try component.map { try Table.members(of: $0, scope.machine).without("conflicts") }
    let standing: JSONMembers = [
      "former_keys": component?.formerKeys ?? [], "registered": component != nil, "changed": attached.changed,
      "conflicts": attached.conflictMembers, "standing": counts.jsonMembers,
      "cells": try JSONText.objects(cells, words.json),
      "untested": untested.map(\.check),
    ]
    return (fields ?? ["key": key]) + standing + attached.members
  }
}

extension ControlStates {
  /// - Parameter planned: the untested checks that the plan asks for; nil where that is not known.
  static func items(
    _ lines: [Line], _ component: Component, _ words: CellWords, planned: Set<String>?
  ) -> [PageItem] {
    lines.flatMap { line -> [PageItem] in
      if !line.cells.isEmpty { return line.cells.map { .row(words.row($0, named: line.state)) } }
      guard line.isAsked else {
        return [.row(PageRow([line.state], words: ["does not apply to \(component.kind) components"]))]
      }
      let isOutside = planned.map { !$0.contains(line.check) } ?? false
      return [
        .row(
          PageRow(
            outcome: "untested", [line.state], words: [line.check] + (isOutside ? ["outside the plan"] : [])))
      ]
    }
  }

  static func members(_ lines: [Line]) -> JSONText {
    .objects(lines) { line in
      let cells = JSONText.objects(line.cells) { cell in
        [
          "condition": cell.condition, "outcome": cell.outcomeID, "value": cell.value?.text,
          "judged_outcome": cell.judged?.rawValue,
        ]
      }
      return ["state": line.state, "check": line.check, "asked": line.isAsked, "cells": cells]
    }
  }
}

/// The specified and the measured value, in words.
extension PlannedLine {
  /// Nil without a result.
  var found: String? {
    value ?? condition.map { _ in OutcomeWords.word(outcome?.rawValue ?? "untested") }
  }

  var row: PageRow {
    var phrases = ["specified \(planned)" + (by == "plan" ? "" : " by \(by)")]
    phrases.append(found.map { "measured \($0)" } ?? "")
    if let condition, !condition.isEmpty { phrases.append("under \(condition)") }
    if found != nil { phrases.append(standing.rawValue) } else { phrases.append(PlannedLine.Standing.nothing.rawValue) }
    return PageRow(outcome: outcome?.rawValue ?? "untested", [check], words: phrases + [words])
  }

  var members: JSONMembers {
    [
      "component": component, "check": check, "condition": condition, "planned": planned, "by": by, "found": found,
      "outcome": outcome?.rawValue, "judged_outcome": judged?.rawValue, "says": standing.rawValue, "words": words,
    ]
  }
}

/// A check that must be tested with a setting off and on, in words.
extension SettingHalves {
  var row: PageRow {
    let halves = [("off", off), ("on", on)].map { name, state in
      "\(name): \(OutcomeWords.word(state?.rawValue ?? "untested"))"
    }
    let open = missing.isEmpty ? "" : "not tested with \(setting) \(missing.joined(separator: " and "))"
    let outcome = Self.worst(off, on)
    return PageRow(outcome: outcome, [check], words: halves + [open])
  }

  /// The outcome of both halves together; untested while one is missing, unless the other fails.
  private static func worst(_ one: Outcome?, _ other: Outcome?) -> String {
    let both = [one, other]
    if both.contains(.fail) { return Outcome.fail.rawValue }
    if both.contains(.cantTell) { return Outcome.cantTell.rawValue }
    if both.contains(nil) { return "untested" }
    return both.contains(.pass) ? Outcome.pass.rawValue : Outcome.na.rawValue
  }

  var members: JSONMembers {
    [
      "component": component, "check": check, "setting": setting, "off": off?.rawValue ?? "untested",
      "on": on?.rawValue ?? "untested", "missing": missing,
    ]
  }
}

/// What the checks of a screen say of a component that is on it: they are asked once, for the screen.
struct OnScreen {
  let screen: String
  /// How many of the plan the screen is asked.
  let asked: Int
  /// What the screen shows of them, under each condition.
  let cells: [Cell]

  /// Of the screens that a component is on, in the order of their keys.
  static func all(of component: Component, _ reader: Reader, _ scope: ShowScope) throws -> [OnScreen] {
    guard try reader.edition >= .third, !component.isRetired else { return [] }
    let work = try reader.workScope(of: nil)
    let checks = work.checks.filter { $0.unit == .screen }
    let screens = work.components.filter { CheckUnit.screens.contains($0.kind) && component.isOn($0) }
    return try screens.map { screen in
      let asked = Set(checks.filter { $0.isInScope(for: screen) }.map(\.id))
      let cells = try reader.currentCells(ofComponent: screen.key)
        .filter { asked.contains($0.check) && $0.outcome != nil && scope.accepts($0.condition) }
      return OnScreen(screen: screen.key, asked: asked.count, cells: cells)
    }.filter { $0.asked > 0 }
  }

  /// One sentence, then what fails, and with `--all` the rest: first what names the component.
  func items(_ component: String, _ scope: ShowScope, _ words: CellWords) -> [PageItem] {
    let answered = Set(cells.map(\.check)).count
    let counts = cells.isEmpty ? "" : ": \(CellWords.counts(CellWords.counts(of: cells)))"
    let sentence = "Answered on its screen \(screen): \(counted(answered)) of \(counted(asked, "check"))\(counts)."
    func place(_ cell: Cell) -> Int {
      guard cell.outcome == .fail else { return 2 }
      return cell.on?.contains(component) == false ? 1 : 0
    }
    let sorted = cells.indices.sorted { (place(cells[$0]), $0) < (place(cells[$1]), $1) }.map { cells[$0] }
    let rows = sorted.map { words.row($0, named: $0.check) }
    return [.text(sentence)] + scope.cut(rows, otherwise: cells.count { place($0) == 0 })
  }

  func members(_ words: CellWords) throws -> JSONMembers {
    ["screen": screen, "checks": asked, "cells": try JSONText.objects(cells, words.json)]
  }
}
