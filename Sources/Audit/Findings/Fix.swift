import Base

/// What one change, or one owner, could remove of what is open.
package struct Fix: Equatable, Sendable {
  package enum Group: String, CaseIterable, Sendable {
    /// Everything that fails in one component.
    case component
    /// One check that fails in several components of one kind.
    case pattern
    /// Everything that was filed as one anti-pattern, whose remedy is known.
    case antiPattern = "anti-pattern"
    /// Everything that fails in several components of one source file.
    case source
    /// Everything that fails in what one person looks after: not one change, but one conversation.
    case owner
  }

  package var group: Group
  /// The component, the kind of component, the source file, the owner.
  package var name: String
  package var check: String?
  /// What is to be done, of an anti-pattern.
  package var remedy = ""
  /// How many open findings it resolves.
  package var findings = 0
  /// How many of them keep the release.
  package var blockers = 0
  package var critical = 0
  package var serious = 0
  /// In the order of their bytes, each once.
  package var components: [String] = []
  package var screens: [String] = []
  /// Criteria of WCAG that these findings fail.
  package var criteria: [String] = []

  /// - Parameter precedes: the order of names between those that are equal otherwise; for people, unless given.
  fileprivate static func isBetter(
    _ left: Fix, _ right: Fix, _ precedes: (String, String) -> Bool = NaturalOrder.precedes
  ) -> Bool {
    let (one, other) = (left.rank, right.rank)
    if one != other { return one.lexicographicallyPrecedes(other) }
    if precedes(left.name, right.name) { return true }
    return !precedes(right.name, left.name) && precedes(left.check ?? "", right.check ?? "")
  }

  /// Smaller is better: one change for several findings first, then the most blockers, the most severe findings, and
  /// their number.
  private var rank: [Int] {
    let place = Group.allCases.firstIndex(of: group) ?? 0
    return [group == .owner ? 1 : 0, findings > 1 ? 0 : 1] + urgency.map { -$0 }
      + [-screens.count, -criteria.count, components.count, place]
  }

  /// Blockers, critical findings, those that are at least serious, and all.
  fileprivate var urgency: [Int] { [blockers, critical, critical + serious, findings] }
}

