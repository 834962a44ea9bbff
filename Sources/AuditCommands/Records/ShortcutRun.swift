import AuditModel
import AuditStore
import CanonicalJSON

/// What `a11y new shortcut` and `a11y edit shortcut` do.
enum ShortcutRun {
  static let kind = "shortcut"

  static func new(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let world = context.world
    let keys = try keys(arguments.positional(0) ?? "")
    let action = try arguments.required(.action)
    return try RegisterRun.run(context) { register in
      var flags = try fields(arguments, register)
      flags.set("keys", .string(keys.text))
      try remarkScreens(flags.fields["screens"], register)
      let key = try GeneratedKey.free(for: "\(keys.text) \(action)", kind: kind, register.reader, world)
      try register.add(kind, key, flags.fields)
      try remark(key, register)
    }
  }

  static func edit(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let keys = try arguments.string(.keys).map(keys)
    return try EditRun.run(context, kind: kind) { register, _ in
      var flags = try fields(arguments, register)
      if let keys { flags.set("keys", .string(keys.text)) }
      return flags.fields
    }
  }

  private static func fields(_ arguments: ParsedArguments, _ register: Register) throws -> FieldFlags {
    var flags = FieldFlags(arguments)
    try flags.needed(.action)
    try flags.names(.screen, as: "screens", "screen")
    if arguments.has(.platform) {
      flags.set("platforms", try ComponentField.platforms.value(of: arguments.list(.platform)))
    }
    try flags.references(register.reader)
    return flags
  }

  private static func keys(_ typed: String) throws(Problem) -> KeyShortcut {
    do throws(NameProblem) {
      return try KeyShortcut(parsing: typed)
    } catch {
      throw .usage(
        "keys.invalid", error.message,
        hints: ["Write modifiers and a key: Command-Shift-N, cmd+shift+n; a11y lookup shortcut lists those in use."])
    }
  }

  /// Screens that no component is on: they are taken, and may be mistyped.
  private static func remarkScreens(_ value: JSONValue?, _ register: Register) throws {
    let named = value?.arrayValue?.compactMap(\.stringValue) ?? []
    guard !named.isEmpty else { return }
    let known = Set(try register.reader.components().flatMap(\.screens))
    for screen in named where !known.contains(screen) {
      let meant = Suggestion.hint(for: screen, among: known.sorted()).map { ". " + $0 }.joined()
      register.remark("no component is on the screen \(MessageText.quoted(screen))\(meant)")
    }
  }

  /// What it collides with; it is registered all the same.
  private static func remark(_ key: String, _ register: Register) throws {
    try register.writer.settle()
    let table = try ShortcutTable(register.reader)
    guard let shortcut = table.shortcuts.first(where: { $0.key == key }) else { return }
    for conflict in table.conflicts(of: shortcut) { register.remark(conflict.words) }
  }
}

/// The shortcuts of a tracker beside those of the system.
struct ShortcutTable {
  let shortcuts: [RegisteredShortcut]
  private let register: ShortcutRegister

  init(_ reader: Reader) throws {
    shortcuts = try reader.records(ShortcutRun.kind).map(Self.shortcut)
    register = ShortcutRegister(shortcuts, reference: try ReferenceCatalog(reader).entries)
  }

  func conflicts(of shortcut: RegisteredShortcut) -> [ShortcutConflict] { register.conflicts(of: shortcut) }

  static func shortcut(_ record: Reader.Record) -> RegisteredShortcut {
    RegisteredShortcut(
      key: record.key, keys: try? KeyShortcut(parsing: record.text("keys")), action: record.text("action"),
      screens: record.list("screens"), component: record.text("component"),
      platforms: record.list("platforms").compactMap(Platform.init(rawValue:)))
  }
}
