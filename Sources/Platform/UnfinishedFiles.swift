/// The files that this process is writing under a temporary name, kept where a handler of signals may look: a process
/// that is asked to end takes them away.
///
/// Plain memory that is there before the file: a handler may neither allocate nor wait for a lock.
package enum UnfinishedFiles {
  private struct Slot {
    var isTaken = false
    var path: UnsafeMutablePointer<CChar>
  }

  private static let room = 32
  private static let longest = 1_024

  /// Made with the first file; most commands have none.
  nonisolated(unsafe) private static var slots: UnsafeMutablePointer<Slot>?

  private static func made() -> UnsafeMutablePointer<Slot> {
    if let slots { return slots }
    let made = UnsafeMutablePointer<Slot>.allocate(capacity: room)
    for number in 0..<room {
      let path = UnsafeMutablePointer<CChar>.allocate(capacity: longest)
      path.initialize(repeating: 0, count: longest)
      (made + number).initialize(to: Slot(path: path))
    }
    slots = made
    return made
  }

  nonisolated(unsafe) private static let lock: UnsafeMutablePointer<pthread_mutex_t> = {
    let made = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    made.initialize(to: pthread_mutex_t())
    pthread_mutex_init(made, nil)
    return made
  }()

  /// A file is about to be made. One too many, or with too long a path, is not noted: it stays if the process is ended.
  package static func note(_ path: String) {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    let slots = made()
    let bytes = Array(path.utf8CString)
    guard bytes.count <= longest, let free = (0..<room).first(where: { !slots[$0].isTaken }) else { return }
    for (place, byte) in bytes.enumerated() { slots[free].path[place] = byte }
    slots[free].isTaken = true
  }

  /// The file has its name now, or is gone.
  package static func forget(_ path: String) {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    guard let slots else { return }
    for number in 0..<room where slots[number].isTaken && strcmp(slots[number].path, path) == 0 {
      slots[number].isTaken = false
    }
  }

  /// What is noted; for tests, which must not take away the files of others.
  static var noted: [String] {
    guard let slots else { return [] }
    return (0..<room).filter { slots[$0].isTaken }.map { String(cString: slots[$0].path) }
  }

  /// Takes all of them away. For a handler of signals, before the process ends.
  package static func removeAll() {
    guard let slots else { return }
    for number in 0..<room where slots[number].isTaken { unlink(slots[number].path) }
  }
}
