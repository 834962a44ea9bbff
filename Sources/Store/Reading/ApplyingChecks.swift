import Audit

/// Which rules of checks apply to which components, worked out once for all components that are alike in what decides it, and
/// for all audits that ask.
final class ApplyingRules {
  private struct Signature: Hashable {
    var kind: String
    var profile: Profile
    var platforms: [Platform]
    var style: String
    var tier: Int?
    var features: [String]
  }

  fileprivate let settingItems = SettingItems()
  private var numbers: [CheckRules: Int] = [:]
  private var rules: [CheckRules] = []
  private var signatures: [Signature: Int] = [:]
  /// By signature one such component, and of each rule that was asked for whether it applies.
  private var alike: [(component: Component, answers: [Bool])] = []

  fileprivate func number(of rule: CheckRules) -> Int {
    if let known = numbers[rule] { return known }
    numbers[rule] = rules.count
    rules.append(rule)
    return rules.count - 1
  }

  fileprivate func signature(of component: Component) -> Int {
    let signature = Signature(
      kind: component.kind, profile: component.profile, platforms: component.platforms, style: component.style,
      tier: component.targetTier, features: component.features)
    if let known = signatures[signature] { return known }
    signatures[signature] = alike.count
    alike.append((component, []))
    return alike.count - 1
  }

  /// Of each rule by its number, of those that were asked for.
  fileprivate func answers(of signature: Int) -> [Bool] {
    let known = alike[signature].answers.count
    if known < rules.count {
      let component = alike[signature].component
      alike[signature].answers += rules[known...].map { $0.isInScope(for: component) }
    }
    return alike[signature].answers
  }
}

/// Which checks of a piece of work apply to a component, and under which conditions they are asked for.
struct ApplyingChecks {
  let conditions: ItemConditions
  private let rules: ApplyingRules
  /// The numbers of the rules, in the order of the checks.
  private let numbers: [Int]
  /// By signature: the places of the checks that apply.
  private var applying: [Int: [Int]] = [:]
  private var items: [Int: Int] = [:]

  init(_ work: WorkScope, _ rules: ApplyingRules = ApplyingRules()) {
    self.rules = rules
    numbers = work.checks.map(rules.number)
    conditions = ItemConditions(work, rules.settingItems)
  }

  /// A number that components have in common to which the same checks apply.
  func signature(of component: Component) -> Int { rules.signature(of: component) }

  /// The places of the checks that apply.
  mutating func places(for component: Component) -> [Int] { places(forSignature: rules.signature(of: component)) }

  private mutating func places(forSignature signature: Int) -> [Int] {
    if let known = applying[signature] { return known }
    let answers = rules.answers(of: signature)
    let found = numbers.indices.filter { answers[numbers[$0]] }
    applying[signature] = found
    return found
  }

  /// How many items components have, by condition; nothing is kept.
  func counts(forSignature signature: Int) -> [Int] {
    let answers = rules.answers(of: signature)
    let count = numbers.reduce(0) { answers[$1] ? $0 + 1 : $0 }
    return conditions.counts(of: count) { answers[numbers[$0]] }
  }

  /// How many items a component has.
  mutating func items(of component: Component) -> Int {
    let signature = rules.signature(of: component)
    if let known = items[signature] { return known }
    let count = counts(forSignature: signature).reduce(0, +)
    items[signature] = count
    return count
  }

  func asks(_ place: Int, _ condition: Int, of signature: Int) -> Bool {
    applies(place, to: signature) && conditions.contains(condition, of: place)
  }

  func applies(_ place: Int, to signature: Int) -> Bool { rules.answers(of: signature)[numbers[place]] }
}
