import Testing

@testable import App

@Suite("List of what is to be seen again")
struct RetestListTests {
  private static let (label, target) = ("voiceover.label-present", "touch-target.minimum-44pt")
  private let world: DiskWorld

  init() throws { world = try .ofTwoButtons() }

  /// `a/one voiceover.label-present: newer-build` of each row.
  private func rows() throws -> [String] {
    try world.rows("list", "retest").map { row in
      let reasons = row["reasons"] as? [String] ?? []
      return "\(row["component"] ?? "") \(row["check"] ?? ""): \(reasons.joined(separator: " "))"
    }.sorted()
  }

  @Test("A failure is seen again on a newer build by number, and on that of an open audit which holds it")
  func builds() throws {
    try world.must("log", "fail", Self.label, "a/one", "--build", "2")
    try world.must("log", "fail", Self.target, "b/two", "--build", "10")
    try world.must("log", "fail", Self.target, "a/one", "--build", "10")
    #expect(try rows() == ["a/one \(Self.label): newer-build"])
    try world.must("new", "audit", "other", "--components", "b/**", "--build", "11")
    #expect(try rows() == ["a/one \(Self.label): newer-build", "b/two \(Self.target): newer-build"])
  }

  @Test("A build without a number that was not seen yet is newer")
  func names() throws {
    try world.must("log", "fail", Self.label, "a/one", "--build", "alpha")
    #expect(try rows() == [])
    try world.must("edit", "tracker", "--current-build", "beta")
    #expect(try rows() == ["a/one \(Self.label): newer-build"])
  }

  @Test("A pass is seen again for its age, a failure is not")
  func age() throws {
    try world.must("log", "fail", Self.label, "a/one")
    try world.must("log", "pass", Self.target, "b/two")
    #expect(try rows() == [])
    world.now += 200 * 86_400_000
    #expect(try rows() == ["b/two \(Self.target): stale"])
  }

  @Test("A failure is seen again when its waiver has run out")
  func waiver() throws {
    try world.must("log", "fail", Self.label, "a/one")
    try world.must(
      "new", "waiver", "a/one", Self.label, "--reason", "platform-limit", "--approver", "lead", "--until", "2026-03-01")
    #expect(try rows() == [])
    world.now += 86_400_000
    #expect(try rows() == ["a/one \(Self.label): waiver-expired"])
  }

  @Test("What testers differ about is seen again")
  func dispute() throws {
    try world.must("log", "fail", Self.label, "a/one", "--build", "1", "--tester", "t2")
    try world.must("log", "pass", Self.label, "a/one", "--build", "1", "--disagree")
    #expect(try rows() == ["a/one \(Self.label): disputed"])
  }
}
