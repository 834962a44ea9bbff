import AuditModel

/// Which failing cells (terms) a waiver covers: names are compared once for each waiver and component, and for each
/// waiver and check, not for each cell.
final class WaiverTerms {
  private struct Cover: Hashable {
    var waiver: Int
    var check: Int64
  }

  private let reader: Reader
  private let waivers: WaiverIndex
  private let today: String
  private var byComponent = ByTerm<[Int]>()
  private var covers: [Cover: Bool] = [:]

  init(_ reader: Reader, _ registry: Registry) throws {
    self.reader = reader
    waivers = try registry.waivers.get()
    today = registry.today
  }

  func isWaived(component: Int64, check: Int64, condition: Int64) throws -> Bool {
    try places(component).contains { try isInForce($0) && isAbout($0, check, condition) }
  }

  /// Whether one covered it that has run out, and none is in force.
  func hasExpired(component: Int64, check: Int64, condition: Int64) throws -> Bool {
    let found = try places(component).filter { try isAbout($0, check, condition) }
    return !found.isEmpty && !found.contains(where: isInForce)
  }

  private func isInForce(_ waiver: Int) -> Bool { waivers[waiver].isInForce(on: today) }

  private func places(_ component: Int64) throws -> [Int] {
    if waivers.isEmpty { return [] }
    if let known = byComponent[component] { return known }
    let found = waivers.about(component: try reader.text(component))
    byComponent[component] = found
    return found
  }

  private func isAbout(_ waiver: Int, _ check: Int64, _ condition: Int64) throws -> Bool {
    if let only = waivers[waiver].condition {
      guard try ExactText(only) == ExactText(reader.text(condition)) else { return false }
    }
    let cover = Cover(waiver: waiver, check: check)
    if let known = covers[cover] { return known }
    let found = waivers.isAbout(waiver, check: try reader.text(check))
    covers[cover] = found
    return found
  }
}
