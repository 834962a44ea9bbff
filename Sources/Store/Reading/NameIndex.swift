package import Audit
import SQLite

/// The names that the words of a query may mean.
package struct NameIndex {
  /// Nil where the catalog alone is asked.
  private let reader: Reader?

  package init(_ reader: Reader?) {
    self.reader = reader
  }

  /// Whether something has this name, or a name that matches the pattern.
  package func contains(_ value: String, _ field: Filter.Field) throws -> Bool {
    if try isExactly(value, field) { return true }
    let names = try all(field)
    if field == .ticket {
      return Filter.ticketStates.contains(value) || TicketMark.isMark(value)
        || names.contains { Ticket.isNamed($0, by: value) }
    }
    guard field == .condition else { return names.contains { Glob(value).matches($0) } }
    let tokens = value.split(separator: "+").map(String.init)
    return value == "default"
      || names.contains { name in
        let seen = name.split(separator: ",").map(String.init)
        return tokens.allSatisfy(seen.contains)
      }
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
    case .screen: return try reader?.names(.screen) ?? []
    case .tag: return try reader?.names(.tag) ?? []
    case .ticket: return try reader?.tickets() ?? []
    case .tester: return try reader?.names(.tester) ?? []
    case .build: return try (reader?.names(.build) ?? []) + (reader?.audits().map(\.build) ?? [])
    case .condition:
      return try (reader?.names(.condition) ?? []) + (reader?.audits().flatMap(\.conditions).map(\.text) ?? [])
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
        case .component: component?.matches(Glob(value)) ?? Glob(value).matches(key)
        case .kind: component.map { Glob(value).matches($0.kind) } ?? false
        case .profile: component?.profile.rawValue == value
        case .screen: component?.screens.contains { Glob(value).matchesText($0) } ?? false
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
        case .impact: check?.impact.rawValue == value
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
struct RowFacts {
  /// Nil: untested.
  var outcome: Outcome?
  var severity: Severity?
  var isUsualSeverity = false
  /// It is a finding, open or not.
  var isFinding = false
  var isDisputed = false
  var isContradicted = false
  var isOverruled = false
  var isBetterByRetest = false
  var isWaived = false
  var stale: StaleMarks = []
  /// When it was observed, and when what it shows began; ms UTC.
  var time: Int64 = 0
  var since: Int64 = 0

  /// Takes over what stands in `cell.marks`.
  mutating func take(marks: Int64) {
    isDisputed = marks & Codes.disputed != 0
    isContradicted = marks & Codes.contradicted != 0
    isOverruled = marks & Codes.overruled != 0
    isBetterByRetest = marks & Codes.retest != 0
  }
}

extension Cell {
  var facts: RowFacts {
    RowFacts(
      outcome: outcome, severity: severity, isUsualSeverity: isUsualSeverity, isFinding: life != nil,
      isDisputed: isDisputed, isContradicted: isContradicted, isOverruled: isOverruled,
      isBetterByRetest: isBetterByRetest, isWaived: waiver != nil, stale: StaleMarks(stale), time: time, since: since)
  }
}

/// Finds the results that evidence names by their digests, in the lists of their cells: digests have no index.
final class ResultNames {
  private let database: Connection
  /// By where a cell's list begins: the numbers of its results, by their identities.
  private var lists: [Int64: [FactReference: Int64]] = [:]

  init(_ database: Connection) {
    self.database = database
  }

  /// The local number of a result; nil where it is not in the list.
  func number(of reference: FactReference, from last: Int64) throws -> Int64? {
    if let known = lists[last] { return known[reference] }
    var list: [FactReference: Int64] = [:]
    let row = try database.cached("SELECT earlier, substr(digest, 1, 16) FROM result WHERE id = ?")
    try CellResults.walk(from: last) { number in
      try row.bind(number, at: 1)
      defer { row.reset() }
      guard try row.step() else { return nil }
      if let known = FactReference(bytes: row.blob(1)) { list[known] = number }
      return row.int64(0)
    }
    lists[last] = list
    return list[reference]
  }
}

/// Who tested something, and on what: local numbers of names, 0 for what is not given.
struct ResultContext {
  var tester: Int64 = 0
  var device: Int64 = 0
  var os: Int64 = 0
  var build: Int64 = 0
  var audit: Int64 = 0
  var source: Int64 = 0
}

extension Reader {
  /// Every context by its number: there are few, and a row of one cell or result then needs no second table.
  func contexts() throws -> ByTerm<ResultContext> {
    try kept(\.keptContexts) {
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
