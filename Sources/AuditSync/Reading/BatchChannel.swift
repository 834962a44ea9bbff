import AuditStore
import Platform

/// The way of batches from the thread that reads a file to the one that imports them, and back when they are done
/// with. There are never more than `batches` of them, so the reader waits for the slower one.
final class BatchChannel: BatchConsumer, @unchecked Sendable {
  enum Item {
    case header(BundleHeader)
    case batch(FactBatch)
    case end(Result<BundleSummary, any Error>)
  }

  /// The error of the reading thread when the other thread has stopped.
  private struct Closed: Error {}

  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  // All that follows is touched under the lock only.
  private var items: [Item] = []
  private var spare: [FactBatch]
  private var isClosed = false
  private var isStoring = false

  init(batches: Int) {
    spare = (0..<batches).map { _ in FactBatch() }
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  private func locked<Value>(_ body: () throws -> Value) rethrows -> Value {
    pthread_mutex_lock(lock)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(lock)
    }
    return try body()
  }

  // The reading thread's side.

  func take(_ header: BundleHeader) throws { try put(.header(header)) }
  func take(_ batch: FactBatch) throws { try put(.batch(batch)) }
  func end(_ result: Result<BundleSummary, any Error>) { locked { items.append(.end(result)) } }

  func empty() throws -> FactBatch {
    try locked {
      while spare.isEmpty, !isClosed { pthread_cond_wait(changed, lock) }
      guard !isClosed, let batch = spare.popLast() else { throw Closed() }
      return batch
    }
  }

  /// Once something was new: where all is known already, numbers would only hold the reading up.
  var wantsNumberedNames: Bool { locked { isStoring } }

  private func put(_ item: Item) throws {
    try locked {
      guard !isClosed else { throw Closed() }
      items.append(item)
    }
  }

  // The taking thread's side.

  /// Waits for what comes next; after `.end` comes nothing.
  func next() -> Item {
    locked {
      while items.isEmpty { pthread_cond_wait(changed, lock) }
      return items.removeFirst()
    }
  }

  func giveBack(_ batch: FactBatch) {
    locked {
      if batch.hadNews { isStoring = true }
      spare.append(batch)
    }
  }

  /// Says that nothing more will be taken.
  func close() {
    locked { isClosed = true }
  }
}
