import Audit
import Base
import Exchange
import Foundation
import Store
import StoredFacts
import Testing

/// One person's file, and what is done with it: real bytes go out, and real files are taken in.
final class TeamMachine {
  let path: String
  let clock: Surroundings
  let lab: Lab
  private(set) var tracker: Tracker
  /// An earlier state of the file, to be put back.
  private var older: [UInt8]?

  init(path: String, clock: Surroundings, lab: Lab) throws {
    self.path = path
    self.clock = clock
    self.lab = lab
    tracker = try Tracker.open(path: path, environment: clock.environment, access: .write)
  }

  private var mark: String { path + "-mark" }

  /// Ends, and takes its files along.
  func end() {
    tracker.close()
    for name in [path, mark, EvidenceFolder(beside: path).path] { try? FileManager.default.removeItem(atPath: name) }
  }

  // What goes out.

  /// Everything, or what someone who stands at `since` does not have.
  func export(since: VersionVector = VersionVector()) throws -> Parcel {
    try tracker.read { try Self.parcel(try BundleExport.full($0, since: since), $0) }
  }

  /// A part: the results that a query asks for, or everything but what people wrote in their own words.
  func export(query: String?, isRedacted: Bool) throws -> Parcel {
    try tracker.read { reader in
      let matching = try query.map { try reader.matchingFacts(try Filter(parsing: $0)) }
      let header = BundleHeader(
        tracker: try reader.identity().tracker, scope: .partial, query: query, isRedacted: isRedacted)
      let selection = FactSelection { place in
        if isRedacted, place.hasNote || place.isRemark { return false }
        guard let matching, place.isQueried else { return true }
        return matching.contains(place.number)
      }
      return try Self.parcel(BundleExport(header, selection), reader)
    }
  }

  private static func parcel(_ export: BundleExport, _ reader: Reader) throws -> Parcel {
    var bytes: [UInt8] = []
    var writer = try BundleWriter(export.header) { bytes += $0 }
    let summary = try export.write(reader, with: &writer)
    return Parcel(bytes: bytes, summary: summary)
  }

  // What comes in.

  /// Takes in a bundle from a file. No fact that was here may be gone afterwards.
  @discardableResult
  func take(_ bytes: [UInt8], adopts: Bool = false) throws -> ImportReport {
    let name = lab.newPath("a11y.json")
    try Data(bytes).write(to: URL(fileURLWithPath: name))
    defer { try? FileManager.default.removeItem(atPath: name) }
    let before = try tracker.read { try $0.storedRuns() }
    var work = BundleImport()
    work.adopts = adopts
    let file = try BundleFile(path: name)
    let report = try tracker.write { try work.run(file, name: "parcel", into: $0) }
    let after = try tracker.read { try $0.storedRuns() }
    #expect(before.subtracting(after).isEmpty, "an import removed a fact")
    #expect(after.count == before.count + report.received.added, "an import says that it added another number")
    return report
  }

  /// Does all that anybody asks to have erased or taken back, also what was refused before.
  func followAll() throws {
    try tracker.write { writer in
      try writer.decide(.follow, about: try writer.reader.requests().map(\.identity))
    }
  }

  /// Lets every branch of every fork speak for what is older.
  func keepAll() throws {
    try tracker.write { writer in
      for fork in try writer.reader.forks() { for branch in fork.branches { try writer.keep(branch) } }
    }
  }

  // What happens to files.

  /// The file is copied, with its mark or without, and both go on.
  func copy(_ dice: inout SeededRandom) throws -> TeamMachine {
    let other = lab.newPath()
    try FileManager.default.copyItem(atPath: path, toPath: other)
    if dice.once(in: 2), FileManager.default.fileExists(atPath: mark) {
      try FileManager.default.copyItem(atPath: mark, toPath: other + "-mark")
    }
    let clock = Surroundings(seed: dice.next(), now: clock.now, host: "host-\(dice.below(3))")
    return try TeamMachine(path: other, clock: clock, lab: lab)
  }

  /// Remembers the file as it is now.
  func keep() throws { older = [UInt8](try #require(FileManager.default.contents(atPath: path))) }

  /// Writes the state that was kept over the file. Where the mark is lost as well the same replica goes on and says two
  /// different things under one number.
  func putBack(losesMark: Bool) throws {
    guard let older else { return }
    tracker.close()
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(older))
    try file.close()
    if losesMark { try? FileManager.default.removeItem(atPath: mark) }
    tracker = try Tracker.open(path: path, environment: clock.environment, access: .write)
  }

  // What must be the same everywhere.

  var projections: String { get throws { try tracker.read { try $0.projectionDump() } } }
}

/// A bundle as it is sent.
struct Parcel {
  var bytes: [UInt8]
  var summary: BundleSummary
}
