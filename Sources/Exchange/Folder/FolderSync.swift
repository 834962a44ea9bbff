import Base
package import Store

/// Exchanges facts with other machines through a folder: reads new facts, writes missing ones.
///
/// Each step is independent: a file is imported whole or not at all and remembered in the same transaction, and
/// written whole or not at all; after a stop anywhere the next run goes on from what it finds.
package struct FolderSync {
  /// Facts in one file; more become several files.
  private static let factsPerFile = 250_000
  /// Replicas in one file: programs before this one read no more.
  private static let replicasPerFile = 4_096
  /// Files up to this size are imported together with others; each larger one by itself, as bulk.
  private static let largeBytes: Int64 = 4 << 20

  private let tracker: Tracker
  private let path: String
  private let limits: BundleLimits
  private let trust: BundleTrust
  /// Told what is done: a word, and how far.
  private let progress: (String, Int, Int) throws -> Void

  /// - Parameter path: the shared folder, absolute.
  package init(
    _ tracker: Tracker, path: String, limits: BundleLimits = .standard, trust: BundleTrust = BundleTrust(),
    progress: @escaping (String, Int, Int) throws -> Void = { _, _, _ in }
  ) {
    self.tracker = tracker
    self.path = Directory.canonical(path)
    (self.limits, self.trust, self.progress) = (limits, trust, progress)
  }

  /// The trackers that have a part in the folder.
  package func trackers() throws -> [String] { try SharedFolder.trackers(in: path) }

  /// What to do where it has none, as its files are elsewhere; nil for any other folder.
  package var advice: String? { SharedFolder.advice(on: path) }

  /// Reads and writes.
  ///
  /// - Throws: `BundleProblem` where the folder or this machine's part of it cannot be used, `StoreError`. A single
  ///   file that cannot be imported is in the report.
  ///
  /// - Parameters:
  ///   - willAdd: called with what holds before the first new fact of a file is stored, for each file that brings one.
  ///   - hasRead: called when all files were read, before anything is written into the folder; what it throws ends the
  ///     exchange.
  package func run(
    willAdd: ((Reader) throws -> Void)? = nil, hasRead: () throws -> Void = {}
  ) throws -> FolderReport {
    let folder = SharedFolder(path: path, tracker: try tracker.read { try $0.identity().tracker })
    var report = FolderReport()
    report.isInGit = folder.isInGit
    report.others = try SharedFolder.trackers(in: path, besides: folder.tracker)
    Leftovers.remove(from: folder.folder(of: try tracker.read { try $0.identity().replica }))
    let present = try read(folder, &report, willAdd)
    try hasRead()
    try write(folder, present, &report)
    try clean(folder, &report)
    try tracker.removeErasedFiles()
    try FolderEvidence(folder, tracker).exchange(&report, progress: progress)
    report.waiting = try tracker.read { try $0.waitingRequests().count }
    return report
  }

  // MARK: Reading

  /// - Returns: the facts that the folder holds.
  private func read(
    _ folder: SharedFolder, _ report: inout FolderReport, _ willAdd: ((Reader) throws -> Void)?
  ) throws -> FactRuns {
    let listing = try FolderListing(folder)
    report.skipped = listing.skipped
    report.refused = listing.refused
    let (known, aside) = try tracker.read { (try $0.folderFiles(of: path), try $0.setAsideFiles(of: path)) }
    var present: [FactRuns] = []
    var unread: [FolderListing.File] = []
    // What was read before is in the folder all the same: it is not written again.
    for path in listing.elsewhere {
      if let before = known[Array(path.utf8)] {
        present.append(before.runs)
      } else {
        report.skipped.append(.init(elsewhere: path))
      }
    }
    for file in listing.files {
      let name = Array(file.path.utf8)
      if let before = known[name], file.isUnchanged(since: before) {
        present.append(before.runs)
      } else if let refused = aside[name], file.isUnchanged(since: refused) {
        report.refused.append(refused.refused)
      } else {
        unread.append(file)
      }
    }
    var rest = unread[...]
    while !rest.isEmpty {
      try progress("Reading", rest.startIndex, unread.count)
      let taken = try take(rest, &report, willAdd)
      present += taken.runs
      rest = rest.dropFirst(taken.files)
    }
    let paths = listing.files.map(\.path) + listing.elsewhere
    let gone = Set(known.keys).union(aside.keys).subtracting(paths.map { Array($0.utf8) })
    if !gone.isEmpty {
      try tracker.write { writer in
        for name in gone {
          if let file = known[name] { try writer.forgetFolderFile(file.path, of: path) }
          if let file = aside[name] { try writer.forgetSetAside(file.path, of: path) }
        }
      }
    }
    return FactRuns(unionOf: present)
  }

  /// Imports the first of some files, each as a whole or not at all, and remembers them.
  ///
  /// - Returns: the number of files that were read, one at least, and the content of those that were imported.
  private func take(
    _ files: ArraySlice<FolderListing.File>, _ report: inout FolderReport, _ willAdd: ((Reader) throws -> Void)?
  ) throws -> (files: Int, runs: [FactRuns]) {
    let small = files.prefix { $0.entry.bytes <= Self.largeBytes }.count
    let results = try tracker.writeSome(
      max(1, small), isBulk: small == 0, isRefusal: { $0 is BundleProblem },
      { try take(files[files.startIndex + $0], $1, willAdd) })
    var runs: [FactRuns] = []
    var aside: [SetAsideFile] = []
    for (file, result) in zip(files, results) {
      switch result {
      case .success(let taken):
        report.read.append((file.path, taken))
        runs.append(taken.runs)
      case .failure(let problem as BundleProblem):
        if let skipped = FolderReport.Skipped(path: file.path, problem) {
          report.skipped.append(skipped)
        } else if problem.code != .missing {
          let refused = FolderReport.Refused(path: file.path, problem: problem)
          report.refused.append(refused)
          if refused.isForGood { aside.append(SetAsideFile(file, problem)) }
        }
      case .failure(let error): throw error
      }
    }
    if !aside.isEmpty { try tracker.write { for file in aside { try $0.setAside(file, of: path) } } }
    return (results.count, runs)
  }

  private func take(
    _ file: FolderListing.File, _ writer: Writer, _ willAdd: ((Reader) throws -> Void)?
  ) throws -> ImportReport {
    var settings = BundleImport()
    settings.limits = limits
    settings.trust = trust
    settings.gathersRuns = true
    settings.gathersSteps = true
    settings.willAdd = willAdd
    let bundle = try BundleFile(path: "\(path)/\(file.path)", limits: limits)
    let report = try settings.run(bundle, name: file.path, into: writer)
    try writer.forgetSetAside(file.path, of: path)
    try writer.remember(
      FolderFile(
        path: file.path, bytes: file.entry.bytes, stamp: file.entry.stamp, runs: report.runs,
        stubs: writer.gatheredStubs, isSigned: file.isSigned), of: path)
    return report
  }

  // MARK: Writing

  private func write(_ folder: SharedFolder, _ present: FactRuns, _ report: inout FolderReport) throws {
    let (own, missing) = try tracker.read { reader in
      // Data about children is only exported to a named recipient.
      let shared = try reader.storedRuns().subtracting(try reader.childFacts())
      return (try reader.identity().replica, try Self.parts(of: shared.subtracting(present), reader))
    }
    guard !missing.isEmpty else { return }
    try folder.prepare(own)
    if report.isInGit { try folder.writeGitAttributes() }
    for (replica, runs) in missing {
      for piece in runs.pieces(of: Self.factsPerFile) {
        try progress("Writing", report.written.count, 0)
        report.written.append(try write(piece, of: replica, own: own, folder))
      }
    }
  }

  /// What goes into one file each: this machine's own facts, those of a replica with signatures of its own, and all
  /// others together, by the name of the first of them.
  private static func parts(of runs: FactRuns, _ reader: Reader) throws -> [(replica: String, runs: FactRuns)] {
    let (own, signed) = (try reader.identity().replica, try reader.replicasWithSignatures())
    var parts: [(replica: String, runs: FactRuns)] = []
    var others: [(replica: String, runs: FactRuns)] = []
    for part in try reader.replicas(of: runs) {
      if part.replica == own || signed.contains(part.replica) { parts.append(part) } else { others.append(part) }
    }
    for start in stride(from: 0, to: others.count, by: replicasPerFile) {
      let some = others[start..<min(start + replicasPerFile, others.count)]
      parts.append((others[start].replica, FactRuns(unionOf: some.map(\.runs))))
    }
    return parts
  }

  /// Writes facts as a file and remembers it.
  ///
  /// - Parameter replica: whose they are, or the first of those.
  private func write(
    _ runs: FactRuns, of replica: String, own: String, _ folder: SharedFolder
  ) throws -> FolderReport.Written {
    let (name, summary, stubs) = try tracker.read { reader in
      let (first, last) = reader.sequences(of: runs)
      var header = BundleHeader(tracker: folder.tracker, scope: .partial, from: own)
      if replica == own { header.heads = try reader.ownHeads(upTo: last) }
      let kept = replica == own ? [] : try reader.keptSignatures(of: replica, without: try reader.childFacts())
      header.signed = Array(kept.prefix(BundleLimits.signatures))
      let export = BundleExport(header, try reader.selection(of: runs))
      let (name, summary) = try BundleOutput.write(
        header, into: folder.folder(of: own), limits: limits, trust: trust
      ) { summary in
        SharedFolder.name(of: replica, own: own, from: first, to: last, digest: summary.digestText)
      } body: { writer in
        try export.write(reader, with: &writer)
      }
      return (name, summary, try reader.erasedRuns().intersection(runs).count)
    }
    let place = "\(folder.tracker)/\(own)/\(name)"
    guard let entry = Directory.entry("\(path)/\(place)", name: name) else {
      throw BundleProblem(.unwritable, "\(path)/\(place) disappeared after it was written")
    }
    try tracker.write { writer in
      try writer.remember(
        FolderFile(
          path: place, bytes: entry.bytes, stamp: entry.stamp, runs: runs, stubs: stubs,
          isSigned: trust.keyFile != nil), of: path)
    }
    return FolderReport.Written(path: place, facts: summary.count)
  }

  // MARK: Erasing

  /// Writes own files with erased content again, and lists those of others. Own are also those under former
  /// names of this file, as a local list has them: no other machine will, where a machine was restored from its backup.
  private func clean(_ folder: SharedFolder, _ report: inout FolderReport) throws {
    let (own, former, known, erased) = try tracker.read { reader in
      let own = try reader.identity().replica
      return (own, try reader.formerNames(), try reader.folderFiles(of: path), try reader.erasedRuns())
    }
    guard !erased.isEmpty else { return }
    let parts = ([own] + former).map { "\(folder.tracker)/\($0)/" }
    for file in known.values.sorted(by: { $0.path < $1.path }) {
      guard erased.intersection(file.runs).count > file.stubs else { continue }
      guard parts.contains(where: file.path.hasPrefix) else {
        report.stale.append(file.path)
        continue
      }
      for (replica, runs) in try tracker.read({ try Self.parts(of: file.runs, $0) }) {
        _ = try write(runs, of: replica, own: own, folder)
      }
      try Directory.remove("\(path)/\(file.path)")
      let signature = BundleSignature.path(of: "\(path)/\(file.path)")
      if Directory.kind(of: signature) == .file { try Directory.remove(signature) }
      try tracker.write { try $0.forgetFolderFile(file.path, of: path) }
      report.cleaned.append(file.path)
    }
  }
}

