import Base
import Foundation
import Store
import Testing

@testable import Exchange

@Suite("A bundle's file") struct FileTests {
  /// A folder of its own for a test, gone afterwards.
  private static func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bundle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  private static func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  private static func write(_ path: String, replacing: Bool = false, header: BundleHeader? = nil) throws
    -> BundleSummary
  {
    try BundleOutput.write(
      header ?? BundleHeader(tracker: Sample.tracker, from: Sample.one), to: path, replacing: replacing
    ) { writer in
      for line in try Sample.lines() { try Sample.add(line, to: &writer) }
      return try writer.finish(evidence: Sample.evidence)
    }
  }

  private static func problem(_ body: () throws -> Void) -> BundleProblem? {
    do {
      try body()
      return nil
    } catch {
      return error as? BundleProblem
    }
  }

  private static func code(_ body: () throws -> Void) -> BundleProblem.Code? { problem(body)?.code }

  @Test("is written whole, reads back, and leaves nothing beside it") func write() throws {
    try Self.inFolder { folder in
      let path = folder + "/b.a11y.json"
      let summary = try Self.write(path)
      #expect(try Self.names(folder) == ["b.a11y.json"])
      let (bytes, expected) = try Sample.full()
      #expect(summary == expected)
      #expect(FileManager.default.contents(atPath: path) == Data(bytes))
      var order: [String] = []
      let read = try BundleFile(path: path).read(
        header: { order.append($0.tracker) }, facts: { order.append("\($0.rows.count)") })
      #expect(read == summary)
      #expect(order == [Sample.tracker, "\(summary.count)"])
    }
  }

  @Test("with more facts than it may have is refused before a tracker takes in any") func tooMany() throws {
    try Self.inFolder { folder in
      let path = folder + "/b.json"
      let summary = try Self.write(path)
      let file = try BundleFile(path: path)
      var limits = BundleLimits.standard
      limits.facts = summary.count
      #expect(Self.problem { try file.refuseTooManyFacts(limits) } == nil)
      limits.facts = 1
      #expect(Self.code { try file.refuseTooManyFacts(limits) } == .limit)
      // Half of the bytes are read, and were four facts: as many are to come.
      let batch = FactBatch()
      _ = try file.read { facts in batch.rows = Array(repeating: facts.rows[0], count: 4) }
      batch.bytes = Array(repeating: 0, count: file.bytes / 2)
      limits.facts = 8
      #expect(!file.mayHoldTooMany(limits, seen: 4, batch, done: file.bytes / 2))
      limits.facts = 7
      #expect(file.mayHoldTooMany(limits, seen: 4, batch, done: file.bytes / 2))
      #expect(!file.mayHoldTooMany(limits, seen: 4, FactBatch(), done: 0))
    }
  }

  @Test("only ever takes the place of a file", arguments: ["folder", "link", "pipe"]) func places(kind: String) throws {
    try Self.inFolder { folder in
      let path = folder + "/b.json"
      switch kind {
      case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      case "link": try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nowhere")
      default: #expect(mkfifo(path, 0o600) == 0)
      }
      for replacing in [false, true] {
        let problem = Self.problem { _ = try Self.write(path, replacing: replacing) }
        #expect(problem?.code == (kind == "folder" ? .kind : .unwritable))
        #expect(problem?.sentence.contains(path) == true)
      }
      #expect(try Self.names(folder) == ["b.json"])
    }
  }

  @Test("never takes the place of another one, unless it is told to") func replacing() throws {
    try Self.inFolder { folder in
      let path = folder + "/b.json"
      try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
      #expect(Self.code { _ = try Self.write(path) } == .exists)
      #expect(FileManager.default.contents(atPath: path) == Data("mine".utf8))
      #expect(try Self.names(folder) == ["b.json"])
      _ = try Self.write(path, replacing: true)
      #expect(FileManager.default.contents(atPath: path) == Data(try Sample.full().bytes))
      #expect(try Self.names(folder) == ["b.json"])
    }
  }

