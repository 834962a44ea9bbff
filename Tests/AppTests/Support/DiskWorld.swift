import Base
import Foundation
import SQLite
import Testing

@testable import App
@testable import CommandLine

/// A world with a folder of its own on the disk, for commands that need a tracker. Clock and chance are fixed.
final class DiskWorld {
  let folder: String
  var environment: [String: String] = [:]
  var now: Int64 = 1_772_359_200_000
  var host = "test-host"
  var input: [UInt8] = []
  private(set) var output = ""
  private(set) var errors = ""
  /// The streams that a person sits at.
  var terminals: Set<World.Stream> = []
  /// Who answers item by item, where it is not `input`.
  var keyboard: (any Keyboard)?
  /// Of all chance to come: salts, and with them the names of facts.
  var seed: UInt64

  /// - Parameter seed: of all chance; machines that meet need different ones.
  init(seed: UInt64 = 42) throws {
    self.seed = seed
    let made = FileManager.default.temporaryDirectory.appendingPathComponent("a11y-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
    // As the program spells it: Foundation takes `/private` away on macOS, where the C library adds it.
    guard let found = realpath(made.path, nil) else { throw CocoaError(.fileNoSuchFile) }
    folder = String(cString: found)
    free(found)
  }

  /// A tracker of two icon buttons, `a/one` and `b/two`, and the tester t1.
  ///
  /// - Parameter flags: further words for both.
  static func ofTwoButtons(_ flags: String...) throws -> DiskWorld {
    let world = try DiskWorld()
    world.environment["A11Y_TESTER"] = "t1"
    try world.must("init", "--catalog", "2")
    for key in ["a/one", "b/two"] { try world.must(["new", "component", key, "--kind", "icon-button"] + flags) }
    return world
  }

  /// Thrown by every write to the output.
  var outputProblem: Problem?

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The tracker that `init` makes.
  var database: String { folder + "/.a11y/audit.db" }

  func path(_ name: String) -> String { folder + "/" + name }

  /// Runs a command line and returns its exit code.
  @discardableResult
  func run(_ words: String..., input: String = "") -> Int32 { run(words, input: input) }

  @discardableResult
  func run(_ words: [String], input: String = "") -> Int32 {
    output = ""
    errors = ""
    self.input = Array(input.utf8)
    // Time goes on, so that no two commands share a millisecond.
    now += 1_000
    return Program.run(world(words.map { Array($0.utf8) }), .a11y)
  }

  func world(_ arguments: [[UInt8]] = []) -> World {
    var world = World(
      arguments: arguments, environment: { [self] in environment[$0] }, currentDirectory: { [self] in folder },
      now: { [self] in now }, random: { [self] in random($0) }, localOffset: { _ in 0 },
      hostIdentity: { [self] in host }, input: ByteReader(bytes: input),
      output: ByteWriter(capacity: 1 << 12) { [self] bytes throws(Problem) in
        if let outputProblem { throw outputProblem }
        output += String(decoding: bytes, as: UTF8.self)
      },
      errors: ByteWriter(capacity: 0) { [self] bytes throws(Problem) in
        errors += String(decoding: bytes, as: UTF8.self)
      },
      isTerminal: { [self] in terminals.contains($0) }, terminalColumns: { nil },
      files: RootedFiles(folder: folder, live: LiveFiles(random: { [self] in random($0) })))
    if let keyboard { world.keyboard = keyboard }
    return world
  }

  private func random(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: seed >> 33)
    }
  }

  /// What the last command wrote, as JSON.
  func json() throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(output.utf8))
    return value as? [String: Any] ?? [:]
  }
}

extension DiskWorld {
  /// The bytes of a tracker with the history of a real app, made once.
  private static let demoBytes: Result<Data, any Error> = Result {
    let world = try DiskWorld()
    guard world.run("demo", ".", "--json") == 0 else { throw Problem(.bug, code: "test.demo", world.errors) }
    return try Data(contentsOf: URL(fileURLWithPath: world.database))
  }

  /// A world with that tracker in its folder, as if it had been made there.
  static func demo() throws -> DiskWorld {
    let world = try DiskWorld()
    try FileManager.default.createDirectory(atPath: world.path(".a11y"), withIntermediateDirectories: false)
    try demoBytes.get().write(to: URL(fileURLWithPath: world.database))
    // Said here, not left to the umask: another test that writes a bundle may be reading it, which sets it for a moment.
    for (path, mode) in [(world.path(".a11y"), 0o700), (world.database, 0o600)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    // A copy is told by the number of its file.
    let number = try FileManager.default.attributesOfItem(atPath: world.database)[.systemFileNumber] as? UInt64
    let database = try Connection(path: world.database, mode: .readWrite)
    try database.run(
      "UPDATE local SET value = ? WHERE name = 'place'", [.text("\(world.host) \(number ?? 0)")])
    try database.close()
    // Later than all that was done to make it.
    world.now += 3_600_000
    return world
  }
}

/// The real files, with relative names beginning in the folder of the test: the process's own belongs to all tests.
private struct RootedFiles: FileAccess {
  let folder: String
  let live: LiveFiles

  private func place(_ path: String) -> String { path.isEmpty ? path : Paths.join(folder, path) }

  func kind(of path: String) -> FileKind? { live.kind(of: place(path)) }
  func isPipe(_ path: String) -> Bool { live.isPipe(place(path)) }
  func openPipe(_ path: String) throws(Problem) -> ByteReader { try live.openPipe(place(path)) }
  func open(_ path: String) throws(Problem) -> ByteReader { try live.open(place(path)) }
  func create(_ path: String, isPrivate: Bool) throws(Problem) -> PendingFile {
    try live.create(place(path), isPrivate: isPrivate)
  }
  func isLink(_ path: String) -> Bool { live.isLink(place(path)) }
  func target(of path: String) -> String { live.target(of: place(path)) }
  func createDirectory(_ path: String) throws(Problem) { try live.createDirectory(place(path)) }
  func remove(_ path: String) throws(Problem) { try live.remove(place(path)) }
}
