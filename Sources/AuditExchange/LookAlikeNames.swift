package import Arguments
import AuditModel
package import AuditStore

/// Names that came in and look like names that are here: results of the one are not results of the other, and the list
/// shows two rows that nobody can tell apart.
package final class LookAlikeNames {
  /// So many are named.
  private static let shown = 20

  private let known: Set<[UInt8]>
  private let before: Set<LookAlike>
  private var found: [LookAlike] = []

  /// As things are before anything comes in.
  package init(_ tracker: Tracker) throws {
    (known, before) = try tracker.read { reader in
      let known = Set(try reader.allNames().map { Array($0.utf8) })
      return (known, Set(try reader.lookAlikes(known: known)))
    }
  }

  /// Looks again, in the transaction that something came in with.
  package func look(_ reader: Reader) throws {
    found = try reader.lookAlikes(known: known).filter { !before.contains($0) }
  }

  /// Names what came in.
  package func warn(_ context: Context) {
    for pair in found.prefix(Self.shown) { context.warn(pair.sentence) }
    if found.count > Self.shown { context.warn("\(found.count - Self.shown) more names look alike: a11y doctor") }
  }
}
