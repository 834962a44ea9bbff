import Platform

/// What SQLite calls back into while it works: the wait for a lock, and the question whether to stop.
///
/// Owned by the `Handle`, which closes the database before it lets go of this.
final class Callbacks {
  /// Asked now and then while a statement runs or waits; `true` stops it.
  var interruptCheck: (() -> Bool)?

  /// Told when a transaction that writes has begun (true) and when it has ended.
  var hold: ((Bool) -> Void)?

  /// True while a rollback runs: it must not be stopped.
  var isUninterruptible = false

  private let deadline: UInt64
  private var started: UInt64?
  private var random: UInt64

  /// - Parameters:
  ///   - deadline: how long one statement waits for a lock, in milliseconds.
  ///   - seed: of the pauses; by default the clock and the process, so that two programs that collide once do not
  ///     keep step afterwards.
  init(deadline: Int, seed: UInt64?) {
    let milliseconds = UInt64(max(0, min(deadline, 86_400_000)))
    self.deadline = milliseconds &* 1_000_000
    self.random = (seed ?? (Clock.nanoseconds ^ (UInt64(UInt32(bitPattern: getpid())) << 32))) | 1
  }

  /// Forgets an earlier wait: the next pause starts the clock.
  func startOver() {
    started = nil
  }

  /// Sleeps a random 0.5 to 4 ms.
  ///
  /// SQLite's own handler backs off to 100 ms pauses, and one writer among eight got no turn in 28 s.
  /// - Returns: `false`, at once, when the deadline has passed or the interrupt check says stop.
  func pause() -> Bool {
    let now = Clock.nanoseconds
    let begin = started ?? now
    started = begin
    let waited = now > begin ? now - begin : 0
    guard waited < deadline, !shouldStop() else { return false }
    let length = min(500_000 + nextRandom() % 3_500_001, deadline - waited)
    // At most 4 ms, so the conversion fits; a signal may end the sleep early, which only means one more try.
    var interval = timespec(tv_sec: 0, tv_nsec: Int(length))
    nanosleep(&interval, nil)
    return true
  }

  func shouldStop() -> Bool {
    guard !isUninterruptible, let interruptCheck else { return false }
    return interruptCheck()
  }

  /// xorshift64, by Marsaglia: never zero as long as the seed is not.
  private func nextRandom() -> UInt64 {
    random ^= random << 13
    random ^= random >> 7
    random ^= random << 17
    return random
  }
}
