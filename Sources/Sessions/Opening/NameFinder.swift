package import Audit
import Base
package import CommandLine
package import Store

/// Finds a name from what was typed: the full name, its beginning, or a spoken short form.
package enum NameFinder {
  /// The name that matches.
  package static func find(_ typed: String, among names: [String], kind: String, unknown: Problem) throws(Problem)
    -> String
  {
    try find(typed, among: RankedNames(names), kind: kind, unknown: unknown)
  }

  fileprivate static func find(
    _ typed: String, among names: RankedNames, kind: String, unknown: Problem
  ) throws(Problem) -> String {
    guard !typed.isEmpty else {
      throw .usage("\(kind).empty", "empty \(kind) name", hints: unknown.hints)
    }
    switch names.resolve(kind == "check" ? Catalog.checkID(spelled: typed) : typed) {
    case .one(let name): return name
    case .several(let names):
      throw Problem(
        .usage, code: "\(kind).ambiguous",
        "\(MessageText.quoted(typed)) matches more than one \(kind): \(firstNamed(names, 8))",
        hints: ["Type more of the name."])
    case .none(let suggestions):
      guard !suggestions.isEmpty else { throw unknown }
      throw Problem(
        unknown.exitCode, code: unknown.code, unknown.message,
        hints: ["Did you mean \(suggestions.joined(separator: " or "))?"] + unknown.hints)
    }
  }

  /// The id of the check that matches.
  package static func check(_ typed: String, _ reader: Reader) throws -> String { try NameBook(reader).check(typed) }

  /// The key of the component that matches.
  package static func component(_ typed: String, _ reader: Reader) throws -> String {
    try NameBook(reader).component(typed)
  }

  /// - Throws: how to restore the record, if the full name is of a deleted one.
  package static func refuseDeleted(_ kind: String, _ key: String, _ reader: Reader) throws {
    if try reader.record(kind, key)?.isDeleted == true { throw Refusal.recordDeleted(kind: kind, key: key) }
  }

  /// The key of the record that matches, deleted or not.
  package static func record(_ kind: String, _ typed: String, _ reader: Reader) throws -> String {
    let keys = try reader.records(kind, includingDeleted: true).map(\.key)
    let others = try reader.ofOthersAlone(kind)
    // A short name of an audit may be all that a script has; what is changed by hand is what was typed in full.
    if kind == "audit", others.contains(ExactText(typed)),
      let before = RankedNames(try reader.records(kind).map(\.key), ofOthers: others).before(typed, orBeginning: true)
    {
      return before
    }
    let ranked = RankedNames(keys, ofOthers: others)
    if keys.contains(typed) { return typed }
    if let present = try reader.record(kind, typed)?.key { return present }
    if kind == "component", let renamed = try NameBook(reader).renamed(typed, among: ranked) { return renamed }
    let unknown = Problem(
      .notFound, code: "\(kind).unknown", "unknown \(kind) \(MessageText.quoted(typed))",
      hints: [listing(kind)])
    return try find(typed, among: ranked, kind: kind, unknown: unknown)
  }

  /// Where the names of the records of a kind are found: entries of the reference are in no list.
  package static func listing(_ kind: String) -> String {
    kind == "reference"
      ? "Run \"a11y lookup TABLE\" for the entries of a table." : "Run \"a11y list \(kind)s\" for valid names."
  }
}

