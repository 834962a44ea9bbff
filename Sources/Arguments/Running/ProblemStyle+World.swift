import AuditReports
import Terminal

extension ProblemStyle {
  /// At a terminal wrapped and in color. Decided by the words of the line as they are, because the line itself may be the
  /// problem.
  init(_ world: World, _ settings: SettingsReader) {
    let words = world.arguments.map { String(decoding: $0, as: UTF8.self) }
    let isPlain = PlainDecision.decide(
      flag: words.contains("--plain"), configured: { settings.value(.plain).flatMap(Switch.init) },
      environment: world.environment)
    guard world.isTerminal(.errors), !isPlain else {
      self = .lines
      return
    }
    let isColorless =
      words.contains { $0 == "--no-color" || $0 == "--color=never" }
      || zip(words, words.dropFirst()).contains { $0 == "--color" && $1 == "never" }
    let hasColor = ColorDecision.decide(
      flag: isColorless ? .never : nil, isPlain: false,
      configured: { settings.value(.color).flatMap(ColorChoice.init(rawValue:)) }, isTerminal: true,
      environment: world.environment)
    self.init(
      width: WidthDecision.decide(
        flag: nil, configured: { settings.value(.width).flatMap(WidthDecision.columns) },
        terminal: world.terminalColumns, environment: world.environment),
      painter: Styler(
        enabled: hasColor,
        hasLinks: LinkDecision.decide(hasColor: hasColor, isTerminal: true, environment: world.environment)))
  }
}
