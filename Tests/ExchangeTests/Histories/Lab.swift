import Audit
import Foundation
import Store
import StoredFacts
import Testing

/// A folder that ends with the test, in memory where the system has such a place, and empty trackers to copy: making
/// one costs more than most histories.
final class Lab {
  static let start: Int64 = 1_750_000_000_000

  private let folder: String
  private let team: String
  private let stranger: String
  private var count = 0

  init() throws {
    let memory = "/dev/shm"
    let base = FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
    folder = base + "/a11y-laws-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    team = folder + "/team.db"
    stranger = folder + "/stranger.db"
    for (index, path) in [team, stranger].enumerated() {
      let clock = Surroundings(seed: UInt64(index), now: Self.start, host: "maker")
      let tracker = try Tracker.create(path: path, environment: clock.environment, catalog: Catalogue.seed)
      try tracker.write { try $0.follow([Followed(.everyone)]) }
      tracker.close()
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func newPath(_ ending: String = "db") -> String {
    count += 1
    return "\(folder)/\(count).\(ending)"
  }

  /// A machine of the team that has said nothing yet.
  func newMachine(_ dice: inout SeededRandom) throws -> TeamMachine { try copy(of: team, &dice) }

  /// A machine with an empty tracker of its own.
  func newStranger(_ dice: inout SeededRandom) throws -> TeamMachine { try copy(of: stranger, &dice) }

  private func copy(of template: String, _ dice: inout SeededRandom) throws -> TeamMachine {
    let path = newPath()
    try FileManager.default.copyItem(atPath: template, toPath: path)
    let clock = Surroundings(
      seed: dice.next(), now: Self.start + Int64(dice.below(5_000)), host: "host-\(dice.below(3))")
    return try TeamMachine(path: path, clock: clock, lab: self)
  }
}
