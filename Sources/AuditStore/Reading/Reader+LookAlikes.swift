package import AuditModel
import SQLite

/// Names that look like other names: probably one was intended.
extension Reader {
  /// The pairs among component keys, checks, testers and audits, in this order.
  ///
  /// All names of a tracker are looked at together first, which is cheap; what they name is asked only of those that
  /// look alike.
  ///
  /// - Parameter known: names that are the second of a pair, if one of the two is.
  package func lookAlikes(known: Set<[UInt8]> = []) throws -> [LookAlike] {
    let suspects = Set(LookAlike.groups(try allNames()).joined().map { Array($0.utf8) })
    guard !suspects.isEmpty else { return [] }
    func pairs(_ kind: String, _ names: [String]) -> [LookAlike] {
      let names = names.filter { suspects.contains(Array($0.utf8)) }
      let isKnown = { (name: String) in known.contains(Array(name.utf8)) }
      return LookAlike.pairs(kind, names.filter(isKnown) + names.filter { !isKnown($0) })
    }
    return try pairs("component", recordKeys("component") + names(.component))
      + pairs("check", recordKeys("check") + names(.check)) + pairs("tester", names(.tester))
      + pairs("audit", recordKeys("audit") + names(.audit))
  }

  /// Every name that results and records use, for anything.
  package func allNames() throws -> [String] {
    try database.all("SELECT text FROM term WHERE id <> 0", []) { $0.text(0) }
      + ["component", "check", "audit"].flatMap { try recordKeys($0) }
  }
}
