package import Audit
import SQLite

/// The names that the words of a query may mean.
package struct NameIndex {
  /// Nil where the catalog alone is asked.
  private let reader: Reader?

  package init(_ reader: Reader?) { self.reader = reader }

  /// Whether something has this name, or a name that matches the pattern.
  package func contains(_ value: String, _ field: Filter.Field) throws -> Bool {
    if try isExactly(value, field) { return true }
    let names = try all(field)
    if field == .ticket {
      return Filter.ticketStates.contains(value) || TicketMark.isMark(value)
        || names.contains { Ticket.isNamed($0, by: value) }
    }
    guard field == .condition else {
      let pattern = field == .component ? Glob.choosing(value) : Glob(value)
      return names.contains(where: pattern.matchesText)
    }
    let tokens = value.split(separator: "+").map(String.init)
    // An item is also under the setting that its check brings.
    let settings = try ownSettings.map(\.tokens) + [[]]
    return value == "default"
      || names.contains { name in
        let seen = name.split(separator: ",").map(String.init)
        return settings.contains { setting in tokens.allSatisfy { seen.contains($0) || setting.contains($0) } }
      }
  }

  /// What checks are tested under by themselves.
  private var ownSettings: [Condition] {
    get throws { try (reader?.checkSettings ?? CheckSettings(of: .newest)).all }
  }

  /// The quick answer for a name in full.
  private func isExactly(_ value: String, _ field: Filter.Field) throws -> Bool {
    guard let reader else { return false }
    return switch field {
    case .check: try reader.check(value) != nil
    case .component: try reader.component(value) != nil || reader.isNamedComponent(value)
    case .audit: try reader.audit(value) != nil
    default: false
    }
  }

  /// Every name there is, also of what other machines have logged and is not registered here.
  package func all(_ field: Filter.Field) throws -> [String] {
    switch field {
    case .kind: return try Catalog.componentKinds + (reader?.names(.kind) ?? [])
    case .criterion: return Catalog.criteria.map(\.id)
    case .category:
      let own = try reader?.checkIDs().compactMap { $0.split(separator: ".").first.map(String.init) } ?? []
      return try Catalog.categories.map(\.id) + own + (reader?.names(.category) ?? [])
    case .check: return try (reader?.checkIDs() ?? Catalog.checks.map(\.id)) + (reader?.names(.check) ?? [])
    case .component:
      return try (reader?.componentKeys() ?? []) + (reader?.names(.component) ?? []) + (reader?.names.allFormer ?? [])
    case .audit: return try (reader?.recordKeys("audit") ?? []) + (reader?.names(.audit) ?? [])
    case .owner: return try reader?.names(.owner) ?? []
    case .screen: return try reader.map { try $0.names(.screen) + $0.components().flatMap(\.shownOn) } ?? []
    case .tag: return try reader?.names(.tag) ?? []
    case .ticket: return try reader?.tickets() ?? []
    case .tester: return try reader?.names(.tester) ?? []
    case .build: return try (reader?.names(.build) ?? []) + (reader?.audits().map(\.build) ?? [])
    case .condition:
      let asked = try (reader?.audits().flatMap(\.conditions) ?? []) + (reader?.plan().conditions ?? []) + ownSettings
      return try (reader?.names(.condition) ?? []) + asked.map(\.text)
    default: return []
    }
  }
}

/// Values by the numbers that a file gives to names, contexts and cells, from 1 up without gaps: found without hashing.
struct ByTerm<Value> {
  /// A file from elsewhere may use any number; beyond this one they are hashed, so that it cannot ask for memory.
  private let largest: UInt64
  private var values: [Value?] = []
  private var others: [Int64: Value] = [:]

  init(largest: Int = 1 << 20) { self.largest = UInt64(clamping: largest) }

  subscript(term: Int64) -> Value? {
    get {
      let place = UInt64(bitPattern: term)
      guard place < largest else { return others[term] }
      return place < UInt64(values.count) ? values[Int(place)] : nil
    }
    set {
      guard let place = Int(exactly: term), UInt64(bitPattern: term) < largest else {
        others[term] = newValue
        return
      }
      if place >= values.count {
        values.append(contentsOf: repeatElement(nil, count: max(place + 1 - values.count, values.count / 2)))
      }
      values[place] = newValue
    }
  }

  subscript(term: Int32) -> Value? {
    get { self[Int64(term)] }
    set { self[Int64(term)] = newValue }
  }

  subscript(term: Int32, default value: Value) -> Value {
    get { self[term] ?? value }
    set { self[term] = newValue }
  }

  /// Those that were set.
  func visit(_ body: (Int64, Value) throws -> Void) rethrows {
    for (term, value) in values.enumerated() { if let value { try body(Int64(term), value) } }
    for (term, value) in others { try body(term, value) }
  }

