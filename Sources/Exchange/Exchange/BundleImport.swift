import Base
package import Store

/// What the import of one bundle came to.
package struct ImportReport: Sendable {
  package var summary: BundleSummary
  /// Who stands for it.
  package var provenance: Provenance
  /// Whether signatures play a part on this machine.
  package var isTrustInUse = false
  package var received: IntakeSummary
  /// What it did to what was here.
  package var effects: ExchangeEffects
  /// Requests of others that wait for a decision here, those from before included.
  package var waiting: Int
  /// What waits because its authors are not followed, that from before included: identities of entries.
  package var proposals: Set<String>
  /// Its sessions with children that are of machines that are not followed.
  package var sessions: [WaitingSession]
  /// Those of machines that are followed, which count from now on, and voids of such that do.
  package var countedSessions: [WaitingSession] = []
  /// Where the bundle has gaps: all behind which people who are followed decide something.
  package var gaps: [ChainGap] = []
  /// Findings that only people who are not followed made milder, those from before included; empty where the bundle
  /// added none.
  package var held: [HeldFinding]
  /// The chains that it made longer under the names of people with a key who did not sign them.
  package var named: [NamedChain]
  /// Whether all is here again of the former name that its entries are of; nil where nothing tells.
  package var isWholeAgain: Bool?
  /// Local numbers of all facts of the bundle, where they were asked for.
  package var runs: FactRuns
  /// What each cell showed before and after, where that was asked for.
  package var steps: [Int64: CellStep]?
}

/// Imports a bundle into a tracker: all of it, or nothing.
///
/// ```
///   file ──> reader ──> batches ──> Writer.receive ──────────────────┐
///            form, digests, chains                                   │  one transaction, which is
///            end: count, ends, digest ───────────────────────────────┤  rolled back unless all hold
///            settle ──> cells equal their refold ──> journal ────────┘
/// ```
///
/// The file is read once: what was imported stays separate in the transaction until the end of the bundle was verified.
package struct BundleImport {
  package var limits = BundleLimits.standard
  /// Whether an empty tracker becomes part of the one the bundle is from.
  package var adopts = false
  /// Whether worksheet results are imported whose checks have another text here.
  package var acceptsChanged = false
  /// What is believed of signatures.
  package var trust = BundleTrust()
  /// Who imports, for the journal, if they vouch for unsigned bundles.
  package var importer = ""
  /// Whether the numbers of the facts are gathered.
  package var gathersRuns = false
  /// Whether what each cell showed before and after is gathered, to sum up several imports.
  package var gathersSteps = false
  /// Called with what holds before the first new fact is stored; never where the bundle brings none.
  package var willAdd: ((Reader) throws -> Void)?
  /// Whether the import is remembered in the journal.
  package var isRemembered = true

  package init() {}

  /// Reads a bundle and imports it within the transaction of `writer`.
  ///
  /// - Parameters:
  ///   - name: of the file as it was given, for the journal.
  ///   - progress: called with the number of imported bytes; throwing gives up.
  /// - Throws: `BundleProblem` for a file that is not imported, `StoreError`, and what `progress` throws. The
  ///   transaction must not be kept then.
  package func run(
    _ file: BundleFile, name: String, into writer: Writer, progress: (Int) throws -> Void = { _ in }
  ) throws -> ImportReport {
    let signature = try signature(of: file)
    try writer.settle()
    try writer.know(keys: trust.signers?.names ?? [:])
    let before = try writer.exchangeState()
    let ends = try writer.endsOfOthers()
    writer.willAdd = willAdd
    if gathersRuns { try writer.gatherRuns() }
    if gathersSteps { writer.gatherSteps() }
    var received = IntakeSummary()
    var subjects: [String] = []
    var known: FactRuns?
    var done = 0
    var isCounted = false
    let summary = try file.read(BundleReader(limits: limits)) { header in
      try join(header.tracker, writer)
      try trust.admit(header, hasSignature: signature != nil)
      for (subject, code) in header.codes { try writer.know(subject: subject, as: code) }
      subjects = header.codes.keys.sorted()
      guard header.worksheet != nil, !acceptsChanged else { return }
      known = try writer.reader.storedRuns()
      try writer.gatherRuns()
    } facts: { batch in
      try writer.receive(batch, into: &received)
      done += batch.bytes.count
      if !isCounted, file.mayHoldTooMany(limits, seen: received.added + received.same, batch, done: done) {
        try file.refuseTooManyFacts(limits)
        isCounted = true
      }
      try progress(done)
    }
    let provenance = try trust.judge(summary, signature: signature)
    try writer.settle()
    // A file of an erased session does not bring back the participant code either.
    for subject in subjects { try writer.forgetUnlessHere(subject: subject) }
    received.strangeHeads = try trust.accept(summary, provenance, signature: signature, into: writer)
    var sessions: [WaitingSession] = []
    var counted: [WaitingSession] = []
    if !received.sessions.isEmpty {
      counted = try writer.note(
        sessions: received.sessions, new: received.newSessions, from: summary.header.from, key: provenance.key,
        page: summary.header.worksheet)
      sessions = try writer.reader.waitingSessions(among: Set(received.sessions))
    }
    if !received.remarks.isEmpty {
      counted += try writer.note(remarks: received.remarks, from: summary.header.from, key: provenance.key)
      sessions += try writer.reader.waitingVoids()
    }
    try writer.checkTouchedCells()
    if let known { try refuseChanged(writer.reader, writer.gatheredRuns.subtracting(known)) }
    let after = try writer.exchangeState()
    let effects = ExchangeEffects(from: before, to: after)
    // Where this machine begins nothing is a change yet.
    if before.isEmpty { counted = [] }
    try writer.keep(effects.records)
    try writer.keep(counted)
    let held = effects.changes.held > 0 ? try writer.reader.heldFindings().filter(\.waits) : []
    let report = ImportReport(
      summary: summary, provenance: provenance, isTrustInUse: trust.isInUse, received: received, effects: effects,
      waiting: after.requests.count { $0.waiting > 0 }, proposals: Set(after.proposals.map(\.identity)),
      sessions: sessions, countedSessions: counted,
      gaps: received.gaps > 0 ? try writer.reader.chainGaps(deciding: true) : [], held: held,
      named: try writer.chainsUnderNames(since: ends),
      isWholeAgain: received.cameBack > 0 ? try writer.isWhole(former: received.former) : nil,
      runs: writer.gatheredRuns, steps: writer.gatheredSteps)
    if isRemembered { try remember(report, name: name, writer) }
    return report
  }

  /// Standard input has nothing beside it.
  private func signature(of file: BundleFile) throws(BundleProblem) -> [UInt8]? {
    guard file.hasNeighbors else { return nil }
    do throws(SigningProblem) {
      return try BundleSignature.read(beside: file.path)
    } catch {
      throw BundleProblem(.signature, error.description)
    }
  }

  private func join(_ tracker: String, _ writer: Writer) throws {
    let own = try writer.reader.identity().tracker
    guard own != tracker else { return }
    guard adopts else {
      throw BundleProblem(
        .tracker, "the bundle belongs to tracker \(tracker), but this is tracker \(own)", path: "$.tracker")
    }
    do {
      try writer.adopt(tracker: tracker)
      try writer.beginJoining()
    } catch Refusal.invalid(let reason) {
      throw BundleProblem(.tracker, reason, path: "$.tracker")
    }
  }

  /// A tester evaluated the texts on the sheet. Results that were imported before are not checked again.
  private func refuseChanged(_ reader: Reader, _ added: FactRuns) throws {
    let checks = try reader.checksReadDifferently(in: added)
    guard !checks.isEmpty else { return }
    let (one, many) = ("1 check has", "\(checks.count) checks have")
    throw BundleProblem(
      .changed,
      "\(checks.count == 1 ? one : many) another text than on the worksheet: \(checks.joined(separator: ", "))")
  }

  private func remember(_ report: ImportReport, name: String, _ writer: Writer) throws {
    let (received, changes) = (report.received, report.effects.changes)
    var numbers: JSONObject = [
      "ahead_of_clock": .integer(Int64(received.aheadOfClock)), "conflicts": .integer(Int64(report.effects.conflicts)),
      "better": .integer(Int64(changes.better)), "contradicted": .integer(Int64(changes.contradicted)),
      "disputes": .integer(Int64(changes.disputed)), "erased": .integer(Int64(received.erased)),
      "forks": .integer(Int64(report.effects.forks)), "kept_for_newer": .integer(Int64(received.keptForNewer)),
      "same": .integer(Int64(received.hasErasedCourse ? 0 : received.same)),
    ]
    switch report.provenance {
    case .signed(let name, let fingerprint):
      numbers["signer"] = .string(name)
      numbers["key"] = .string(fingerprint)
    case .vouched: numbers["vouched_by"] = .string(importer)
    case .unsigned, .notChecked: break
    }
    try writer.remember(
      BundleRecord(
        time: writer.journalTime(of: received), direction: .imported, name: name,
        scope: report.summary.header.scope.rawValue,
        // How many entries a file had tells how many of them a child left that was erased here.
        digest: report.summary.digest, facts: received.hasErasedCourse ? 0 : report.summary.count,
        added: received.added, report: numbers))
  }
}

