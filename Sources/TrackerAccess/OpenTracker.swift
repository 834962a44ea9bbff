import Arguments
import AuditModel
package import AuditStore
package import Terminal

extension Context {
  /// Opens the tracker that the flags, the environment or the folder name.
  package func openTracker(_ access: Tracker.Access) throws -> Tracker {
    let path = try locateDatabase(world, arguments)
    let tracker = try Tracker.open(path: path, environment: storeEnvironment, access: access)
    keep(tracker)
    if access == .write { try tracker.adopt(Self.catalogSeed) }
    return tracker
  }

  /// Reads the tracker; without one `body` gets nil and uses the catalog alone.
  package func readIfThere<T>(_ body: (Reader?, EvidenceFolder?) throws -> T) throws -> T {
    let tracker: Tracker
    do {
      tracker = try openTracker(.read)
    } catch let problem as Problem where problem.code == "tracker.none" {
      return try body(nil, nil)
    }
    return try tracker.read { try body($0, tracker.evidence) }
  }

  /// Opens the same tracker for a command that begins with a write, which may be the first to find that the file is
  /// damaged.
  package func openTrackerToWrite() throws -> Tracker {
    let path = try locateDatabase(world, arguments)
    let tracker = try Tracker.openToWrite(path: path, environment: storeEnvironment, catalog: Self.catalogSeed)
    keep(tracker)
    return tracker
  }

  /// Committed data is on disk. Closing only frees the schema, which takes 5% of the time to log one result.
  private func keep(_ tracker: Tracker) {
    if world.endsWithCommand { _ = Unmanaged.passRetained(tracker) }
  }

  package var storeEnvironment: StoreEnvironment {
    var environment = StoreEnvironment(now: world.now, random: world.random, host: world.hostIdentity())
    environment.localOffset = world.localOffset
    let (progress, ending) = (progress, world.ending)
    environment.watch = ProgressWatch(
      shouldStop: {
        progress.pulse()
        return ending.isAsked
      }, stage: progress.begin, hold: ending.hold)
    return environment
  }

  /// The built-in checks, parsed only if a tracker needs them.
  package static var catalogSeed: CatalogSeed { .builtIn }

  /// The tester.
  ///
  /// - Throws: usage, `tester.missing`: the tester is never guessed. A missing tracker is reported first.
  package func requiredTester() throws(Problem) -> String {
    guard let tester = tester(), !tester.isEmpty else {
      _ = try locateDatabase(world, arguments)
      throw .usage(
        "tester.missing", "missing tester",
        hints: ["Pass --tester NAME, set A11Y_TESTER, or run \"a11y config tester NAME\"."])
    }
    do throws(NameProblem) {
      try Names.checkLine(tester, of: "tester")
    } catch {
      throw .usage("tester.invalid", error.message)
    }
    return tester
  }
}
