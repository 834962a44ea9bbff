package import AuditStore
import Platform

/// Reads bundles (`Bundles` in the documentation of this module has the format), piece by piece, in memory that does
/// not grow with the file.
///
/// What was read is only to be trusted once the call returns: until then a consumer keeps it aside, as in a
/// transaction that it rolls back. Nothing that can be in a file makes this trap.
package struct BundleReader {
  package var limits: BundleLimits
  /// Bytes of the file that make a batch.
  package var windowBytes = 1 << 20

  package init(limits: BundleLimits = .standard) {
    self.limits = limits
  }

  /// Reads all of a bundle on this thread.
  ///
  /// - Parameters:
  ///   - header: called once. Before the facts if the header is there, as in every bundle that no other
  ///     tool has sorted; otherwise behind them.
  ///   - facts: called with some thousand facts at a time, in the order of the file. The batch is its own during the
  ///     call only.
  /// - Returns: what the bundle says of itself, once all of it was found to be as it was written.
  /// - Throws: `BundleProblem`, or what a closure has thrown.
  package func read(
    _ source: ByteSource, header: (BundleHeader) throws -> Void = { _ in }, facts: (FactBatch) throws -> Void
  ) throws -> BundleSummary {
    try withoutActuallyEscaping(header) { header in
      try withoutActuallyEscaping(facts) { facts in
        var parse = try BundleParse(
          limits: limits, windowBytes: windowBytes, source: source,
          consumer: DirectConsumer(header: header, facts: facts))
        return try parse.run()
      }
    }
  }

  /// The same with a second thread that reads and verifies the file while this one imports what was read before. At
  /// most four batches are on their way. After an error of a closure it waits for one call of the source to return.
  package func readAhead(
    _ source: ByteSource, header: (BundleHeader) throws -> Void = { _ in }, facts: (FactBatch) throws -> Void
  ) throws -> BundleSummary {
    let channel = BatchChannel(batches: 4)
    let (limits, windowBytes) = (limits, windowBytes)
    let thread = WorkThread.start {
      channel.end(
        Result {
          var parse = try BundleParse(
            limits: limits, windowBytes: windowBytes, source: source, consumer: channel)
          return try parse.run()
        })
    }
    guard let thread else { return try read(source, header: header, facts: facts) }
    defer {
      channel.close()
      thread.join()
    }
    while true {
      switch channel.next() {
      case .header(let known): try header(known)
      case .batch(let batch):
        try facts(batch)
        channel.giveBack(batch)
      case .end(let result): return try result.get()
      }
    }
  }
}
