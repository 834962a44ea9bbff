import Base
import SQLite

/// Numbers of texts that are slices of a buffer: what `Interner` knows, without making a String to ask it.
struct TextTable {
  private struct Entry {
    var hash: UInt64
    var start: Int
    var count: Int
    var number: Int64
  }

  /// Beyond this the table is emptied: it is a memory, not the truth.
  private static let capacity = 300_000

  private var entries: [Entry] = []
  /// Index of an entry plus one, or 0; open addressing.
  private var slots = [Int32](repeating: 0, count: 4096)
  private var arena: [UInt8] = []

  /// The number of a text; `make` is asked for one that is not known yet.
  mutating func number(
    _ text: UnsafeRawBufferPointer, _ make: (UnsafeRawBufferPointer) throws -> Int64
  ) rethrows -> Int64 {
    if text.isEmpty { return 0 }
    let hash = Self.hash(text)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let entry = entries[Int(slots[slot]) - 1]
      if entry.hash == hash, isSame(entry, text) { return entry.number }
      slot = (slot + 1) & (slots.count - 1)
    }
    let number = try make(text)
    add(Entry(hash: hash, start: arena.count, count: text.count, number: number), text)
    return number
  }

  private func isSame(_ entry: Entry, _ text: UnsafeRawBufferPointer) -> Bool {
    guard entry.count == text.count else { return false }
    return arena.withUnsafeBytes { known in
      guard let known = known.baseAddress, let text = text.baseAddress else { return false }
      return memcmp(known + entry.start, text, entry.count) == 0
    }
  }

  private mutating func add(_ entry: Entry, _ text: UnsafeRawBufferPointer) {
    if entries.count >= Self.capacity { self = TextTable() }
    var entry = entry
    entry.start = arena.count
    arena.append(contentsOf: text)
    entries.append(entry)
    if entries.count * 2 > slots.count {
      slots = [Int32](repeating: 0, count: slots.count * 4)
      for index in entries.indices { place(index) }
    } else {
      place(entries.count - 1)
    }
  }

  private mutating func place(_ index: Int) {
    var slot = Int(truncatingIfNeeded: entries[index].hash) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Int32(truncatingIfNeeded: index + 1)
  }

  /// Eight bytes at a time, multiplied and folded.
  private static func hash(_ text: UnsafeRawBufferPointer) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: text.count) &* 0x9E37_79B9_7F4A_7C15
    var index = 0
    while index + 8 <= text.count {
      hash = mix(hash ^ text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    var rest: UInt64 = 0
    while index < text.count {
      rest = rest << 8 | UInt64(text[index])
      index += 1
    }
    return mix(hash ^ rest)
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    let (high, low) = value.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return high ^ low
  }
}

extension Connection {
  /// The text behind a number; empty where it has none.
  func text(ofTerm term: Int64) throws -> String {
    try first("SELECT text FROM term WHERE id = ?", [.integer(term)]) { $0.text(0) } ?? ""
  }
}

/// Small integers for the strings that many rows repeat, remembered for the length of a transaction.
final class Interner {
  private let database: Connection
  private var numbers: [String: Int64] = ["": 0]
  private var contexts: [ResultContext: Int64] = [:]
  private var last: (names: [String], number: Int64)?

  init(database: Connection) { self.database = database }

  /// The number of a text, made when it is new. Texts are compared as bytes by SQLite.
  func number(_ text: String) throws -> Int64 {
    // Swift's own equality folds composed and decomposed letters, so only plain ASCII is remembered.
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    if isASCII, let known = numbers[text] { return known }
    let number = try find(text) ?? insert(text)
    if numbers.count > 200_000 { numbers = ["": 0] }
    if isASCII { numbers[text] = number }
    return number
  }

  /// Forgets everything: rows may have gone.
  func forget() {
    numbers = ["": 0]
    contexts = [:]
    last = nil
  }

  private func find(_ text: String) throws -> Int64? {
    try database.scalar("SELECT id FROM term WHERE text = ?", [.text(text)])
  }

  private func insert(_ text: String) throws -> Int64 {
    let statement = try database.cached("INSERT INTO term (text) VALUES (?)")
    try statement.bind(text, at: 1)
    try statement.run()
    return database.lastInsertRowID
  }

  /// The number of a combination of names. One session repeats the same one, so the last is remembered as it is.
  func context(
    tester: String, device: String, os: String, build: String, audit: String, source: String
  ) throws -> Int64 {
    let names = [tester, device, os, build, audit, source]
    if let last, last.names.elementsEqual(names, by: { $0.hasSameBytes(as: $1) }) { return last.number }
    let number = try self.number(
      of: ResultContext(
        tester: try number(tester), device: try number(device), os: try number(os), build: try number(build),
        audit: try number(audit), source: try number(source)))
    last = (names, number)
    return number
  }

  /// The number of a combination, made when it is new.
  func number(of context: ResultContext) throws -> Int64 {
    if let known = contexts[context] { return known }
    let terms = [context.tester, context.device, context.os, context.build, context.audit, context.source]
    let values = terms.map { Value.integer($0) }
    let found = try database.scalar(
      """
      SELECT id FROM context
      WHERE tester = ? AND device = ? AND os = ? AND build = ? AND audit = ? AND source = ?
      """, values)
    let number: Int64
    if let found {
      number = found
    } else {
      try database.run(
        "INSERT INTO context (tester, device, os, build, audit, source) VALUES (?, ?, ?, ?, ?, ?)", values)
      number = database.lastInsertRowID
    }
    contexts[context] = number
    return number
  }
}
