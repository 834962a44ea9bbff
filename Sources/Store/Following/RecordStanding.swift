import Audit
import Base
import SQLite

/// Which writes to a record count on this machine, where some are of authors whom it does not follow.
///
/// It is a function of the entries that are here and of whom this machine follows, so machines with the same entries and
/// the same list show the same. A write counts where
/// - its author is followed, or it was followed by itself (`Following`), or
/// - it began the record: the name means nothing here without it, all who are followed had seen it when they first
///   wrote to the record, and the field only asks for more (`DecidingFields.adds`), or
/// - it changes a field that decides nothing, of a record that is there without it.
///
/// Everything else waits. What counts by the first two stays until someone who is followed undoes it: else its author
/// would decide with an undo what they may not decide with a write.
struct RecordStanding {
  /// All writes by their fields.
  let fields: [ExactText: [FieldWrite]]
  private var counting: [ExactText: Set<Int64>] = [:]
  private var refused: Set<Int64> = []

  /// Nil where all of it counts.
  ///
  /// - Parameter then: what a write was; nil where it is not looked at.
  init?(
    _ record: RecordProjector.Key, _ following: Following, _ lineage: FactGraph, _ database: Connection,
    _ then: (FieldWrite) throws -> FieldWrite? = { $0 }
  ) throws {
    fields = try RecordWrites.read(of: record, from: database).mapValues { try $0.compactMap(then) }
    var followed: Set<Int64> = []
    var strange: Set<Int64> = []
    for write in fields.values.joined() where !followed.contains(write.id) && !strange.contains(write.id) {
      let decision = following.decision(about: write.reference)
      if decision == .refuse { refused.insert(write.id) }
      let counts = try decision.map { $0 == .follow } ?? following.follows(write.id)
      if counts { followed.insert(write.id) } else { strange.insert(write.id) }
    }
    guard !strange.isEmpty else { return nil }
    let rules = DecidingFields.of(record.kind)
    let beginning = try Beginning(
      fields.values.joined().filter { followed.contains($0.id) && !$0.isRetracted }.map(\.id), lineage,
      isFree: !DecidingFields.isBuiltIn(record, in: database))
    for (field, writes) in fields {
      counting[field] = Set(writes.map(\.id)).intersection(followed)
      guard rules.adds(field.text) else { continue }
      let open = writes.filter { strange.contains($0.id) && !refused.contains($0.id) && !$0.isRetracted }
      counting[field]?.formUnion(try beginning.first(of: open.map(\.id)))
    }
    let isThere = fields.contains { field, writes in
      field.text != RecordProjector.deletedField
        && writes.contains { counting[field]?.contains($0.id) ?? false && !$0.isRetracted }
    }
    for (field, writes) in fields where isThere && !rules.decides(field.text) {
      let standing = writes.filter { !refused.contains($0.id) && !$0.isRetractedByAuthor }
      counting[field]?.formUnion(standing.map(\.id))
    }
  }

  func counts(_ write: FieldWrite, in field: ExactText) -> Bool { counting[field]?.contains(write.id) ?? false }

  /// The writes to a field that wait: of each author the last, of one whose chain forked those of each branch, unless
  /// what counts has seen it, or says the same.
  ///
  /// - Parameter fold: of what counts.
  func waiting(in field: ExactText, _ fold: FieldFold, _ lineage: FactGraph) throws -> [Int64] {
    var last: [Int64: FieldWrite] = [:]
    for write in fields[field] ?? [] where !counts(write, in: field) && !refused.contains(write.id) {
      let run = try lineage.run(of: write.id)
      if !write.isRetracted, !write.isRetractedByAuthor, last[run].map({ $0.id < write.id }) ?? true {
        last[run] = write
      }
    }
    guard !last.isEmpty else { return [] }
    let writes = last.values.sorted { $0.id < $1.id }
    let sight = try SightTable(writes.map(\.id) + fold.live, lineage)
    let ofAuthors = Dictionary(grouping: writes.indices) { ExactText(writes[$0].replica) }
    let live = writes.count..<writes.count + fold.live.count
    let nothing = field.text == RecordProjector.deletedField ? "false" : "null"
    let now = fold.value ?? nothing
    return ofAuthors.values.flatMap(sight.unseen(in:)).filter { place in
      !writes[place].value.hasSameBytes(as: now) && !live.contains { sight.saw($0, place) }
    }.map { writes[$0].id }
  }
}

