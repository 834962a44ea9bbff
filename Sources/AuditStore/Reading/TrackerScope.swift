import AuditModel
import SQLite

/// The cells that every number about the tracker counts: components in use x checks of the plan that apply x conditions
/// of the plan.
///
/// What was tested counts beyond that unless the plan excludes it: checks that are on none of the chosen checklists
/// and conditions that are not among the chosen ones are outside. That a check is not meant for a kind of component
/// excludes nothing: a logged failure was observed.
final class TrackerScope {
  enum Place {
    /// The component is in use, and the plan does not ask for the cell.
    case outside
    /// The plan asks for it, whether it was tested or not.
    case asked
    /// It counts because it was tested.
    case tested
    /// Its component was retired or deleted.
    case outOfUse
  }

  private enum Known {
    case outOfUse
    case unregistered
    /// With its place in `work.components`; nil where it is not among them.
    case registered(signature: Int, place: Int?)
  }

  /// Components in use, checks of the plan and its conditions.
  let work: WorkScope
  private let reader: Reader
  private let registered: [ExactText: Component]
  private let deleted: Set<ExactText>
  private let planned: Set<ExactText>?
  private let conditions: [ExactText: Int]
  private let componentPlaces: [ExactText: Int]
  private let isOpenToConditions: Bool
  private let places: [ExactText: Int]
  private var rules: ApplyingChecks
  private var components = ByTerm<Known>()
  /// Place in `work.checks`; -1 where only the name is known, -2 where the plan does not ask for it.
  private var checks = ByTerm<Int>()
  /// Place in `work.conditions`; -1 for one that the plan does not ask for.
  private var knownConditions = ByTerm<Int>()

  /// - Parameters:
  ///   - registered: the components by their keys; those that are retired are out of use.
  ///   - deleted: the keys of others that are out of use.
  init(_ reader: Reader, registered: [ExactText: Component], deleted: Set<ExactText>) throws {
    self.reader = reader
    self.registered = registered
    self.deleted = deleted
    let plan = try reader.plan()
    work = try reader.workScope(of: nil)
    rules = ApplyingChecks(work.checks)
    planned = plan.checklists.isEmpty ? nil : Set(try reader.checklistChecks(plan.checklists).map(ExactText.init))
    conditions = Dictionary(placesOf: work.conditions.map(\.text))
    componentPlaces = Dictionary(placesOf: work.components.map(\.key))
    isOpenToConditions = plan.conditions == nil
    places = Dictionary(placesOf: work.checks.map(\.id))
  }

  /// Where a cell (terms) belongs.
  func place(component: Int64, check: Int64, condition: Int64) throws -> Place {
    let known = try known(component)
    if case .outOfUse = known { return .outOfUse }
    let place = try self.place(ofCheck: check)
    guard place > -2 else { return .outside }
    let isAsked = try self.place(ofCondition: condition) >= 0
    guard isAsked || isOpenToConditions else { return .outside }
    guard isAsked, place >= 0, case .registered(let signature, _) = known else { return .tested }
    return rules.applies(place, to: signature) ? .asked : .tested
  }

  /// Whether a cell that was tested counts.
  func counts(component: Int64, check: Int64, condition: Int64) throws -> Bool {
    switch try place(component: component, check: check, condition: condition) {
    case .asked, .tested: true
    case .outside, .outOfUse: false
    }
  }

  /// Those of the cells that the plan could ask for which are tested.
  ///
  /// - Parameter table: all tested cells of the tracker, where they have been read.
  func tested(in table: CellTable? = nil) throws -> TestedSlots {
    var slots = TestedSlots(work)
    func add(_ component: Int64, _ check: Int64, _ condition: Int64) throws {
      guard case .registered(_, let component?) = try known(component) else { return }
      let check = try place(ofCheck: check)
      guard check >= 0 else { return }
      let condition = try place(ofCondition: condition)
      if condition >= 0 { slots.insert(AskedSlot(component: component, check: check, condition: condition)) }
    }
    if let table {
      for cell in table.entries { try add(Int64(cell.component), Int64(cell.check), Int64(cell.condition)) }
    } else {
      try reader.visitCells([.component, .check, .condition]) { try add($0[0], $0[1], $0[2]) }
    }
    return slots
  }

  /// The places in `work.checks` of those that apply to a component.
  func checks(of component: Component) -> [Int] { rules.places(for: component) }

  /// How many cells the plan asks for of a component.
  func asked(of component: Component) -> Int { checks(of: component).count * work.conditions.count }

  private func known(_ component: Int64) throws -> Known {
    if let known = components[component] { return known }
    let key = ExactText(try reader.text(component))
    let found: Known
    if let component = registered[key] {
      found =
        component.isRetired
        ? .outOfUse : .registered(signature: rules.signature(of: component), place: componentPlaces[key])
    } else {
      found = deleted.contains(key) ? .outOfUse : .unregistered
    }
    components[component] = found
    return found
  }

  /// The place of a check (a term) in `work.checks`; negative for one that is not among them.
  func place(ofCheck check: Int64) throws -> Int {
    if let known = checks[check] { return known }
    let id = ExactText(try reader.text(check))
    let isPlanned = planned?.contains(id) ?? true
    let found = isPlanned ? places[id] ?? -1 : -2
    checks[check] = found
    return found
  }

  private func place(ofCondition condition: Int64) throws -> Int {
    if let known = knownConditions[condition] { return known }
    let found = conditions[ExactText(try reader.text(condition))] ?? -1
    knownConditions[condition] = found
    return found
  }
}

/// Cells that the plan could ask for, a bit for each: as many bits as the tested components have cells.
struct TestedSlots {
  private let conditions: Int
  private let wordsOfComponent: Int
  /// Where the bits of a component begin, by its place; -1 where none is set.
  private var starts: [Int]
  private var words: [UInt64] = []

  init(_ work: WorkScope) {
    conditions = work.conditions.count
    wordsOfComponent = (work.checks.count * conditions + 63) / 64
    starts = Array(repeating: -1, count: work.components.count)
  }

  mutating func insert(_ slot: AskedSlot) {
    let component = Int(slot.component)
    if starts[component] < 0 {
      starts[component] = words.count
      words.append(contentsOf: repeatElement(0, count: wordsOfComponent))
    }
    let bit = bit(of: slot)
    words[starts[component] + bit / 64] |= 1 << UInt64(bit % 64)
  }

  func contains(_ slot: AskedSlot) -> Bool {
    let start = starts[Int(slot.component)]
    guard start >= 0 else { return false }
    let bit = bit(of: slot)
    return words[start + bit / 64] & 1 << UInt64(bit % 64) != 0
  }

  private func bit(of slot: AskedSlot) -> Int { Int(slot.check) * conditions + Int(slot.condition) }
}