/// What names stand for while no check and no component is written: what they are looked for among is read once.
package final class NameBook {
  private let reader: Reader
  /// Whether a table has many: then none that looks alike is suggested, as the reasons of its rows have no hints.
  private let isForMany: Bool
  private var known: [String: [ExactText: Result<String, any Error>]] = [:]
  private lazy var checks: Result<RankedNames, any Error> = Result { try table(reader.checkIDs(), of: "check") }
  private lazy var keys: Result<RankedNames, any Error> = Result { try table(reader.componentKeys(), of: "component") }
  private lazy var renames: Result<(names: ComponentNames, former: NameTable), any Error> = Result {
    let names = try reader.names
    return (names, NameTable(names.allFormer, isForMany: isForMany))
  }
  /// The names of others that were typed in full, as far as each was short for another one.
  private var shadowed: [(typed: String, meant: String)] = []
  /// The ids of the checks by their titles.
  private lazy var titles: Result<[String: [String]], any Error> = Result {
    Dictionary(grouping: try reader.checks(), by: { CellText.word($0.check.title) }).mapValues { $0.map(\.check.id) }
  }
  /// The keys of the components in use by the titles that people gave them who are followed.
  private lazy var componentTitles: Result<[String: [String]], any Error> = Result {
    let others = try reader.ofOthersAlone("component")
    let own = try reader.componentsTitledByFollowed(without: others).filter { !others.contains(ExactText($0.key)) }
    return Dictionary(grouping: own.filter { !$0.isRetired && !$0.title.isEmpty }) { CellText.word($0.title) }
      .mapValues { $0.map(\.key) }
  }
  private lazy var components: Result<[Component], any Error> = Result {
    try reader.components().filter { !$0.isRetired }
  }
  private var partsByScreen: [ExactText: Set<String>] = [:]

  package init(_ reader: Reader, isForMany: Bool = false) { (self.reader, self.isForMany) = (reader, isForMany) }

  private func table(_ names: [String], of kind: String) throws -> RankedNames {
    RankedNames(names, ofOthers: try reader.ofOthersAlone(kind), isForMany: isForMany)
  }

  /// What a name was short for before people who are not followed gave it to something; nil for any other name.
  ///
  /// - Parameter name: its present name.
  private func meant(
    _ typed: String, _ name: String, _ kind: String, _ names: () throws -> RankedNames
  ) throws -> String? {
    guard try reader.isOfOthersAlone(kind, name), let meant = try names().before(typed) else { return nil }
    shadowed.append((typed, meant))
    return meant
  }

  /// A remark on names that mean something else than they seem to; nil where there is none.
  package var remark: String? { Self.remark(shadowed) }

  /// The same of names that were found before.
  static func remark(_ shadowed: [(typed: String, meant: String)]) -> String? {
    guard !shadowed.isEmpty else { return nil }
    let names = shadowed.map { "\(MessageText.quoted($0.typed)) is read as \($0.meant)" }
    return "\(firstNamed(names, 3)): only people who are not followed have something of that very name"
  }

  /// What a name of a kind stands for, or why it is refused: found once.
  package func once(_ kind: String, _ typed: String, _ find: (String) throws -> String) throws -> String {
    if let result = known[kind]?[ExactText(typed)] { return try result.get() }
    let result = Result { try find(typed) }
    known[kind, default: [:]][ExactText(typed)] = result
    return try result.get()
  }

  /// The id of the check that matches.
  package func check(_ typed: String) throws -> String {
    if try reader.check(typed) != nil { return try meant(typed, typed, "check", checks.get) ?? typed }
    try NameFinder.refuseDeleted("check", typed, reader)
    // A sheet may have the titles of checks, as a list shows them.
    let title = CellText.word(typed)
    if title.contains(" "), let titled = try titles.get()[title], titled.count == 1 { return titled[0] }
    return try NameFinder.find(
      typed, among: checks.get(), kind: "check", unknown: Refusal.unknownCheck(typed).problem)
  }

  /// The key of the component that matches.
  package func component(_ typed: String) throws -> String {
    if let found = try reader.component(typed) {
      return try meant(typed, found.key, "component", keys.get) ?? found.key
    }
    try NameFinder.refuseDeleted("component", typed, reader)
    let keys = try keys.get()
    if let renamed = try renamed(typed, among: keys) { return renamed }
    do throws(Problem) {
      return try NameFinder.find(
        typed, among: keys, kind: "component", unknown: Refusal.unknownComponent(typed).problem)
    } catch {
      // A sheet may have the titles of components, as pages show them.
      guard isForMany, error.code == "component.unknown", let keys = try componentTitles.get()[CellText.word(typed)]
      else { throw error }
      if keys.count == 1 { return keys[0] }
      throw Refusal.invalid("\(MessageText.quoted(typed)) is the title of several: \(firstNamed(keys.sorted(), 8))")
    }
  }

  /// The present key of a component that has only a former key like what was typed.
  fileprivate func renamed(_ typed: String, among keys: RankedNames) throws -> String? {
    let renames = try renames.get()
    guard !renames.names.isEmpty, !typed.isEmpty, case .none = keys.resolve(typed),
      case .one(let former) = renames.former.resolve(typed)
    else { return nil }
    let present = renames.names.present(former)
    guard case .one(let key) = keys.resolve(present), key.hasSameBytes(as: present) else { return nil }
    return key
  }

  /// The keys of the components of a screen that are in use.
  package func parts(of screen: Component) throws -> Set<String> {
    if let known = partsByScreen[ExactText(screen.key)] { return known }
    let parts = Set(try components.get().filter { $0.isOn(screen) }.map(\.key))
    partsByScreen[ExactText(screen.key)] = parts
    return parts
  }
}

