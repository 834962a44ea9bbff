import AuditStore
import CanonicalJSON

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
