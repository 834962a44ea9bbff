import Arguments
import AuditCatalog
import AuditModel
import AuditStore
import Terminal

extension Context {
  /// Opens the tracker that the flags, the environment or the folder name.
  func openTracker(_ access: Tracker.Access) throws -> Tracker {
    let path = try locateDatabase(world, arguments)
    let tracker = try Tracker.open(path: path, environment: storeEnvironment, access: access)
    keep(tracker)
    if access == .write { try tracker.adopt(Self.catalogSeed) }
    return tracker
  }

  /// Reads the tracker; without one the catalogue is all there is.
  func readIfThere<T>(_ body: (Reader?, EvidenceFolder?) throws -> T) throws -> T {
    let tracker: Tracker
    do {
      tracker = try openTracker(.read)
    } catch let problem as Problem where problem.code == "tracker.none" {
      return try body(nil, nil)
    }
    return try tracker.read { try body($0, tracker.evidence) }
  }

  /// Opens the same tracker for a command that begins with a write: what is wrong with the file may come to light there.
  func openTrackerToWrite() throws -> Tracker {
    let path = try locateDatabase(world, arguments)
    let tracker = try Tracker.openToWrite(path: path, environment: storeEnvironment, catalog: Self.catalogSeed)
    keep(tracker)
    return tracker
  }

  /// What was committed is on disk; closing would only take the schema apart again, a twentieth of logging one result.
  private func keep(_ tracker: Tracker) {
    if world.endsWithCommand { _ = Unmanaged.passRetained(tracker) }
  }

  var storeEnvironment: StoreEnvironment {
    var environment = StoreEnvironment(now: world.now, random: world.random, host: world.hostIdentity())
    let (progress, ending) = (progress, world.ending)
    environment.watch = ProgressWatch(
      shouldStop: {
        progress.pulse()
        return ending.isAsked
      }, stage: progress.begin, hold: ending.hold)
    return environment
  }

  /// The built-in checks, parsed only where a tracker needs them.
  static var catalogSeed: CatalogSeed {
    CatalogSeed(revision: Catalog.revision) { Array(Catalog.checks) }
  }

  /// Who logs.
  ///
  /// - Throws: usage, `tester.missing`: it is never guessed. Where there is no tracker either, that comes first.
  func requiredTester() throws(Problem) -> String {
    guard let tester = tester(), !tester.isEmpty else {
      _ = try locateDatabase(world, arguments)
      throw .usage(
        "tester.missing", "who saw it? No tester is given",
        hints: ["Give --tester NAME, set A11Y_TESTER, or keep it: a11y config tester NAME."])
    }
    do throws(NameProblem) {
      try Names.checkLine(tester, of: "tester")
    } catch {
      throw .usage("tester.invalid", error.message)
    }
    return tester
  }
}

/// Finds what a person meant by a name: the whole of it, a beginning, or a spoken short form.
enum NameFinder {
  static func find(_ typed: String, among names: [String], kind: String, unknown: Problem) throws(Problem) -> String {
    guard !typed.isEmpty else {
      throw .usage("\(kind).empty", "a \(kind) is wanted by its name, and not nothing", hints: unknown.hints)
    }
    switch resolve(typed, among: names) {
    case .one(let name): return name
    case .several(let names):
      let shown = names.prefix(8).joined(separator: ", ") + (names.count > 8 ? " and \(names.count - 8) more" : "")
      throw Problem(
        .usage, code: "\(kind).ambiguous", "\(MessageText.quoted(typed)) may be more than one \(kind): \(shown)",
        hints: ["Write more of its name."])
    case .none(let suggestions):
      guard !suggestions.isEmpty else { throw unknown }
      throw Problem(
        unknown.kind, code: unknown.code, unknown.message,
        hints: ["Did you mean \(suggestions.joined(separator: " or "))?"] + unknown.hints)
    }
  }

  static func check(_ typed: String, _ reader: Reader) throws -> String {
    if try reader.check(typed) != nil { return typed }
    try refuseDeleted("check", typed, reader)
    return try find(
      typed, among: try reader.checkIDs(), kind: "check", unknown: Refusal.unknownCheck(typed).problem)
  }

  static func component(_ typed: String, _ reader: Reader) throws -> String {
    if try reader.component(typed) != nil { return typed }
    try refuseDeleted("component", typed, reader)
    return try find(
      typed, among: try reader.componentKeys(), kind: "component", unknown: Refusal.unknownComponent(typed).problem)
  }

  /// - Throws: what brings it back, where a name in full is that of something deleted.
  static func refuseDeleted(_ kind: String, _ key: String, _ reader: Reader) throws {
    if try reader.record(kind, key)?.isDeleted == true { throw Refusal.recordDeleted(kind: kind, key: key) }
  }

  static func record(_ kind: String, _ typed: String, _ reader: Reader) throws -> String {
    let keys = try reader.records(kind, includingDeleted: true).map(\.key)
    if keys.contains(typed) { return typed }
    let unknown = Problem(
      .notFound, code: "\(kind).unknown", "there is no \(kind) \(MessageText.quoted(typed))",
      hints: ["a11y list \(kind)s shows what there is."])
    return try find(typed, among: keys, kind: kind, unknown: unknown)
  }
}
