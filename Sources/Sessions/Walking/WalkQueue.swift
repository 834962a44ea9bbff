package import Audit
package import CommandLine
import Store

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
    /// Does not apply any more, by the features that the tester named.
    case notAsked
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

  /// Leaves out the open items of a component that do not apply any more, and inserts new ones behind this item.
  mutating func renew(_ component: String, asked: Set<ScopeCell>, new: [ScopeCell]) -> (left: Int, new: Int) {
    let own = items.indices.filter { items[$0].component == component }
    let left = own.filter { marks[$0] == .open && !asked.contains(items[$0]) }
    for place in left { marks[place] = .notAsked }
    let known = Set(own.map { items[$0] })
    let added = new.filter { !known.contains($0) }
    for item in added.reversed() {
      items.insert(item, at: min(position + 1, items.count))
      marks.insert(.open, at: min(position + 1, marks.count))
    }
    return (left.count, added.count)
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

/// The selection of a walk, from the command line.
package struct WalkRequest {
  /// The cells of the scope to walk (default: untested).
  package enum Only: String, CaseIterable {
    case untested, fail, stale, disputed, signals, retest

    /// The predicate of a selected cell.
    package var phrase: String {
      switch self {
      case .fail: "is a fail"
      case .stale, .untested, .disputed: "is \(rawValue)"
      case .signals: "has open tool findings"
      case .retest: "needs retest"
      }
    }
  }

  /// The cells that a query asks for.
  package let query: Filter
  /// Whether it asks about results, so that the walk is through tested cells.
  package let asksResults: Bool
  var component: String?
  var check: String?
  var checklists: [String]
  /// Whether `check` is one check, and no list, pattern, or query.
  var namesOneCheck: Bool { check.map { !$0.utf8.contains { ":,".utf8.contains($0) } && !Glob($0).isPattern } ?? false }
  package var only: Only
  /// Whether the answers retest other testers' results.
  package var isRetest: Bool { only == .retest || only == .fail || only == .disputed || asksResults }
  /// Only the components that the audit assigns to the tester.
  let isMine: Bool
  let tester: String
  /// Answered cells as well as open ones.
  var includesAll: Bool
  var order: WorkScope.Order
  /// The condition of the command line, of the detected device or, without an audit, of the configuration.
  var condition: Condition?

  /// What a query may ask of a tested cell alone.
  private static let ofResults: Set<Filter.Field> = [
    .ticket, .audit, .tester, .build, .severity, .since, .until, .stale, .disputed, .waived,
  ]

  package init(_ context: Context, _ defaults: LogDefaults) throws(Problem) {
    let arguments = context.arguments
    query = try Problem.named { () throws(NameProblem) in
      try Filter(parsing: arguments.positionals.joined(separator: " "))
    }
    try query.require(Set(Filter.Field.allCases).subtracting([.state]), of: "items")
    asksResults =
      !arguments.has(.all) && !arguments.has(.only)
      && query.terms.contains {
        Self.ofResults.contains($0.field) || $0.field == .status && !($0.isNegated || $0.values.contains("untested"))
      }
    let wanted = try arguments.choice(.only, as: Only.self)
    includesAll = arguments.has(.all)
    isMine = arguments.has(.mine)
    tester = defaults.tester
    only = wanted ?? .untested
    if only == .retest, arguments.has(.by) {
      throw .usage(
        "flag.unfit", "--by cannot be combined with --only retest, which has a fixed order",
        hints: ["Run \"a11y list retest\" to see the order."])
    }
    order = try arguments.choice(.by, as: WorkScope.Order.self) ?? .component
    component = arguments.string(.component)
    check = arguments.string(.check)
    checklists = arguments.list(.checklist)
    let isDetected = context.settings.detected[.condition] != nil
    let isNamed =
      arguments.has(.condition) || isDetected || (defaults.audit.isEmpty && context.settings.value(.condition) != nil)
    condition = isNamed ? defaults.condition : nil
  }
}
