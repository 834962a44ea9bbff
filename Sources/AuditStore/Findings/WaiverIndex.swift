import AuditModel

/// Which of some waivers are about which cells. A pattern is matched once against each component, not once for each
/// cell.
final class WaiverIndex {
  private let waivers: [Waiver]
  private let names: ComponentNames
  /// The patterns of those that have one; nil for those that name one component and one check.
  private let patterns: [(component: Glob, check: Glob)?]
  private var exact: [ExactText: [Int]] = [:]
  private var byComponent: [ExactText: [Int]] = [:]

  init(_ waivers: [Waiver], _ names: ComponentNames) {
    self.waivers = waivers
    self.names = names
    patterns = waivers.map { waiver in
      let globs = (Glob(waiver.component), Glob(waiver.check))
      return globs.0.isPattern || globs.1.isPattern ? globs : nil
    }
    for place in waivers.indices where patterns[place] == nil {
      exact[ExactText(waivers[place].component), default: []].append(place)
    }
  }

  var isEmpty: Bool { waivers.isEmpty }

  subscript(place: Int) -> Waiver { waivers[place] }

  /// The places of those about some cell of a component, in force or not, in their order.
  func about(component: String) -> [Int] {
    let key = ExactText(component)
    if let known = byComponent[key] { return known }
    let matching = patterns.indices.filter { patterns[$0].map { names.matches($0.component, component) } ?? false }
    let found = (matching + (exact[key] ?? [])).sorted()
    byComponent[key] = found
    return found
  }

  /// Whether one is about a check, of the components that it is about.
  func isAbout(_ place: Int, check: String) -> Bool {
    patterns[place]?.check.matches(check) ?? (ExactText(waivers[place].check) == ExactText(check))
  }

  /// The places of the waivers about a cell, in force or not, in their order.
  func places(component: String, check: String, condition: String) -> [Int] {
    if waivers.isEmpty { return [] }
    return about(component: component).filter { place in
      isAbout(place, check: check)
        && waivers[place].condition.map { ExactText($0) == ExactText(condition) } ?? true
    }
  }

  func waivers(component: String, check: String, condition: String) -> [Waiver] {
    places(component: component, check: check, condition: condition).map { waivers[$0] }
  }
}
