import CanonicalJSON

/// Judges at the end of a bundle whether all of it is as it was written, and finds words for what is not.
struct BundleVerdict {
  let summary: BundleSummary
  let members: JSONObject
  let limits: BundleLimits
  let chain: FactChain
  /// The hash over the lines' digests.
  let lines: SHA256
  let count: Int
  /// What is left of erased facts: line by replica and sequence.
  let stubs: StubLines

  /// - Throws: `BundleProblem` of code `digest`, which names the fact where one is to be named, or `fact` for one that
  ///   is there twice.
  func check() throws(BundleProblem) {
    if let (one, other) = chain.repeated() {
      throw BundleProblem(
        .fact, "facts \(one + 1) and \(other + 1) of the list are the same one", path: "$.facts[\(other)]")
    }
    guard summary.count == count else {
      throw BundleProblem(.digest, "the bundle says that it holds \(facts(summary.count)), and holds \(facts(count))")
    }
    if !chain.hasGivenUp { try checkChain() }
    var whole = lines
    whole.update(try HeaderForm.digest(members, limits: limits))
    guard whole.finalize() == summary.digest else { throw BundleProblem(.digest, changedElsewhere) }
  }

  /// Each fact that no other follows must be listed, and what is listed must be there.
  private func checkChain() throws(BundleProblem) {
    let ends = chain.ends
    let unlisted = ends.filter { !isListed($0) }
    // A fact that was changed is followed by none; nor is the one before it, if it was `prev` that was changed.
    if let last = unlisted.indices.first(where: { index in
      guard index + 1 < unlisted.count else { return true }
      let (one, next) = (unlisted[index], unlisted[index + 1])
      return one.replica != next.replica || one.mark.sequence + 1 != next.mark.sequence
    }) {
      throw changed(unlisted[last])
    }
    let found = Set(ends.map(\.mark.digest))
    for (replica, marks) in summary.ends.sorted(by: { $0.key < $1.key }) {
      for mark in marks where !found.contains(mark.digest) {
        throw BundleProblem(
          .digest, "\"ends\" names fact \(mark.sequence) of replica \(replica), which is not an end in this bundle",
          path: "$.ends")
      }
    }
    try checkUpto(found)
  }

  private func isListed(_ end: FactChain.End) -> Bool {
    summary.upto[end.replica] == end.mark || summary.ends[end.replica]?.contains(end.mark) == true
  }

  private func checkUpto(_ ends: Set<UInt64>) throws(BundleProblem) {
    let elsewhere = summary.upto.marks.filter { replica, mark in
      if ends.contains(mark.digest) { return false }
      return mark.sequence > summary.header.since[replica]?.sequence ?? 0
    }
    guard !elsewhere.isEmpty else { return }
    // One that another fact follows: rare, so all facts are looked through.
    var missing = Set(elsewhere.values.map(\.digest))
    for prefix in chain.prefixes where missing.contains(prefix) { missing.remove(prefix) }
    for (replica, mark) in elsewhere.sorted(by: { $0.key < $1.key }) where missing.contains(mark.digest) {
      throw BundleProblem(
        .digest, "\"upto\" names fact \(mark.sequence) of replica \(replica), which is not in this bundle",
        path: "$.upto")
    }
  }

  private func changed(_ fact: FactChain.End) -> BundleProblem {
    let name = "fact \(fact.mark.sequence) of replica \(fact.replica) (line \(fact.line))"
    if let line = stubs.line(after: fact) {
      return BundleProblem(
        .digest, "\(name), or what is left of the erased one after it (line \(line)), is not as it was written")
    }
    if isContradicted(fact) {
      return BundleProblem(
        .digest, "\(name), or what the end of the bundle says of it, is not as it was written")
    }
    return BundleProblem(.digest, "\(name) is not as it was written")
  }

  /// Whether the end of the bundle names a fact in the place of this one.
  private func isContradicted(_ fact: FactChain.End) -> Bool {
    let listed = (summary.ends[fact.replica] ?? []) + (summary.upto[fact.replica].map { [$0] } ?? [])
    let known = Set(chain.ends.map(\.mark.digest))
    return listed.contains { !known.contains($0.digest) }
  }

  /// What may have been changed when every fact that can be proved by others is as it was.
  private var changedElsewhere: String {
    if chain.hasGivenUp { return "a value is not as it was written; the facts are in no order that would tell which" }
    var places = ["a value beside the facts"]
    if !chain.isOrdered { places.append("the order of the facts") }
    if let line = stubs.first { places.append("a value of what is left of an erased fact (line \(line))") }
    return places.joined(separator: " or ") + " is not as it was written"
  }

  private func facts(_ count: Int) -> String { count == 1 ? "1 fact" : "\(count) facts" }
}

/// Where a bundle holds what is left of erased facts. The chain knows them by the digest of what was erased, so that
/// a change of such a line shows only beside it.
struct StubLines {
  /// More than these are not remembered: they only serve a sentence.
  private static let most = 100_000

  private var lines: [String: [Int64: Int]] = [:]
  private var count = 0
  private(set) var first: Int?

  mutating func add(replica: String, sequence: Int64, line: Int) {
    if first == nil { first = line }
    guard count < Self.most else { return }
    count += 1
    lines[replica, default: [:]][sequence] = line
  }

  func line(after fact: FactChain.End) -> Int? {
    lines[fact.replica]?[fact.mark.sequence + 1]
  }
}
