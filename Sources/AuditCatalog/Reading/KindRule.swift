import AuditModel
import CanonicalJSON

/// For which kinds of components a check is meant, as the catalog says: kinds and groups of kinds by name, and the
/// kinds of those groups that it leaves out, each with a reason.
struct KindRule {
  var check: String
  /// In the order of the file.
  var named: [String]
  var exceptions: [String: String] = [:]

  init(check: String, named: [String]) {
    self.check = check
    self.named = named
  }

  init(_ value: JSONValue) throws(CatalogProblem) {
    try self.init(try Members(of: value, name: "check"))
  }

  init(_ members: Members) throws(CatalogProblem) {
    check = try members.text("id")
    named = try members.texts("applies_to")
    exceptions = try members.dictionary("not_for")
  }

  /// The kinds alone, each once.
  func kinds(in groups: [KindGroup]) -> [String] {
    var kinds: [String] = []
    for name in named {
      for kind in groups.first(where: { $0.id == name })?.kinds ?? [name]
      where exceptions[kind] == nil && !kinds.contains(kind) { kinds.append(kind) }
    }
    return kinds
  }

  /// Why a kind is asked or is not; nil where the check names its kinds one by one.
  func reason(for kind: String, _ groups: [KindGroup]) -> String? {
    if let exception = exceptions[kind] { return exception }
    if named.contains(kind) { return nil }
    return groups.first { named.contains($0.id) }?.reasons[kind]
  }

  /// A group of kinds: what is in it and what is not, with a reason for each kind.
  static func group(_ value: JSONValue, of kinds: [String]) throws(CatalogProblem) -> KindGroup {
    let members = try Members(of: value, name: "group of kinds")
    let inside = try members.dictionary("kinds")
    let outside = try members.dictionary("others")
    for kind in kinds where (inside[kind] == nil) == (outside[kind] == nil) {
      throw CatalogProblem("\(kind) must be named once, among its kinds or among the others")
    }
    return KindGroup(
      id: try members.text("id"), title: try members.text("title"), kinds: kinds.filter { inside[$0] != nil },
      reasons: inside.merging(outside) { first, _ in first })
  }
}