/// The changes to make first, chosen one after the other: each counts only what those before it leave.
///
/// The changes and their order are those of `FixTally`, so that a page and a list begin with the same one; a change
/// removes at least 2 findings.
package struct FixPlan: Sendable {
  /// An open finding without a waiver.
  package struct Item: Sendable {
    package var component: String
    /// Of the component; empty for none.
    package var kind: String
    package var source = ""
    package var screens: [String] = []
    package var check: String
    package var criteria: [String] = []
    /// The anti-pattern that it was filed as, and what is to be done of it; empty for none.
    package var pattern = (name: "", remedy: "")
    package var severity: Severity?
    package var isBlocker: Bool

    package init(component: String, kind: String, check: String, severity: Severity?, isBlocker: Bool) {
      (self.component, self.kind, self.check) = (component, kind, check)
      (self.severity, self.isBlocker) = (severity, isBlocker)
    }

    fileprivate func isRemoved(by fix: Fix) -> Bool {
      switch fix.group {
      case .component: component == fix.name
      case .pattern: kind == fix.name && check == fix.check
      case .antiPattern: pattern.name == fix.name
      case .source: SourceLocation(source: source).file == fix.name
      case .owner: false
      }
    }
  }

  package struct Step: Sendable {
    package var fix: Fix
    /// What it removes: places in the items.
    package var places: [Int]
  }

  package private(set) var steps: [Step] = []

  /// - Parameter most: the number of steps at most.
  package init(_ items: [Item], most: Int) {
    var left = Array(items.indices)
    // Names are looked up once, and not for each step again.
    let (names, numbers) = most > 0 ? Self.numbered(items) : (FixTally(), [])
    while steps.count < most {
      var tally = names
      for place in left { numbers[place].add(items[place], to: &tally) }
      guard let fix = tally.best else { return }
      let step = Step(fix: fix, places: left.filter { items[$0].isRemoved(by: fix) })
      guard !step.places.isEmpty else { return }
      steps.append(step)
      left.removeAll { items[$0].isRemoved(by: fix) }
    }
  }

  /// The names of an item as the tally numbers them.
  private struct Numbers {
    var component: FixTally.Number
    var check: FixTally.Number
    var owner: FixTally.Number
    var pattern: FixTally.Number?

    func add(_ item: Item, to tally: inout FixTally) {
      tally.add(component, check, severity: item.severity, owner: owner, pattern: pattern, isBlocker: item.isBlocker)
    }
  }

  private static func numbered(_ items: [Item]) -> (FixTally, [Numbers]) {
    var tally = FixTally()
    var components: [String: FixTally.Number] = [:]
    var checks: [String: FixTally.Number] = [:]
    let numbers = items.map { item in
      let component =
        components[item.component]
        ?? tally.component(item.component, kind: item.kind, source: item.source, screens: item.screens)
      components[item.component] = component
      let check = checks.value(item.check) { tally.check(item.check, criteria: item.criteria) }
      let pattern = item.pattern.name.isEmpty ? nil : tally.name(item.pattern.name, remedy: item.pattern.remedy)
      return Numbers(component: component, check: check, owner: tally.name(""), pattern: pattern)
    }
    return (tally, numbers)
  }
}

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
    var name: Number
    var kind: Number
    var source: Number
    var screens: [Number]
  }

  private struct Key: Hashable {
    var group: Fix.Group
    var name: Int
    var check = -1
  }

  private struct Member {
    var fix: Fix
    /// Of each finding, some more than once.
    var components: [Number] = []
    var checks: [Number] = []

    var isListed: Bool {
      fix.group != .pattern && fix.group != .source || components.contains { $0 != components[0] }
    }
  }

  private var components: [Component] = []
  private var checks: [(id: String, criteria: [Number])] = []
  private var names: [(text: String, remedy: String)] = [("", "")]
  private var numbers: [[UInt8]: Number] = [[]: Number(place: 0)]
  private var places: [Key: Int] = [:]
  private var members: [Member] = []
  /// How many findings were added.
  package private(set) var open = 0

  package init() {}

  package mutating func component(_ name: String, kind: String, source: String, screens: [String]) -> Number {
    components.append(
      Component(
        name: self.name(name), kind: self.name(kind), source: self.name(SourceLocation(source: source).file),
        screens: screens.map { self.name($0) }))
    return Number(place: components.count - 1)
  }

  package mutating func check(_ id: String, criteria: [String]) -> Number {
    checks.append((id, criteria.map { name($0) }))
    return Number(place: checks.count - 1)
  }

  /// The number of an owner, an anti-pattern, or any other text.
  ///
  /// - Parameter remedy: what is to be done, of an anti-pattern.
  package mutating func name(_ text: String, remedy: String = "") -> Number {
    let bytes = Array(text.utf8)
    if let known = numbers[bytes] {
      // The same text may have been something else before.
      if !remedy.isEmpty { names[known.place].remedy = remedy }
      return known
    }
    let number = Number(place: names.count)
    names.append((text, remedy))
    numbers[bytes] = number
    return number
  }

  /// Counts an open finding without a waiver.
  package mutating func add(
    _ component: Number, _ check: Number, severity: Severity?, owner: Number, pattern: Number? = nil,
    isBlocker: Bool = false
  ) {
    let place = components[component.place]
    open += 1
    func add(_ group: Fix.Group, _ name: Number, check named: Int = -1) {
      self.add(Key(group: group, name: name.place, check: named), component, check, severity, isBlocker)
    }
    add(.component, component)
    if place.kind.place != 0 { add(.pattern, place.kind, check: check.place) }
    if let pattern { add(.antiPattern, pattern) }
    if place.source.place != 0 { add(.source, place.source) }
    if owner.place != 0 { add(.owner, owner) }
  }

  private mutating func add(
    _ key: Key, _ component: Number, _ check: Number, _ severity: Severity?, _ isBlocker: Bool
  ) {
    let place = places[key] ?? members.count
    if place == members.count {
      places[key] = place
      let name = key.group == .component ? components[key.name].name.place : key.name
      members.append(
        Member(fix: Fix(group: key.group, name: names[name].text, check: key.check < 0 ? nil : checks[key.check].id)))
      if key.group == .antiPattern { members[place].fix.remedy = names[key.name].remedy }
    }
    members[place].fix.findings += 1
    if isBlocker { members[place].fix.blockers += 1 }
    if severity == .critical { members[place].fix.critical += 1 }
    if severity == .serious { members[place].fix.serious += 1 }
    if members[place].components.last != component { members[place].components.append(component) }
    if members[place].checks.last != check { members[place].checks.append(check) }
  }

  /// The change to make first, of those that remove several findings; nil for none.
  package var best: Fix? {
    // Of a few alone all has to be known: those that are the first by what was counted.
    let several = members.filter { $0.isListed && $0.fix.group != .owner && $0.fix.findings > 1 }
    guard let first = several.map(\.fix.urgency).max(by: { $0.lexicographicallyPrecedes($1) }) else { return nil }
    return fixes(of: several.filter { $0.fix.urgency == first }).first
  }

  /// What could be done, best first: changes that remove several findings, then by blockers, critical ones, serious
  /// ones, and the number of findings, then by screens and criteria, then the fewest components to change, then by
  /// name. The groups by owner come after the single changes.
  ///
  /// A pattern or a source file that is about one component is left out: the component itself is listed.
  package var fixes: [Fix] { fixes(of: members.filter(\.isListed)) }

  private func fixes(of members: [Member]) -> [Fix] {
    // Texts are compared with each other once, and not for each member again.
    let order = names.indices.sorted { names[$0].text.utf8.lexicographicallyPrecedes(names[$1].text.utf8) }
    var ranks = order
    for (rank, place) in order.enumerated() { ranks[place] = rank }
    func distinct(_ texts: [Number]) -> [String] {
      Set(texts.map { ranks[$0.place] }).sorted().map { names[order[$0]].text }
    }
    return members.map { member in
      var fix = member.fix
      let changed = Set(member.components).map { components[$0.place] }
      fix.components = distinct(changed.map(\.name))
      fix.screens = distinct(changed.flatMap(\.screens))
      fix.criteria = distinct(Set(member.checks).flatMap { checks[$0.place].criteria })
      return fix
    }.sorted { Fix.isBetter($0, $1) }
  }
}

extension [Fix] {
  /// In the order for programs, where names are not read as numbers.
  package var forPrograms: [Fix] { sorted { Fix.isBetter($0, $1, <) } }
}
