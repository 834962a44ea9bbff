import Audit
package import Base
import CommandLine
import Exchange
package import Store

/// What became of the findings of one report.
package struct SignalReport {
  /// Findings that belong to no component, for one reason.
  package struct Refusal {
    var reason: String
    var hint: String
    var count: Int
    /// The places of the first of them.
    var places: [String]
  }

  private static let places = 20

  /// Nil where no file was read, as findings that were kept before were matched again, and for a list without entries.
  let form: ReportForm?
  /// Whether it belongs to a repeated run.
  var isOfRun = false
  /// All that the report holds.
  let findings: Int
  /// What else it holds, which was not used.
  private let unused: [FindingsReport.LeftOut]
  var cells = 0
  /// Signals that were kept, and those that said nothing new.
  var added = 0
  var same = 0
  /// Findings that went to the component that is their screen, because no other fitted.
  private(set) var onScreens = 0
  private(set) var matched = 0
  /// Cells that are `cant-tell` now.
  var opened = 0
  /// What an earlier report of the same run has and this one has not.
  var closed: [Signal] = []
  /// The tools of findings of the same run of which an empty file says nothing.
  var leftOpen: [String] = []
  /// Whether the tool could test all of it: else that it found nothing says nothing.
  private var isWhole = true
  /// The tool could not test all of it, so that nothing was closed.
  var isIncomplete = false
  /// How many findings of the run stay open, as their rules were not tested.
  var untested = 0
  /// The same of tests that were skipped.
  var skipped = 0
  /// This report is older than what is known of its run, so that nothing was closed.
  var isOlder = false
  /// Signals that had no cell before.
  var attached = 0
  private(set) var refusals: [Refusal] = []
  private var refusalPlaces: [String: Int] = [:]
  /// Rules that no check covers, with the number of their findings.
  private(set) var leftOut: [(rule: String, count: Int)] = []
  private var rulePlaces: [String: Int] = [:]
  private var components: Set<String> = []
  /// The cells that findings go to, in their order, with how many.
  private var matches: [(place: ScopeCell, count: Int)] = []
  private var matchPlaces: [ScopeCell: Int] = [:]
  private var screens: Set<String> = []

  var unmatched: Int { refusals.reduce(0) { $0 + $1.count } }
  var uncovered: Int { leftOut.reduce(0) { $0 + $1.count } }

  /// Of nothing yet.
  init() { (form, findings, unused) = (nil, 0, []) }

  init(form: ReportForm?, _ report: FindingsReport) {
    self.form = form
    findings = report.findings.count
    unused = report.leftOut
    isWhole = !report.isIncomplete
  }

  /// Whether the report holds findings and none of them has a cell.
  var isUseless: Bool { findings > 0 && cells == 0 }

  mutating func place(_ finding: ToolFinding, at place: ScopeCell, isScreen: Bool) {
    matched += 1
    components.insert(place.component)
    if let index = matchPlaces[place] {
      matches[index].count += 1
    } else {
      matchPlaces[place] = matches.count
      matches.append((place, 1))
    }
    if isScreen { onScreens += 1 }
    if !finding.screen.isEmpty { screens.insert(finding.screen) }
  }

  mutating func refuse(_ place: String, _ reason: String, _ hint: String) {
    guard let index = refusalPlaces[reason] else {
      refusalPlaces[reason] = refusals.count
      refusals.append(Refusal(reason: reason, hint: hint, count: 1, places: [place]))
      return
    }
    refusals[index].count += 1
    if refusals[index].places.count < Self.places { refusals[index].places.append(place) }
  }

  /// Counts a finding of a rule that no check covers.
  mutating func leave(rule: String) {
    if let index = rulePlaces[rule] {
      leftOut[index].count += 1
    } else {
      rulePlaces[rule] = leftOut.count
      leftOut.append((rule, 1))
    }
  }

  // MARK: Words

  /// `333 findings on 13 screens: 333 matched (61 items of 20 components), 0 without a component, 0 without a check.`
  func sentence(isDryRun: Bool) -> String {
    let place = screens.isEmpty ? "" : " on \(counted(screens.count, "screen"))"
    let places = cells > 0 ? " (\(counted(cells, "item")) of \(counted(components.count, "component")))" : ""
    return
      "\(form.map { "\($0.rawValue): " } ?? "")\(counted(findings, "finding"))\(place): \(matched) matched\(places), \(unmatched) "
      + "without a component, \(uncovered) without a check. \(counted(added, "tool finding")) "
      + "\(isDryRun ? "would be added" : "added"), \(counted(same)) the same; \(counted(opened, "item")) "
      + "\(isDryRun ? "would be " : "")set to CAN'T TELL."
  }

  /// Which cells the findings go to, a line each: `sign-in/close voiceover.label-present: 2 findings`.
  func matches(named: Int) -> [String] {
    let lines = matches.map { match in
      let place = [match.place.component, match.place.check, match.place.condition].filter { !$0.isEmpty }
        .joined(separator: " ")
      return "  \(place): \(counted(match.count, "finding"))"
    }
    return firstLines(lines, named) { "  and \(counted($0)) more items; pass --json to list all." }
  }

  /// What a person may want to do next, and what was left out.
  func remarks(of name: String, named: Int, isDryRun: Bool) -> [String] {
    var lines: [String] = []
    if findings == 0, !isWhole, !isIncomplete {
      lines.append("The tool could not test everything, so finding nothing closes nothing.")
    } else if findings == 0, !isIncomplete {
      let hint = isOfRun ? "" : " Pass --run NAME to close what an earlier report of the same run found."
      lines.append("The run found nothing.\(hint)")
    }
    for tool in Set(leftOpen).sorted() {
      let count = leftOpen.count { $0 == tool }
      lines.append(
        "\(counted(count, "finding")) of \(tool) \(count == 1 ? "stays" : "stay") open: an empty file may be of a tool that "
          + "stopped early. Import its own report, with --as \(tool) if it is an empty list.")
    }
    for refusal in refusals.prefix(named) {
      let first = refusal.places.first ?? ""
      let others = refusal.count > 1 ? " (and \(counted(refusal.count - 1)) more like it)" : ""
      lines.append("a11y: \(MessageText.quoted(name)), \(first): \(refusal.reason)\(others)")
      lines.append("hint: \(refusal.hint)")
    }
    if refusals.count > named {
      lines.append("a11y: and \(counted(refusals.count - named)) more reasons; pass --json to list all.")
    }
    if !leftOut.isEmpty {
      let rules = firstNamed(leftOut.map { "\($0.rule) (\(counted($0.count)))" }, named)
      lines.append("\(counted(uncovered, "finding")) of rules that no check covers: \(rules).")
    }
    if attached > 0 {
      lines.append(
        "\(counted(attached, "earlier finding is", "earlier findings are")) now assigned to an item.")
    }
    if unmatched + uncovered > 0 {
      lines.append(
        "Findings without a component or check are kept. Run \"a11y list tool-findings state:unmatched\" to list them, "
          + "and \"a11y edit tracker --match RULE\" to assign them.")
    }
    if !unused.isEmpty {
      lines.append("Not used: \(unused.map { counted($0.count, $0.one, $0.several) }.joined(separator: ", ")).")
    }
    if !closed.isEmpty {
      let verb = isDryRun ? "Would close" : "Closed"
      lines.append("\(verb) \(counted(closed.count, "finding")) that this run no longer reports:")
      let gone = closed.map { signal in
        let place = [signal.component, signal.check].filter { !$0.isEmpty }.joined(separator: " ")
        let message = signal.message.isEmpty ? "" : ": \(signal.message)"
        return "  \(signal.tool) \(signal.rule)\(place.isEmpty ? "" : " on \(place)")\(message)"
      }
      lines += firstLines(gone, named) { "  and \(counted($0)) more; pass --json to list all." }
    }
    if isIncomplete { lines.append("The tool could not test everything, so no findings were closed.") }
    if untested > 0 {
      lines.append(
        "\(counted(untested, "finding stays", "findings stay")) open: the tool did not test \(untested == 1 ? "its rule" : "their rules")."
      )
    }
    if skipped > 0 {
      lines.append(
        "\(counted(skipped, "finding stays", "findings stay")) open: \(skipped == 1 ? "its test was" : "their tests were") skipped."
      )
    }
    if isOlder { lines.append("A later report of this run was imported before, so no findings were closed.") }
    if onScreens > 0 {
      lines.append(
        "\(counted(onScreens, "finding")) assigned to the whole screen: no component on it has the name of the element."
      )
    }
    if opened > 0 {
      lines.append("Run \"a11y list tool-findings\" to review them; log a result to confirm or dismiss each one.")
    }
    return lines
  }

  /// What became of findings that had no cell before.
  package var reviewed: [String] {
    guard attached > 0 else { return ["No unmatched finding fits these rules."] }
    return [
      "\(counted(attached, "finding is", "findings are")) now assigned; \(counted(opened, "item")) set to CAN'T TELL."
    ]
  }

  var json: JSONText {
    .object([
      "tool": form?.rawValue ?? "", "findings": findings, "cells": cells, "components": components.count,
      "screens": screens.count, "opened": opened, "on_screens": onScreens, "matched": matched, "attached": attached,
      "unmatched": unmatched, "uncovered": uncovered,
      "reasons": JSONText.objects(refusals) { refusal in
        ["reason": refusal.reason, "hint": refusal.hint, "count": refusal.count, "places": refusal.places]
      }, "uncovered_rules": JSONText.objects(leftOut) { ["rule": $0.rule, "count": $0.count] },
      "matches": JSONText.objects(matches) {
        [
          "component": $0.place.component, "check": $0.place.check, "condition": $0.place.condition,
          "findings": $0.count,
        ]
      }, "unused": JSONText.objects(unused) { ["what": $0.one, "count": $0.count] },
      "closed": JSONText.objects(closed) {
        ["tool": $0.tool, "rule": $0.rule, "component": $0.component, "check": $0.check, "message": $0.message]
      },
    ])
  }
}