/// Who began a record.
private struct Beginning {
  /// The first writes of those who are followed: none of them has seen another.
  private let roots: [Int64]
  private let lineage: FactGraph
  private let isFree: Bool

  init(_ followed: [Int64], _ lineage: FactGraph, isFree: Bool) throws {
    (self.lineage, self.isFree) = (lineage, isFree)
    let first = try Self.firstOfRuns(followed, lineage)
    roots = try SightTable(first, lineage).unseeing(in: Array(first.indices)).map { first[$0] }
  }

  /// Those of some writes to one field that have seen no other of them, and that all who are followed had seen when they
  /// first wrote to the record.
  func first(of writes: [Int64]) throws -> [Int64] {
    guard isFree else { return [] }
    let first = try Self.firstOfRuns(writes, lineage)
    let sight = try SightTable(first + roots, lineage)
    return sight.unseeing(in: Array(first.indices)).filter { one in
      roots.indices.allSatisfy { sight.saw(first.count + $0, one) }
    }.map { first[$0] }
  }

  /// Of each run the first: the later ones have seen it.
  private static func firstOfRuns(_ numbers: [Int64], _ lineage: FactGraph) throws -> [Int64] {
    var first: [Int64: Int64] = [:]
    for number in numbers {
      let run = try lineage.run(of: number)
      first[run] = min(first[run] ?? .max, number)
    }
    return first.values.sorted()
  }
}

/// What a record decides: every field does, unless it stands here. A kind or field that comes later is covered by itself.
struct DecidingFields {
  /// Fields that change no figure, and that anyone may write.
  let harmless: Set<String>
  /// Further fields that a new record may have of an author who is not followed: it asks for something more, and makes
  /// nothing milder.
  let adding: Set<String>

  private init(harmless: Set<String> = [], adding: Set<String> = []) {
    (self.harmless, self.adding) = (harmless, adding)
  }

  private static let work: Set<String> = ["note", "owner", "tags", "ticket"]

  private static let kinds: [String: DecidingFields] = [
    "audit": DecidingFields(
      harmless: ["note", "owner", "ticket", "title"],
      adding: [
        "assignments", "build", "checklists", "closed", "components", "conditions", FollowList.field, "policy", "seen",
        "standard", "tags", "whole_app",
      ]),
    // By the words of a check testers evaluate, so none of them is harmless.
    "check": DecidingFields(adding: Catalog.checkMembers.union(["origin"])),
    "checklist": DecidingFields(adding: ["checks", "title"]),
    // What it omits, and that it is out of use, takes something away even from a name that was not registered.
    "component": DecidingFields(
      harmless: ["note", "owner", "title"],
      // By their files findings are put together into what is to be fixed first.
      adding: [
        "has", "hit_area", "kind", "platforms", "profile", "screens", "size", "source", "source_digest", "style",
        "tags", "target_tier",
      ]),
    // Its severity and its description decide, and so do the states of its tickets: an open one beside a closed one loosens
    // a policy that counts those that are closed.
    "finding": DecidingFields(harmless: ["owner", "ticket"], adding: ["check", "component", "condition"]),
    "gesture": DecidingFields(
      harmless: work, adding: ["action", "alternative", "check", "component", "gesture", "platforms", "screens"]),
    "plan": DecidingFields(
      harmless: ["note", "owner", "ticket", "title"],
      adding: [
        "build", "children", "component", "gap", "height", "input", "looks", "parts", "practice", "script", "tags",
        "taps", "target", "width",
      ]),
    "question": DecidingFields(
      harmless: work.union(["check", "component", "title"]), adding: ["decided", "decision"]),
    "shortcut": DecidingFields(
      harmless: work, adding: ["action", "check", "component", "keys", "platforms", "screens"]),
    "setting": DecidingFields(harmless: ["title"]),
    "task": DecidingFields(
      harmless: work.union(["check", "component", "title", "until"]), adding: ["done", "done_at"]),
    "waiver": DecidingFields(harmless: work),
  ]