/// What follows from whom a machine follows that has just joined a team: what it read before counts otherwise from then on,
/// and what is reported of the files is how they stand after that.
package struct Joined: Sendable {
  private let steps: [Int64: CellStep]
  private let requests: [FactRequest]

  /// - Parameter follow: begins to follow, within the transaction of the writer.
  package init(_ writer: Writer, _ follow: () throws -> Void) throws {
    writer.gatherSteps()
    try follow()
    try writer.settle()
    steps = writer.gatheredSteps ?? [:]
    requests = try writer.reader.requests()
  }

  /// Has the reports of all files that were read say what holds now.
  package func look(at reports: inout [ImportReport]) {
    let known = Dictionary(firstOf: requests.map { ($0.identity, $0) })
    for index in reports.indices {
      reports[index].waiting = requests.count { $0.waiting > 0 }
      for place in reports[index].effects.requests.indices {
        guard let now = known[reports[index].effects.requests[place].identity] else { continue }
        reports[index].effects.requests[place].settle(now)
      }
    }
    // Of several files counts what all of them did together.
    guard !steps.isEmpty, let last = reports.indices.last, let before = reports[last].steps else { return }
    let after = before.merging(steps) { $0.then($1) }
    reports[last].steps = after
    reports[last].effects.changes = CellChanges(net: [after])
  }
}

extension FactRequest {
  /// What waited and is in force now.
  fileprivate mutating func settle(_ now: FactRequest) {
    let count = min(max(0, waiting - now.waiting), now.inForce)
    waiting -= count
    inForce += count
    isFollowed = now.isFollowed
    isByFollowed = now.isByFollowed
  }
}
