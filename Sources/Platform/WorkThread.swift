/// One thread that runs one closure to its end. Signals go to the others.
package struct WorkThread {
  private final class Work: @unchecked Sendable {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  private let thread: pthread_t

  /// Starts a thread; nil when the system has none to spare. What the closure shares with others is the caller's
  /// to guard.
  package static func start(_ body: @escaping () -> Void) -> WorkThread? {
    let work = Unmanaged.passRetained(Work(body))
    // A thread begins with the signals blocked that its maker has blocked.
    let before = block()
    let thread = create(work.toOpaque())
    unblock(before)
    guard let thread else {
      work.release()
      return nil
    }
    return WorkThread(thread: thread)
  }

  /// Waits for the end of the closure. To be called once.
  package func join() {
    pthread_join(thread, nil)
  }

  private static func block() -> sigset_t {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    return before
  }

  private static func unblock(_ before: sigset_t) {
    var before = before
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  #if canImport(Darwin)
    private static func create(_ work: UnsafeMutableRawPointer) -> pthread_t? {
      var made: pthread_t?
      let failed = pthread_create(&made, nil, { WorkThread.run($0) }, work)
      return failed == 0 ? made : nil
    }
  #else
    private static func create(_ work: UnsafeMutableRawPointer) -> pthread_t? {
      var made = pthread_t()
      let failed = pthread_create(&made, nil, { WorkThread.run($0) }, work)
      return failed == 0 ? made : nil
    }
  #endif

  private static func run(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let work else { return nil }
    Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
    return nil
  }
}
