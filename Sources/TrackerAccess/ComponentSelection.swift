import Arguments
package import AuditModel
package import AuditStore
import Measuring
import Terminal

/// The components that words of a command select: keys and unique prefixes, patterns such as `sign-in/**`, and query
/// words such as `screen:sign-in`, which narrow what the others select, or all components.
package struct ComponentSelection {
  /// In the order of the words, each once.
  package private(set) var keys: [String] = []
  /// Whether a pattern or a query selected them and not their names.
  package private(set) var isPattern = false

  /// What a query may ask of a component.
  private static let fields: Set<Filter.Field> = [
    .component, .kind, .profile, .screen, .source, .owner, .tag, .platform,
  ]

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
    guard isPattern else {
      for name in names {
        let key = try NameFinder.component(name, reader)
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
      let pattern = Glob(name)
      guard pattern.isPattern else {
        keys.append(try NameFinder.component(name, reader))
        continue
      }
      let found = known.filter { $0.matches(pattern) }.map(\.key)
      guard !found.isEmpty else { throw Self.nothing(name) }
      keys += found
    }
    keys = Self.distinct(keys)
    if keys.isEmpty {
      throw Self.nothing((names + query.source.split(separator: " ").map(String.init)).joined(separator: " "))
    }
  }

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

  private static func distinct(_ keys: [String]) -> [String] {
    var seen: Set<String> = []
    return keys.filter { seen.insert($0).inserted }
  }
}
