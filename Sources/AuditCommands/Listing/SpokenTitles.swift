import AuditModel
import AuditStore

/// The titles of components and checks for lists that are read aloud, each read once.
final class SpokenTitles {
  private let reader: Reader
  /// Whether the rows are findings, which are named by what is wrong.
  private let ofFindings: Bool
  private var known: [[String]: String?] = [:]

  init(_ reader: Reader, ofFindings: Bool) {
    self.reader = reader
    self.ofFindings = ofFindings
  }

  /// - Parameter key: of the column that holds the ID.
  func title(_ key: String, _ id: String) throws -> String? {
    if let title = known[[key, id]] { return title }
    let title: String? =
      switch key {
      case "component": try reader.component(id)?.title
      case "check": try (reader.check(id)?.check).map { ofFindings ? $0.failure : $0.title }
      default: nil
      }
    known[[key, id]] = .some(title)
    return title
  }
}
