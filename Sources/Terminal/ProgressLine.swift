import AuditReports

/// Says on standard error that long work goes on, and how far it has come: nothing for the first second, then one line
/// that is rewritten on a terminal, and elsewhere, after two seconds, a line every ten.
///
/// Each command has one. SQLite's work keeps it going (`pulse`), so that every command that takes long shows it; those
/// that know more say what they do and how far they are. It never stands in the way of what a command prints.
package final class ProgressLine {
  private static let silenceOnTerminal: Int64 = 1_000
  private static let silence: Int64 = 2_000
  /// What begins after this long may itself take long, and SQLite is silent while it checks a file.
  private static let suspicion: Int64 = 250
  private static let pauseOnTerminal: Int64 = 200
  private static let pause: Int64 = 10_000
  private static let barWidth = 16

  private let world: World
  private let isQuiet: Bool
  private let isPlain: () -> Bool
  private lazy var isDrawn = world.isTerminal(.errors) && !isPlain()
  /// Nil where the command says nothing of its own.
  private var named: String?
  /// How far it is, as it was told last; nil where only the time is known.
  private var state: State?
  private var start: Int64
  private var due: Int64
  private var drawn = 0 {
    didSet { world.ending.notes.pointee.width = drawn }
  }
  private var isMuted = false

  private enum State {
    case part(Int, of: Int)
    case words(String)
  }

  package init(_ world: World, isQuiet: Bool, isPlain: @escaping () -> Bool) {
    self.world = world
    self.isQuiet = isQuiet
    self.isPlain = isPlain
    start = world.now()
    due = start + Self.silenceOnTerminal
  }

  // MARK: What is done

  /// - Parameter what: what is done from here on, with a capital: `Copying`.
  package func begin(_ what: String) {
    named = what
    state = nil
    let now = world.now()
    guard !isMuted, !isQuiet, now - start >= Self.suspicion, isDrawn else { return }
    due = now
    pulse()
  }

  /// How far the work is, of how much.
  package func update(_ done: Int, of total: Int) {
    guard total > 0 else { return }
    state = .part(min(max(0, done), total), of: total)
    pulse()
  }

  /// For work whose end is not known: what is done so far, such as `4096 results`.
  package func update(_ done: String) {
    state = .words(done)
    pulse()
  }

  /// The work goes on.
  package func pulse() {
    guard !isMuted, !isQuiet else { return }
    let now = world.now()
    guard now >= due else { return }
    // Found out only now: asking for the terminal and the configuration is more than most commands need to do.
    guard isDrawn || now - start >= Self.silence else {
      due = start + Self.silence
      return
    }
    due = now + (isDrawn ? Self.pauseOnTerminal : Self.pause)
    if isDrawn { draw(line(now)) } else { tell(now) }
  }

  private var what: String {
    named ?? (world.ending.notes.pointee.held > 0 ? "Writing to the tracker" : "Reading the tracker")
  }

  private func line(_ now: Int64) -> String {
    switch state {
    case .part(let done, let total):
      let percent = Percent(of: done, total)
      let full = (percent.value ?? 0) * Self.barWidth / 100
      let bar = String(repeating: "█", count: full) + String(repeating: "░", count: Self.barWidth - full)
      return "\(what) \(bar) \(percent.text)"
    case .words(let words): return "\(what): \(words)"
    case nil: return "\(what): \((now - start) / 1_000) s"
    }
  }

  private func tell(_ now: Int64) {
    let words =
      switch state {
      case .part(let done, let total): Percent(of: done, total).words
      case .words(let words): "\(words) so far"
      case nil: "\((now - start) / 1_000) seconds so far"
      }
    try? world.errors.write(ProblemPrinter.line("\(what): \(words)") + "\n")
  }

  private func draw(_ line: String) {
    let width = line.displayWidth
    // Spaces over what the last, longer line left.
    try? world.errors.write("\r" + line.padded(to: drawn))
    try? world.errors.flush()
    drawn = max(drawn, width)
  }

  // MARK: What else is said

  /// Takes the line away; it comes back while the work goes on.
  package func stepAside() {
    guard drawn > 0 else { return }
    try? world.errors.write("\r" + String(repeating: " ", count: drawn) + "\r")
    drawn = 0
  }

  /// The result is written. On the terminal it shows by itself that work goes on.
  package func giveWay() {
    stepAside()
    if world.isTerminal(.output) { isMuted = true }
  }

  /// Somebody was asked something: the time that took is no work.
  package func startOver() {
    start = world.now()
    due = start + Self.silenceOnTerminal
  }

  /// Nothing more is shown: from here on somebody and the program take turns.
  package func mute() {
    stepAside()
    isMuted = true
  }

  /// The work that was told of is done; the last word belongs to the result.
  package func end() {
    stepAside()
    (named, state) = (nil, nil)
  }
}
