import Audit
import Base
import CommandLine
import Reports
import Sessions
import Store

/// `a11y calc`: the arithmetic of the checks.
enum CalcCommand {
  static let spec = CommandSpec(
    "calc", "calculate contrast, target sizes, and other limits", usage: ["WHAT ... [FLAGS]"],
    subcommands: [contrast, area, gap, type, target, press, haptic, limit, grid], subcommandName: "WHAT",
    formats: formats, run: GroupRun.run)

  static let formats: [OutputFormat] = [.table, .plain, .json, .md]

  static func what(
    _ name: String, _ summary: String, usage: [String] = [], positionals: [PositionalSpec] = [],
    flags: [FlagSpec] = [], run: @escaping @Sendable (Context) throws -> CalcReport
  ) -> CommandSpec {
    CommandSpec(
      name, summary, usage: usage, positionals: positionals, flags: flags, formats: formats,
      canBeRunAgain: true, run: { try CalcRun.report($0, run) })
  }

  private static var contrast: CommandSpec {
    what(
      "contrast", "calculate the contrast ratio of two colors",
      positionals: [
        PositionalSpec("COLOR", "foreground color: #RRGGBB, #RGB, or a name, with /60% if translucent"),
        PositionalSpec("BACKGROUND", "background color"),
      ],
      flags: [
        FlagSpec(.textSize, value: "POINTS", "text size in points"),
        FlagSpec(switch: .bold, "treat the text as bold"),
      ],
      run: CalcRun.contrast)
  }

  private static var area: CommandSpec {
    what(
      "area", "calculate the hit area from size and padding",
      positionals: [
        PositionalSpec("WxH", "visual size in points, or frame x,y,width,height"),
        PositionalSpec("FRAME", arity: .many, "adjacent hit areas, each x,y,width,height"),
      ],
      flags: [
        FlagSpec(.padding, value: "POINTS", "padding on each side, or 12x8 for left-right and top-bottom"), .profile,
      ],
      run: CalcRun.area)
  }

  private static var gap: CommandSpec {
    what(
      "gap", "calculate the spacing between targets (24 pt circles)",
      positionals: [
        PositionalSpec("FRAME", "first target: x,y,width,height in points; x and y may be negative"),
        PositionalSpec("FRAME", "second target"), PositionalSpec("FRAME", arity: .many, "more targets, up to 8 in all"),
      ],
      run: CalcRun.gap)
  }

  private static var type: CommandSpec {
    what(
      "type", "convert a Dynamic Type size to percent",
      positionals: [
        PositionalSpec("STEP", arity: .optional, "xs, s, m, l, xl, xxl, xxxl, or ax1 to ax5 (default: all)")
      ],
      run: CalcRun.type)
  }

  private static var target: CommandSpec {
    what(
      "target", "evaluate a target size against each tier",
      positionals: [PositionalSpec("WxH", "size in points, or in millimeters with --ppi, e.g. 9mm")],
      flags: [
        .profile,
        FlagSpec(
          .role, value: "ROLE", choices: ["standard", "primary", "critical"], "importance of the target"),
        .style,
        FlagSpec(.platform, value: "SYSTEM", choices: Platform.usual.map(\.rawValue), "platform of the component"),
        .number(.ppi, "points per inch of the device"),
      ],
      run: CalcRun.target)
  }
}

/// The calculations about pressed states, and about plain numbers.
extension CalcCommand {
  static var press: CommandSpec {
    what(
      "press", "evaluate pressed-state feedback values",
      flags: [
        FlagSpec(.scale, value: "FACTOR", "scale while pressed, e.g. 0.95"),
        FlagSpec(.duration, value: "SECONDS", "duration of the change, e.g. 0.3 or 300ms"),
        FlagSpec(.damping, value: "FRACTION", "damping of the spring, e.g. 0.6"),
        FlagSpec(.brightnessLight, value: "CHANGE", "brightness change in Light Mode, e.g. -0.05"),
        FlagSpec(.brightnessDark, value: "CHANGE", "brightness change in Dark Mode, e.g. 0.1"),
        FlagSpec(.opacity, value: "FRACTION", "opacity while disabled, e.g. 0.5"),
      ],
      run: CalcRun.press)
  }

  static var haptic: CommandSpec {
    what(
      "haptic", "choose a haptic and show its API",
      positionals: [
        PositionalSpec("TYPE", "light, medium, heavy, success, error, warning, or selection (comma-separated)")
      ],
      flags: [
        FlagSpec(.moment, value: "MOMENT", "event, e.g. toggle, press, primary, deletion"), .profile,
        FlagSpec(.deployment, value: "VERSION", "lowest iOS version of the app, e.g. 16.4"),
      ],
      run: CalcRun.haptic)
  }

