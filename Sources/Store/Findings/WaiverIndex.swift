import Audit
import Base

/// Which of some waivers are about which cells. A pattern is matched once against each component, not once for each
/// cell.
final class WaiverIndex {
  private let waivers: [Waiver]
  private let names: ComponentNames
  private let settings: CheckSettings
  /// The patterns of those that have one; nil for those that name one component and one check.
  private let patterns: [(component: Glob, check: Glob)?]
  private var exact: [ExactText: [Int]] = [:]
  private var byComponent: [ExactText: [Int]] = [:]

  init(_ waivers: [Waiver], _ names: ComponentNames, _ settings: CheckSettings) {
    (self.waivers, self.names, self.settings) = (waivers, names, settings)
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
    return byComponent.value(key) {
      let matching = patterns.indices.filter { patterns[$0].map { names.matches($0.component, component) } ?? false }
      return (matching + (exact[key] ?? [])).sorted()
    }
  }

  /// Whether one is about a check, of the components that it is about.
  func isAbout(_ place: Int, check: String) -> Bool {
    patterns[place]?.check.matches(check) ?? (ExactText(waivers[place].check) == ExactText(check))
  }

  /// Whether one is about a condition of a check, of those that it is about.
  func isUnder(_ place: Int, condition: String, of check: String) -> Bool {
    settings.isUnder(
      waivers[place].condition, condition, of: check, ofMany: patterns[place]?.check.isPattern ?? false)
  }

  /// The places of the waivers about a cell, in force or not, in their order.
  func places(component: String, check: String, condition: String) -> [Int] {
    if waivers.isEmpty { return [] }
    return about(component: component).filter { place in
      isAbout(place, check: check) && isUnder(place, condition: condition, of: check)
    }
  }

  func waivers(component: String, check: String, condition: String) -> [Waiver] {
    places(component: component, check: check, condition: condition).map { waivers[$0] }
  }
}

/// Which failing cells (terms) a waiver covers: names are compared once for each waiver and component, and for each
/// waiver and check, not for each cell.
final class WaiverTerms {
  private struct Cover: Hashable {
    var waiver: Int
    var check: Int64
  }

  private let reader: Reader
  private let registry: Registry
  /// Read for the first cell that is asked about: a closed audit without a failing item needs none of them.
  private var waivers: WaiverIndex { get throws { try registry.waivers.get() } }
  private var byComponent = ByTerm<[Int]>()
  private var covers: [Cover: Bool] = [:]

  init(_ reader: Reader, _ registry: Registry) { (self.reader, self.registry) = (reader, registry) }

  func isWaived(component: Int64, check: Int64, condition: Int64) throws -> Bool {
    try places(component).contains { try isInForce($0) && isAbout($0, check, condition) }
  }

  /// Whether one covered it that has run out, and none is in force.
  func hasExpired(component: Int64, check: Int64, condition: Int64) throws -> Bool {
    let found = try places(component).filter { try isAbout($0, check, condition) }
    return try !found.isEmpty && !found.contains(where: isInForce)
  }

  private func isInForce(_ waiver: Int) throws -> Bool { try waivers[waiver].isInForce(on: registry.today) }

  private func places(_ component: Int64) throws -> [Int] {
    let waivers = try waivers
    if waivers.isEmpty { return [] }
    return try byComponent.value(component) { waivers.about(component: try reader.text(component)) }
  }

  private func isAbout(_ waiver: Int, _ check: Int64, _ condition: Int64) throws -> Bool {
    let waivers = try waivers
    let cover = Cover(waiver: waiver, check: check)
    guard try covers.value(cover, { waivers.isAbout(waiver, check: try reader.text(check)) }) else { return false }
    guard waivers[waiver].condition != nil else { return true }
    return try waivers.isUnder(waiver, condition: reader.text(condition), of: reader.text(check))
  }
}

extension CheckSettings {
  /// Whether a waiver is about a condition of a check: one for a pattern of checks names it as lists show it, with the
  /// setting that each of them has, and one for a single check without.
  ///
  /// - Parameters:
  ///   - only: of the waiver; nil for any.
  ///   - isOfMany: whether it is for a pattern of checks.
  func isUnder(_ only: String?, _ condition: String, of check: String, ofMany isOfMany: Bool) -> Bool {
    guard let only, ExactText(only) != ExactText(condition) else { return true }
    return isOfMany && ExactText(only) == ExactText(seen(condition, of: check))
  }
}
