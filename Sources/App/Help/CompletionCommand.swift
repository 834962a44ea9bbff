import Audit
import Base
import CommandLine
import Sessions
import Store

/// `a11y completion`: a script for the shell.
enum CompletionCommand {
  private enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  static let spec = CommandSpec(
    "completion", "generate a shell completion script",
    positionals: [PositionalSpec("SHELL", choices: Shell.allCases.map(\.rawValue), "shell")],
    formats: [.table, .plain], canBeRunAgain: true, run: run)

  private static func run(_ context: Context) throws -> ExitCode {
    let commands = CommandTable.a11y.visible.map { $0.name == HelpCommand.spec.name ? HelpCommand.offering : $0 }
    switch Shell(rawValue: context.arguments.positional(0) ?? "") {
    case .bash: try context.output.write(BashCompletion.script(for: commands))
    case .zsh: try context.output.write(ZshCompletion.script(for: commands))
    case .fish: try context.output.write(FishCompletion.script(for: commands))
    // The parser refuses any other word.
    case nil: throw Problem.usage("argument.missing", "missing argument SHELL")
    }
    return .done
  }
}

/// `a11y __complete KIND PREFIX FIRST`: names for the completion scripts; not shown in help.
enum CompleteCommand {
  /// Names of a kind that begin with a text.
  typealias Provider = @Sendable (Context, NameKind, String) throws -> [String]

  static var spec: CommandSpec { spec(provider: CompletionNames.names) }

  /// - Parameter provider: the source of the names; if it throws, the shell gets no names.
  static func spec(provider: @escaping Provider) -> CommandSpec {
    CommandSpec(
      "__complete", "list names for the shell",
      positionals: [
        PositionalSpec("KIND", "kind of name"), PositionalSpec("PREFIX", arity: .optional, "typed text"),
        PositionalSpec("FIRST", arity: .optional, "first argument of the command"),
      ],
      isHidden: true,
      run: { context in
        guard let kind = NameKind(rawValue: context.arguments.positional(0) ?? "") else { return .done }
        let prefix = context.arguments.positional(1) ?? ""
        let names = (try? provider(context, kind, prefix)) ?? []
        for name in offered(prefix, names.filter(isHarmless), kind) { try context.print(name) }
        return .done
      })
  }

  /// The names that begin with a text; else those that it stands for.
  static func offered(_ typed: String, _ names: [String], _ kind: NameKind) -> [String] {
    // Each kind of subject was searched by itself.
    if kind == .subject { return names }
    let begin = names.filter { $0.utf8.starts(with: typed.utf8) }
    guard begin.isEmpty, kind.isFoundByPart else { return begin }
    return switch resolve(typed, among: names) {
    case .one(let name): [name]
    case .several(let names): names
    case .none: []
    }
  }

  /// A name with a space, a quote or a control character could become several words, or run as a command.
  private static func isHarmless(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { $0.isLetterOrDigit || "-_./:+,@".utf8.contains($0) }
  }
}

/// Names for the shell: from the tracker if one is found, and from the catalog.
enum CompletionNames {
  /// - Throws: any error of reading the tracker; the shell then gets no names.
  static func names(_ context: Context, _ kind: NameKind, _ prefix: String) throws -> [String] {
    switch kind {
    case .componentKind: return Catalog.componentKinds
    case .criterion: return Catalog.verdictSubjects.map(\.id)
    case .edition: return Catalog.editions.compactMap(\.shortNames.last)
    case .standard: return Catalog.standards.map(\.id)
    case .check:
      let known = try? ofTracker(context) { try $0.checkIDs() }
      return known ?? Catalog.checks.map(\.id)
    case .checklist:
      let own = (try? ofTracker(context) { try $0.recordKeys("checklist") }) ?? []
      return own + Catalog.checklists.map(\.id).filter { !own.contains($0) }
    case .style: return reference(context, .style)
    case .gestureKind: return reference(context, .gesture)
    case .pattern: return reference(context, .pattern)
    case .condition:
      let used = (try? ofTracker(context) { try $0.names(.condition) }) ?? []
      return used + (["default"] + ConditionSetting.known).filter { !used.contains($0) }
    case .component: return try ofTracker(context) { try $0.componentKeys() }
    case .owner: return try ofTracker(context) { try $0.names(.owner) }
    case .screen: return try ofTracker(context) { try $0.names(.screen) }
    case .tag: return try ofTracker(context) { try $0.names(.tag) }
    case .tester: return try ofTracker(context) { try $0.names(.tester) }
    case .build: return try ofTracker(context) { try $0.names(.build) }
    case .device: return try ofTracker(context) { try $0.names(.device) }
    case .subject: return subjects(context, prefix)
    case .query: return queryWords(context, prefix)
    case .setting: return try setting(context, prefix)
    case .entry: return entries(context)
    default: return try ofTracker(context) { try $0.recordKeys(kind.rawValue) }
    }
  }

