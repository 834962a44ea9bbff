package import Audit
import SQLite

/// What a row says of the state of its cell: an outcome, and the doubts beside it.
package protocol ShownState {
  /// Nil: untested.
  var outcome: Outcome? { get }
  var severity: Severity? { get }
  var isDisputed: Bool { get set }
  var isContradicted: Bool { get set }
  var isOverruled: Bool { get set }
  var isBetterByRetest: Bool { get set }
}

extension ShownState {
  /// The state of the cell; nil where it is not tested.
  package var state: CellState? {
    outcome.map {
      CellState(
        outcome: $0, severity: severity, isDisputed: isDisputed, isContradicted: isContradicted,
        isOverruled: isOverruled)
    }
  }

  /// Takes over what stands in `cell.marks`.
  mutating func take(marks: Int64) {
    isDisputed = marks & Codes.disputed != 0
    isContradicted = marks & Codes.contradicted != 0
    isOverruled = marks & Codes.overruled != 0
    isBetterByRetest = marks & Codes.retest != 0
  }
}

/// The current state of a cell, or one result: the row of `list items`, `list findings` and `list results`.
package struct Cell: ShownState, Sendable {
  package var component: String
  package var check: String
  package var condition: String
  package var category: String
  /// The setting that its check is tested under; nil where it has none.
  @Rare package var setting: Condition? = nil
  /// Nil: untested.
  package var outcome: Outcome?
  /// Of a cell that fails: as the tester said, else as its check does.
  package var severity: Severity?
  /// The tester gave no severity.
  package var isUsualSeverity = false
  /// Who set the severity of the finding; nil where it is that of its tester or check.
  @Rare package var triage: TriagedSeverity? = nil
  @Rare package var value: MeasuredValue?
  package var note: String?
  /// The anti-pattern that it was filed as, by its name in the reference; empty for none.
  package var pattern = ""
  /// What those say who are followed, where a table has it and it is something else: a word of `Outcome`, or `untested`.
  @Rare package var followed: String? = nil
  /// The components that make the check of their screen fail, by their present keys.
  @Rare package var on: [String]? = nil
  package var tester: String
  /// When it was observed, ms UTC.
  package var time: Int64
  package var device: String
  package var os: String
  package var build: String
  package var audit: String
  /// Source digest and check text it was observed against.
  package var source: String
  package var text: UInt32?
  package var isDisputed = false
  /// A tester who had seen a worse result logged a better one on the same build.
  package var isContradicted = false
  /// Those who are followed differ about it alone, and what others say hides that.
  package internal(set) var isHidden = false
  /// The value contradicts the outcome.
  package var isOverruled = false
  /// A retest on the same build improved on the result of another tester.
  package var isBetterByRetest = false
  package var isRetracted = false
  /// When the outcome shown began, ms UTC; cells only.
  package var since: Int64 = 0
  package var stale: [StaleReason] = []
  /// Whose name it has without their signature.
  @Rare package var claim: NameClaim? = nil
  /// What is registered of the component that speaks against it, in half a sentence; nil where nothing does.
  @Rare package var question: String? = nil
  /// The waiver in force for a failing cell.
  @Rare package var waiver: Waiver? = nil
  /// The waiver that covered a failing cell and has run out, where none is in force.
  @Rare package var expired: Waiver? = nil
  /// When it failed and when it did not; only where findings were asked for. `severity` and `since` are then those of
  /// the finding, also where it is fixed.
  @Rare package var life: FindingLife? = nil
  /// What the measured value says against the thresholds of today.
  package var judged: Outcome?
  /// `<replica>-<sequence>`: the result's name everywhere.
  package var id: String
  /// The cell's local number; 0 where it is not tested, and in lists of results.
  var cell: Int64 = 0
  /// The result's local number; 0 where there is no result.
  var number: Int64 = 0

  package var place: ScopeCell { ScopeCell(component: component, check: check, condition: condition) }

  /// All that is set where it is seen.
  package var seenUnder: String {
    setting == nil ? condition : CheckSettings(of: .newest).seen(condition, of: check)
  }

  /// Whether results differ that no rule decides between.
  package var isUnsettled: Bool { isDisputed || isContradicted }

  /// Takes over what few results say.
  mutating func take(_ members: RareMembers, _ names: ComponentNames) {
    pattern = members.pattern
    on = members.on?.isEmpty == false ? members.on?.map(names.present) : nil
  }

  /// `disputed` where testers did not see each other's results, `contradicted` where the later one did; nil for neither.
  package var disagreement: String? { isDisputed ? "disputed" : isContradicted ? "contradicted" : nil }

  /// `disputed`, `contradicted`, `value contradicts`: remarks shown beside the outcome.
  package var doubtWords: [String] { [disagreement, isOverruled ? "value contradicts" : nil].compactMap(\.self) }
}