  /// What is known already, or what `find` finds now.
  mutating func value(_ term: Int64, _ find: () throws -> Value) rethrows -> Value {
    if let known = self[term] { return known }
    let found = try find()
    self[term] = found
    return found
  }
}

/// The words of a query that speak of a component.
enum ComponentMatch {
  /// An unregistered component has its key and nothing else.
  static func matches(_ key: String, _ component: Component?, _ terms: [Filter.Term]) throws -> Bool {
    terms.allSatisfy { term in
      term.values.contains { value in
        switch term.field {
        case .component: component?.matches(Glob.choosing(value)) ?? Glob.choosing(value).matches(key)
        case .kind: component.map { Glob(value).matchesText($0.kind) } ?? false
        case .profile: component?.profile.rawValue == value
        case .screen: component?.shownOn.contains { Glob(value).matchesText($0) } ?? false
        case .source: component.map { matches(Glob(value), source: $0.source) } ?? false
        case .owner: Glob(value).matchesText(component?.owner ?? "")
        case .tag: component?.tags.contains { Glob(value).matchesText($0) } ?? false
        default: true
        }
      } != term.isNegated
    }
  }

  /// A file is named without the line that its component has in it.
  private static func matches(_ glob: Glob, source: String) -> Bool {
    glob.matchesText(source) || glob.matchesText(SourceLocation(source: source).file)
  }
}

/// The words of a query that speak of a check.
package enum CheckMatch {
  /// A check whose text is unknown here has its id and the category that the id names.
  static func matches(_ id: String, _ check: Check?, _ terms: [Filter.Term]) throws -> Bool {
    terms.allSatisfy { term in
      term.values.contains { value in
        switch term.field {
        case .check: Glob(value).matches(id)
        case .category:
          Glob(value).matches(check?.category ?? id.split(separator: ".").first.map(String.init) ?? "")
        case .impact: check?.impact.word == value
        // Related is not tested: a check of 44 pt does not cover 2.5.8.
        case .criterion:
          check?.wcag.contains { $0.relation == .tests && Glob(value).matches($0.criterion) } ?? false
        case .level: check.map { levels(of: $0).contains(value) } ?? false
        case .method: check?.method.rawValue == value
        case .platform: check?.platforms.contains { $0.rawValue == value } ?? false
        default: true
        }
      } != term.isNegated
    }
  }

  /// The levels of the criteria that a check tests; `house` where it tests none.
  package static func levels(of check: Check) -> Set<String> {
    let claims = Catalog.claims(of: check)
    return claims.isEmpty ? ["house"] : Set(claims.compactMap { $0.level?.rawValue })
  }
}

/// What a query may ask of a cell or a result beyond its names.
package struct RowFacts: ShownState {
  /// Nil: untested.
  package var outcome: Outcome?
  package var severity: Severity?
  var isUsualSeverity = false
  /// It is a finding, open or not.
  var isFinding = false
  package var isDisputed = false
  package var isContradicted = false
  package var isOverruled = false
  package var isBetterByRetest = false
  var isWaived = false
  // An empty literal goes through the protocol of sets, which took a twentieth of a release check.
  var stale = StaleMarks(rawValue: 0)
  /// When it was observed, and when what it shows began; ms UTC.
  var time: Int64 = 0
  var since: Int64 = 0
}

/// Finds the results that evidence names by their digests, in the lists of their cells: digests have no index.
final class ResultNames {
  private let database: Connection
  /// By where a cell's list begins: the numbers of its results, by their identities.
  private var lists: [Int64: [FactReference: Int64]] = [:]

  init(_ database: Connection) { self.database = database }

  /// The local number of a result; nil where it is not in the list.
  func number(of reference: FactReference, from last: Int64) throws -> Int64? {
    if let known = lists[last] { return known[reference] }
    var list: [FactReference: Int64] = [:]
    try CellResults.visit(from: last, "substr(digest, 1, 16)", in: database) { number, row in
      if let known = FactReference(bytes: row.blob(1)) { list[known] = number }
      return true
    }
    lists[last] = list
    return list[reference]
  }
}

/// Who tested something, and on what: local numbers of names, 0 for what is not given.
struct ResultContext: Hashable {
  var tester: Int64 = 0
  var device: Int64 = 0
  var os: Int64 = 0
  var build: Int64 = 0
  var audit: Int64 = 0
  var source: Int64 = 0

  func hash(into hasher: inout Hasher) {
    // Without an array: this is asked for each of a million results.
    var mixed = tester
    mixed = mixed &* 0x9E37_79B9 ^ device
    mixed = mixed &* 0x9E37_79B9 ^ os
    mixed = mixed &* 0x9E37_79B9 ^ build
    mixed = mixed &* 0x9E37_79B9 ^ audit
    hasher.combine(mixed &* 0x9E37_79B9 ^ source)
  }
}

