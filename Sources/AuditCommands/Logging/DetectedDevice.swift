import Arguments
import AuditModel
import AuditSessions
import AuditSync
import Terminal

/// What `--detect` and `detect yes` do: device, system, and condition of results come from the booted simulator, or the
/// device that is connected. Flags have priority.
enum DetectedDevice {
  static func use(_ context: Context) throws {
    let arguments = context.arguments
    let isConfigured = context.settings.value(.detect).flatMap(Switch.init) == .on
    guard arguments.has(.detect) || isConfigured else { return }
    let isKnown = arguments.has(.device) && arguments.has(.condition)
    guard arguments.has(.detect) || !isKnown else { return }
    let device: ConnectedDevice
    do throws(DeviceTool.Problem) {
      device = try DeviceTool(environment: context.world.setting).find()
    } catch {
      let problem = problem(error)
      guard !arguments.has(.detect) else { throw problem }
      return context.remark("a11y: note: nothing detected: \(problem.message)")
    }
    var found: [SettingKey: String] = [:]
    var words: [String] = []
    if !arguments.has(.device) {
      found[.device] = device.name
      // The system of another device does not apply to this one.
      found[.os] = device.os
      words.append(device.name)
      if !arguments.has(.os), !device.os.isEmpty { words.append(device.os) }
    }
    if let settings = device.settings, !arguments.has(.condition) {
      let condition = try condition(settings, context)
      found[.condition] = condition.shown
      words.append(condition.shown)
      if !settings.unread.isEmpty { words.append("\(settings.unread.joined(separator: " and ")) unknown") }
    }
    context.settings.detected = found
    guard !words.isEmpty else { return }
    let what = device.isSimulator ? "booted simulator" : "connected device"
    context.remark("From the \(what): \(words.joined(separator: ", ")).")
  }

  /// The settings, with the configured ones that no tool can tell, such as VoiceOver.
  private static func condition(_ settings: DeviceSettings, _ context: Context) throws(Problem) -> Condition {
    let configured = try context.condition()?.tokens ?? []
    let others = configured.filter { token in
      let name = ConditionSetting.setting(of: token)?.name ?? ""
      return !DeviceSettings.names.contains(name) || settings.unread.contains(name)
    }
    return try Problem.named { () throws(NameProblem) in
      try Condition(parsing: (settings.tokens + others).joined(separator: ","))
    }
  }

  private static func problem(_ problem: DeviceTool.Problem) -> Problem {
    let hint = "Pass --device, --os, and --condition."
    switch problem {
    case .missing:
      return Problem(
        .notFound, code: "detect.tool", "cannot find xcrun, which knows the simulators and devices of a Mac",
        hints: ["Install Xcode, or pass --device, --os, and --condition instead of --detect."])
    case .none:
      return Problem(
        .notFound, code: "detect.none", "no simulator is booted, and no device is connected",
        hints: ["Start a simulator, or pass --device, --os, and --condition instead of --detect."])
    case .several(let names):
      return Problem(
        .decision, code: "detect.several", "more than one device is in use: \(names.joined(separator: ", "))",
        hints: ["Stop all except one. \(hint)"])
    case .failed(let reason):
      return Problem(.badInput, code: "detect.failed", "cannot detect the device: \(reason)", hints: [hint])
    }
  }

  // MARK: Screenshots

  /// What finds the latest screenshot: of the booted simulator, else in the configured folder. Nil without both.
  static func screenshot(_ context: Context) -> (() -> WalkScreenshot?)? {
    let tool = DeviceTool(environment: context.world.setting)
    let folder = context.settings.value(.screenshots)
    guard tool.isInstalled || folder != nil else { return nil }
    return {
      if tool.isInstalled, let made = TemporaryFolder() {
        let time = Timestamp(milliseconds: context.world.now()).iso8601.prefix(19).filter { $0 != ":" && $0 != "-" }
        let name = "simulator-\(time)Z.png"
        if (try? tool.takeScreenshot(to: made.path(name))) == true {
          return WalkScreenshot(path: made.path(name), name: name, remove: made.remove)
        }
        made.remove()
      }
      guard let path = folder.flatMap(NewestImage.path) else { return nil }
      return WalkScreenshot(path: path, name: Paths.name(path), remove: {})
    }
  }
}