/// What an exchange through a folder came to.
package struct FolderReport: Sendable {
  /// A file that was passed over, to be looked at again next time.
  package struct Skipped: Equatable, Sendable {
    /// Below the shared folder.
    package var path: String
    package var reason: String

    init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }

    init(elsewhere path: String) { self.init(path: path, reason: "not downloaded from iCloud") }

    /// A file that is not imported although it is not damaged; nil where the problem is an error.
    init?(path: String, _ problem: BundleProblem) {
      switch problem.code {
      case .incomplete: self.init(path: path, reason: "file is incomplete")
      case .tracker: self.init(path: path, reason: "belongs to another tracker")
      case .syntax, .foreign, .header, .limit:
        guard !SharedFolder.isOurs(path) else { return nil }
        self.init(path: path, reason: "not a bundle")
      default: return nil
      }
    }
  }

  /// A file that is no bundle as it was written, or a part of the folder that cannot be read.
  package struct Refused: Sendable {
    package var path: String
    package var problem: BundleProblem

    /// Whether the file itself is damaged or not trusted, not the folder or the disk: it is passed over, and all else goes on.
    package var isAboutContent: Bool {
      switch problem.code {
      case .missing, .unreadable, .unwritable, .kind, .exists, .newer, .join, .tracker: false
      case .incomplete, .syntax, .foreign, .header, .fact, .digest, .unsigned, .signature, .limit, .changed: true
      }
    }

    /// The same where nothing but another content changes that: no signer, no limit, no text of a check.
    var isForGood: Bool {
      isAboutContent && ![.unsigned, .signature, .incomplete, .limit, .changed].contains(problem.code)
    }
  }

  package struct Written: Equatable, Sendable {
    package var path: String
    package var facts: Int
  }

  package var read: [(path: String, report: ImportReport)] = []
  package var written: [Written] = []
  package var skipped: [Skipped] = []
  package var refused: [Refused] = []
  /// Own files with content that was erased since; they were written again without it.
  package var cleaned: [String] = []
  /// Files of other replicas that still hold what was erased.
  package var stale: [String] = []
  /// Requests of others that wait for a decision here.
  package var waiting = 0
  /// What waits because its authors are not followed: identities of entries.
  package var proposals: Set<String> = []
  /// Machines that are not followed and came with this exchange.
  package var newcomers: [Machine] = []
  /// Other trackers that have a part in the folder.
  package var others: [String] = []
  package var isInGit = false
  /// Evidence files that were taken from the folder, were written to it, and are named and still missing here.
  package var evidenceRead = 0
  package var evidenceWritten = 0
  package var evidenceMissing = 0
  /// Own evidence files that were erased and are gone from the folder now.
  package var evidenceRemoved = 0

  package init() {}

  /// Looks at what waits once everything was read, and decided.
  package mutating func look(_ tracker: Tracker, _ joined: Joined?) throws {
    if let joined {
      var reports = read.map(\.report)
      joined.look(at: &reports)
      read = zip(read, reports).map { ($0.path, $1) }
      waiting = reports.last?.waiting ?? waiting
    }
    let came = read.reduce(into: Set<String>()) { $0.formUnion($1.report.effects.machines) }
    // Each machine has a part of its own; worksheets and sessions, which are chains too, have none.
    let parts = Set(read.compactMap { $0.path.split(separator: "/").dropFirst().first.map(String.init) })
    (proposals, newcomers) = try tracker.read { reader in
      let proposals = try reader.proposals()
      let named = came.intersection(parts.union(proposals.map(\.replica)))
      return (
        Set(proposals.map(\.identity)), named.isEmpty ? [] : try reader.machines(named).filter { !$0.isFollowed }
      )
    }
  }
}

