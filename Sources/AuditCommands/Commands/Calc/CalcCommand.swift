/// `a11y calc`: the arithmetic of the checks.
enum CalcCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "calc", "work out contrast, target sizes, gaps and type sizes",
      usage: ["WHAT ... [FLAGS]"],
      examples: [
        .init("a11y calc contrast '#3C3C43/60%' white", "the ratio of two colours, judged by each level"),
        .init("a11y calc target 40x40 --profile child --ppi 163", "a size in points, judged by each tier"),
        .init("a11y calc area 24x24 --padding 12", "the area that reacts"),
        .init("a11y calc gap 0,0,44,44 52,0,44,44", "the distance of two targets"),
        .init("a11y calc type ax1", "a text size in percent"),
      ],
      details: ["Each prints the figure, the verdict by every tier or level, and the rule it comes from."],
      subcommands: [contrast, area, gap, type, target], subcommandName: "WHAT", run: NotBuilt.run)
  }

  private static var contrast: CommandSpec {
    CommandSpec(
      "contrast", "the contrast ratio of two colours",
      examples: [.init("a11y calc contrast '#3C3C43/60%' white", "secondary label on white")],
      positionals: [
        PositionalSpec("COLOR", "the colour in front: #RRGGBB, #RGB or a name, with /60% if it is translucent"),
        PositionalSpec("BACKGROUND", "the colour behind"),
      ],
      run: NotBuilt.run)
  }

  private static var area: CommandSpec {
    CommandSpec(
      "area", "the area that reacts: visible size and padding",
      examples: [.init("a11y calc area 24x24 --padding 12", "24 + 12 + 12 is 48")],
      positionals: [PositionalSpec("WxH", "the visible size in points")],
      flags: [FlagSpec(.padding, value: "POINTS", "on each side"), .profile],
      run: NotBuilt.run)
  }

  private static var gap: CommandSpec {
    CommandSpec(
      "gap", "the distance of two targets, and whether their 24 pt circles touch",
      examples: [.init("a11y calc gap 0,0,44,44 52,0,44,44", "8 pt")],
      positionals: [
        PositionalSpec("FRAME", "x,y,width,height in points; x and y may be negative"),
        PositionalSpec("FRAME", "the other one"),
      ],
      flags: [.profile],
      run: NotBuilt.run)
  }

  private static var type: CommandSpec {
    CommandSpec(
      "type", "a step of Dynamic Type in percent",
      examples: [.init("a11y calc type ax1", "165 percent, below the 200 of WCAG 1.4.4")],
      positionals: [PositionalSpec("STEP", "xs, s, m, l, xl, xxl, xxxl, ax1 to ax5")],
      run: NotBuilt.run)
  }

  private static var target: CommandSpec {
    CommandSpec(
      "target", "a target size, judged by each tier",
      examples: [.init("a11y calc target 40x40 --profile child --ppi 163", "also in millimetres")],
      positionals: [PositionalSpec("WxH", "the size in points")],
      flags: [
        .profile, FlagSpec(.padding, value: "POINTS", "on each side"),
        FlagSpec(.ppi, value: "NUMBER", "points per inch of the device"),
      ],
      run: NotBuilt.run)
  }
}
