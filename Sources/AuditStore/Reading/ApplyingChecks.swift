import AuditModel
import Measuring

/// Which checks of a piece of work apply to a component, worked out once for all components that are alike in what
/// decides it.
struct ApplyingChecks {
  private struct Signature: Hashable {
    var kind: String
    var profile: Profile
    var platforms: [Platform]
    var style: String
    var tier: Int?
  }

  private let checks: [CheckRules]
  private var signatures: [Signature: Int] = [:]
  /// By signature: the places in `checks` of those that apply, and whether each does.
  private var applying: [[Int]] = []
  private var applies: [[Bool]] = []

  init(_ checks: [CheckRules]) { self.checks = checks }

  /// A number that components have in common to which the same checks apply.
  mutating func signature(of component: Component) -> Int {
    let signature = Signature(
      kind: component.kind, profile: component.profile, platforms: component.platforms, style: component.style,
      tier: component.targetTier)
    if let known = signatures[signature] { return known }
    let answers = checks.map { $0.isInScope(for: component) }
    signatures[signature] = applies.count
    applies.append(answers)
    applying.append(answers.indices.filter { answers[$0] })
    return applies.count - 1
  }

  /// The places of the checks that apply.
  mutating func places(for component: Component) -> [Int] { applying[signature(of: component)] }

  func applies(_ place: Int, to signature: Int) -> Bool { applies[signature][place] }
}
