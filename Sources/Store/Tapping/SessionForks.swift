import Audit
import Base
import SQLite

/// What came later beside the course of a session with a child, under the name of its chain. Such a chain is not signed, so
/// anyone with a copy can go on from any entry of it. A session is held once: what is beside it counts in no figure, unless
/// that branch is kept ("a11y fork settle").
///
/// ```
///   session ── trial ── trial ── end      was here first
///         └─── trial ── trial ── ...      counts nowhere
/// ```
struct SessionForks {
  private let lineage: FactGraph
  /// The lines of the replicas that forked, and the first facts of the branches that do not count.
  private let lines: Set<Int64>
  private let branches: Set<Int64>

  init(_ reader: Reader) throws {
    lineage = reader.lineage
    let forks = try lineage.forks()
    let told = forks.isEmpty ? [] : try Self.replicas(reader.database)
    let kept = forks.isEmpty ? [] : try lineage.chosenRuns()
    var (branches, replicas): (Set<Int64>, Set<ExactText>) = ([], [])
    for rivals in forks {
      guard let first = rivals.min(),
        let replica = try Lines.replica(reader.database, of: FactNumber.line(of: first)).map(ExactText.init),
        told.contains(replica)
      else { continue }
      replicas.insert(replica)
      let counting = kept.intersection(rivals)
      branches.formUnion(Set(rivals).subtracting(counting.isEmpty ? [first] : counting))
    }
    self.branches = branches
    lines = Set(try replicas.flatMap { try Lines.all(reader.database, of: $0.text) })
  }

  /// The replicas with entries about sessions, also beside others.
  static func replicas(_ database: Connection) throws -> Set<ExactText> {
    let sql = """
      SELECT DISTINCT replica FROM branch WHERE id IN (SELECT fact >> \(FactNumber.bits) FROM session_fact)
      """
    return Set(try database.all(sql, []) { ExactText($0.text(0)) })
  }

  /// Those of some facts that are on such a branch.
  func holding(_ numbers: some Sequence<Int64>) throws -> Set<Int64> {
    guard !branches.isEmpty else { return [] }
    var known: [Int64: Bool] = [:]
    return Set(
      try numbers.filter { number in
        try lines.contains(FactNumber.line(of: number)) && lineage.descends(number, from: branches, &known)
      })
  }
}
