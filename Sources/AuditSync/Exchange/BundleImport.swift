package import AuditStore
import CanonicalJSON

/// What the import of one bundle came to.
package struct ImportReport: Sendable {
  package var summary: BundleSummary
  package var reception: Reception
  /// Cells that became disputed.
  package var disputes: Int
  /// Fields that got a second value in view, less those that were settled.
  package var conflicts: Int
  /// Facts that another machine asks to have erased and that wait for a decision here.
  package var erasures: Int
  /// Local numbers of all facts of the bundle, where they were asked for.
  package var runs: FactRuns
}

/// Takes a bundle into a tracker: all of it, or nothing.
///
/// ```
///   file ──> reader (second thread) ──> batches ──> Writer.receive ──┐
///            form, digests, chains                                   │  one transaction, which is
///            end: count, ends, digest ───────────────────────────────┤  rolled back unless all hold
///            settle ──> cells equal their refold ──> journal ────────┘
/// ```
///
/// The file is read once: what was taken in stays aside in the transaction until the end of the bundle was verified.
package struct BundleImport {
  package var limits = BundleLimits.standard
  /// Whether an empty tracker becomes part of the one the bundle is from.
  package var adopts = false
  /// Whether results of a worksheet are taken in whose checks read differently here.
  package var acceptsChanged = false
  /// Whether the numbers of the facts are gathered.
  package var gathersRuns = false
  /// Whether the import is remembered in the journal.
  package var isRemembered = true

  package init() {}

  /// Reads a bundle and takes it in within the transaction of `writer`.
  ///
  /// - Parameters:
  ///   - name: of the file as it was given, for the journal.
  ///   - progress: told how many bytes were taken in; throwing gives up.
  /// - Throws: `BundleProblem` for a file that is not taken in, `StoreError`, and what `progress` throws. The
  ///   transaction must not be kept then.
  package func run(
    _ file: BundleFile, name: String, into writer: Writer, progress: (Int) throws -> Void = { _ in }
  ) throws -> ImportReport {
    let before = try writer.reader.disagreements()
    if gathersRuns { try writer.gatherRuns() }
    var reception = Reception()
    var known: FactRuns?
    var done = 0
    var isCounted = false
    let summary = try file.read(BundleReader(limits: limits)) { header in
      try join(header.tracker, writer)
      guard header.worksheet != nil, !acceptsChanged else { return }
      known = try writer.reader.storedRuns()
      try writer.gatherRuns()
    } facts: { batch in
      try writer.receive(batch, into: &reception)
      done += batch.bytes.count
      if !isCounted, file.mayHoldTooMany(limits, seen: reception.added + reception.same, batch, done: done) {
        try file.refuseTooManyFacts(limits)
        isCounted = true
      }
      try progress(done)
    }
    try writer.settle()
    try writer.checkTouchedCells()
    if let known { try refuseChanged(writer.reader, writer.gatheredRuns.subtracting(known)) }
    let after = try writer.reader.disagreements()
    let report = ImportReport(
      summary: summary, reception: reception, disputes: after.disputes.subtracting(before.disputes).count,
      conflicts: max(0, after.conflicts - before.conflicts), erasures: after.erasures, runs: writer.gatheredRuns)
    if isRemembered { try remember(report, name: name, writer) }
    return report
  }

  private func join(_ tracker: String, _ writer: Writer) throws {
    let own = try writer.reader.identity().tracker
    guard own != tracker else { return }
    guard adopts else {
      throw BundleProblem(
        .tracker, "the bundle is of the tracker \(tracker), this is the tracker \(own)", path: "$.tracker")
    }
    do {
      try writer.adopt(tracker: tracker)
    } catch Refusal.invalid(let reason) {
      throw BundleProblem(.tracker, reason, path: "$.tracker")
    }
  }

  /// A tester judged by what the sheet said. What was imported before is not asked about again.
  private func refuseChanged(_ reader: Reader, _ added: FactRuns) throws {
    let checks = try reader.checksReadDifferently(in: added)
    guard !checks.isEmpty else { return }
    let (one, many) = ("a check reads", "\(checks.count) checks read")
    throw BundleProblem(
      .changed,
      "\(checks.count == 1 ? one : many) differently here than on the worksheet: \(checks.joined(separator: ", "))")
  }

  private func remember(_ report: ImportReport, name: String, _ writer: Writer) throws {
    let reception = report.reception
    let numbers: JSONObject = [
      "ahead_of_clock": .integer(Int64(reception.aheadOfClock)), "conflicts": .integer(Int64(report.conflicts)),
      "disputes": .integer(Int64(report.disputes)), "erased": .integer(Int64(reception.erased)),
      "forks": .integer(Int64(reception.forks)), "kept_for_newer": .integer(Int64(reception.keptForNewer)),
      "same": .integer(Int64(reception.same)),
    ]
    try writer.remember(
      BundleRecord(
        time: writer.now, direction: .imported, name: name, scope: report.summary.header.scope.rawValue,
        digest: report.summary.digest, facts: report.summary.count, added: reception.added, report: numbers))
  }
}
