import Audit
import Base
import CommandLine
import Sessions
import Store

/// `a11y config`: shows and changes settings.
enum ConfigCommand {
  static let spec = CommandSpec(
    "config", group: .setUp, "view or change your settings", usage: ["", "KEY", "KEY VALUE", "--unset KEY"],
    positionals: [
      PositionalSpec("KEY", arity: .optional, choices: SettingKey.allCases.map(\.rawValue), "setting"),
      PositionalSpec("VALUE", arity: .optional, completes: .records(.setting), "new value"),
    ],
    flags: [
      .choice(.unset, value: "KEY", of: SettingKey.self, "setting to remove")
        .takesNoWords(hint: "Specify the setting after --unset only.")
    ],
    run: run)

  private static func run(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    if let key = try arguments.choice(.unset, as: SettingKey.self) {
      return try unset(key, context)
    }
    // The parser refuses other words.
    guard let key = arguments.positional(0).flatMap(SettingKey.init(rawValue:)) else { return try list(context) }
    guard let value = arguments.positional(1) else { return try get(key, context) }
    return try set(key, value, context)
  }

  private static func load(_ context: Context) throws(Problem) -> SettingsFile {
    let file = try SettingsStore.load(context.world)
    for warning in file.warnings {
      context.warn("\(SettingsStore.path(context.world) ?? "the configuration"), \(warning)")
    }
    return file
  }

  private static func list(_ context: Context) throws -> ExitCode {
    let file = try load(context)
    if try context.format() == .json { return try printJSON(SettingKey.allCases, file, context) }
    let own = try tracked(context)
    for key in SettingKey.allCases {
      guard let value = file.values[key] ?? own[key] else { continue }
      try context.print("\(key.rawValue) = \(MessageText.escaped(value))")
    }
    if let used = OwnDevices.used(file) {
      context.remark("Results are logged for \(used.words), unless you pass --device.")
    }
    if file.values.isEmpty, own.isEmpty {
      context.remark(
        "No settings. Run \"a11y config tester NAME\" to set the tester, or \"a11y help environment\" for all "
          + "settings.")
    }
    return .done
  }

  private static func get(_ key: SettingKey, _ context: Context) throws -> ExitCode {
    let file = try load(context)
    guard let value = try file.values[key] ?? tracked(context)[key] else {
      throw Problem(
        .notFound, code: "config.unset", "setting \"\(key.rawValue)\" is not set",
        hints: ["Run \"a11y config \(key.rawValue) VALUE\" to set it."])
    }
    if try context.format() == .json { return try printJSON([key], file, context) }
    try context.say(value)
    return .done
  }

  private static func set(_ key: SettingKey, _ value: String, _ context: Context) throws -> ExitCode {
    if let objection = key.objection(to: value) {
      throw Problem.usage(
        "config.value", "invalid value \(MessageText.quoted(value)) for \(key.rawValue); \(objection)")
    }
    guard !key.belongsToTracker else { return try setTracked(key, value, context) }
    var file = try load(context)
    let value =
      switch key {
      case .device: try deviceName(value, file)
      case .screenshots: try context.world.absolute(value)
      case .signingKey: try SigningSetup.choose(value, context)
      case .condition: try condition(value, context)
      default: value
      }
    file.set(key, to: value)
    try SettingsStore.save(file, context.world)
    if try context.format() == .json { return try printJSON([key], file, context) }
    context.remark("\(key.rawValue) = \(value)")
    return .done
  }

  /// The full name of a device of the tester, from its beginning; any other name stays as typed.
  private static func deviceName(_ typed: String, _ file: SettingsFile) throws(Problem) -> String {
    guard let own = OwnDevices(of: file) else { return typed }
    return try own.find(typed)?.name ?? typed
  }

  /// Of settings that are known, here or in the tracker of this folder.
  private static func condition(_ typed: String, _ context: Context) throws -> String {
    let condition = try Problem.named { () throws(NameProblem) in try Condition(parsing: typed) }
    try context.readIfThere { reader, _ in try SettingWords().refuseUnknown(condition, reader) }
    return typed
  }

  private static func unset(_ key: SettingKey, _ context: Context) throws -> ExitCode {
    guard !key.belongsToTracker else { return try setTracked(key, nil, context) }
    var file = try load(context)
    let wasThere = file.unset(key)
    if wasThere { try SettingsStore.save(file, context.world) }
    if key == .signingKey { try SigningSetup.end(context) }
    if try context.format() == .json { return try printJSON([key], file, context) }
    context.remark(wasThere ? "\(key.rawValue) is no longer set." : "\(key.rawValue) was not set.")
    return .done
  }

  // MARK: Settings of the tracker

  /// Empty without a tracker.
  private static func tracked(_ context: Context) throws -> [SettingKey: String] {
    try context.readIfThere { reader, _ in
      guard let reader else { return [:] }
      let found = try SettingKey.allCases.filter(\.belongsToTracker).map { ($0, try reader.setting($0.rawValue)) }
      return Dictionary(uniqueKeysWithValues: found).compactMapValues { $0 }
    }
  }

  private static func setTracked(_ key: SettingKey, _ value: String?, _ context: Context) throws -> ExitCode {
    let tracker = try context.openTracker(.write)
    let (known, before) = try tracker.write { writer in
      // An unknown or closed audit would make every log fail.
      let known = try value.map { key == .audit ? try LogDefaults.open($0, writer.reader).name : $0 }
      let before = try writer.reader.setting(key.rawValue)
      try writer.setSetting(key.rawValue, to: known)
      return (known, before)
    }
    if try context.format() == .json { return try printJSON([key], load(context), context) }
    if let known {
      context.remark("\(key.rawValue) = \(known), in this tracker")
    } else {
      context.remark(before == nil ? "\(key.rawValue) was not set." : "\(key.rawValue) is no longer set.")
    }
    return .done
  }

  /// `a11y.config/1`: rows of key and value, null for a setting that is not set.
  private static func printJSON(_ keys: [SettingKey], _ file: SettingsFile, _ context: Context) throws -> ExitCode {
    let own = try tracked(context)
    let rows = keys.map { key in
      JSONText.object([
        "key": key.rawValue, "value": file.values[key] ?? own[key],
        "of": key.belongsToTracker ? "tracker" : "person",
      ])
    }
    var members: JSONMembers = [
      "schema": "a11y.config/1", "generated": Timestamp(milliseconds: context.world.now()).iso8601,
      "path": SettingsStore.path(context.world), "rows": rows,
    ]
    if let own = OwnDevices(of: file) {
      let used = OwnDevices.used(file)
      let devices = own.devices.map { device in
        JSONText.object(["name": device.name, "os": device.os, "default": device == used])
      }
      members += ["devices": devices]
    }
    try context.print(JSONText.object(members).render())
    return .done
  }
}
