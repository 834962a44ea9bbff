/// The marks of a line of figures in one row of text, from the lowest to the highest.
enum Sparkline {
  private static let marks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  static let steps = marks.count

  /// - Parameter step: 0 for the lowest mark; what is beyond either end has the mark there.
  static func mark(step: Int) -> String { marks[min(steps - 1, max(0, step))] }
}
