package import AuditStore
import CanonicalJSON

/// Exchanges facts with other machines through a folder: reads what is new there, writes what is not there yet.
///
/// Every step stands for itself: a file is taken in whole or not at all and remembered in the same transaction, and
/// written whole or not at all; after a stop anywhere the next run goes on from what it finds.
package struct FolderSync {
  /// Facts in one file; more become several files.
  private static let factsPerFile = 250_000

  private let tracker: Tracker
  private let path: String
  private let limits: BundleLimits
  /// Told what is done: a word, and how far.
  private let progress: (String, Int, Int) throws -> Void

  /// - Parameter path: the shared folder, absolute.
  package init(
    _ tracker: Tracker, path: String, limits: BundleLimits = .standard,
    progress: @escaping (String, Int, Int) throws -> Void = { _, _, _ in }
  ) {
    self.tracker = tracker
    self.path = Directory.canonical(path)
    self.limits = limits
    self.progress = progress
  }

  /// The trackers that have a part in the folder.
  package func trackers() throws -> [String] { try SharedFolder.trackers(in: path) }

  /// Reads and writes.
  ///
  /// - Throws: `BundleProblem` where the folder or this machine's part of it cannot be used, `StoreError`. A single
  ///   file that cannot be taken in is in the report.
  package func run() throws -> FolderReport {
    let folder = SharedFolder(path: path, tracker: try tracker.read { try $0.identity().tracker })
    var report = FolderReport()
    report.isInGit = folder.isInGit
    let present = try read(folder, &report)
    try write(folder, present, &report)
    try clean(folder, &report)
    return report
  }

  // MARK: Reading

  /// - Returns: the facts that the folder holds.
  private func read(_ folder: SharedFolder, _ report: inout FolderReport) throws -> FactRuns {
    let listing = try FolderListing(folder)
    report.skipped = listing.skipped
    let known = try tracker.read { try $0.folderFiles(of: path) }
    var present = FactRuns()
    for (index, file) in listing.files.enumerated() {
      try progress("Reading", index, listing.files.count)
      if let before = known[file.path], before.bytes == file.entry.bytes, before.stamp == file.entry.stamp {
        present = present.union(before.runs)
      } else if let runs = try take(file, &report) {
        present = present.union(runs)
      }
    }
    let gone = Set(known.keys).subtracting(listing.files.map(\.path))
    if !gone.isEmpty {
      try tracker.write { writer in
        for file in gone { try writer.forgetFolderFile(file, of: path) }
      }
    }
    return present
  }

  /// Takes a file in and remembers it; nil where it was not taken in.
  private func take(_ file: FolderListing.File, _ report: inout FolderReport) throws -> FactRuns? {
    var settings = BundleImport()
    settings.limits = limits
    settings.gathersRuns = true
    do {
      let bundle = try BundleFile(path: "\(path)/\(file.path)", limits: limits)
      let result = try tracker.write(isBulk: bundle.bytes > 4 << 20) { writer in
        let result = try settings.run(bundle, name: file.path, into: writer)
        try writer.remember(
          FolderFile(
            path: file.path, bytes: file.entry.bytes, stamp: file.entry.stamp, runs: result.runs,
            stubs: writer.gatheredStubs), of: path)
        return result
      }
      report.read.append((file.path, result))
      return result.runs
    } catch let problem as BundleProblem {
      switch problem.code {
      case .incomplete: report.skipped.append(.init(path: file.path, reason: "it is not whole yet"))
      case .missing: break
      case .tracker: report.skipped.append(.init(path: file.path, reason: "it is of another tracker"))
      case .foreign where !file.path.hasSuffix(SharedFolder.ending):
        report.skipped.append(.init(path: file.path, reason: "it is no bundle"))
      default: report.refused.append(.init(path: file.path, problem: problem))
      }
      return nil
    }
  }

  // MARK: Writing

  private func write(_ folder: SharedFolder, _ present: FactRuns, _ report: inout FolderReport) throws {
    let (own, missing) = try tracker.read { reader in
      (try reader.identity().replica, try reader.replicas(of: try reader.storedRuns().subtracting(present)))
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

  /// Writes facts of one replica as a file and remembers it.
  private func write(
    _ runs: FactRuns, of replica: String, own: String, _ folder: SharedFolder
  ) throws -> FolderReport.Written {
    let (name, summary, stubs) = try tracker.read { reader in
      let header = BundleHeader(tracker: folder.tracker, scope: .partial, from: own)
      let export = BundleExport(header, try reader.selection(of: runs))
      let (first, last) = reader.sequences(of: runs)
      let (name, summary) = try BundleOutput.write(header, into: folder.folder(of: own), limits: limits) { summary in
        SharedFolder.name(of: replica, own: own, from: first, to: last, digest: summary.digestText)
      } body: { writer in
        try export.write(reader, with: &writer)
      }
      return (name, summary, try reader.erasedRuns().intersection(runs).count)
    }
    let place = "\(folder.tracker)/\(own)/\(name)"
    guard let entry = Directory.entry("\(path)/\(place)", name: name) else {
      throw BundleProblem(.unwritable, "\(path)/\(place) is gone as soon as it was written")
    }
    try tracker.write { writer in
      try writer.remember(
        FolderFile(path: place, bytes: entry.bytes, stamp: entry.stamp, runs: runs, stubs: stubs), of: path)
    }
    return FolderReport.Written(path: place, facts: summary.count)
  }

  // MARK: Erasing

  /// Writes own files anew that hold what was erased since, and names those of others.
  private func clean(_ folder: SharedFolder, _ report: inout FolderReport) throws {
    let (own, known, erased) = try tracker.read { reader in
      (try reader.identity().replica, try reader.folderFiles(of: path), try reader.erasedRuns())
    }
    guard !erased.isEmpty else { return }
    for file in known.values.sorted(by: { $0.path < $1.path }) {
      guard erased.intersection(file.runs).count > file.stubs else { continue }
      guard file.path.hasPrefix("\(folder.tracker)/\(own)/") else {
        report.stale.append(file.path)
        continue
      }
      for (replica, runs) in try tracker.read({ try $0.replicas(of: file.runs) }) {
        _ = try write(runs, of: replica, own: own, folder)
      }
      try Directory.remove("\(path)/\(file.path)")
      try tracker.write { try $0.forgetFolderFile(file.path, of: path) }
      report.cleaned.append(file.path)
    }
  }
}