extension Reader {
  /// The numbers of names, for a statement: NULL where none is given. Nil where nothing refers to one of them.
  func terms(_ names: [String?]) throws -> [Value]? {
    var terms: [Value] = []
    for name in names {
      guard let name else {
        terms.append(.null)
        continue
      }
      guard let known = try term(name) else { return nil }
      terms.append(.integer(known))
    }
    return terms
  }

  /// The same of the component, the check, and the condition of a cell.
  func terms(of place: ScopeCell) throws -> [Value]? {
    try terms([place.component, place.check, place.condition])
  }

  /// Every context by its number: there are few, and a row of one cell or result then needs no second table.
  func contexts() throws -> ByTerm<ResultContext> {
    try root.kept(\.keptContexts) {
      var contexts = ByTerm<ResultContext>()
      try database.rows("SELECT id, tester, device, os, build, audit, source FROM context") { row in
        contexts[row.int64(0)] = ResultContext(
          tester: row.int64(1), device: row.int64(2), os: row.int64(3), build: row.int64(4), audit: row.int64(5),
          source: row.int64(6))
      }
      return contexts
    }
  }
}

/// A query over things that are no cells: components, checks, waivers, tasks, notes and so on.
///
/// What a query says about a component and a check is asked of the component and the check that a record is about;
/// the fields that a record answers itself (the owner of a task, say) are named when the filter is made.
package final class RecordFilter {
  private let registry: Registry?
  private let filter: Filter
  private let localOffset: (Int64) -> Int
  private let componentTerms: [Filter.Term]
  private let checkTerms: [Filter.Term]
  private var components: [String: Bool] = [:]
  private var checks: [String: Bool] = [:]

  /// - Parameters:
  ///   - reader: knows the components and checks that records name; nil where only the catalog is asked.
  ///   - own: fields that the record answers itself, through `accepts(_:_:)`.
  package init(_ filter: Filter, reader: Reader?, own: Set<Filter.Field> = []) {
    self.filter = filter
    registry = reader.map { $0.registry }
    localOffset = reader?.localOffset ?? { _ in 0 }
    componentTerms = filter.terms(on: Filter.Field.ofComponents.subtracting(own))
    checkTerms = filter.terms(on: Filter.Field.ofChecks.subtracting(own))
  }

  /// Whether what is about this component and this check is asked for; empty strings are "about none".
  package func accepts(component: String, check: String) throws -> Bool {
    if components[component] == nil {
      components[component] = try ComponentMatch.matches(
        component, try registry?.component(component), componentTerms)
    }
    if checks[check] == nil {
      checks[check] = try CheckMatch.matches(check, try registry?.check(check)?.check, checkTerms)
    }
    return components[component] == true && checks[check] == true
  }

  /// Whether this check is asked for.
  package func accepts(_ check: Check) throws -> Bool {
    try CheckMatch.matches(check.id, check, checkTerms)
  }

  /// Whether a field that the record answers itself has a value that is asked for; patterns are understood.
  package func accepts(_ field: Filter.Field, _ values: [String]) -> Bool {
    filter.terms(on: [field]).allSatisfy { term in
      term.values.contains { wanted in values.contains { Glob(wanted).matchesText($0) } } != term.isNegated
    }
  }

  /// Whether the free words of the query stand in one of these texts, or, as patterns, match one.
  package func accepts(texts: [String]) -> Bool {
    filter.terms(on: [.text]).allSatisfy { term in
      term.values.contains { word in
        texts.contains { RowFilter.contains($0, word) || Glob.choosing(word).matchesText($0) }
      } != term.isNegated
    }
  }

  /// Whether `since:` and `until:` let a moment (ms UTC) through.
  ///
  /// - Throws: `Refusal.invalid` for a text that is no date.
  package func accepts(time: Int64) throws -> Bool {
    for term in filter.terms(on: [.since, .until]) {
      let holds = try term.values.contains { value in
        let moment = try RowFilter.moment(value, localOffset)
        return term.field == .since ? time >= moment.start : time <= moment.end
      }
      if holds == term.isNegated { return false }
    }
    return true
  }
}

extension RecordFilter {
  /// Whether a record is asked for.
  ///
  /// - Parameters:
  ///   - component: what it is about; empty for none, as `check`.
  ///   - own: the fields that it answers itself, with its values.
  ///   - time: when it was made, ms UTC; nil where that is not asked.
  ///   - texts: where free words are looked for.
  /// - Throws: `Refusal.invalid` for a text of the query that is no date.
  package func accepts(
    component: String = "", check: String = "", _ own: [Filter.Field: [String]] = [:], time: Int64? = nil,
    texts: [String] = []
  ) throws -> Bool {
    try accepts(component: component, check: check) && own.allSatisfy { accepts($0.key, $0.value) }
      && (time.map { try accepts(time: $0) } ?? true) && accepts(texts: texts)
  }
}
