import AuditStore

/// Who takes what a bundle holds: the caller's closures on the same thread, or the way to another one.
protocol BatchConsumer {
  /// Whether rows are to carry numbers for their names (`NameGroups`): worth it where another thread stores them. Asked
  /// for each batch.
  var wantsNumberedNames: Bool { get }
  /// The header, once; before the facts if it precedes them.
  mutating func take(_ header: BundleHeader) throws
  /// A batch to fill, of any content.
  mutating func empty() throws -> FactBatch
  /// A batch that is full, or the last one.
  mutating func take(_ batch: FactBatch) throws
}

/// Hands everything to closures and uses one batch again and again.
struct DirectConsumer: BatchConsumer {
  let header: (BundleHeader) throws -> Void
  let facts: (FactBatch) throws -> Void
  private let batch = FactBatch()
  let wantsNumberedNames = false

  init(header: @escaping (BundleHeader) throws -> Void, facts: @escaping (FactBatch) throws -> Void) {
    self.header = header
    self.facts = facts
  }

  func take(_ header: BundleHeader) throws { try self.header(header) }
  func empty() -> FactBatch { batch }
  func take(_ batch: FactBatch) throws { try facts(batch) }
}
