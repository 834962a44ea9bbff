import Base
import Foundation
import Testing

@testable import Store

@Suite("the evidence folder")
struct EvidenceFolderTests {
  private static let bytes = Array("VoiceOver says: button".utf8)
  private static let digest = SHA256.digest(of: bytes)
  private static var wanted: NewEvidence {
    NewEvidence(name: "x", type: "text/plain", digest: digest, bytes: Int64(bytes.count))
  }

  let scratch: Scratch
  let folder: EvidenceFolder

  init() throws {
    scratch = try Scratch()
    folder = EvidenceFolder(beside: scratch.path("audit.db"))
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  @Test("stands beside audit.db, and belongs to a database of another name")
  func place() {
    #expect(EvidenceFolder(beside: "/a/.a11y/audit.db").path == "/a/.a11y/evidence")
    #expect(EvidenceFolder(beside: "audit.db").path == "./evidence")
    #expect(EvidenceFolder(beside: "/audit.db").path == "/evidence")
    #expect(EvidenceFolder(beside: "/b/copy.db").path == "/b/copy.db.evidence")
  }

  @Test("holds the same file once, readable as the database is, and under its digest only")
  func store() throws {
    #expect(try folder.store(Self.bytes, Self.digest))
    #expect(try !folder.store(Self.bytes, Self.digest))
    #expect(try names == [Self.digest.hex])
    #expect(folder.content(Self.digest) == Self.bytes)
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path(of: Self.digest))[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test("a damaged file is told from a whole one, and gives way to it")
  func damage() throws {
    try folder.store(Self.bytes, Self.digest)
    try Scratch.overwrite(folder.path(of: Self.digest), with: Self.bytes.reversed())
    #expect(folder.holds(Self.digest, bytes: Int64(Self.bytes.count)))
    #expect(folder.content(Self.digest) == nil)
    #expect(try folder.store(Self.bytes, Self.digest))
    #expect(folder.content(Self.digest) == Self.bytes)
    #expect(try names == [Self.digest.hex])
  }

  @Test("what a killed process left half-written is removed after a minute, and nothing else")
  func leftovers() throws {
    try folder.store(Self.bytes, Self.digest)
    let (old, new) = (folder.path + "/.new-old", folder.path + "/.new-new")
    for path in [old, new] { #expect(FileManager.default.createFile(atPath: path, contents: Data([1]))) }
    let past = Date().addingTimeInterval(-300)
    try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: old)
    try folder.store([1, 2, 3], SHA256.digest(of: [1, 2, 3]))
    #expect(try names.filter { $0.hasPrefix(".") } == [".new-new"])
  }

  @Test("takes from elsewhere only what a fact says: no link, no other content, size or kind")
  func take() throws {
    let place = scratch.path("file")
    try Data(Self.bytes).write(to: URL(fileURLWithPath: place))
    var other = Self.wanted
    other.bytes += 1
    #expect(try !folder.take(place, other))
    other = Self.wanted
    other.type = "image/png"
    #expect(try !folder.take(place, other))
    try FileManager.default.createSymbolicLink(atPath: scratch.path("link"), withDestinationPath: place)
    #expect(try !folder.take(scratch.path("link"), Self.wanted))
    #expect(try !folder.take(scratch.folder, Self.wanted))
    #expect(try folder.take(place, Self.wanted))
    #expect(folder.content(Self.digest) == Self.bytes)
  }

  @Test("what nobody would take from a person is not taken from a machine")
  func kinds() throws {
    let bytes: [UInt8] = [0, 1, 2]
    let place = scratch.path("file")
    try Data(bytes).write(to: URL(fileURLWithPath: place))
    for type in ["application/octet-stream", "text/plain"] {
      #expect(
        try !folder.take(
          place, NewEvidence(name: "x", type: type, digest: SHA256.digest(of: bytes), bytes: 3)))
    }
  }

  @Test("copies go beside what is there, under names that are free")
  func save() throws {
    try folder.store(Self.bytes, Self.digest)
    let target = scratch.path("out")
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    let saved = try (0..<3).map { _ in try folder.save(Self.digest, into: target) { "a-\($0)" } }
    #expect(saved == ["a-1", "a-2", "a-3"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: target).sorted() == ["a-1", "a-2", "a-3"])
    folder.remove(Self.digest)
    #expect(try folder.save(Self.digest, into: target) { "a-\($0)" } == nil)
  }

  @Test("a folder that cannot be made is a problem of the place, with nothing left behind")
  func unwritable() throws {
    try Data([1]).write(to: URL(fileURLWithPath: folder.path))
    #expect(throws: StoreError.self) { try folder.store(Self.bytes, Self.digest) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder) == ["evidence"])
  }
}
