import Arguments

/// `a11y calc`: the arithmetic of the checks.
enum CalcCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "calc", "calculate contrast, target sizes, and other limits",
      usage: ["WHAT ... [FLAGS]"],
      examples: [
        .init("a11y calc contrast '#3C3C43/60%' white", "evaluate the contrast of two colors at each level"),
        .init("a11y calc target 40x40 --profile child --ppi 163", "evaluate a size in points against each tier"),
        .init("a11y calc area 24x24 --padding 12", "calculate the hit area"),
        .init("a11y calc gap 0,0,44,44 52,0,44,44", "calculate the distance between two targets"),
        .init("a11y calc type ax1", "convert a text size to percent"),
        .init("a11y calc limit tabs 6", "compare a number with a named limit"),
      ],
      details: [
        "Each calculation prints the figure, the outcome for every tier or level, and the source of the requirement. "
          + "PASS and FAIL apply to requirements; \"met\" and \"not met\" apply to advice and to tiers of another "
          + "profile. The exit code is 0, also for a FAIL."
      ],
      subcommands: [contrast, area, gap, type, target, press, haptic, limit, grid], subcommandName: "WHAT",
      formats: formats, run: GroupRun.run)
  }

  static let formats: [OutputFormat] = [.table, .plain, .json, .md]

  static func what(
    _ name: String, _ summary: String, examples: [CommandSpec.Example], positionals: [PositionalSpec] = [],
    flags: [FlagSpec] = [], run: @escaping CommandSpec.Run
  ) -> CommandSpec {
    CommandSpec(
      name, summary, examples: examples, positionals: positionals, flags: flags, formats: formats,
      canBeRunAgain: true, run: run)
  }

  private static var contrast: CommandSpec {
    what(
      "contrast", "calculate the contrast ratio of two colors",
      examples: [
        .init("a11y calc contrast '#3C3C43/60%' white", "evaluate the secondary label color on white"),
        .init("a11y calc contrast '#767676' white --text-size 17", "use only the requirements for 17 pt text"),
      ],
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
      examples: [
        .init("a11y calc area 24x24 --padding 12", "24 + 12 + 12 is 48"),
        .init("a11y calc area 0,0,24,24 40,0,24,24 --padding 12", "check the overlap with another hit area too"),
      ],
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
      examples: [.init("a11y calc gap 0,0,44,44 52,0,44,44", "the gap is 8 pt")],
      positionals: [
        PositionalSpec("FRAME", "first target: x,y,width,height in points; x and y may be negative"),
        PositionalSpec("FRAME", "second target"), PositionalSpec("FRAME", arity: .many, "more targets, up to 8 in all"),
      ],
      run: CalcRun.gap)
  }

  private static var type: CommandSpec {
    what(
      "type", "convert a Dynamic Type size to percent",
      examples: [
        .init("a11y calc type ax1", "165 percent, below the 200 percent of WCAG 1.4.4"),
        .init("a11y calc type", "list all sizes"),
      ],
      positionals: [
        PositionalSpec("STEP", arity: .optional, "xs, s, m, l, xl, xxl, xxxl, or ax1 to ax5 (default: all)")
      ],
      run: CalcRun.type)
  }

  private static var target: CommandSpec {
    what(
      "target", "evaluate a target size against each tier",
      examples: [
        .init("a11y calc target 40x40 --profile child --ppi 163", "show the size in millimeters too"),
        .init("a11y calc target 52x52 --style child-friendly-large", "compare it with the size of a style"),
      ],
      positionals: [PositionalSpec("WxH", "size in points, or in millimeters with --ppi, e.g. 9mm")],
      flags: [
        .profile,
        FlagSpec(
          .role, value: "ROLE", choices: ["standard", "primary", "critical"], "importance of the target"),
        .style, .platform, FlagSpec(.ppi, value: "NUMBER", "points per inch of the device"),
      ],
      run: CalcRun.target)
  }
}
