import Base

/// Shows the progress of long work on standard error: nothing for the first second, then one line that is rewritten on
/// a terminal; elsewhere, after two seconds, a line every ten.
///
/// Each command has one. SQLite's work drives it (`pulse`), so that every long command shows it; a command that knows
/// more adds a name and a percentage. The line is removed before a command prints.
package final class ProgressLine {
  private static let silenceOnTerminal: Int64 = 1_000
  private static let silence: Int64 = 2_000
  /// A step that begins later than this shows the line at once: it may take long, and SQLite does not call `pulse`
  /// while it checks a file.
  private static let suspicion: Int64 = 250
  private static let pauseOnTerminal: Int64 = 200
  private static let pause: Int64 = 10_000
  private static let barWidth = 16

  private let world: World
  private let isQuiet: Bool
  private let isPlain: () -> Bool
  private lazy var isDrawn = world.isTerminal(.errors) && !isPlain()
  /// Nil if the command set no name.
  private var named: String?
  /// The last progress; nil if only the time is known.
  private var state: State?
  private var start: Int64
  /// When the step began.
  private var begun: Int64
  private var due: Int64
  private var drawn = 0 { didSet { world.ending.notes.pointee.width = drawn } }
  private var isMuted = false
  /// How long another process has been waited for, in ms; nil while the work goes on.
  private var waited: Int?
  /// Told instead of the line while a dialog with the person has muted it.
  package var onWait: ((Int) -> Void)?

  private enum State {
    case part(Int, of: Int)
    case words(String)
  }

  package init(_ world: World, isQuiet: Bool, isPlain: @escaping () -> Bool) {
    (self.world, self.isQuiet, self.isPlain) = (world, isQuiet, isPlain)
    start = world.now()
    begun = start
    due = start + Self.silenceOnTerminal
  }

  // MARK: Progress

  /// - Parameter what: the name of the next step, with a capital: `Copying`.
  package func begin(_ what: String) {
    named = what
    state = nil
    let now = world.now()
    begun = now
    guard !isMuted, !isQuiet, now - start >= Self.suspicion, isDrawn else { return }
    due = now
    pulse()
  }

  /// Sets the progress, as a part of a total.
  package func update(_ done: Int, of total: Int) {
    guard total > 0 else { return }
    state = .part(min(max(0, done), total), of: total)
    pulse()
  }

  /// Sets the progress of work with an unknown end, such as `4096 results`.
  package func update(_ done: String) {
    state = .words(done)
    pulse()
  }

  /// The work continues.
  package func pulse() {
    guard !isMuted, !isQuiet else { return }
    let now = world.now()
    guard now >= due else { return }
    // Checked only now: most commands end before they need the terminal and the configuration.
    guard isDrawn || now - start >= Self.silence else {
      due = start + Self.silence
      return
    }
    due = now + (isDrawn ? Self.pauseOnTerminal : Self.pause)
    if isDrawn { draw(line(now)) } else { tell(now) }
  }

  /// The work waits for another process, and has so for some milliseconds.
  package func wait(_ milliseconds: Int) {
    guard !isMuted else {
      onWait?(milliseconds)
      return
    }
    waited = milliseconds
    pulse()
    waited = nil
  }

  private var what: String {
    if waited != nil { return "Waiting for another process" }
    return named ?? (world.ending.notes.pointee.held > 0 ? "Writing to the tracker" : "Reading the tracker")
  }

  private func line(_ now: Int64) -> String {
    if let waited { return "\(what): \(waited / 1_000) s" }
    switch state {
    case .part(let done, let total):
      let percent = Self.percent(done, of: total)
      let full = (percent.value ?? 0) * Self.barWidth / 100
      let bar = String(repeating: "█", count: full) + String(repeating: "░", count: Self.barWidth - full)
      return "\(what) \(bar) \(percent.text)" + left(done, of: total, now)
    case .words(let words): return "\(what): \(words)"
    case nil: return "\(what): \((now - start) / 1_000) s"
    }
  }

  /// Below 100 until the line is removed: what counts is done, and the rest is not.
  private static func percent(_ done: Int, of total: Int) -> Percent {
    done < total ? Percent(of: done, total) : Percent(of: 99, 100)
  }

  /// `, about 12 s left`, once enough is done to tell.
  private func left(_ done: Int, of total: Int, _ now: Int64) -> String {
    let spent = now - begun
    guard spent >= Self.silenceOnTerminal, done < total, Percent(of: done, total).value ?? 0 >= 5 else { return "" }
    let seconds = Int((Double(spent) / 1_000 * Double(total - done) / Double(done)).rounded(.up))
    let words = seconds < 120 ? "\(seconds) s" : "\((seconds + 30) / 60) min"
    return ", about \(words) left"
  }

  private func tell(_ now: Int64) {
    let words =
      if let waited {
        "\(waited / 1_000) seconds so far"
      } else {
        switch state {
        case .part(let done, let total): Self.percent(done, of: total).words + left(done, of: total, now)
        case .words(let words): "\(words) so far"
        case nil: "\((now - start) / 1_000) seconds so far"
        }
      }
    try? world.errors.write(ProblemPrinter.line("\(what): \(words)") + "\n")
  }

  private func draw(_ line: String) {
    let width = line.displayWidth
    // Spaces over the rest of a longer line.
    try? world.errors.write("\r" + line.padded(to: drawn))
    try? world.errors.flush()
    drawn = max(drawn, width)
  }

  // MARK: Other output

  /// Removes the line; it returns while the work continues.
  package func stepAside() {
    guard drawn > 0 else { return }
    try? world.errors.write("\r" + String(repeating: " ", count: drawn) + "\r")
    drawn = 0
  }

  /// The result is written. On a terminal the result itself shows that the work continues.
  package func giveWay() {
    stepAside()
    if world.isTerminal(.output) { isMuted = true }
  }

  /// After a prompt: the time for the answer does not count as work.
  package func startOver() {
    start = world.now()
    begun = start
    due = start + Self.silenceOnTerminal
  }

  /// Shows nothing from here on: a dialog with the person begins.
  package func mute() {
    stepAside()
    isMuted = true
  }

  /// The work is done; the line is removed before the result.
  package func end() {
    stepAside()
    (named, state) = (nil, nil)
  }
}