  @Test("is its writer's alone until it is finished, and then as open as any new file") func modes() throws {
    func mode(_ path: String) throws -> Int {
      let found = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      return try #require(found)
    }
    try Self.inFolder { folder in
      let path = folder + "/b.json"
      _ = try BundleOutput.write(BundleHeader(tracker: Sample.tracker), to: path) { writer in
        let names = try Self.names(folder)
        // Where the system has files without names, it has none yet.
        #expect(names.count <= 1 && names != ["b.json"])
        for name in names {
          let unfinished = try mode("\(folder)/\(name)")
          #expect(unfinished == 0o600)
        }
        return try writer.finish()
      }
      try Data().write(to: URL(fileURLWithPath: folder + "/other"))
      let (finished, usual) = (try mode(path), try mode(folder + "/other"))
      #expect(finished == usual)
      // One without a name is seen through its descriptor.
      let nameless = NamelessFile.make(in: folder)
      guard nameless >= 0 else { return }
      defer { close(nameless) }
      var info = stat()
      #expect(fstat(nameless, &info) == 0 && info.st_mode & 0o777 == 0o600)
    }
  }

  @Test("takes away what killed writers left of it, and nothing else") func leftovers() throws {
    try Self.inFolder { folder in
      let old = Date(timeIntervalSinceNow: -300)
      let held = folder + "/.b.json.held1.tmp"
      for name in [
        ".b.json.left1.tmp", ".b.json.held1.tmp", ".b.json.young.tmp", ".b.json.Left.tmp", ".c.json.left1.tmp",
      ] {
        try Data().write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        let moment = name.contains("young") ? Date() : old
        try FileManager.default.setAttributes([.modificationDate: moment], ofItemAtPath: "\(folder)/\(name)")
      }
      let writer = open(held, O_RDONLY)
      #expect(flock(writer, LOCK_EX | LOCK_NB) == 0)
      _ = try Self.write(folder + "/b.json")
      close(writer)
      #expect(
        try Self.names(folder) == [
          ".b.json.Left.tmp", ".b.json.held1.tmp", ".b.json.young.tmp", ".c.json.left1.tmp", "b.json",
        ])
    }
  }

  /// The file that is being written: by its name, or where this process has it open if it has none.
  private static func unfinished(in folder: String) throws -> String? {
    if let name = try names(folder).first { return "\(folder)/\(name)" }
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").map { "/proc/self/fd/\($0)" }
    return open.first { link in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: link))?.contains(folder) ?? false
    }
  }

  @Test(
    "of some megabytes is read back while it is written, and a change on the disk is found", arguments: [false, true])
  func large(isChanged: Bool) throws {
    let text = String(repeating: "0123456789abcdef", count: 12_000)
    let bodies = (0..<30).map { ("note", ["text": .string("\($0) \(text)")] as JSONObject) }
    let lines = try Sample.chain(Sample.one, bodies)
    try Self.inFolder { folder in
      let path = folder + "/b.json"
      let problem = Self.problem {
        let summary = try BundleOutput.write(BundleHeader(tracker: Sample.tracker), to: path) { writer in
          // Reading begins behind the fourth megabyte.
          for line in lines[..<15] { try Sample.add(line, to: &writer) }
          if isChanged {
            let path = try #require(try Self.unfinished(in: folder))
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try file.seek(toOffset: 100_000)
            try file.write(contentsOf: Data("X".utf8))
            try file.close()
          }
          for line in lines[15...] { try Sample.add(line, to: &writer) }
          return try writer.finish()
        }
        #expect(try BundleFile(path: path).read(facts: { _ in }) == summary)
        #expect(try BundleFile(path: path).bytes > 5 << 20)
      }
      #expect(problem?.code == (isChanged ? .unwritable : nil))
      let left = try Self.names(folder)
      #expect(left == (isChanged ? [] : ["b.json"]))
    }
  }

  @Test("that somebody else made meanwhile stays as it is") func meanwhile() throws {
    try Self.inFolder { folder in
      let path = folder + "/b.json"
      let code = Self.code {
        _ = try BundleOutput.write(BundleHeader(tracker: Sample.tracker), to: path) { writer in
          try Data("theirs".utf8).write(to: URL(fileURLWithPath: path))
          return try writer.finish()
        }
      }
      #expect(code == .exists)
      #expect(FileManager.default.contents(atPath: path) == Data("theirs".utf8))
      let left = try Self.names(folder)
      #expect(left == ["b.json"])
    }
  }

  @Test("is not there after an error, nor is anything else") func failing() throws {
    struct Stop: Error {}
    try Self.inFolder { folder in
      #expect(throws: Stop.self) {
        try BundleOutput.write(BundleHeader(tracker: Sample.tracker), to: folder + "/b.json") { _ in throw Stop() }
      }
      // What the writer cannot know, reading back finds: a vector that names no fact.
      let wrong = VersionVector([Sample.two: VersionVector.Mark(sequence: 9, Sample.reference)])
      #expect(
        Self.code {
          _ = try BundleOutput.write(BundleHeader(tracker: Sample.tracker), to: folder + "/b.json") {
            try $0.finish(upto: wrong)
          }
        } == .unwritable)
      let left = try Self.names(folder)
      #expect(left.isEmpty)
      #expect(Self.code { _ = try Self.write(folder + "/none/b.json") } == .missing)
      #expect(Self.code { _ = try Self.write(folder) } == .kind)
    }
  }

  @Test("says path and need when the disk is full") func full() {
    #expect(
      OutputName.problem(ENOSPC, "all.json").sentence
        == "all.json cannot be written: the disk is full; free some space there")
  }

  @Test("must be a regular file, and the others are not even opened") func kinds() throws {
    try Self.inFolder { folder in
      let path = folder + "/b.json"
      _ = try Self.write(path)
      try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: path)
      #expect(mkfifo(folder + "/pipe", 0o600) == 0)
      for (name, words) in [
        ("link", "symbolic link"), ("pipe", "named pipe"), ("", "folder"), ("../../dev/null", "device"),
      ] {
        let path = name.hasPrefix("..") ? "/dev/null" : folder + "/" + name
        let problem = Self.problem { _ = try BundleFile(path: name.isEmpty ? folder : path) }
        #expect(problem?.code == .kind)
        #expect(problem?.sentence.contains(words) == true)
      }
      #expect(Self.code { _ = try BundleFile(path: folder + "/none") } == .missing)
      #expect(Self.code { _ = try BundleFile(path: path + "/none") } == .missing)
    }
  }

  @Test("that is still being copied, or is too large, is refused by its ends and its size alone") func ends() throws {
    try Self.inFolder { folder in
      let path = folder + "/b.json"
      let bytes = Data(try Sample.full().bytes)
      try bytes.dropLast(9).write(to: URL(fileURLWithPath: path))
      #expect(Self.code { _ = try BundleFile(path: path) } == .incomplete)
      // A system that crashed leaves zeroes where bytes were to come.
      try (bytes.dropLast(400) + Data(count: 4096)).write(to: URL(fileURLWithPath: path))
      #expect(Self.code { _ = try BundleFile(path: path) } == .incomplete)
      try bytes.write(to: URL(fileURLWithPath: path))
      var limits = BundleLimits.standard
      limits.fileBytes = bytes.count - 1
      #expect(Self.code { _ = try BundleFile(path: path, limits: limits) } == .limit)
      try Data("plain text".utf8).write(to: URL(fileURLWithPath: path))
      #expect(Self.code { _ = try BundleFile(path: path).read(facts: { _ in }) } == .foreign)
    }
  }

  @Test("whose members another tool has sorted still gives its header first") func sorted() throws {
    try Self.inFolder { folder in
      let path = folder + "/b.json"
      let sorted = try CanonicalWriter.bytes(of: try JSONReader.parse(try Sample.full().bytes))
      try Data(sorted).write(to: URL(fileURLWithPath: path))
      for window in [1 << 20, 256] {
        var reader = BundleReader()
        reader.windowBytes = window
        var order: [String] = []
        var count = 0
        _ = try BundleFile(path: path).read(
          reader, header: { order.append($0.tracker) },
          facts: {
            if count == 0 { order.append("facts") }
            count += $0.rows.count
          })
        #expect(order == [Sample.tracker, "facts"])
        #expect(count == 18)
      }
    }
  }
}