  static func of(_ kind: String) -> DecidingFields { kinds[kind] ?? DecidingFields() }

  /// Whether a change of a field may change a figure, a verdict, or what is asked for.
  func decides(_ field: String) -> Bool { !harmless.contains(field) }

  /// Whether a new record of an author who is not followed has a field.
  func adds(_ field: String) -> Bool {
    !adding.isEmpty
      && (adding.contains(field) || harmless.contains(field) || field.hasPrefix(Component.plannedField))
  }

  /// Whether a name means something here without a record: then a record under it changes that.
  static func isBuiltIn(_ record: RecordProjector.Key, in database: Connection) throws -> Bool {
    switch record.kind {
    case "check":
      // Of any edition, so that what counts does not depend on which one the tracker has.
      try Catalog.checks[id: record.key] != nil
        || database.scalar(
          "SELECT 1 FROM check_text WHERE check_id = ? AND origin <> 'team' LIMIT 1", [.text(record.key)]) != nil
    case "checklist": Catalog.checklist(record.key) != nil
    default: false
    }
  }
}

/// The figures that a release is decided by, to be compared before and after a change of others.
package struct DecisiveFigures: Equatable, Sendable {
  package var inScope: Int
  package var waived: Int
  package var stale: Int
  package var policy: String
  /// What else is decided, in words, by its name: `audit spring` is `open, 4 of 5 pass, 5 of 6 evaluated`. Put in by
  /// who knows the words.
  package var named: [String: String] = [:]
  /// Failing items that count, by their local numbers, each with its severity.
  var failing: [Int64: UInt8]
}

/// What a change does to them.
package struct FiguresChange: Equatable, Sendable {
  package var before: DecisiveFigures
  package var after: DecisiveFigures

  package init(from before: DecisiveFigures, to after: DecisiveFigures) {
    (self.before, self.after) = (before, after)
  }

  /// Failing items that leave the scope or no longer fail.
  package var gone: Int { before.failing.keys.count { after.failing[$0] == nil } }
  /// Failing items that were not counted before.
  package var new: Int { after.failing.keys.count { before.failing[$0] == nil } }
  /// What else is decided otherwise, in the order of the names.
  package var named: [(name: String, before: String, after: String)] {
    Set(before.named.keys).union(after.named.keys).sorted().compactMap { name in
      let (one, other) = (before.named[name] ?? "none", after.named[name] ?? "none")
      return one == other ? nil : (name, one, other)
    }
  }
  /// Failing items whose severity is lower afterwards.
  package var milder: Int { severities.count { $0 < $1 } }
  package var worse: Int { severities.count { $0 > $1 } }

  /// Before and after, of the items that fail all the time; 1 is the most severe.
  private var severities: [(UInt8, UInt8)] {
    before.failing.compactMap { cell, severity in after.failing[cell].map { (severity, $0) } }
  }
}

extension Reader {
  package func decisiveFigures() throws -> DecisiveFigures {
    let standing = try standing()
    let failing = try findingTable().entries.map { ($0.cell, $0.severity) }
    return DecisiveFigures(
      inScope: standing.counts.inScope, waived: standing.waived, stale: standing.stale, policy: try policy(),
      failing: Dictionary(failing) { first, _ in first })
  }
}

extension Tracker {
  /// What it would do to the figures to follow each of some authors, beside those who are followed now; nothing is kept.
  ///
  /// - Parameter figures: reads them; once as they are, and once for each author.
  package func rehearse(
    following authors: [Followed], _ figures: (Reader) throws -> DecisiveFigures
  ) throws -> [FiguresChange] {
    var before: DecisiveFigures?
    var changes: [FiguresChange] = []
    let results = try rehearse(authors.count + 1) { index, writer in
      guard let stand = before else {
        before = try writer.look(figures)
        return
      }
      try writer.follow([authors[index - 1]])
      changes.append(FiguresChange(from: stand, to: try writer.look(figures)))
      throw Told()
    }
    for case .failure(let error) in results where !(error is Told) { throw error }
    return changes
  }

  /// Takes one author's following back, so that the next is tried on what is there.
  private struct Told: Error {}
}
