import Audit
import Base
import Foundation
import StoredFacts
import Testing

@testable import App
@testable import Store

/// A tracker in a folder of its own, driven by command lines and read back record by record.
final class RegisterWorld {
  private let disk: DiskWorld
  /// What stands on standard input.
  var input = ""

  /// A database as `a11y init` makes it. Making one takes longer than most tests; a copy becomes a replica of its own.
  private static let new = Result { try RegisterWorld(database: nil).file }

  convenience init() throws { try self.init(database: try Self.new.get()) }

  /// - Parameter database: the content of the database file; nil has `a11y init` make it.
  init(database: Data?) throws {
    disk = try DiskWorld()
    try FileManager.default.createDirectory(atPath: disk.path(".a11y"), withIntermediateDirectories: true)
    if let database {
      try database.write(to: URL(fileURLWithPath: path))
    } else {
      try #require(run("init", "--catalog", "2") == 0)
    }
  }

  var folder: String { disk.folder }
  var path: String { disk.database }
  var output: String { disk.output }
  var errors: String { disk.errors }

  /// Begins at 2026-03-01T10:00:00Z and moves on by a second with each command.
  var now: Int64 {
    get { disk.now }
    set { disk.now = newValue }
  }

  var environment: [String: String] {
    get { disk.environment }
    set { disk.environment = newValue }
  }

  /// All that the database file holds; what writes nothing leaves it as it is.
  var file: Data { get throws { try Data(contentsOf: URL(fileURLWithPath: path)) } }

  /// Expects that a command is refused for a reason and leaves the file as it is.
  func refuses(
    _ words: [String], _ code: Int32, _ reason: String, at place: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let before = try file
    #expect(run(words) == code, "\(errors)", sourceLocation: place)
    #expect(errors.contains(reason), "\(errors)", sourceLocation: place)
    #expect(try file == before, sourceLocation: place)
  }

  func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: disk.path(name)))
  }

  @discardableResult
  func run(_ words: String...) -> Int32 { run(words) }

  @discardableResult
  func run(_ words: [String]) -> Int32 { disk.run(words, input: input) }

  /// Runs a line that has to succeed.
  func must(_ words: String..., sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
    let code = run(words)
    try #require(code == 0, "\(words.joined(separator: " ")): \(errors)", sourceLocation: sourceLocation)
  }

  func tracker(_ access: Tracker.Access = .read) throws -> Tracker {
    let environment = StoreEnvironment(
      now: { [disk] in disk.now }, random: { [UInt8](repeating: 9, count: $0) }, host: disk.host)
    return try Tracker.open(path: path, environment: environment, access: access)
  }

  func read<T>(_ body: (Reader) throws -> T) throws -> T {
    let tracker = try tracker()
    defer { tracker.close() }
    return try tracker.read(body)
  }

  func record(_ kind: String, _ key: String) throws -> Reader.Record? { try read { try $0.record(kind, key) } }

  /// A field of a record that has to be there.
  func field(_ kind: String, _ key: String, _ name: String) throws -> JSONValue? {
    try #require(try record(kind, key)).fields[name]
  }

  /// The last output as JSON.
  var json: JSONValue { get throws { try JSONReader.parse(Array(output.utf8)) } }

  /// A write of another machine that did not know of ours.
  func receive(_ fields: JSONObject, kind: String, key: String) throws {
    let tracker = try tracker(.write)
    defer { tracker.close() }
    now += 1_000
    let fact = Fact(
      replica: "othermachine", sequence: 1, clock: HybridTime(milliseconds: now, counter: 0), previous: nil,
      kind: "set", body: ["kind": .string(kind), "key": .string(key), "fields": .object(fields)],
      salt: FactSalt(high: 0, low: 1))
    let received = try tracker.write { try $0.receive([fact]) }
    try #require(received.added == 1)
  }
}
