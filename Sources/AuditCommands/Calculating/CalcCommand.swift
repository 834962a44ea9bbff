import Arguments

/// `a11y calc`: the arithmetic of the checks.
enum CalcCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "calc", "work out contrast, target sizes, gaps, type sizes and other limits",
      usage: ["WHAT ... [FLAGS]"],
      examples: [
        .init("a11y calc contrast '#3C3C43/60%' white", "the ratio of two colours, judged by each level"),
        .init("a11y calc target 40x40 --profile child --ppi 163", "a size in points, judged by each tier"),
        .init("a11y calc area 24x24 --padding 12", "the area that reacts"),
        .init("a11y calc gap 0,0,44,44 52,0,44,44", "the distance of two targets"),
        .init("a11y calc type ax1", "a text size in percent"),
        .init("a11y calc limit tabs 6", "a number against the limit of that name"),
      ],
      details: [
        "Each prints the figure, the verdict by every tier or level, and the rule it comes from. PASS and FAIL stand "
          + "for what is asked for; reached and not reached for advice and for tiers of another profile. A FAIL is an "
          + "answer, so the exit code is 0."
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
      "contrast", "the contrast ratio of two colours",
      examples: [
        .init("a11y calc contrast '#3C3C43/60%' white", "secondary label on white"),
        .init("a11y calc contrast '#767676' white --text-size 17", "only the rules for text of that size"),
      ],
      positionals: [
        PositionalSpec("COLOR", "the colour in front: #RRGGBB, #RGB or a name, with /60% if it is translucent"),
        PositionalSpec("BACKGROUND", "the colour behind"),
      ],
      flags: [
        FlagSpec(.textSize, value: "POINTS", "the size of the text in points"),
        FlagSpec(switch: .bold, "the text is bold"),
      ],
      run: CalcRun.contrast)
  }

  private static var area: CommandSpec {
    what(
      "area", "the area that reacts: visible size and padding",
      examples: [
        .init("a11y calc area 24x24 --padding 12", "24 + 12 + 12 is 48"),
        .init("a11y calc area 0,0,24,24 40,0,24,24 --padding 12", "and whether it overlaps a neighbour's area"),
      ],
      positionals: [
        PositionalSpec("WxH", "the visible size in points, or its frame x,y,width,height"),
        PositionalSpec("FRAME", arity: .many, "areas of neighbours, each x,y,width,height"),
      ],
      flags: [FlagSpec(.padding, value: "POINTS", "on each side, or 12x8 for left-right and top-bottom"), .profile],
      run: CalcRun.area)
  }

  private static var gap: CommandSpec {
    what(
      "gap", "the distances of targets, and whether their 24 pt circles touch",
      examples: [.init("a11y calc gap 0,0,44,44 52,0,44,44", "8 pt")],
      positionals: [
        PositionalSpec("FRAME", "x,y,width,height in points; x and y may be negative"),
        PositionalSpec("FRAME", "the other one"), PositionalSpec("FRAME", arity: .many, "more of them, up to eight"),
      ],
      run: CalcRun.gap)
  }

  private static var type: CommandSpec {
    what(
      "type", "a step of Dynamic Type in percent, or all of them",
      examples: [
        .init("a11y calc type ax1", "165 percent, below the 200 of WCAG 1.4.4"), .init("a11y calc type", "the ladder"),
      ],
      positionals: [PositionalSpec("STEP", arity: .optional, "xs, s, m, l, xl, xxl, xxxl, ax1 to ax5")],
      run: CalcRun.type)
  }

  private static var target: CommandSpec {
    what(
      "target", "a target size, judged by each tier",
      examples: [
        .init("a11y calc target 40x40 --profile child --ppi 163", "also in millimetres"),
        .init("a11y calc target 52x52 --style child-friendly-large", "against what a style promises"),
      ],
      positionals: [PositionalSpec("WxH", "the size in points, or in millimetres with --ppi, e.g. 9mm")],
      flags: [
        .profile,
        FlagSpec(
          .role, value: "ROLE", choices: ["standard", "primary", "critical"], "how much depends on it"),
        .style, .platform, FlagSpec(.ppi, value: "NUMBER", "points per inch of the device"),
      ],
      run: CalcRun.target)
  }
}
