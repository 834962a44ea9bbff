import Arguments
import AuditCatalog
import AuditModel
import AuditReports
import AuditStore
import Measuring
import Terminal
import TrackerAccess

/// Runs `a11y calc`: words in, a report out. A FAIL is a result, not an error.
enum CalcRun {
  static func contrast(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    return try report(context) { () throws(MeasureError) in
      try Calculations.contrast(
        first(arguments), arguments.positional(1) ?? "", textSize: arguments.string(.textSize),
        isBold: arguments.has(.bold))
    }
  }

  static func area(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let (padding, profile) = (try arguments.required(.padding), try profile(arguments))
    return try report(context) { () throws(MeasureError) in
      try Calculations.area(
        first(arguments), padding: padding, profile: profile, neighbours: arguments.positionals(from: 1))
    }
  }

  static func gap(_ context: Context) throws -> ExitCode {
    let frames = context.arguments.positionals
    return try report(context) { () throws(MeasureError) in try Calculations.gap(frames) }
  }

  static func type(_ context: Context) throws -> ExitCode {
    let step = context.arguments.positional(0)
    return try report(context) { () throws(MeasureError) in
      if let step { try Calculations.type(step) } else { Calculations.typeLadder() }
    }
  }

  static func target(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let role = try arguments.choice(.role, as: TargetRole.self) ?? .standard
    let platforms = arguments.list(.platform)
    guard platforms.count <= 1 else {
      throw Problem.usage(
        "flag.repeated", "--platform was specified more than once", hints: ["Run the calculation once per platform."])
    }
    let platform = platforms.first.flatMap(Platform.init(rawValue:)) ?? .iOS
    let profile = try profile(arguments)
    let style = try arguments.string(.style).flatMap { try Self.style($0, context) }
    return try report(context) { () throws(MeasureError) in
      try Calculations.target(
        first(arguments), profile: profile, role: role, platform: platform,
        pointsPerInch: arguments.string(.ppi), style: style)
    }
  }

  private static func style(_ name: String, _ context: Context) throws -> StyleTemplate? {
    // A custom style replaces the built-in style of the same name.
    let entry = try context.readIfThere { reader, _ in try reader?.style(name) } ?? Catalog.style(name)
    guard let entry else { throw Refusal.unknownStyle(name) }
    guard entry.expects?.size != nil else {
      throw Problem.usage(
        "style.no-size", "style \(MessageText.quoted(name)) has no size",
        hints: [
          "Add \"expects\": {\"size\": \"56x56\"} to its entry. Run \"a11y new reference --help\" for the format."
        ])
    }
    return entry.expects
  }

  static func press(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let values = Calculations.PressValues(
      scale: arguments.string(.scale), duration: arguments.string(.duration), damping: arguments.string(.damping),
      brightnessLight: arguments.string(.brightnessLight), brightnessDark: arguments.string(.brightnessDark),
      disabledOpacity: arguments.string(.opacity))
    return try report(context) { () throws(MeasureError) in try Calculations.press(values, Catalog.limits) }
  }

  static func haptic(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    let profile = try profile(arguments)
    return try report(context) { () throws(MeasureError) in
      try Calculations.haptic(
        first(arguments), moment: arguments.string(.moment), profile: profile,
        deploymentTarget: arguments.string(.deployment))
    }
  }

  static func limit(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    guard let name = arguments.positional(0) else {
      return try report(context) { () throws(MeasureError) in Calculations.limits(Catalog.limits) }
    }
    guard let value = arguments.positional(1) else {
      throw Problem.usage(
        "argument.missing", "missing argument VALUE: number to evaluate",
        hints: ["Run \"a11y calc limit \(ShellWord.quoted(name)) 4\", or \"a11y calc limit\" to list all limits."])
    }
    return try report(context) { () throws(MeasureError) in
      try Calculations.limit(try NumericLimit.named(name, in: Catalog.limits), value)
    }
  }

  static func grid(_ context: Context) throws -> ExitCode {
    let arguments = context.arguments
    return try report(context) { () throws(MeasureError) in
      try Calculations.grid(first(arguments), isTarget: !arguments.has(.distance))
    }
  }

  /// The parser makes sure that it exists.
  private static func first(_ arguments: ParsedArguments) -> String { arguments.positional(0) ?? "" }

  private static func profile(_ arguments: ParsedArguments) throws(Problem) -> Profile {
    try arguments.choice(.profile, as: Profile.self) ?? .general
  }

  private static func report(
    _ context: Context, _ work: () throws(MeasureError) -> CalcReport
  ) throws -> ExitCode {
    var report: CalcReport
    do throws(MeasureError) {
      report = try work()
    } catch {
      throw Problem.usage(
        "calc.\(error.reason.rawValue)", error.problem, hints: error.hint.isEmpty ? [] : [error.hint])
    }
    let checks = Set(report.verdicts.compactMap(\.check))
    report = report.judged(by: try context.readIfThere { reader, _ in try CheckCatalog(reader).ownFigures(of: checks) })
    try context.write(report, json: report.json(generated: context.generated))
    return .done
  }
}
