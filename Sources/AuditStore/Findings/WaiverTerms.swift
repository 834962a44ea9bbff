import AuditModel
import SQLite

/// Which failing cells (terms) a waiver covers: names are looked at only where some waiver could be about the component.
struct WaiverTerms {
  private let reader: Reader
  private let registry: Registry
  /// Components with a waiver of whatever age; nil where one is a pattern.
  private let components: Set<Int64>?

  init(_ reader: Reader, _ registry: Registry) throws {
    self.reader = reader
    self.registry = registry
    let isExact = try registry.waivers.get().isExact
    components = try isExact ? Set(reader.waivers().compactMap { try reader.term($0.component) }) : nil
  }

  func isWaived(component: Int64, check: Int64, condition: Int64) throws -> Bool {
    guard components?.contains(component) ?? true else { return false }
    return try registry.waiver(
      component: reader.text(component), check: reader.text(check), condition: reader.text(condition)) != nil
  }

  /// Whether one covered it that has run out, and none is in force.
  func hasExpired(component: Int64, check: Int64, condition: Int64) throws -> Bool {
    guard components?.contains(component) ?? true else { return false }
    return try registry.expiredWaiver(
      component: reader.text(component), check: reader.text(check), condition: reader.text(condition)) != nil
  }
}
