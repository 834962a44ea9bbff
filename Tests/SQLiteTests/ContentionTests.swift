import Foundation
import SQLite
import Testing

@Suite("Contention")
struct ContentionTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
  }

  @Test("Eight threads with fifty writes each lose none and none fails")
  func many() throws {
    let path = try folder.database()
    let errors = inThreads(8) { thread in
      let connection = try Connection(path: path, mode: .readWrite, seed: UInt64(thread))
      for number in 0..<50 {
        try connection.write {
          // Read, then write: a lock taken late would make two threads read the same count.
          let count = try connection.scalar("SELECT count(*) FROM item") ?? -1
          try connection.run("INSERT INTO item (id, name) VALUES (?, ?)", [.integer(count + 1), "\(thread) \(number)"])
        }
      }
    }
    #expect(errors.isEmpty, "\(errors)")
    let connection = try Connection(path: path, mode: .readOnly)
    #expect(try connection.scalar("SELECT count(DISTINCT name) FROM item") == 400)
    #expect(try connection.integrityCheck() == [])
  }

  @Test("A writer waits for the one before it, then wins")
  func waiting() throws {
    let path = try folder.database()
    let isHeld = Flag()
    let errors = inThreads(2) { thread in
      let connection = try Connection(path: path, mode: .readWrite, busyDeadline: 20_000)
      if thread == 0 {
        try connection.write {
          isHeld.raise()
          Thread.sleep(forTimeInterval: 0.15)
          try connection.run("INSERT INTO item (name) VALUES ('first')")
        }
      } else {
        isHeld.wait()
        try connection.write { try connection.run("INSERT INTO item (name) VALUES ('second')") }
      }
    }
    #expect(errors.isEmpty, "\(errors)")
    let connection = try Connection(path: path, mode: .readOnly)
    #expect(try connection.all("SELECT name FROM item ORDER BY id") { $0.text(0) } == ["first", "second"])
  }

  @Test("Who waits is told for how long, and only while waiting")
  func told() throws {
    let path = try folder.database()
    let holder = try Connection(path: path, mode: .readWrite)
    let waiter = try Connection(path: path, mode: .readWrite, busyDeadline: 60)
    var waits: [Int] = []
    waiter.setWait { waits.append($0) }
    try waiter.write { try waiter.run("INSERT INTO item (name) VALUES ('at once')") }
    #expect(waits == [])
    try holder.write {
      _ = try? waiter.write { try waiter.run("INSERT INTO item (name) VALUES ('late')") }
    }
    #expect(waits.first == 0 && waits == waits.sorted() && waits.allSatisfy { $0 < 60 })
  }

  @Test("The deadline is kept, at every attempt anew", arguments: [0, 60])
  func deadline(milliseconds: Int) throws {
    let path = try folder.database()
    let holder = try Connection(path: path, mode: .readWrite)
    let waiter = try Connection(path: path, mode: .readWrite, busyDeadline: milliseconds)
    try holder.write {
      for _ in 0..<3 {
        let clock = ContinuousClock()
        var error: SQLiteError?
        let time = clock.measure { error = failure { try waiter.write {} } }
        #expect(error?.isBusy == true)
        #expect(error?.commitFailed == false)
        #expect(time >= .milliseconds(milliseconds))
      }
    }
  }

  @Test("Opening waits too, and does not count against the next statement")
  func opening() throws {
    let path = try folder.database()
    let holder = try Connection(path: path, mode: .readWrite)
    try holder.execute("BEGIN EXCLUSIVE")
    #expect(failure { try Connection(path: path, mode: .readOnly, busyDeadline: 30) }?.isBusy == true)
    try holder.execute("COMMIT")
    #expect(try Connection(path: path, mode: .readOnly, busyDeadline: 30).scalar("SELECT 1") == 1)
  }

  @Test("The interrupt check ends a wait")
  func interrupted() throws {
    let path = try folder.database()
    let holder = try Connection(path: path, mode: .readWrite)
    let waiter = try Connection(path: path, mode: .readWrite, busyDeadline: 60_000)
    var asked = 0
    waiter.setInterruptCheck {
      asked += 1
      return asked > 3
    }
    try holder.write {
      #expect(failure { try waiter.write {} }?.isBusy == true)
    }
    #expect(asked == 4)
  }

  @Test("Preparing waits for a schema it must read, also after a wait that was given up")
  func schemaReload() throws {
    let path = try folder.database()
    let holder = try Connection(path: path, mode: .readWrite)
    let waiter = try Connection(path: path, mode: .readWrite, busyDeadline: 60)
    // A schema change taken back makes SQLite forget what it knew.
    try waiter.execute("BEGIN; CREATE TABLE later (a); ROLLBACK")
    try holder.execute("BEGIN EXCLUSIVE")
    for _ in 0..<3 {
      #expect(failure { try waiter.write {} }?.isBusy == true)
      let clock = ContinuousClock()
      let time = clock.measure { #expect(failure { try waiter.prepare("SELECT id FROM item") }?.isBusy == true) }
      #expect(time >= .milliseconds(60))
    }
    try holder.execute("COMMIT")
    #expect(try waiter.scalar("SELECT count(*) FROM item") == 0)
  }
}
