import SQLite

/// Works out what runs have seen of one another as facts are added that name others.
///
/// A fact that names another sees that one, all before it in its run, and all that those had seen. So what a run has
/// seen only grows from fact to fact, and a row of `sight` is written where it does.
final class SightBuilder {
  /// A fact that names another one, or follows one that stands in another run.
  struct Edge {
    var at: Int64
    var target: Int64
  }

  private let graph: FactGraph
  /// By run: what is still to be entered, in the order of the facts.
  private var pending: [Int64: [Edge]] = [:]
  private var next: [Int64: Int] = [:]
  /// By run and target, what was seen so far, in the order of the facts.
  private var sights: [Int64: [Int64: [(at: Int64, upto: Int64)]]] = [:]

  init(_ graph: FactGraph) {
    self.graph = graph
  }

  func add(_ edge: Edge) throws {
    pending[try graph.run(of: edge.at), default: []].append(edge)
  }

  /// Enters all that was added, each after what it depends on.
  func finish() throws {
    for run in pending.keys { pending[run]?.sort { ($0.at, $0.target) < ($1.at, $1.target) } }
    for run in pending.keys.sorted() { try complete(run, through: .max) }
  }

  /// Enters the edges of a run up to a fact, and before each of them those that its target depends on.
  private func complete(_ run: Int64, through last: Int64) throws {
    var waiting = [(run: run, through: last)]
    var open: Set<Int64> = [run]
    while let top = waiting.last {
      let place = next[top.run] ?? 0
      guard let edges = pending[top.run], place < edges.count, edges[place].at <= top.through else {
        open.remove(top.run)
        waiting.removeLast()
        continue
      }
      let edge = edges[place]
      let target = try graph.run(of: edge.target)
      if target != top.run, isBehind(target, edge.target), open.insert(target).inserted {
        waiting.append((target, edge.target))
        continue
      }
      // What waits for itself goes round in a circle; no honest facts do, and then it is entered as it is.
      try enter(edge, of: top.run, target)
      next[top.run] = place + 1
    }
  }

  private func isBehind(_ run: Int64, _ number: Int64) -> Bool {
    guard let edges = pending[run] else { return false }
    let place = next[run] ?? 0
    return place < edges.count && edges[place].at <= number
  }

  private func enter(_ edge: Edge, of run: Int64, _ target: Int64) throws {
    if target != run { try raise(run, target, to: edge.target, at: edge.at) }
    for (other, steps) in try sight(of: target) where other != run {
      if let step = steps.last(where: { $0.at <= edge.target }) { try raise(run, other, to: step.upto, at: edge.at) }
    }
  }

  private func raise(_ run: Int64, _ target: Int64, to upto: Int64, at: Int64) throws {
    _ = try sight(of: run)
    let steps = sights[run]?[target] ?? []
    if let last = steps.last, last.upto >= upto { return }
    if let last = steps.last, last.at == at {
      sights[run]?[target]?[steps.count - 1].upto = upto
    } else {
      sights[run]?[target, default: []].append((at, upto))
    }
    let insert = try graph.database.cached(
      """
      INSERT INTO sight (run, target, at, upto) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET upto = excluded.upto
      """)
    try insert.bind(run, at: 1)
    try insert.bind(target, at: 2)
    try insert.bind(at, at: 3)
    try insert.bind(upto, at: 4)
    try insert.run()
  }

  private func sight(of run: Int64) throws -> [Int64: [(at: Int64, upto: Int64)]] {
    if let known = sights[run] { return known }
    let stored = try graph.sight(of: run)
    sights[run] = stored
    return stored
  }
}