/// The rules of a team for findings without a component or check: `a11y edit tracker --match`.
///
/// A rule is `WHAT=WHERE`. `rule:axe/region=voiceover.container-grouping` names the check of a tool's rule; anything
/// else is an element (its identifier, label or selector, or `screen:` and a screen) and the component it belongs to.
/// `*` stands for anything. The first rule that fits holds.
package struct MatchRules {
  private let components: [(pattern: Pattern, component: String)]
  private let checks: [(pattern: Pattern, check: String)]
  /// Whose checks findings are for where no rule names one.
  let edition: CatalogEdition

  /// The most rules that are kept and read: each finding is compared with each of them, and others' bundles bring them too.
  private static let most = 1_000

  private enum Pattern {
    case element(Glob)
    case screen(Glob)
    case rule(Glob)
  }

  package init(_ reader: Reader) throws {
    let record = try reader.record("setting", "tracker").flatMap { $0.isDeleted ? nil : $0 }
    var components: [(Pattern, String)] = []
    var checks: [(Pattern, String)] = []
    for rule in (record?.list("match") ?? []).prefix(Self.most).compactMap(Self.parts) {
      switch rule.pattern {
      case .rule: checks.append(rule)
      case .element, .screen: components.append(rule)
      }
    }
    (self.components, self.checks, edition) = (components, checks, try reader.edition)
  }

  /// The component of a finding, by the first rule that names its element or its screen.
  func component(of finding: ToolFinding) -> String? {
    components.first { pattern, _ in
      switch pattern {
      case .element(let glob): (finding.names + finding.elements).contains { glob.matchesText($0) }
      case .screen(let glob): glob.matchesText(finding.screen)
      case .rule: false
      }
    }?.component
  }

  /// The check of a finding, by the first rule that names its tool's rule.
  func check(of finding: ToolFinding) -> String? {
    checks.first { pattern, _ in
      if case .rule(let glob) = pattern {
        glob.matches("\(finding.tool.rawValue)/\(finding.rule)") || glob.matches(finding.rule)
      } else {
        false
      }
    }?.check
  }

  private static func parts(_ rule: String) -> (pattern: Pattern, name: String)? {
    guard let sign = rule.lastIndex(of: "=") else { return nil }
    let (what, name) = (String(rule[..<sign]), String(rule[rule.index(after: sign)...]))
    guard !what.isEmpty, !name.isEmpty else { return nil }
    if what.hasPrefix("rule:") { return (.rule(Glob(String(what.dropFirst(5)))), name) }
    if what.hasPrefix("screen:") { return (.screen(Glob(String(what.dropFirst(7)))), name) }
    return (.element(Glob(what)), name)
  }

  /// The rules as they are kept, with the names that beginnings stand for.
  ///
  /// - Throws: usage for a rule that is none; what `NameFinder` says of a component or check that is not known.
  package static func values(
    _ rules: [String], component: (String) throws -> String, check: (String) throws -> String
  ) throws -> JSONValue {
    guard rules.count <= most else {
      throw Problem.usage(
        "match.too-many", "--match has \(rules.count) rules; expected at most \(most)",
        hints: ["Use * for any part of a name, so that 1 rule covers many elements."])
    }
    var kept: [JSONValue] = []
    for rule in rules {
      try Problem.named { () throws(NameProblem) in try Names.checkLine(rule, of: "match") }
      guard let (pattern, name) = parts(rule) else {
        throw Problem.usage(
          "match.invalid", "invalid value \(MessageText.quoted(rule)) for --match; expected WHAT=WHERE",
          hints: ["Use ELEMENT=COMPONENT, screen:SCREEN=COMPONENT, or rule:TOOL/RULE=CHECK; * matches any text."])
      }
      let head = rule[..<(rule.lastIndex(of: "=") ?? rule.endIndex)]
      if case .rule = pattern {
        kept.append(.string("\(head)=\(try check(name))"))
      } else {
        kept.append(.string("\(head)=\(try component(name))"))
      }
    }
    return .array(kept)
  }
}

extension ToolFinding {
  /// What was kept of a finding, as it was found; nil for a tool that this version does not know.
  init?(_ signal: Signal) {
    guard let tool = Tool(rawValue: signal.tool) else { return nil }
    self.init(tool: tool, rule: signal.rule, message: signal.message, place: "")
    (detail, isReview, component, elements) = (signal.detail, signal.isReview, signal.component, signal.elements)
    (names, screen, file) = (signal.names, signal.screens.first ?? "", signal.file)
    // Where no element was named, the file and its line are in its place.
    if let place = elements.first, place != file, !file.isEmpty {
      let location = SourceLocation(source: place)
      line = location.file == file ? location.line : nil
    }
    (device, os, build, run, time) = (signal.device, signal.os, signal.build, signal.run, signal.at)
    (criteria, impact, condition) = (signal.criteria, signal.impact, try? Condition(parsing: signal.condition))
  }
}
