/// The output width in columns.
package enum WidthDecision {
  package static let range = 20...1_000
  package static let fallback = 80

  /// In this order: `--width`, `COLUMNS`, the configuration, the terminal, 80. A value out of range is ignored; the
  /// flag was checked before.
  package static func decide(
    flag: Int?, configured: () -> Int?, terminal: () -> Int?, environment: (String) -> String?
  ) -> Int {
    if let flag { return flag }
    if let columns = environment("COLUMNS").flatMap(columns) { return columns }
    if let configured = configured() { return configured }
    if let terminal = terminal(), range.contains(terminal) { return terminal }
    return fallback
  }

  /// A number of columns within the range.
  package static func columns(_ text: String) -> Int? {
    guard let number = Int(text), range.contains(number) else { return nil }
    return number
  }
}
