import Base
import Store

/// Reads a large bundle back on a second thread while it is being written, close behind the writer.
final class Proofreader: @unchecked Sendable {
  private let file: Int32
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  // What follows is touched under the lock only.
  private var written: Int
  private var isWhole = false
  private var result: Result<BundleSummary, any Error>?
  // This by the thread that writes only.
  private var thread: WorkThread?

  /// Starts to read; nil where the file cannot be read while it is written.
  ///
  /// - Parameters:
  ///   - path: the file that is being written, as it is named in messages.
  ///   - file: opened for reading; negative where it cannot be.
  ///   - written: its bytes so far.
  init?(path: String, file: Int32, written: Int, limits: BundleLimits) {
    self.file = file
    self.written = written
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
    guard file >= 0 else { return nil }
    thread = WorkThread.start { [self] in
      var position = 0
      let source = ByteSource { [self] buffer in
        let count = wait(beyond: position)
        let read = pread(file, buffer.baseAddress, min(buffer.count, count), off_t(position))
        guard read >= 0 else { throw OutputName.problem(errno, path) }
        position += read
        return read
      }
      let found = Result { try BundleReader(limits: limits).read(source, facts: { _ in }) }
      locked { result = found }
    }
    guard thread != nil else { return nil }
  }

  deinit {
    if file >= 0 { close(file) }
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  /// Says that more bytes are in the file.
  func advance(by count: Int) {
    locked { written += count }
  }

  /// Waits for the end of the reading, once the file is whole or given up.
  func finish() -> Result<BundleSummary, any Error>? {
    locked { isWhole = true }
    thread?.join()
    thread = nil
    return result
  }

  /// How many bytes there are beyond a position; waits for some unless there will be none.
  private func wait(beyond position: Int) -> Int {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while written <= position, !isWhole { pthread_cond_wait(changed, lock) }
    return written - position
  }

  private func locked(_ body: () -> Void) {
    pthread_mutex_lock(lock)
    body()
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(lock)
  }
}

/// How far each replica is known without a gap and without a fork, from where the receiver stands and the facts that
/// come by in the order of replica and sequence.
struct RunTracker {
  /// Of the replicas that have gone by.
  private var done: VersionVector
  private let since: VersionVector
  private var replica: [UInt8] = []
  private var name = ""
  /// The end of the run so far; nil before its first fact.
  private var end: VersionVector.Mark?
  /// The one before `end`, to go back to when `end` turns out to be forked.
  private var before: VersionVector.Mark?
  private var isBroken = false

  init(since: VersionVector) {
    self.since = since
    done = since
  }

  @inline(__always)
  mutating func add(replica: UnsafeRawBufferPointer, sequence: Int64, identity: Digest) {
    if !replica.elementsEqual(self.replica) { begin(replica) }
    guard !isBroken else { return }
    let mark = VersionVector.Mark(sequence: sequence, identity.reference)
    if sequence == (end?.sequence ?? 0) + 1 {
      before = end
      end = mark
      return
    }
    breakOff(at: sequence)
  }

  /// How far each replica is known.
  var vector: VersionVector {
    var vector = done
    if !replica.isEmpty { vector[name] = end }
    return vector
  }

  /// A gap leaves the end where it is; a fork resets it to before the fork, if that is known.
  private mutating func breakOff(at sequence: Int64) {
    isBroken = true
    guard let known = end, sequence <= known.sequence else { return }
    end = sequence == known.sequence ? before : nil
  }

  private mutating func begin(_ replica: UnsafeRawBufferPointer) {
    // In place: a copy for each replica would take the square of their number.
    if !self.replica.isEmpty { done[name] = end }
    self.replica = Array(replica)
    name = String(decoding: replica, as: UTF8.self)
    end = since[name]
    before = nil
    isBroken = false
  }
}