extension Cell {
  /// Of a cell that is not tested.
  package init(untested cell: ScopeCell, category: String = "") {
    self.init(
      component: cell.component, check: cell.check, condition: cell.condition, category: category, outcome: nil,
      severity: nil, value: nil, note: nil, tester: "", time: 0, device: "", os: "", build: "", audit: "", source: "",
      text: nil, id: "")
  }
}

extension CellTable.Figures {
  /// - Parameter now: that of the machine, ms UTC.
  package mutating func add(_ row: RowFacts, now: Int64) {
    counts.add(row.state)
    if !row.stale.isEmpty { stale += 1 }
    if row.isWaived { waived += 1 }
    if row.outcome != nil, HybridTime(milliseconds: row.time).isAhead(of: now) { ahead += 1 }
  }
}

/// A column of `cell`, by its name in the file.
enum CellColumn: String {
  case id
  case component
  case check = "check_id"
  case condition
  case category
  case outcome
  case severity
  case marks
  case shown
  case latest
  case latestTime = "latest_time"
  case seen
  case since
  case context
  case text
  case results
  case changes
  case branch
}

/// The cell that a pass has come to, as it is or as it was; valid until the pass goes on.
final class ScannedCell {
  private let row: Statement
  private let columns: [CellColumn]
  private let textPlace: Int32
  /// What it was, where it has changed since.
  fileprivate var then: CellAsOf?

  fileprivate init(_ row: Statement, _ columns: [CellColumn]) {
    (self.row, self.columns) = (row, columns)
    textPlace = Int32(clamping: columns.firstIndex(of: .text) ?? columns.count)
  }

  /// The value of a column but `text`, by its place among those that were asked for.
  subscript(place: Int) -> Int64 {
    then.flatMap { $0[columns[place]] } ?? row.int64(Int32(truncatingIfNeeded: place))
  }

  /// The version of its check's text, where that was asked for and is known.
  var text: Int64? { if let then { then.text } else { row.optionalInt64(textPlace) } }
}

extension CellAsOf {
  /// Nil for what a cell is at any moment.
  fileprivate subscript(column: CellColumn) -> Int64? {
    switch column {
    case .outcome: Codes.code(state.outcome)
    case .severity: Int64(state.severity?.rawValue ?? 0)
    case .marks: Codes.marks(state) | (isBetterByRetest ? Codes.retest : 0) | othersMarks
    case .shown: shown
    case .latest: latest
    case .latestTime: latestTime
    case .seen: seen
    case .since: since
    case .context: context
    case .results: results
    case .id, .component, .check, .condition, .category, .text, .changes, .branch: nil
    }
  }
}

extension Reader {
  /// Calls `visit` with each cell that has a result, in the order of their numbers, as it is or as it was at the moment
  /// of this reader.
  ///
  /// - Parameters:
  ///   - columns: those that are read. `changes` and `branch` are always those of now.
  ///   - shortcut: an SQL condition that `visit` checks as well. It saves reading the other cells; a reader of a past
  ///     moment has no use for it.
  ///   - components: a JSON array of the terms of the only components that are asked for.
  func visitCells(
    _ columns: [CellColumn], shortcut: String = "", components: String? = nil, _ visit: (ScannedCell) throws -> Void
  ) throws {
    var names = columns.map(\.rawValue)
    if past != nil { names += ["id", "latest_time"] }
    let row = try database.cached(
      """
      SELECT \(names.joined(separator: ", ")) FROM cell WHERE outcome <> 0
        \(past == nil && !shortcut.isEmpty ? "AND \(shortcut)" : "")
        \(components == nil ? "" : "AND component IN (SELECT value FROM json_each(?))") ORDER BY id
      """)
    defer { row.reset() }
    if let components { try row.bind(components, at: 1) }
    let cell = ScannedCell(row, columns)
    guard let past else {
      while try row.step() { try visit(cell) }
      return
    }
    let (id, latest) = (Int32(columns.count), Int32(columns.count + 1))
    var moved = try past.moved.get()[...]
    while try row.step() {
      while let next = moved.first, next.cell < row.int64(id) { moved.removeFirst() }
      cell.then = moved.first.flatMap { $0.cell == row.int64(id) ? $0.then : nil }
      if cell.then != nil || row.int64(latest) <= past.moment { try visit(cell) }
    }
  }
}

/// A value that few of very many rows have: it lies apart, and the others keep no room for it.
///
/// It stands in the module of the rows that use it: from another one it would not be specialized, and each row would look
/// up its type at run time.
@propertyWrapper
package struct Rare<Value: Equatable & Sendable>: Equatable, Sendable {
  private final class Place: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var place: Place?

  package init(wrappedValue: Value?) { place = wrappedValue.map(Place.init) }

  package var wrappedValue: Value? {
    get { place?.value }
    set { place = newValue.map(Place.init) }
  }

  package static func == (left: Rare, right: Rare) -> Bool { left.wrappedValue == right.wrappedValue }
}
