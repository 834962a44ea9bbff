/// What a measurement asks under the settings that something was seen under.
extension Measurement {
  /// - Parameter condition: the tokens of the settings, as `Condition.text` has them.
  /// - Returns: where a setting is one of the parts, such as `text-xxxl` or `dark`, a plain figure is one of that part, and
  ///   the others need not be named; where the figures are those of the usual text size and another one is set, there is
  ///   nothing to compare with. Itself otherwise.
  package func under(_ condition: String) -> Measurement {
    guard !condition.isEmpty, var rule = parts, case .figures(var figures) = rule.form else { return self }
    var measurement = self
    if rule.isOfUsualTextSize {
      guard condition.split(separator: ",").contains(where: { $0.hasPrefix(Self.textSize) }) else { return self }
      for place in figures.indices {
        figures[place].threshold = []
        figures[place].platforms = [:]
      }
      rule.form = .figures(figures)
      measurement.parts = rule
      return measurement
    }
    let names = condition.split(separator: ",").map { token in
      token.hasPrefix(Self.textSize) ? String(token.dropFirst(Self.textSize.count)) : String(token)
    }
    guard let name = names.first(where: { name in figures.contains { $0.accepts(name) } }),
      let meant = figures.first(where: { $0.accepts(name) })
    else { return self }
    measurement.comparison = meant.comparison
    measurement.threshold = meant.threshold
    measurement.platforms = meant.platforms
    for place in figures.indices { figures[place].isNeeded = false }
    rule.form = .figures(figures)
    measurement.parts = rule
    return measurement
  }

  private static let textSize = "text-"
}