  /// What `a11y show` finds by a name, or by a part of it.
  private static func subjects(_ context: Context, _ typed: String) -> [String] {
    let kinds: [NameKind] = [
      .check, .component, .audit, .checklist, .waiver, .verdict, .question, .task, .shortcut, .gesture, .plan,
    ]
    return kinds.flatMap { kind in
      CompleteCommand.offered(typed, (try? names(context, kind, typed)) ?? [], kind)
    } + CompleteCommand.offered(typed, Catalog.criteria.map(\.id), .criterion)
  }

  /// `owner:` and its like, and after the colon the values; `severity:1,` goes on after the comma.
  private static func queryWords(_ context: Context, _ typed: String) -> [String] {
    let kind = ListKind(named: context.arguments.positional(2) ?? "") ?? .cells
    let fields = Filter.Field.allCases.filter { $0 != .text && kind.fields.contains($0) }
    let sign = typed.hasPrefix("-") ? "-" : ""
    guard let colon = typed.firstIndex(of: ":") else { return fields.map { sign + $0.rawValue + ":" } }
    guard let field = fields.first(where: { $0.rawValue == typed[..<colon].dropFirst(sign.count) }) else { return [] }
    let head = typed[...(typed.lastIndex(of: ",") ?? colon)]
    let named =
      kind.choices(field) == nil ? try? context.readIfThere { reader, _ in try NameIndex(reader).all(field) } : nil
    return (kind.choices(field) ?? named ?? []).unique().map { head + $0 }
  }

  /// The values of the setting that is the first argument.
  private static func setting(_ context: Context, _ prefix: String) throws -> [String] {
    switch SettingKey(rawValue: context.arguments.positional(2) ?? "") {
    case .plain, .detect: return ["yes", "no"]
    case .color: return ColorChoice.allCases.map(\.rawValue)
    case .tester: return try names(context, .tester, prefix)
    case .device, .devices: return try names(context, .device, prefix)
    case .build: return try names(context, .build, prefix)
    case .audit: return try names(context, .audit, prefix)
    case .condition: return try names(context, .condition, prefix)
    case .os, .width, .signingKey, .screenshots, nil: return []
    }
  }

  /// Tables and entries of the reference; after a table, its entries.
  private static func entries(_ context: Context) -> [String] {
    let tables = ReferenceTable.allCases
    let first = context.arguments.positional(2) ?? ""
    if let table = tables.first(where: { $0.rawValue == first }) { return reference(context, table) }
    return first.isEmpty ? tables.map(\.rawValue) + tables.flatMap { reference(context, $0) } : []
  }

  /// The names of a reference table, the team's own first.
  private static func reference(_ context: Context, _ table: ReferenceTable) -> [String] {
    let name = table.rawValue
    let own = (try? ofTracker(context) { try $0.ownReference().filter { $0.table == name }.map(\.name) }) ?? []
    return own + Catalog.reference.filter { $0.table == name && !own.contains($0.name) }.map(\.name)
  }

  private static func ofTracker(_ context: Context, _ body: (Reader) throws -> [String]) throws -> [String] {
    try context.openTracker(.read).read(body)
  }
}
