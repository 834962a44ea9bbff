import AuditModel
import AuditStore

/// The items of a walk in order, the current position, and the mark of each.
struct WalkQueue {
  enum Mark: Equatable {
    case open
    /// Answered in this walk.
    case answered(Outcome)
    /// Answered by another tester in the meantime.
    case overtaken
    /// Fails with the finding of another item of the component.
    case alsoFailing
    /// Answered before the walk; the tester went back to it.
    case earlier
  }

  private(set) var items: WorkItems
  private var marks: [Mark]
  /// The current item; past the last one at the end of the walk.
  private(set) var position = 0

  init(_ items: WorkItems) {
    self.items = items
    marks = Array(repeating: .open, count: items.count)
  }

  var count: Int { items.count }
  var current: ScopeCell? { position < items.count ? items[position] : nil }
  var currentMark: Mark? { position < items.count ? marks[position] : nil }
  var left: Int { marks.count { $0 == .open } }
  var open: [ScopeCell] { zip(items, marks).filter { $0.1 == .open }.map(\.0) }
  var overtaken: Int { marks.count { $0 == .overtaken } }

  /// The answers of this walk that were not undone.
  var counts: CellCounts {
    var counts = CellCounts()
    for case .answered(let outcome) in marks {
      counts.add(CellState(outcome: outcome, severity: nil, isDisputed: false))
    }
    return counts
  }

  /// The number of items that fulfill a condition, and the number of those left.
  func counts(where isLike: (ScopeCell) -> Bool) -> (all: Int, left: Int) {
    var (all, left) = (0, 0)
    for (item, mark) in zip(items, marks) where isLike(item) {
      all += 1
      if mark == .open { left += 1 }
    }
    return (all, left)
  }

  // MARK: Going

  /// To the next open item after this one, or past the last.
  mutating func advance() {
    let rest = marks.indices.dropFirst(position + 1)
    position = rest.first { marks[$0] == .open } ?? items.count
  }

  /// To the previous item; false at the first.
  mutating func goBack() -> Bool {
    guard position > 0 else { return false }
    position -= 1
    return true
  }

  /// To a number from 1; false if there is no such item.
  mutating func go(to number: Int) -> Bool {
    guard (1...max(1, items.count)).contains(number), !items.isEmpty else { return false }
    position = number - 1
    return true
  }

  /// To an item; one that was answered before the walk is inserted here.
  mutating func visit(_ item: ScopeCell) {
    if let place = items.firstIndex(of: item) {
      position = place
    } else {
      items.insert(item, at: position)
      marks.insert(.earlier, at: position)
    }
  }

  // MARK: Marks

  mutating func mark(_ mark: Mark) {
    if position < items.count { marks[position] = mark }
  }

  /// Marks an item; false if it is not in this walk.
  mutating func mark(_ item: ScopeCell, _ mark: Mark) -> Bool {
    guard let place = items.firstIndex(of: item) else { return false }
    marks[place] = mark
    return true
  }

  /// Marks several items in one pass; those that are not in this walk are left out.
  mutating func mark(_ given: [ScopeCell: Mark]) {
    for (place, item) in items.enumerated() {
      if let mark = given[item] { marks[place] = mark }
    }
  }

  /// Goes to an item that is open again; inserts it here if it is not in this walk.
  mutating func bringBack(_ item: ScopeCell) {
    visit(item)
    mark(.open)
  }
}
