import AuditReports

/// Says on standard error how far long work has come: nothing for the first two seconds, then a bar on a terminal,
/// and elsewhere a line every ten seconds.
final class PatienceLine {
  private static let silence: Int64 = 2_000
  private static let pauseOnTerminal: Int64 = 200
  private static let pause: Int64 = 10_000
  private static let barWidth = 20

  private let context: Context
  private let what: String
  private let isDrawn: Bool
  private var due: Int64
  private var drawn = 0

  /// - Parameter what: what is done, with a capital: `Copying`.
  init(_ context: Context, _ what: String) throws(Problem) {
    self.context = context
    self.what = what
    let isPlain = try context.style().isPlain
    isDrawn = !isPlain && context.world.isTerminal(.errors)
    due = context.world.now() + Self.silence
  }

  func update(_ done: Int, of total: Int) {
    guard total > 0, isDue() else { return }
    let percent = Percent(of: min(max(0, done), total), total)
    guard isDrawn else {
      context.remark("\(what): \(percent.words)")
      return
    }
    let full = (percent.value ?? 0) * Self.barWidth / 100
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: Self.barWidth - full)
    draw("\(what) \(bar) \(percent.text)")
  }

  /// For work whose end is not known: what is done so far, such as `4096 results`.
  func update(_ done: String) {
    guard isDue() else { return }
    if isDrawn { draw("\(what): \(done)") } else { context.remark("\(what): \(done) so far") }
  }

  private func isDue() -> Bool {
    guard !context.arguments.has(.quiet) else { return false }
    let now = context.world.now()
    guard now >= due else { return false }
    due = now + (isDrawn ? Self.pauseOnTerminal : Self.pause)
    return true
  }

  private func draw(_ line: String) {
    // Spaces over what the last, longer line left.
    try? context.world.errors.write("\r" + line.padded(to: drawn))
    try? context.world.errors.flush()
    drawn = line.displayWidth
  }

  /// Takes the bar away; the last word belongs to the result.
  func end() {
    guard drawn > 0 else { return }
    try? context.world.errors.write("\r" + String(repeating: " ", count: drawn) + "\r")
    drawn = 0
  }
}
