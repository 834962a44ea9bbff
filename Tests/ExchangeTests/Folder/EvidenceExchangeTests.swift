import Audit
import Base
import Foundation
import Store
import Testing

@testable import Exchange

@Suite("Evidence on its way to others")
struct EvidenceExchangeTests {
  let place: SharedPlace
  let tia: Machine
  let tom: Machine
  let bytes = Array("a picture".utf8)
  var digest: Digest { SHA256.digest(of: bytes) }

  init() throws {
    place = try SharedPlace()
    (tia, tom) = try place.pair()
    let file = NewEvidence(name: "shot.txt", type: "text/plain", digest: digest, bytes: Int64(bytes.count))
    try tia.tracker.evidence.store(bytes, digest)
    try tia.tracker.write { writer in
      let new = NewResult(component: "home", check: Catalog.checks[0].id, outcome: .fail, tester: "tia")
      try writer.attach(file, to: try writer.log(new), by: "tia")
    }
  }

  /// The evidence in the shared folder, by its path there.
  private var shared: [String] {
    (FileManager.default.enumerator(atPath: place.shared)?.compactMap { $0 as? String } ?? [])
      .filter { $0.contains("/evidence/") && $0.utf8.count > 64 }.sorted()
  }

  private func overwrite(_ path: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  @Test("a file goes through the folder once, and others get what was there")
  func exchange() throws {
    let sent = try tia.sync()
    #expect(sent.evidenceWritten == 1 && sent.evidenceMissing == 0)
    #expect(shared.count == 1 && shared[0].hasSuffix("/evidence/\(digest.hex.prefix(2))/\(digest.hex)"))
    let taken = try tom.sync()
    #expect(taken.evidenceRead == 1 && taken.evidenceWritten == 0 && taken.evidenceMissing == 0)
    #expect(tom.tracker.evidence.content(digest) == bytes)
    for machine in [tia, tom] {
      let nothing = try machine.sync()
      #expect(nothing.evidenceRead == 0 && nothing.evidenceWritten == 0)
    }
    #expect(shared.count == 1)
  }

  @Test("what is not what its name says is not taken, and is missing", arguments: ["b picture", "half", ""])
  func damaged(text: String) throws {
    try tia.sync()
    try overwrite("\(place.shared)/\(shared[0])", text)
    let report = try tom.sync()
    #expect(report.evidenceRead == 0 && report.evidenceMissing == 1)
    #expect(tom.tracker.evidence.digests().isEmpty)
  }

  @Test("what was erased goes from the folder with the next exchange, and from others when they have followed")
  func erased() throws {
    try tia.sync()
    try tom.sync()
    let result = try #require(try tia.tracker.read { try $0.history(component: "home") }.first)
    try tia.tracker.write { _ = try $0.erase([result.id], reason: .personal, by: "tia") }
    let report = try tia.sync()
    #expect(report.evidenceRemoved == 1 && shared.isEmpty)
    let waiting = try tom.sync().waiting
    #expect(waiting == 1 && tom.tracker.evidence.content(digest) == bytes)
    try tom.tracker.write { try $0.decide(.follow, about: try $0.reader.waitingRequests().map(\.identity)) }
    try tom.sync()
    #expect(tom.tracker.evidence.digests().isEmpty)
    #expect(try tia.sync().stale.isEmpty && shared.isEmpty)
  }

  @Test("in a git work tree neither bundles nor evidence have the ends of their lines changed")
  func git() throws {
    try FileManager.default.createDirectory(atPath: place.path + "/.git", withIntermediateDirectories: false)
    try tia.sync()
    let attributes = (FileManager.default.enumerator(atPath: place.shared)?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".gitattributes") }.sorted()
    #expect(attributes.count == 2 && attributes[1].contains("/evidence/"))
    for path in attributes {
      let text = try String(contentsOfFile: "\(place.shared)/\(path)", encoding: .utf8)
      #expect(text.hasSuffix(" -text\n"))
    }
  }

  @Test("beside a bundle stand the files it lists; they are taken in with it, and a damaged one is named")
  func besideBundle() throws {
    #expect(EvidenceTree(beside: "kids.a11y.json").path == "kids.a11y.evidence")
    #expect(
      EvidenceTree(beside: "kids").path == "kids.evidence" && EvidenceTree(beside: ".json").path == ".json.evidence")
    let path = place.path + "/out.a11y.json"
    let summary = try tia.tracker.read { reader in
      let export = try BundleExport.full(reader)
      return try BundleOutput.write(export.header, to: path) { try export.write(reader, with: &$0) }
    }
    let tree = EvidenceTree(beside: path)
    #expect(summary.evidence.map(\.digest) == [digest])
    let written = try tree.write(summary, from: tia.tracker.evidence)
    #expect(written.copied == 1 && written.missing == 0)
    #expect(try tree.write(summary, from: tom.tracker.evidence).copied == 1)
    #expect(tree.damaged(summary).isEmpty)
    let report = try tom.tracker.write { try BundleImport().run(try BundleFile(path: path), name: "out", into: $0) }
    let looked = try report.takeEvidence(from: tree, into: tom.tracker, isDryRun: true)
    #expect(looked.copied == 1 && tom.tracker.evidence.digests().isEmpty)
    let taken = try report.takeEvidence(from: tree, into: tom.tracker, isDryRun: false)
    #expect(taken.copied == 1 && taken.missing == 0)
    #expect(tom.tracker.evidence.content(digest) == bytes)
    try overwrite(tree.path(of: summary.evidence[0].file), "b picture")
    #expect(tree.damaged(summary) == [digest.hex])
    let nowhere = EvidenceTree(beside: place.path + "/other.json")
    #expect(try nowhere.write(summary, from: EvidenceFolder(beside: place.path + "/none.db")).missing == 1)
    let none = try report.takeEvidence(from: nil, into: tia.tracker, isDryRun: false)
    #expect(none.copied == 0 && none.missing == 0)
  }
}
