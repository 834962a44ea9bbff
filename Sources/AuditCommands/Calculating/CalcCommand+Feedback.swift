import Arguments

/// The calculations about what a press does, and about plain numbers.
extension CalcCommand {
  static var press: CommandSpec {
    what(
      "press", "how a press shows: scale, duration, damping, brightness, opacity",
      examples: [.init("a11y calc press --scale 0.95 --duration 0.3 --opacity 50%", "each against its range")],
      flags: [
        FlagSpec(.scale, value: "FACTOR", "the size while pressed, e.g. 0.95"),
        FlagSpec(.duration, value: "SECONDS", "how long the change takes, e.g. 0.3 or 300ms"),
        FlagSpec(.damping, value: "FRACTION", "the damping of the spring, e.g. 0.6"),
        FlagSpec(.brightnessLight, value: "CHANGE", "the change in light appearance, e.g. -0.05"),
        FlagSpec(.brightnessDark, value: "CHANGE", "the change in dark appearance, e.g. 0.1"),
        FlagSpec(.opacity, value: "FRACTION", "the opacity while disabled, e.g. 0.5"),
      ],
      run: CalcRun.press)
  }

  static var haptic: CommandSpec {
    what(
      "haptic", "whether a haptic fits the moment, and which interface to call",
      examples: [
        .init("a11y calc haptic light --moment toggle --profile child", "for a toggle"),
        .init("a11y calc haptic success --deployment 16.4", "the call below and from iOS 17"),
      ],
      positionals: [
        PositionalSpec("TYPE", "light, medium, heavy, success, error, warning or selection; several with commas")
      ],
      flags: [
        FlagSpec(.moment, value: "MOMENT", "what happens, e.g. toggle, press, primary, deletion"), .profile,
        FlagSpec(.deployment, value: "VERSION", "the lowest iOS version of the app, e.g. 16.4"),
      ],
      run: CalcRun.haptic)
  }

  static var limit: CommandSpec {
    what(
      "limit", "a number against the limit of that name, or all limits",
      examples: [.init("a11y calc limit tabs 6", "more than five tabs"), .init("a11y calc limit", "every limit")],
      positionals: [
        PositionalSpec("NAME", arity: .optional, "the name of a limit, e.g. tabs, alert-buttons"),
        PositionalSpec("VALUE", arity: .optional, "the number to judge"),
      ],
      run: CalcRun.limit)
  }

  static var grid: CommandSpec {
    what(
      "grid", "a length against the grid of 8 pt",
      examples: [
        .init("a11y calc grid 44x44", "the side of a target"), .init("a11y calc grid 10 --distance", "a gap"),
      ],
      positionals: [PositionalSpec("LENGTH", "one length in points, or WxH")],
      flags: [FlagSpec(switch: .distance, "it is a distance and not the side of a target")],
      run: CalcRun.grid)
  }
}
