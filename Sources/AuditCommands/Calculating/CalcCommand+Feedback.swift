import Arguments

/// The calculations about pressed states, and about plain numbers.
extension CalcCommand {
  static var press: CommandSpec {
    what(
      "press", "evaluate pressed-state feedback values",
      examples: [
        .init("a11y calc press --scale 0.95 --duration 0.3 --opacity 50%", "compare each value with its range")
      ],
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
      examples: [
        .init("a11y calc haptic light --moment toggle --profile child", "evaluate a haptic for a toggle"),
        .init("a11y calc haptic success --deployment 16.4", "show the API before and from iOS 17"),
      ],
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
      "limit", "compare a number with a named limit",
      examples: [
        .init("a11y calc limit tabs 6", "compare 6 tabs with the limit"), .init("a11y calc limit", "list all limits"),
      ],
      positionals: [
        PositionalSpec("NAME", arity: .optional, "name of a limit, e.g. tabs, alert-buttons"),
        PositionalSpec("VALUE", arity: .optional, "number to evaluate"),
      ],
      run: CalcRun.limit)
  }

  static var grid: CommandSpec {
    what(
      "grid", "check a length against the 8 pt grid",
      examples: [
        .init("a11y calc grid 44x44", "check the sides of a target"),
        .init("a11y calc grid 10 --distance", "check a gap"),
      ],
      positionals: [PositionalSpec("LENGTH", "length in points, or WxH")],
      flags: [FlagSpec(switch: .distance, "treat the length as a distance, not as the side of a target")],
      run: CalcRun.grid)
  }
}
