import CSQLite
import Foundation
import Testing

@testable import SQLite

/// A directory of its own for one test, gone with the last reference.
final class Folder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("sqlite-room-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  subscript(_ name: String) -> String { path + "/" + name }

  /// A database with `item(id, name)` and as many rows as asked.
  func database(_ name: String = "a.db", rows: Int = 0) throws -> String {
    let connection = try Connection(path: self[name], mode: .create)
    try connection.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT")
    try connection.write {
      let insert = try connection.cached("INSERT INTO item (name) VALUES (?)")
      for number in 0..<rows {
        try insert.bind("row \(number) " + String(repeating: "x", count: 200), at: 1)
        try insert.run()
      }
    }
    try connection.close()
    return self[name]
  }

  func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: self[name]))
    return self[name]
  }

  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: self[name])))
  }

  func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: self[name])
  }
}

/// The error `body` throws, or a failed expectation.
func failure<T>(
  _ body: () throws -> T, sourceLocation: SourceLocation = #_sourceLocation
) -> SQLiteError? {
  do {
    _ = try body()
  } catch let error as SQLiteError {
    return error
  } catch {
    #expect(Bool(false), "Threw something else: \(error)", sourceLocation: sourceLocation)
    return nil
  }
  #expect(Bool(false), "Threw nothing", sourceLocation: sourceLocation)
  return nil
}

/// Runs `body` on real threads at once, waits for all, and returns what they threw.
func inThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) -> [any Error] {
  let caught = Caught()
  let group = DispatchGroup()
  for number in 0..<count {
    group.enter()
    Thread {
      defer { group.leave() }
      do { try body(number) } catch { caught.add(error) }
    }.start()
  }
  group.wait()
  return caught.errors
}

/// Errors of several threads.
final class Caught: @unchecked Sendable {
  private let lock = NSLock()
  private var list: [any Error] = []

  var errors: [any Error] { lock.withLock { list } }

  func add(_ error: any Error) {
    lock.withLock { list.append(error) }
  }
}

/// A yes or no that several threads look at.
final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false

  var isUp: Bool { lock.withLock { value } }

  func raise() {
    lock.withLock { value = true }
  }

  func wait() {
    while !isUp { Thread.sleep(forTimeInterval: 0.001) }
  }
}

extension Connection {
  /// Stops the statements that run now, as a signal would.
  func interrupt() {
    guard let database = handle.database else { return }
    sqlite3_interrupt(database)
  }
}
