import CanonicalJSON

/// The anti-pattern that a failure was filed as: the member `pattern` of a result's body.
///
/// Few results have one, and no column holds it: the body is kept as it is, as that of a newer version would be, and
/// versions that know nothing of patterns keep and forward it the same way.
enum ResultPattern {
  static let member = "pattern"

  /// From the canonical body of a result; empty where there is none.
  static func read(_ body: String) -> String {
    RecordJSON.object(body)?[member]?.stringValue ?? ""
  }
}