/// The checks that a word of a command selects: an id, its unique beginning, a pattern, several of them with commas, or
/// query words such as `category:voiceover level:a`.
package struct CheckSelection {
  package let ids: [String]
  /// Whether a pattern or a query selected them and not their name.
  package let isPattern: Bool

  /// - Parameter find: finds a check by its name.
  /// - Throws: `Problem` if the word selects nothing.
  package init(_ typed: String, _ reader: Reader, find: (String) throws -> String) throws {
    let isQuery = typed.utf8.contains(UInt8(ascii: ":"))
    let names = isQuery ? [] : Self.names(typed)
    isPattern = isQuery || names.contains { Glob(Catalog.checkID(spelled: $0)).isPattern }
    if isQuery {
      let query = try Problem.named { () throws(NameProblem) in try Filter(parsing: typed) }
      try query.require(Filter.Field.ofChecks, of: "checks")
      let filter = RecordFilter(query, reader: reader)
      ids = try reader.checkIDs().filter { try filter.accepts(component: "", check: $0) }
      if ids.isEmpty { throw Refusal.unknownCheck(typed) }
      return
    }
    ids = try names.flatMap { try Self.ids($0, reader, find) }.unique()
  }

  /// What a comma separates; the title of a check may have one, and has blanks, which no id has.
  private static func names(_ typed: String) -> [String] {
    let parts = ParsedArguments.parts(of: typed)
    return parts.count > 1 && !parts.contains { $0.contains(" ") } ? parts : [typed]
  }

  private static func ids(_ name: String, _ reader: Reader, _ find: (String) throws -> String) throws -> [String] {
    let pattern = Glob(Catalog.checkID(spelled: name))
    guard pattern.isPattern else { return [try find(name)] }
    // `label-*` without a category is about the names of the checks.
    let inAny = name.utf8.contains(UInt8(ascii: ".")) ? pattern : Glob("*." + name)
    let ids = try reader.checkIDs().filter { pattern.matches($0) || inAny.matches($0) }
    if ids.isEmpty { throw Refusal.unknownCheck(name) }
    return ids
  }
}

extension Filter {
  /// - Throws: usage, `query.unfit`, if the query asks for something else.
  package func require(_ fields: Set<Filter.Field>, of what: String) throws(Problem) {
    guard let other = terms.first(where: { !fields.contains($0.field) }) else { return }
    let known = fields.map { $0.rawValue + ":" }.sorted().joined(separator: " ")
    throw .usage(
      "query.unfit", "query field \(other.field.rawValue): does not select \(what)", hints: ["Use one of: \(known)."])
  }
}

/// Finds checklists from what was typed.
package enum ChecklistName {
  /// The ids, each once, of custom and built-in checklists.
  package static func find(_ typed: [String], _ reader: Reader) throws -> [String] {
    guard !typed.isEmpty else { return [] }
    let own = try reader.ownChecklists().map(\.id)
    let known = own + Catalog.checklists.map(\.id).filter { !own.contains($0) }
    let ranked = RankedNames(known, ofOthers: try reader.ofOthersAlone("checklist"))
    return try typed.map { name in
      let unknown = Problem(
        .notFound, code: "checklist.unknown", "unknown checklist \(MessageText.quoted(name))",
        hints: ["Run \"a11y list checklists\" for valid names."])
      return try NameFinder.find(name, among: ranked, kind: "checklist", unknown: unknown)
    }.unique()
  }
}