  static var limit: CommandSpec {
    what(
      "limit", "compare a number with a named limit", usage: ["[FLAGS]", "NAME VALUE [FLAGS]"],
      positionals: [
        PositionalSpec("NAME", arity: .optional, "name of a limit, e.g. tabs, alert-buttons (default: list all)"),
        PositionalSpec("VALUE", arity: .optional, "number to evaluate, with NAME"),
      ],
      run: CalcRun.limit)
  }

  static var grid: CommandSpec {
    what(
      "grid", "check a length against the 8 pt grid",
      positionals: [PositionalSpec("LENGTH", "length in points, or WxH")],
      flags: [FlagSpec(switch: .distance, "treat the length as a distance, not as the side of a target")],
      run: CalcRun.grid)
  }
}

/// Runs `a11y calc`: words in, a report out. A FAIL is a result, not an error.
enum CalcRun {
  static func contrast(_ context: Context) throws -> CalcReport {
    let arguments = context.arguments
    return try Calculations.contrast(
      first(arguments), arguments.positional(1) ?? "", textSize: arguments.string(.textSize),
      isBold: arguments.has(.bold))
  }

  static func area(_ context: Context) throws -> CalcReport {
    let arguments = context.arguments
    return try Calculations.area(
      first(arguments), padding: arguments.required(.padding), profile: profile(arguments),
      neighbours: arguments.positionals(from: 1))
  }

  static func gap(_ context: Context) throws -> CalcReport { try Calculations.gap(context.arguments.positionals) }

  static func type(_ context: Context) throws -> CalcReport {
    try context.arguments.positional(0).map(Calculations.type) ?? Calculations.typeLadder()
  }

  static func target(_ context: Context) throws -> CalcReport {
    let arguments = context.arguments
    let role = try arguments.choice(.role, as: TargetRole.self) ?? .standard
    let platforms = arguments.list(.platform)
    guard platforms.count <= 1 else {
      throw Problem.usage(
        "flag.repeated", "--platform was specified more than once", hints: ["Run the calculation once per platform."])
    }
    return try Calculations.target(
      first(arguments), profile: profile(arguments), role: role,
      platform: platforms.first.flatMap(Platform.init(rawValue:)) ?? .iOS, pointsPerInch: arguments.string(.ppi),
      style: arguments.string(.style).flatMap { try style($0, context) })
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

  static func press(_ context: Context) throws -> CalcReport {
    let arguments = context.arguments
    let values = Calculations.PressValues(
      scale: arguments.string(.scale), duration: arguments.string(.duration), damping: arguments.string(.damping),
      brightnessLight: arguments.string(.brightnessLight), brightnessDark: arguments.string(.brightnessDark),
      disabledOpacity: arguments.string(.opacity))
    return try Calculations.press(values, Catalog.limits)
  }

  static func haptic(_ context: Context) throws -> CalcReport {
    let arguments = context.arguments
    return try Calculations.haptic(
      first(arguments), moment: arguments.string(.moment), profile: profile(arguments),
      deploymentTarget: arguments.string(.deployment))
  }

  static func limit(_ context: Context) throws -> CalcReport {
    let arguments = context.arguments
    guard let name = arguments.positional(0) else { return Calculations.limits(Catalog.limits) }
    guard let value = arguments.positional(1) else {
      throw Problem.usage(
        "argument.missing", "missing argument VALUE: number to evaluate",
        hints: ["Run \"a11y calc limit \(ShellWord.quoted(name)) 4\", or \"a11y calc limit\" to list all limits."])
    }
    return try Calculations.limit(try NumericLimit.named(name, in: Catalog.limits), value)
  }

  static func grid(_ context: Context) throws -> CalcReport {
    try Calculations.grid(first(context.arguments), isTarget: !context.arguments.has(.distance))
  }

  /// The parser makes sure that it exists.
  private static func first(_ arguments: ParsedArguments) -> String { arguments.positional(0) ?? "" }

  private static func profile(_ arguments: ParsedArguments) throws(Problem) -> Profile {
    try arguments.choice(.profile, as: Profile.self) ?? .general
  }

  static func report(_ context: Context, _ calculate: (Context) throws -> CalcReport) throws -> ExitCode {
    var report: CalcReport
    do {
      report = try calculate(context)
    } catch let error as MeasureError {
      throw Problem.usage(
        "calc.\(error.reason.rawValue)", error.problem, hints: error.hint.isEmpty ? [] : [error.hint])
    }
    let checks = Set(report.verdicts.compactMap(\.check))
    report = report.judged(by: try context.readIfThere { reader, _ in try CheckCatalog(reader).ownFigures(of: checks) })
    try context.write(report.page, json: report.json(generated: context.generated))
    return .done
  }
}
