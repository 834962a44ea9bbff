package import AuditModel

/// Counts what one change, or one owner, could remove, finding by finding.
///
/// Names are registered once and are numbers from then on, so that a hundred thousand findings cost little:
/// ```
///   var tally = FixTally()
///   let place = tally.component("home/card", kind: "card", source: "Card.swift", screens: ["home"])
///   let check = tally.check("label-present", criteria: ["4.1.2"])
///   tally.add(place, check, severity: .critical, owner: tally.name("ada"))
///   tally.fixes      // best first
/// ```
package struct FixTally {
  /// A component that was named, a check that was, or any other name; the empty name is no group.
  package struct Number: Hashable, Sendable {
    fileprivate var place: Int
  }

  private struct Component {
    var name: String
    var kind: Number
    var source: Number
    var screens: [String]
  }

  private struct Key: Hashable {
    var group: Fix.Group
    var name: Int
    var check = -1
  }

  private struct Member {
    var fix: Fix
    var components: Set<Number> = []
    var checks: Set<Number> = []
  }

  private var components: [Component] = []
  private var checks: [(id: String, criteria: [String])] = []
  private var names: [(text: String, remedy: String)] = [("", "")]
  private var numbers: [[UInt8]: Number] = [[]: Number(place: 0)]
  private var places: [Key: Int] = [:]
  private var members: [Member] = []
  /// How many findings were added.
  package private(set) var open = 0

  package init() {}

  package mutating func component(_ name: String, kind: String, source: String, screens: [String]) -> Number {
    components.append(
      Component(name: name, kind: self.name(kind), source: self.name(source), screens: screens))
    return Number(place: components.count - 1)
  }

  package mutating func check(_ id: String, criteria: [String]) -> Number {
    checks.append((id, criteria))
    return Number(place: checks.count - 1)
  }

  /// The number of an owner or an anti-pattern.
  ///
  /// - Parameter remedy: what is to be done, of an anti-pattern.
  package mutating func name(_ text: String, remedy: String = "") -> Number {
    let bytes = Array(text.utf8)
    if let known = numbers[bytes] { return known }
    let number = Number(place: names.count)
    names.append((text, remedy))
    numbers[bytes] = number
    return number
  }

  /// Counts an open finding without a waiver.
  package mutating func add(
    _ component: Number, _ check: Number, severity: Severity?, owner: Number, pattern: Number? = nil
  ) {
    let place = components[component.place]
    open += 1
    add(Key(group: .component, name: component.place), component, check, severity)
    if place.kind.place != 0 {
      add(Key(group: .pattern, name: place.kind.place, check: check.place), component, check, severity)
    }
    if let pattern { add(Key(group: .antiPattern, name: pattern.place), component, check, severity) }
    if place.source.place != 0 { add(Key(group: .source, name: place.source.place), component, check, severity) }
    if owner.place != 0 { add(Key(group: .owner, name: owner.place), component, check, severity) }
  }

  private mutating func add(_ key: Key, _ component: Number, _ check: Number, _ severity: Severity?) {
    let place = places[key] ?? members.count
    if place == members.count {
      places[key] = place
      let name = key.group == .component ? components[key.name].name : names[key.name].text
      members.append(Member(fix: Fix(group: key.group, name: name, check: key.check < 0 ? nil : checks[key.check].id)))
      if key.group == .antiPattern { members[place].fix.remedy = names[key.name].remedy }
    }
    members[place].fix.findings += 1
    if severity == .critical { members[place].fix.critical += 1 }
    if severity == .serious { members[place].fix.serious += 1 }
    members[place].components.insert(component)
    members[place].checks.insert(check)
  }

  /// What could be done, best first: the most findings, then the most critical and serious ones, screens and criteria,
  /// then the fewest components to change, then by name. The groups by owner come after the single changes.
  ///
  /// A pattern or a source file that is about one component is left out: the component itself is listed.
  package var fixes: [Fix] {
    members.filter { ![.pattern, .source].contains($0.fix.group) || $0.components.count > 1 }.map { member in
      var fix = member.fix
      let changed = member.components.map { components[$0.place] }
      fix.components = Self.distinct(changed.map(\.name))
      fix.screens = Self.distinct(changed.flatMap(\.screens))
      fix.criteria = Self.distinct(member.checks.flatMap { checks[$0.place].criteria })
      return fix
    }.sorted(by: Fix.isBetter)
  }

  private static func distinct(_ names: [String]) -> [String] {
    var seen: Set<[UInt8]> = []
    return names.filter { seen.insert(Array($0.utf8)).inserted }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
