import Base
import SQLite

/// A record that people whom this machine follows changed since it last decided something itself, or the sessions of a
/// plan that came of them.
package struct FollowedChange: Equatable, Sendable {
  /// Of sessions with children, which are no record: the key is then that of their plan.
  package static let sessions = "session"
  /// As a field of them: they were taken out of the figures.
  package static let voided = "void"

  package var kind: String
  package var key: String
  /// What is different of it; `@deleted` where it was deleted or restored.
  package var fields: [String]
  /// How many checks more a checklist has than before, less than 0 where it has fewer.
  package var moreChecks: Int
  /// Who wrote what is shown now, in order.
  package var by: [String]
}

/// What took effect at imports because its authors are followed: it goes on to be named until this machine decides again.
/// It is of this file alone, since only the order of arrival tells what came after a decision.
enum FollowedChanges {
  private static let name = "followed changes"
  private static let most = 200
  private static let mostFields = 20

  static func read(_ database: Connection) throws -> [FollowedChange] {
    let kept = try LocalTable.get(database, name).flatMap(RecordJSON.value)?.arrayValue ?? []
    return kept.compactMap { one in
      guard let members = one.objectValue, let kind = members["kind"]?.stringValue,
        let key = members["key"]?.stringValue
      else { return nil }
      func list(_ name: String) -> [String] { members[name]?.arrayValue?.compactMap(\.stringValue) ?? [] }
      return FollowedChange(
        kind: kind, key: key, fields: list("fields"),
        moreChecks: Int(Int32(clamping: members["more_checks"]?.integerValue ?? 0)), by: list("by"))
    }
  }

  static func add(_ changes: [FollowedChange], to database: Connection) throws {
    guard !changes.isEmpty else { return }
    var all = try read(database)
    for change in changes {
      let by = Set(change.by)
      // Sessions that came and sessions that were taken out are two things to know of one plan.
      let known = all.firstIndex {
        $0.kind.hasSameBytes(as: change.kind) && $0.key.hasSameBytes(as: change.key)
          && (change.kind != FollowedChange.sessions || $0.fields == change.fields)
      }
      let before = known.map { all.remove(at: $0) }
      all.append(
        FollowedChange(
          kind: change.kind, key: change.key,
          fields: Array(Set(change.fields).union(before?.fields ?? []).sorted().prefix(mostFields)),
          moreChecks: change.moreChecks + (before?.moreChecks ?? 0), by: by.union(before?.by ?? []).sorted()))
    }
    let values = all.suffix(most).map { change -> JSONValue in
      [
        "by": .array(change.by.map { .string($0) }), "fields": .array(change.fields.map { .string($0) }),
        "key": .string(change.key), "kind": .string(change.kind), "more_checks": .integer(Int64(change.moreChecks)),
      ]
    }
    let text = try RecordJSON.text(.array(values))
    try LocalTable.set(database, name, text)
  }

  /// - Parameter kind: of an entry that this machine makes; nil for a decision about what others sent.
  static func clear(_ database: Connection, after kind: String? = nil) throws {
    let decides = RecordProjector.factKinds.union([ControlKind.retract.rawValue])
    guard kind.map(decides.contains) ?? true else { return }
    try database.run("DELETE FROM local WHERE name = ?", [.text(name)])
  }
}

extension Writer {
  /// Keeps what facts of others changed of what decides, to be named until this machine decides something itself.
  package func keep(_ changes: [RecordChange]) throws {
    let kept = changes.map { change in
      FollowedChange(
        kind: change.kind, key: change.key, fields: change.fields, moreChecks: change.moreChecks, by: change.by)
    }
    try FollowedChanges.add(kept, to: database)
  }

  /// Does so with sessions with children. How many they were is not kept: it would tell of one that is erased later.
  package func keep(_ sessions: [WaitingSession]) throws {
    let groups = sessions.grouped { [$0.plan, $0.isVoid ? FollowedChange.voided : ""].map(ExactText.init) }
    let kept = groups.map { key, some in
      FollowedChange(
        kind: FollowedChange.sessions, key: key[0].text, fields: some[0].isVoid ? [FollowedChange.voided] : [],
        moreChecks: 0, by: Set(some.map { $0.tester.isEmpty ? $0.machine : $0.tester }).sorted())
    }
    try FollowedChanges.add(kept, to: database)
  }

  /// Has a machine that has just joined name what others had decided before: until then nothing of it was a change here.
  ///
  /// - Returns: those records, but for the components and the settings of the team.
  package func keepOthers() throws -> [RecordChange] {
    let records = try projector.records.ofOthers()
    try keep(records)
    return records
  }
}
