import Audit
import Base
package import Store

/// Reads bundles (`Bundles` in the documentation of this module has the format), piece by piece, in memory that does
/// not grow with the file.
///
/// What was read is only to be trusted once the call returns: until then a consumer keeps it aside, as in a
/// transaction that it rolls back. Nothing that can be in a file makes this trap.
package struct BundleReader {
  package var limits: BundleLimits
  /// Bytes of the file that make a batch.
  package var windowBytes = 1 << 20

  package init(limits: BundleLimits = .standard) {
    self.limits = limits
  }

  /// Reads all of a bundle.
  ///
  /// - Parameters:
  ///   - header: called once. Before the facts if the header is there, as in every bundle that no other
  ///     tool has sorted; otherwise behind them.
  ///   - facts: called with some thousand facts at a time, in the order of the file. The batch is its own during the
  ///     call only.
  /// - Returns: what the bundle says of itself, once all of it was found to be as it was written.
  /// - Throws: `BundleProblem`, or what a closure has thrown.
  package func read(
    _ source: ByteSource, header: (BundleHeader) throws -> Void = { _ in }, facts: (FactBatch) throws -> Void
  ) throws -> BundleSummary {
    try withoutActuallyEscaping(header) { header in
      try withoutActuallyEscaping(facts) { facts in
        var parse = BundleParse(
          limits: limits, windowBytes: windowBytes, source: source, header: header, facts: facts)
        return try parse.run()
      }
    }
  }
}

/// Judges at the end of a bundle whether all of it is as it was written, and finds words for what is not.
struct BundleVerdict {
  let summary: BundleSummary
  let members: JSONObject
  let limits: BundleLimits
  let chain: FactChain
  /// The hash over the lines' digests.
  let lines: SHA256
  let count: Int
  /// The line of the first fact of which only the header is there; nil where there is none.
  let firstHeader: Int?

  /// - Throws: `BundleProblem` of code `digest`, which names the fact where one is to be named, or `fact` for one that
  ///   is there twice.
  func check() throws(BundleProblem) {
    if let (one, other) = chain.repeated() {
      throw BundleProblem(
        .fact, "facts \(one + 1) and \(other + 1) of the list are identical", path: "$.facts[\(other)]")
    }
    guard summary.count == count else {
      throw BundleProblem(.digest, "the bundle lists \(facts(summary.count)), but holds \(facts(count))")
    }
    if !chain.hasGivenUp { try checkChain() }
    var whole = lines
    whole.update(try HeaderForm.digest(members, limits: limits))
    guard whole.finalize() == summary.digest else { throw BundleProblem(.digest, changedElsewhere) }
  }

  /// Each fact that no other follows must be listed, and what is listed must be there.
  private func checkChain() throws(BundleProblem) {
    let ends = chain.ends
    let found = Set(ends.map(\.mark.reference))
    let listed = summary.ends.mapValues(Set.init)
    let unlisted = ends.filter { end in
      summary.upto[end.replica] != end.mark && listed[end.replica]?.contains(end.mark) != true
    }
    // A fact that was changed is followed by none; nor is the one before it, if it was `prev` that was changed.
    if let last = unlisted.indices.first(where: { index in
      guard index + 1 < unlisted.count else { return true }
      let (one, next) = (unlisted[index], unlisted[index + 1])
      return one.replica != next.replica || one.mark.sequence + 1 != next.mark.sequence
    }) {
      throw changed(unlisted[last], of: found)
    }
    for (replica, marks) in summary.ends.sorted(by: { $0.key < $1.key }) {
      for mark in marks where !found.contains(mark.reference) {
        throw BundleProblem(
          .digest, "\"ends\" names fact \(mark.sequence) of replica \(replica), which is not an end in this bundle",
          path: "$.ends")
      }
    }
    try checkUpto(found)
  }

  private func checkUpto(_ ends: Set<FactReference>) throws(BundleProblem) {
    let elsewhere = summary.upto.marks.filter { replica, mark in
      if ends.contains(mark.reference) { return false }
      return mark.sequence > summary.header.since[replica]?.sequence ?? 0
    }
    guard !elsewhere.isEmpty else { return }
    // One that another fact follows: rare, so all facts are looked through.
    var missing = Set(elsewhere.values.map(\.reference))
    for prefix in chain.prefixes where missing.contains(prefix) { missing.remove(prefix) }
    for (replica, mark) in elsewhere.sorted(by: { $0.key < $1.key }) where missing.contains(mark.reference) {
      throw BundleProblem(
        .digest, "\"upto\" names fact \(mark.sequence) of replica \(replica), which is not in this bundle",
        path: "$.upto")
    }
  }

  private func changed(_ fact: FactChain.End, of ends: Set<FactReference>) -> BundleProblem {
    let name = "fact \(fact.mark.sequence) of replica \(fact.replica) (line \(fact.line))"
    if isContradicted(fact, ends) {
      return BundleProblem(
        .digest, "\(name), or what the end of the bundle says of it, is not as it was written")
    }
    return BundleProblem(.digest, "\(name) is not as it was written")
  }

  /// Whether the end of the bundle names a fact in the place of this one.
  private func isContradicted(_ fact: FactChain.End, _ ends: Set<FactReference>) -> Bool {
    let listed = (summary.ends[fact.replica] ?? []) + (summary.upto[fact.replica].map { [$0] } ?? [])
    return listed.contains { !ends.contains($0.reference) }
  }

  /// What may have been changed when every fact that can be proved by others is as it was.
  private var changedElsewhere: String {
    if chain.hasGivenUp { return "a value is not as it was written; the facts are in no order that would tell which" }
    var places = ["a value beside the facts"]
    if !chain.isOrdered { places.append("the order of the facts") }
    // With its content and without it a fact is the same to the facts that name it.
    if let line = firstHeader { places.append("a fact without its content (line \(line))") }
    return places.joined(separator: " or ") + " is not as it was written"
  }

  private func facts(_ count: Int) -> String { count == 1 ? "1 fact" : "\(count) facts" }
}
