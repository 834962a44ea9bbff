import AuditCatalog
import AuditModel
package import AuditStore
package import Terminal

/// Finds a name from what was typed: the full name, its beginning, or a spoken short form.
package enum NameFinder {
  /// The name that matches.
  package static func find(_ typed: String, among names: [String], kind: String, unknown: Problem) throws(Problem)
    -> String
  {
    guard !typed.isEmpty else {
      throw .usage("\(kind).empty", "empty \(kind) name", hints: unknown.hints)
    }
    switch resolve(kind == "check" ? Catalog.checkID(spelled: typed) : typed, among: names) {
    case .one(let name): return name
    case .several(let names):
      let shown = names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", and \(names.count - 8) more" : "")
      throw Problem(
        .usage, code: "\(kind).ambiguous", "\(MessageText.quoted(typed)) matches more than one \(kind): \(shown)",
        hints: ["Type more of the name."])
    case .none(let suggestions):
      guard !suggestions.isEmpty else { throw unknown }
      throw Problem(
        unknown.kind, code: unknown.code, unknown.message,
        hints: ["Did you mean \(suggestions.joined(separator: " or "))?"] + unknown.hints)
    }
  }

  /// The id of the check that matches.
  package static func check(_ typed: String, _ reader: Reader) throws -> String {
    if try reader.check(typed) != nil { return typed }
    try refuseDeleted("check", typed, reader)
    return try find(
      typed, among: try reader.checkIDs(), kind: "check", unknown: Refusal.unknownCheck(typed).problem)
  }

  /// The key of the component that matches.
  package static func component(_ typed: String, _ reader: Reader) throws -> String {
    if let found = try reader.component(typed) { return found.key }
    try refuseDeleted("component", typed, reader)
    let keys = try reader.componentKeys()
    if let renamed = try renamed(typed, keys, reader) { return renamed }
    return try find(typed, among: keys, kind: "component", unknown: Refusal.unknownComponent(typed).problem)
  }

  /// The present key of a component that has only a former key like what was typed.
  private static func renamed(_ typed: String, _ keys: [String], _ reader: Reader) throws -> String? {
    let names = try reader.names
    guard !names.isEmpty, !typed.isEmpty, case .none = resolve(typed, among: keys),
      case .one(let former) = resolve(typed, among: names.allFormer)
    else { return nil }
    return keys.first { $0.utf8.elementsEqual(names.present(former).utf8) }
  }

  /// - Throws: how to restore the record, if the full name is of a deleted one.
  package static func refuseDeleted(_ kind: String, _ key: String, _ reader: Reader) throws {
    if try reader.record(kind, key)?.isDeleted == true { throw Refusal.recordDeleted(kind: kind, key: key) }
  }

  /// The key of the record that matches, deleted or not.
  package static func record(_ kind: String, _ typed: String, _ reader: Reader) throws -> String {
    let keys = try reader.records(kind, includingDeleted: true).map(\.key)
    if keys.contains(typed) { return typed }
    if let present = try reader.record(kind, typed)?.key { return present }
    if kind == "component", let renamed = try renamed(typed, keys, reader) { return renamed }
    let unknown = Problem(
      .notFound, code: "\(kind).unknown", "unknown \(kind) \(MessageText.quoted(typed))",
      hints: ["Run \"a11y list \(kind)s\" for valid names."])
    return try find(typed, among: keys, kind: kind, unknown: unknown)
  }

  /// The finding that an ID names, or the beginning of one, among those of that name; nil if it is the name of something
  /// else.
  package static func finding(_ typed: String, among findings: [Finding]) throws(Problem) -> Finding? {
    let found = findings.map { ($0, TicketMark.of($0.markedPlace)) }.filter { TicketMark.begins($0.1, with: typed) }
    if found.count > 1, found.count == findings.count {
      let listed = found.prefix(8).map { "\($0.1) \($0.0.component)" }.joined(separator: ", ")
      throw .usage(
        "name.ambiguous", "\(MessageText.quoted(typed)) matches more than one finding: \(listed)",
        hints: ["Type more letters."])
    }
    return found.first?.0
  }
}
