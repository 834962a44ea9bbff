package import AuditModel

/// Cells that are counted together: those that test one criterion, or those of the best practices.
package struct CellGroup: Equatable, Sendable {
  package private(set) var counts = CellCounts()
  /// Passes of automatic checks, which are among `counts.pass`. That a tool found nothing is never a pass, so these
  /// play no part in the state.
  package private(set) var automaticPasses = 0
  /// Passes of checks whose answer is measured, by a person.
  package private(set) var measuredPasses = 0
  package private(set) var stale = 0
  /// Failing cells that a waiver covers; they fail all the same.
  package private(set) var waived = 0
  private var seen = ComponentNumbers()
  private var judged = ComponentNumbers()
  private var failing = ComponentNumbers()

  package init() {}

  /// A cell in small: what it shows, and of which component.
  package struct Cell: Equatable, Sendable {
    /// A number from 0 up that stands for the component, the same for all groups that are compared or added.
    package var component: Int
    /// Nil: untested.
    package var state: CellState?
    package var isStale: Bool
    package var isWaived: Bool

    package init(component: Int, state: CellState?, isStale: Bool = false, isWaived: Bool = false) {
      self.component = component
      self.state = state
      self.isStale = isStale
      self.isWaived = isWaived
    }
  }

  /// - Parameters:
  ///   - isAutomatic: whether the check of the cell is carried out by a tool.
  ///   - isMeasured: whether its answer is a measured value.
  package mutating func add(_ cell: Cell, isAutomatic: Bool, isMeasured: Bool = false) {
    counts.add(cell.state)
    seen.insert(cell.component)
    if cell.isStale { stale += 1 }
    guard let outcome = cell.state?.outcome else { return }
    if outcome == .pass, isAutomatic { automaticPasses += 1 }
    if outcome == .pass, isMeasured, !isAutomatic { measuredPasses += 1 }
    if outcome == .pass || outcome == .fail { judged.insert(cell.component) }
    guard outcome == .fail else { return }
    failing.insert(cell.component)
    if cell.isWaived { waived += 1 }
  }

  /// Adds cells that are not tested, of components that are added by themselves.
  package mutating func add(untested count: Int) { counts.untested += count }

  package mutating func add(component: Int) { seen.insert(component) }

  package static func + (left: CellGroup, right: CellGroup) -> CellGroup {
    var sum = left
    sum.counts = left.counts + right.counts
    sum.automaticPasses += right.automaticPasses
    sum.measuredPasses += right.measuredPasses
    sum.stale += right.stale
    sum.waived += right.waived
    sum.seen.formUnion(right.seen)
    sum.judged.formUnion(right.judged)
    sum.failing.formUnion(right.failing)
    return sum
  }

  /// Components with a cell in the group, with an evaluated one, and with a failing one.
  package var components: Int { seen.count }
  package var judgedComponents: Int { judged.count }
  package var failingComponents: Int { failing.count }

  /// The roll-up of 1-product's rules; nil is untested.
  package var outcome: Outcome? {
    var evidence = counts
    evidence.pass -= automaticPasses
    return evidence.rolledUp
  }
}

/// Numbers of components, a bit for each.
private struct ComponentNumbers: Equatable, Sendable {
  private var words: [UInt64] = []

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  mutating func insert(_ number: Int) {
    let place = number / 64
    if place >= words.count { words.append(contentsOf: repeatElement(0, count: place + 1 - words.count)) }
    words[place] |= 1 << UInt64(number % 64)
  }

  mutating func formUnion(_ others: ComponentNumbers) {
    if others.words.count > words.count {
      words.append(contentsOf: repeatElement(0, count: others.words.count - words.count))
    }
    for (place, word) in others.words.enumerated() { words[place] |= word }
  }
}
