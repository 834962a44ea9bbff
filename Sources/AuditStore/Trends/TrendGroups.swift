import AuditFigures
import AuditModel
import Measuring
import SQLite

/// The groups of a trend, and which of them a cell stands in.
final class TrendGroups {
  private let grouping: TrendGrouping?
  private let hasWhole: Bool
  private let reader: Reader
  private let registry: Registry
  /// Empty for what has none.
  private(set) var names: [String] = []
  /// Each distinct set of groups that some cell stands in.
  private(set) var sets: [[Int]] = []
  private var places: [ExactText: Int] = [:]
  private var setPlaces: [[Int]: Int] = [:]
  private var known: [Int64: Int] = [:]
  private var knownNames: [ExactText: Int] = [:]
  private lazy var categories: Result<[String: String], any Error> = Result { try reader.categories() }

  /// - Parameter hasWhole: the first group, without a name, is all of them.
  init(_ grouping: TrendGrouping?, hasWhole: Bool = false, _ reader: Reader, _ registry: Registry) {
    self.grouping = grouping
    self.hasWhole = hasWhole
    self.reader = reader
    self.registry = registry
    if hasWhole { names = [""] }
  }

  /// The groups of a cell that its identity decides (terms).
  func set(component: Int64, check: Int64, category: Int64) throws -> Int {
    switch grouping {
    case nil, .tester, .build: try remembered(0) { [""] }
    case .category: try remembered(category) { [try reader.text(category)] }
    case .criterion: try remembered(check) { try Self.criteria(registry.check(try reader.text(check))?.check) }
    case .component: try remembered(component) { [try reader.text(component)] }
    case .kind: try remembered(component) { [try self.component(component)?.kind ?? ""] }
    case .profile: try remembered(component) { [try self.component(component)?.profile.rawValue ?? ""] }
    case .owner: try remembered(component) { [try self.component(component)?.owner ?? ""] }
    case .screen: try remembered(component) { try self.component(component)?.screens ?? [] }
    case .tag: try remembered(component) { try self.component(component)?.tags ?? [] }
    }
  }

  /// The same of a cell that is not tested; of no use where groups follow results.
  func set(of component: String, check: String) throws -> Int {
    // One that was deleted has no fields.
    func now() throws -> Component? { try registry.component(component) }
    return switch grouping {
    case nil, .tester, .build: try remembered(0) { [""] }
    case .category: try remembered(check) { [try categories.get()[check] ?? ""] }
    case .criterion: try remembered(check) { try Self.criteria(registry.check(check)?.check) }
    case .component: try remembered(component) { [component] }
    case .kind: try remembered(component) { [try now()?.kind ?? ""] }
    case .profile: try remembered(component) { [try now()?.profile.rawValue ?? ""] }
    case .owner: try remembered(component) { [try now()?.owner ?? ""] }
    case .screen: try remembered(component) { try now()?.screens ?? [] }
    case .tag: try remembered(component) { try now()?.tags ?? [] }
    }
  }

  /// Those of a cell with a result.
  func set(of entry: CellTable.Entry, _ context: ResultContext) throws -> Int {
    switch grouping {
    case .tester: try set(ofTerm: context.tester)
    case .build: try set(ofTerm: context.build)
    default:
      try set(component: Int64(entry.component), check: Int64(entry.check), category: Int64(entry.category))
    }
  }

  /// The group of a tester or a build (a term).
  func set(ofTerm term: Int64) throws -> Int {
    try remembered(term) { [try reader.text(term)] }
  }

  private func component(_ term: Int64) throws -> Component? { try registry.component(try reader.text(term)) }

  /// Related is not tested, and a check without a criterion is a best practice.
  private static func criteria(_ check: Check?) -> [String] {
    let tested = check?.wcag.filter { $0.relation == .tests }.map(\.criterion) ?? []
    return tested.isEmpty ? ["house"] : tested
  }

  private func remembered(_ term: Int64, _ names: () throws -> [String]) throws -> Int {
    if let place = known[term] { return place }
    let place = place(of: try names())
    known[term] = place
    return place
  }

  private func remembered(_ name: String, _ names: () throws -> [String]) throws -> Int {
    if let place = knownNames[ExactText(name)] { return place }
    let place = place(of: try names())
    knownNames[ExactText(name)] = place
    return place
  }

  private func place(of found: [String]) -> Int {
    let places = Set((found.isEmpty ? [""] : found).map(group) + (hasWhole ? [0] : [])).sorted()
    let place: Int
    if let same = setPlaces[places] {
      place = same
    } else {
      place = sets.count
      sets.append(places)
      setPlaces[places] = place
    }
    return place
  }

  private func group(_ name: String) -> Int {
    if let place = places[ExactText(name)] { return place }
    places[ExactText(name)] = names.count
    names.append(name)
    return names.count - 1
  }
}

extension Reader {
  /// The categories of checks by their ids.
  fileprivate func categories() throws -> [String: String] {
    var found: [String: String] = [:]
    try database.rows("SELECT check_id, category FROM check_text WHERE current = 1") { found[$0.text(0)] = $0.text(1) }
    return found
  }
}