/// The components that words of a command select: keys and unique prefixes, patterns such as `sign-in/**`, and query
/// words such as `screen:sign-in`, which narrow what the others select, or all components.
package struct ComponentSelection {
  /// In the order of the words, each once.
  package private(set) var keys: [String] = []
  /// Whether a pattern or a query selected them and not their names.
  package private(set) var isPattern = false
  /// On names that mean something else than they seem to, and on those that nothing has.
  package private(set) var remark: String?

  /// What a query may ask of a component.
  private static let fields: Set<Filter.Field> = [
    .component, .kind, .profile, .screen, .source, .owner, .tag, .platform,
  ]
  /// Those whose values are names that something has.
  private static let named: Set<Filter.Field> = [.component, .kind, .screen, .owner, .tag]

  /// - Parameters:
  ///   - terms: query words that a command has as flags.
  ///   - includingRetired: whether patterns and queries also select retired components.
  /// - Throws: `Problem` if a word selects nothing.
  package init(
    _ words: [String], where terms: [Filter.Term] = [], includingRetired: Bool = false, _ reader: Reader
  ) throws {
    let query = try Self.query(words.filter(Self.isQuery), and: terms)
    let names = words.filter { !Self.isQuery($0) }
    isPattern = !query.isEmpty || names.contains { Glob($0).isPattern }
    let book = NameBook(reader)
    let unknown = try Self.unknown(query, reader)
    defer { remark = Self.sentence(unknown + [book.remark].compactMap(\.self)) }
    guard isPattern else {
      for name in names {
        let key = try book.component(name)
        guard !keys.contains(key) else {
          throw Problem.usage(
            "component.twice", "\(key) is listed twice; nothing was changed", hints: ["List it once."])
        }
        keys.append(key)
      }
      return
    }
    let all = try reader.components().filter { includingRetired || !$0.isRetired }
    let filter = RecordFilter(query, reader: reader, own: [.platform])
    let known = try all.filter {
      try filter.accepts(component: $0.key, check: "") && filter.accepts(.platform, $0.platforms.map(\.rawValue))
    }
    if names.isEmpty { keys = known.map(\.key) }
    for name in names {
      let pattern = Glob.choosing(name)
      guard pattern.isPattern else {
        keys.append(try book.component(name))
        continue
      }
      let found = known.filter { $0.matches(pattern) }.map(\.key)
      guard !found.isEmpty else { throw Self.nothing(name) }
      keys += found
    }
    keys = keys.unique()
    if keys.isEmpty {
      throw Self.nothing((names + query.source.split(separator: " ").map(String.init)).joined(separator: " "))
    }
  }

  /// On each value of a query that nothing has: beside others it selects as if it were not there.
  private static func unknown(_ query: Filter, _ reader: Reader) throws -> [String] {
    let index = NameIndex(reader)
    return try query.terms.filter { named.contains($0.field) }.flatMap { term in
      try term.values.filter { try !index.contains($0, term.field) }
        .map { "no \(term.field.rawValue) matches \(MessageText.quoted($0))" }
    }
  }

  /// Several remarks as one; nil for none.
  static func sentence(_ remarks: [String]) -> String? { remarks.isEmpty ? nil : remarks.joined(separator: "; ") }

  /// A key has no colon.
  private static func isQuery(_ word: String) -> Bool { word.utf8.contains(UInt8(ascii: ":")) }

  private static func query(_ words: [String], and terms: [Filter.Term]) throws(Problem) -> Filter {
    var query = try Problem.named { () throws(NameProblem) in try Filter(parsing: words.joined(separator: " ")) }
    try query.require(fields, of: "components")
    query.terms += terms
    query.source = query.terms.map { "\($0.field.rawValue):\($0.values.joined(separator: ","))" }.joined(separator: " ")
    return query
  }

  private static func nothing(_ typed: String) -> Problem {
    Problem(
      .notFound, code: "component.none", "no component in use matches \(MessageText.quoted(typed))",
      hints: ["Run \"a11y list components\" for valid names."])
  }
}