extension SetAsideFile {
  init(_ file: FolderListing.File, _ problem: BundleProblem) {
    self.init(
      path: file.path, bytes: file.entry.bytes, stamp: file.entry.stamp, code: problem.code.rawValue,
      reason: problem.description)
  }

  var refused: FolderReport.Refused {
    FolderReport.Refused(path: path, problem: BundleProblem(BundleProblem.Code(rawValue: code) ?? .digest, reason))
  }
}

/// Incomplete files of an interrupted sync. No machine reads them, but a git work tree would commit them, and they
/// may hold what is erased later.
enum Leftovers {
  /// Seconds after which no exchange is still writing a file: each of them takes some seconds.
  private static let age = 600

  /// Removes them from one machine's part of a shared folder.
  static func remove(from part: String) {
    // A part that cannot be read is found out by those who need it.
    guard let entries = try? Directory.all(of: part) else { return }
    let now = time(nil)
    for entry in entries
    where entry.kind == .file && entry.name.hasPrefix(".\(SharedFolder.unnamed).") && entry.name.hasSuffix(".tmp") {
      // The clock of a network drive may be far off, in either direction.
      let (difference, overflows) = now.subtractingReportingOverflow(entry.changed)
      if overflows || difference.magnitude > age { unlink("\(part)/\(entry.name)") }
    }
  }
}
