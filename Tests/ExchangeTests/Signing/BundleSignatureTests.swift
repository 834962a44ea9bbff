import Base
import Foundation
import Testing

@testable import Exchange

@Suite("A signature's file") struct BundleSignatureTests {
  private let place: SigningPlace
  private let bundle: String

  init() throws {
    place = try SigningPlace()
    bundle = place.path("b.a11y.json")
  }

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: place.folder) }

  @Test("lies beside the bundle") func path() {
    #expect(BundleSignature.path(of: "x/b.a11y.json") == "x/b.a11y.json.sig")
    #expect(BundleSignature.bundle(of: "x/b.a11y.json.sig") == "x/b.a11y.json")
    for other in ["x/b.a11y.json", "b.sig", ".sig", "", "b.jsonsig"] {
      #expect(BundleSignature.bundle(of: other) == nil)
    }
  }

  @Test("is written whole, reads back, and replaces nothing unasked") func writing() throws {
    #expect(try BundleSignature.read(beside: bundle) == nil)
    let signature = try ArmoredSignature(Array(ArmoredSignatureTests.sample.utf8))
    try BundleSignature.write(signature, beside: bundle)
    #expect(try BundleSignature.read(beside: bundle) == Array(signature.text.utf8))
    #expect(try names() == ["b.a11y.json.sig"])
    #expect(throws: BundleProblem.self) { try BundleSignature.write(signature, beside: bundle) }
    try BundleSignature.write(signature, beside: bundle, replacing: true)
    #expect(try names() == ["b.a11y.json.sig"])
    #expect(throws: BundleProblem.self) { try BundleSignature.write(signature, beside: place.path("no/b.json")) }
  }

  @Test("is refused as a link, a pipe, a folder, or too large, and written through no link") func hostile() throws {
    let path = bundle + ".sig"
    func problem() -> SigningProblem? { signingProblem { _ = try BundleSignature.read(beside: bundle) } }
    try place.write("target", "x")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: place.path("target"))
    #expect(problem()?.code == .signatureFile)
    let signature = try ArmoredSignature(Array(ArmoredSignatureTests.sample.utf8))
    #expect(throws: BundleProblem.self) {
      try BundleSignature.write(signature, beside: bundle, replacing: true)
    }
    #expect(try String(contentsOfFile: place.path("target"), encoding: .utf8) == "x")
    try FileManager.default.removeItem(atPath: path)
    #expect(mkfifo(path, 0o600) == 0)
    #expect(problem()?.code == .signatureFile)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    #expect(problem()?.code == .signatureFile)
    try FileManager.default.removeItem(atPath: path)
    try place.write("b.a11y.json.sig", String(repeating: "x", count: ArmoredSignature.limit))
    #expect(try BundleSignature.read(beside: bundle)?.count == ArmoredSignature.limit)
    try place.write("b.a11y.json.sig", String(repeating: "x", count: ArmoredSignature.limit + 1))
    #expect(problem()?.code == .signatureFile)
  }
}
