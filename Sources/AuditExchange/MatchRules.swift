import Arguments
import AuditCatalog
import AuditModel
package import AuditStore
package import CanonicalJSON
import Terminal

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
