import Base

/// The table of commands for completion scripts: every command by its path, and every flag once.
struct CompletionModel {
  struct Node {
    /// `/new/component`; the program itself is the empty path.
    let path: String
    /// Commands or subcommands with their summaries.
    let words: [(name: String, doc: String)]
    let flags: [FlagSpec]
    /// The global one, with the formats of this command.
    let format: FlagSpec
    let positionals: [PositionalSpec]
  }

  /// The completions of a value.
  enum Offer: Hashable {
    case nothing, files, folders
    case choices([String])
    /// Names that `a11y __complete` tells, and words of a closed set.
    case names(NameKind, besides: [String] = [])
  }

  let nodes: [Node]

  init(commands: [CommandSpec]) {
    var nodes = [
      Node(
        path: "", words: commands.map { ($0.name, $0.summary) }, flags: [], format: Self.format(OutputFormat.allCases),
        positionals: [])
    ]
    for command in commands { CompletionModel.add(command, below: "", to: &nodes) }
    self.nodes = nodes
  }

  /// Paths that a word may extend to.
  var paths: [String] { nodes.map(\.path).filter { !$0.isEmpty } }

  /// Every flag name once. If the values of a flag differ between commands (such as those to group by), it has all of
  /// them; a test of the table checks that such flags are otherwise the same.
  var flags: [FlagSpec] {
    var places: [FlagName: Int] = [:]
    var flags: [FlagSpec] = []
    for flag in GlobalFlags.all + nodes.flatMap(\.flags) {
      guard let place = places[flag.name] else {
        places[flag.name] = flags.count
        flags.append(flag)
        continue
      }
      flags[place] = flags[place].offering(flag.choices)
    }
    return flags
  }

  /// What a flag offers at some commands and not at all that have it, with these places: `/tap/void --reason`.
  var ownOffers: [(places: [String], offer: Offer)] {
    let common = Dictionary(firstOf: flags.map { ($0.name, Self.offer($0)) })
    var indices: [Offer: Int] = [:]
    var found: [(places: [String], offer: Offer)] = []
    for node in nodes {
      for flag in node.flags + [node.format] where !flag.isSwitch && Self.offer(flag) != common[flag.name] {
        let offer = Self.offer(flag)
        let index = indices[offer] ?? found.count
        if index == found.count { found.append(([], offer)) }
        indices[offer] = index
        found[index].places += Self.spellings(flag).map { "\(node.path) \($0)" }
      }
    }
    return found
  }

  /// The spellings of a flag: `-o`, `--output`.
  static func spellings(_ flag: FlagSpec) -> [String] {
    (flag.short.map { ["-\($0)"] } ?? []) + [flag.name.long]
  }

  /// The spellings of all flags after which a value comes.
  var valueSpellings: [String] { flags.filter { !$0.isSwitch }.flatMap(CompletionModel.spellings) }

  static func offer(_ flag: FlagSpec) -> Offer { offer(flag.choices, flag.completes) }

  /// The offer at each place of a command's positionals; the last may hold for all places after it.
  static func offers(_ node: Node) -> [(place: Int, onwards: Bool, offer: Offer)] {
    var offers: [(place: Int, onwards: Bool, offer: Offer)] = []
    for (place, positional) in node.positionals.enumerated() {
      let offer = offer(positional.choices, positional.completes)
      if offer != .nothing { offers.append((place, positional.arity == .many, offer)) }
    }
    return offers
  }

  private static func offer(_ choices: [String], _ completes: CompletionSource) -> Offer {
    if case .records(let kind) = completes { return .names(kind, besides: choices) }
    if !choices.isEmpty { return .choices(choices) }
    switch completes {
    case .nothing: return .nothing
    case .files: return .files
    case .folders: return .folders
    case .records(let kind): return .names(kind)
    }
  }

  private static func add(_ command: CommandSpec, below path: String, to nodes: inout [Node]) {
    let here = path + "/" + command.name
    nodes.append(
      Node(
        path: here, words: command.subcommands.map { ($0.name, $0.summary) }, flags: command.flags,
        format: format(CommandHelp.formats(of: command)), positionals: command.positionals))
    for below in command.subcommands { add(below, below: here, to: &nodes) }
  }

  private static func format(_ formats: [OutputFormat]) -> FlagSpec {
    FlagSpec(.format, value: "FORMAT", choices: formats.map(\.rawValue), "output format")
  }
}

package enum CompletionSource: Hashable, Sendable {
  case nothing, files, folders
  /// Names from the tracker or the catalog; the shell asks `a11y __complete`.
  case records(NameKind)
}

/// Kinds of names that a shell can ask for. The raw value is the word after `a11y __complete`.
package enum NameKind: String, CaseIterable, Hashable, Sendable {
  case component, audit, check, checklist, waiver, question, task, shortcut, gesture, note, reference, style, plan,
    verdict
  case componentKind = "component-kind"
  case gestureKind = "gesture-kind"
  case pattern, criterion, edition
  case condition, owner, screen, tag, tester, build, device, standard
  /// What `a11y show` shows, words of a query with their values, values of a setting, and entries of the reference.
  case subject, query, setting, entry

  /// Whether commands find such a name by a part of it.
  package var isFoundByPart: Bool {
    switch self {
    case .component, .audit, .check, .waiver, .question, .task, .shortcut, .gesture, .note, .plan, .verdict, .subject:
      true
    default: false
    }
  }
}
