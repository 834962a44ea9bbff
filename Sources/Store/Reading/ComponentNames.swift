package import Audit
import Base
import SQLite

/// What components are called now, and what they were called before.
///
/// A component is renamed by the field `renamed` in the record of its old name. Everything else that
/// names a component, by any of its names, is kept under the present one, which is found here and nowhere else.
///
/// ```
///   a ──renamed──> b ──renamed──> c     a and b are former names of c
///   a ──> b, a ──> c, at the same time  of the two c is shown, so b is a former name of c as well
///   a ──> b ──> a                       the first by its bytes is the present one
/// ```
package struct ComponentNames {
  /// The kind under which the field is kept, apart from the record that has moved. No fact can name it.
  static let kind = "@renamed"
  package static let field = "renamed"
  /// The records whose keys begin with the key of a component and a blank.
  private static let placedKinds: Set<String> = ["finding", "waiver"]

  /// Former names with the present ones.
  private var present: [ExactText: String] = [:]
  /// Names that lead on by their own field, and not by the field of another name.
  private var leading: Set<ExactText> = []
  private var former: [ExactText: [String]] = [:]

  init(_ database: Connection) throws {
    let shown = try database.all(
      """
      SELECT key, json_extract(doc, '$.\(Self.field)') FROM record
      WHERE kind = '\(Self.kind)' AND json_type(doc, '$.\(Self.field)') = 'text' ORDER BY key
      """, []
    ) { ($0.text(0), $0.text(1)) }
    guard !shown.isEmpty else { return }
    var next: [ExactText: String] = [:]
    for (name, new) in shown where Self.isName(new) && !new.hasSameBytes(as: name) { next[ExactText(name)] = new }
    leading = Set(next.keys)
    let all = try database.all(
      """
      SELECT key, json_extract(value, '$') FROM register
      WHERE kind = '\(Self.kind)' AND live = \(RegisterState.live) AND json_type(value) = 'text' ORDER BY 2, 1
      """, []
    ) { ($0.text(0), $0.text(1)) }
    for (name, other) in all where Self.isName(other) && next[ExactText(other)] == nil {
      if let new = next[ExactText(name)], !new.hasSameBytes(as: other) { next[ExactText(other)] = new }
    }
    for (name, _) in next { follow(name, next) }
    for (name, new) in present { former[ExactText(new), default: []].append(name.text) }
    for name in former.keys { former[name]?.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
  }

  /// Whether a component may have this name by the rules for those that are typed: another renames nothing.
  private static func isName(_ name: String) -> Bool { (try? Names.checkKey(name, of: "component")) != nil }

  /// Goes from a name to the last one, and remembers that of each name on the way.
  private mutating func follow(_ name: ExactText, _ next: [ExactText: String]) {
    var way: [ExactText] = []
    var places: [ExactText: Int] = [:]
    var current = name
    while present[current] == nil, places[current] == nil, let new = next[current] {
      places[current] = way.count
      way.append(current)
      current = ExactText(new)
    }
    var last = present[current] ?? current.text
    if let start = places[current] {
      last = way[start...].map(\.text).min { $0.utf8.lexicographicallyPrecedes($1.utf8) } ?? last
    }
    for passed in way where passed != ExactText(last) { present[passed] = last }
  }

  /// Whether a name leads on by its own field, also when the others of its component no longer do.
  func leads(_ name: String) -> Bool { leading.contains(ExactText(name)) }

  package var isEmpty: Bool { present.isEmpty }

  /// What a component with a name is called now; the name itself where it was not renamed.
  package func present(_ name: String) -> String { present.isEmpty ? name : present[ExactText(name)] ?? name }

  /// The names that a component had before, in the order of their bytes.
  package func former(_ name: String) -> [String] { former.isEmpty ? [] : former[ExactText(name)] ?? [] }

  /// Whether a pattern is about a component: it matches one of its names.
  package func matches(_ pattern: Glob, _ name: String) -> Bool {
    pattern.matches(name) || former(name).contains(where: pattern.matches)
  }

  /// Whether a text is the mark of a ticket about an item, or its beginning, made under any name of its component.
  func isMark(_ text: String, of place: ScopeCell) -> Bool {
    ([place.component] + former(place.component)).contains { name in
      var place = place
      place.component = name
      return TicketMark.begins(TicketMark.of(place), with: text)
    }
  }

  /// The names of the components that had others before.
  var renamed: [String] { former.keys.map(\.text) }

  /// Every former name.
  package var allFormer: [String] { present.keys.map(\.text) }

  /// The present key of a record.
  func key(_ kind: String, _ key: String) -> String {
    guard !present.isEmpty else { return key }
    if kind == "component" { return present(key) }
    guard Self.placedKinds.contains(kind), let blank = key.utf8.firstIndex(of: UInt8(ascii: " ")),
      let new = present[ExactText(String(key[..<blank]))]
    else { return key }
    return new + String(key[blank...])
  }

  /// A value of a field of a record, with the present names of the components that it names.
  func value(_ value: JSONValue, of field: String) -> JSONValue {
    guard !present.isEmpty else { return value }
    if field == "component", let name = value.stringValue { return .string(present(name)) }
    guard field == "components", let list = value.arrayValue else { return value }
    var known: Set<ExactText> = []
    return .array(
      list.compactMap { element in
        guard let name = element.stringValue else { return element }
        let present = present(name)
        return known.insert(ExactText(present)).inserted ? .string(present) : nil
      })
  }

  /// The names under which that was kept which has another one now.
  func moved(from before: ComponentNames) -> Set<ExactText> {
    var moved: Set<ExactText> = []
    for name in Set(present.keys).union(before.present.keys) {
      let old = before.present(name.text)
      if !present(name.text).hasSameBytes(as: old) { moved.insert(ExactText(old)) }
    }
    return moved
  }

  /// The kind of a record as people know it.
  static func shown(_ kind: String) -> String { kind == Self.kind ? "component" : kind }
}

extension Reader {
  /// The name that a component had when it was registered: what other programs know it by, such as the marks of tickets.
  ///
  /// The field `kind` tells that, which waits where the component is there and its author is not followed: anyone may
  /// write a title, with any clock.
  package func firstName(of component: String) throws -> String {
    guard try !names.former(component).isEmpty else { return component }
    let sql = """
      SELECT json_extract(fact.body, '$.key') FROM register JOIN fact ON fact.id = register.fact
      WHERE register.kind = 'component' AND register.key = ? AND register.live < \(RegisterState.waits)
      ORDER BY register.field <> 'kind', fact.ms, fact.counter, fact.digest LIMIT 1
      """
    return try database.first(sql, [.text(component)]) { $0.text(0) } ?? component
  }

  /// An item under the first name of its component, of which its mark and its ID are made: they stay the same.
  package func markedPlace(_ place: ScopeCell) throws -> ScopeCell {
    var place = place
    place.component = try firstName(of: place.component)
    return place
  }

  /// The first names of the components that have others now.
  package func firstNames() throws -> [ExactText: String] {
    var first: [ExactText: String] = [:]
    for name in try names.renamed { first[ExactText(name)] = try firstName(of: name) }
    return first
  }

  /// What components are called now, and were called before.
  package var names: ComponentNames {
    get throws { try kept(\.keptNames) { try ComponentNames(database) } }
  }
}

/// Names that are in use, for completion.
extension Reader {
  package enum NameKind: String, CaseIterable, Sendable {
    case tester, device, build, audit, condition, component, check, category, owner, screen, tag, kind
  }

  /// The distinct names of a kind that results and records use, in order.
  package func names(_ kind: NameKind) throws -> [String] {
    let sql =
      switch kind {
      case .tester, .device, .build, .audit:
        "SELECT DISTINCT term.text FROM context JOIN term ON term.id = context.\(kind.rawValue) WHERE term.id <> 0"
      case .condition, .component, .category:
        "SELECT DISTINCT term.text FROM cell JOIN term ON term.id = cell.\(kind.rawValue) WHERE term.id <> 0"
      case .check: "SELECT DISTINCT term.text FROM cell JOIN term ON term.id = cell.check_id WHERE term.id <> 0"
      case .owner, .kind:
        """
        SELECT DISTINCT json_extract(doc, '$.\(kind.rawValue)') FROM record
        WHERE deleted = 0 AND json_type(doc, '$.\(kind.rawValue)') = 'text'
        """
      case .screen, .tag:
        """
        SELECT DISTINCT json_each.value FROM record, json_each(record.doc, '$.\(kind.rawValue)s')
        WHERE deleted = 0 AND json_each.type = 'text'
        """
      }
    return try database.all(sql + " ORDER BY 1", []) { $0.text(0) }
  }

  /// The keys of the records of a kind, in order; deleted ones not.
  package func recordKeys(_ kind: String) throws -> [String] {
    try database.all("SELECT key FROM record WHERE kind = ? AND deleted = 0 ORDER BY key", [.text(kind)]) { $0.text(0) }
  }
}

extension Reader {
  /// How many results the tracker holds, retracted ones included.
  package func resultCount() throws -> Int {
    Int(try database.scalar("SELECT count(*) FROM result") ?? 0)
  }
}

/// Names that look like other names: probably one was intended.
extension Reader {
  /// The pairs among component keys, checks, testers, audits, checklists, builds, devices and screens, in this order.
  ///
  /// All names of a tracker are looked at together first, which is cheap; what they name is asked only of those that
  /// look alike.
  ///
  /// - Parameters:
  ///   - all: `allNames`, where they have been read.
  ///   - known: names that are the second of a pair, if one of the two is.
  package func lookAlikes(among all: [String]? = nil, known: [String] = []) throws -> [LookAlike] {
    let suspects = Set(LookAlike.groups(try all ?? allNames()).joined().map { Array($0.utf8) })
    guard !suspects.isEmpty else { return [] }
    let known = Set(known.map { Array($0.utf8) })
    func pairs(_ kind: String, _ names: [String]) -> [LookAlike] {
      let names = names.filter { suspects.contains(Array($0.utf8)) }
      let isKnown = { (name: String) in known.contains(Array(name.utf8)) }
      return LookAlike.pairs(kind, names.filter(isKnown) + names.filter { !isKnown($0) })
    }
    return try pairs("component", recordKeys("component") + names(.component))
      + pairs("check", recordKeys("check") + names(.check)) + pairs("tester", names(.tester) + authors())
      + pairs("audit", recordKeys("audit") + names(.audit)) + pairs("checklist", recordKeys("checklist"))
      + pairs("build", names(.build)) + pairs("device", names(.device)) + pairs("screen", names(.screen))
  }

  /// Every name that results and records use, for anything.
  package func allNames() throws -> [String] {
    try database.all("SELECT text FROM term WHERE id <> 0", []) { $0.text(0) }
      + ["component", "check", "audit", "checklist"].flatMap { try recordKeys($0) } + names(.screen) + authors()
  }

  /// Who changed records, by their own word: a machine is called so where it logged nothing.
  func authors() throws -> [String] {
    let sql = """
      SELECT DISTINCT json_extract(body, '$.by') FROM fact WHERE kind IN (\(RecordProjector.factKindsSQL)) AND json_valid(body)
      """
    return try database.all(sql, []) { $0.optionalText(0) ?? "" }
  }
}
