import AuditModel
import AuditStore

/// The titles of components and checks for lists that are read aloud, each read once.
final class SpokenTitles {
  private let reader: Reader
  private var known: [[String]: String?] = [:]

  init(_ reader: Reader) { self.reader = reader }

  /// - Parameter key: of the column that holds the ID.
  func title(_ key: String, _ id: String) throws -> String? {
    if let title = known[[key, id]] { return title }
    let title: String? =
      switch key {
      case "component": try reader.component(id)?.title
      case "check": try reader.check(id)?.check.title
      default: nil
      }
    known[[key, id]] = .some(title)
    return title
  }
}
