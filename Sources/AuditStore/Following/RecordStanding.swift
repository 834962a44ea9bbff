import AuditModel
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
/// Everything else waits.
struct RecordStanding {
  /// All writes by their fields.
  let fields: [ExactText: [FieldWrite]]
  private var counting: [ExactText: Set<Int64>] = [:]
  private var refused: Set<Int64> = []

  /// More authors of one record than this are not compared with one another, and what none of them is followed in waits.
  private static let mostAuthors = 64

  /// Nil where all of it counts.
  init?(
    _ record: RecordProjector.Key, _ following: Following, _ lineage: FactGraph, _ database: Connection
  ) throws {
    fields = try RecordWrites.read(of: record, from: database)
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
      isFree: !DecidingFields.isBuiltIn(record, in: database), most: Self.mostAuthors)
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
      counting[field]?.formUnion(Set(writes.map(\.id)).subtracting(refused))
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
      if !write.isRetracted, last[run].map({ $0.id < write.id }) ?? true { last[run] = write }
    }
    let ofAuthors = Dictionary(grouping: last.values) { ExactText($0.replica) }
    let nothing = field.text == RecordProjector.deletedField ? "false" : "null"
    let now = fold.value ?? nothing
    return try last.values.filter { write in
      let others = ofAuthors[ExactText(write.replica)] ?? []
      if others.count <= Self.mostAuthors,
        try others.contains(where: { try lineage.saw($0.id, write.id) && $0.id != write.id })
      {
        return false
      }
      return try !write.value.utf8.elementsEqual(now.utf8) && !fold.live.contains { try lineage.saw($0, write.id) }
    }.map(\.id)
  }
}

extension FactGraph {
  /// Whether one fact had another in view when it was made.
  func saw(_ later: Int64, _ earlier: Int64) throws -> Bool { try reach(of: later, into: run(of: earlier)) >= earlier }
}

/// Who began a record.
private struct Beginning {
  /// The first writes of those who are followed: none of them has seen another.
  private let roots: [Int64]
  private let lineage: FactGraph
  private let isFree: Bool
  private let most: Int

  init(_ followed: [Int64], _ lineage: FactGraph, isFree: Bool, most: Int) throws {
    (self.lineage, self.most) = (lineage, most)
    let first = try Self.firstOfRuns(followed, lineage)
    self.isFree = isFree && first.count <= most
    roots = first.count <= most ? try Self.unseeing(first, lineage) : first
  }

  /// Those of some writes to one field that have seen no other of them, and that all who are followed had seen when they
  /// first wrote to the record.
  func first(of writes: [Int64]) throws -> [Int64] {
    let first = try Self.firstOfRuns(writes, lineage)
    guard isFree, first.count <= most else { return [] }
    return try Self.unseeing(first, lineage).filter { one in try roots.allSatisfy { try lineage.saw($0, one) } }
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

  private static func unseeing(_ numbers: [Int64], _ lineage: FactGraph) throws -> [Int64] {
    try numbers.filter { one in try numbers.allSatisfy { try $0 == one || !lineage.saw(one, $0) } }
  }
}
