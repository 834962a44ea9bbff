package import Arguments
import AuditModel
package import AuditStore

/// Imported names that look like names of this tracker: results of one are not results of the other, and lists show two
/// rows that look the same.
package final class LookAlikeNames {
  /// The maximum number of pairs that are named.
  private static let shown = 20

  private let known: Set<[UInt8]>
  private let before: Set<LookAlike>
  private var found: [LookAlike] = []

  /// The names before the import.
  package init(_ tracker: Tracker) throws {
    (known, before) = try tracker.read { reader in
      let known = Set(try reader.allNames().map { Array($0.utf8) })
      return (known, Set(try reader.lookAlikes(known: known)))
    }
  }

  /// Compares again, in the transaction of the import.
  package func look(_ reader: Reader) throws {
    found = try reader.lookAlikes(known: known).filter { !before.contains($0) }
  }

  /// Warns about each pair.
  package func warn(_ context: Context) {
    for pair in found.prefix(Self.shown) { context.warn(pair.sentence) }
    if found.count > Self.shown {
      context.warn(
        "\(found.count - Self.shown) more names look alike. Run \"a11y doctor\" to list them.")
    }
  }
}
