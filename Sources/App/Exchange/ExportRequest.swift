import Audit
package import CommandLine
package import Exchange
import Sessions
package import Store

/// What is to be exported, as the flags say.
package struct ExportRequest {
  let audit: String?
  private let since: Since
  let query: Filter?
  let isRedacted: Bool
  /// The recipient of facts of tests with children; nil if these facts are not exported.
  package let handingOn: SessionRecipients?
  package let limits: BundleLimits
  private let isPartial: Bool

  package init(_ context: Context) throws {
    let arguments = context.arguments
    audit = arguments.positional(0)
    limits = try LimitFlag.limits(arguments)
    isRedacted = arguments.has(.redact)
    isPartial = audit != nil || arguments.has(.query) || isRedacted
    handingOn = try SessionRecipients(context)
    since = try Since(context, limits)
    query = try arguments.string(.query).map { text throws(Problem) in
      do throws(NameProblem) {
        return try Filter(parsing: text)
      } catch {
        throw .usage("query.invalid", error.message, hints: ["Run \"a11y help query\" for the query syntax."])
      }
    }
  }

  /// The export of what the reader sees.
  package func export(_ reader: Reader) throws -> BundleExport {
    guard isPartial else {
      return try .full(reader, since: try since.vector(reader), recipient: handingOn?.recipient)
    }
    var filter = query ?? Filter()
    if let audit {
      filter.terms.append(Filter.Term(.audit, [try NameFinder.record("audit", audit, reader)]))
    }
    let words = [query.map(\.source), audit.map { "audit:\($0)" }].compactMap { $0 }.joined(separator: " ")
    let header = BundleHeader(
      tracker: try reader.identity().tracker, scope: .partial, query: words.isEmpty ? nil : words,
      isRedacted: isRedacted)
    return BundleExport(header, try selection(filter, reader))
  }

  /// The results that match, and the facts that give them meaning: registers, undone results, erasures.
  private func selection(_ filter: Filter, _ reader: Reader) throws -> FactSelection {
    let matching = filter.terms.isEmpty ? nil : try reader.matchingFacts(filter)
    let withheld = try BundleExport.withheld(reader)
    return FactSelection { place in
      if withheld.contains(place.number) { return false }
      if isRedacted, place.hasNote || place.isRemark { return false }
      guard let matching, place.isQueried else { return true }
      return matching.contains(place.number)
    }
  }
}

/// `--since FILE` or `--since REPLICA:NUMBER,...`: what the receiver has.
private struct Since {
  private var text = ""
  private var stored: VersionVector?

  init(_ context: Context, _ limits: BundleLimits) throws {
    guard let text = context.arguments.string(.since) else { return }
    self.text = text
    // A name with colons and no file behind it is a vector.
    let path = try context.world.absolute(text)
    guard context.world.files.exists(path) || !text.contains(":") else { return }
    stored = try Self.end(of: path, named: text, limits)
  }

  func vector(_ reader: Reader) throws -> VersionVector {
    if let stored { return stored }
    guard !text.isEmpty else { return VersionVector() }
    guard let vector = try VersionVector(words: text, reader) else {
      throw Problem.usage(
        "flag.value", "invalid value \(MessageText.quoted(text)) for --since; expected a bundle or REPLICA:NUMBER,...")
    }
    return vector
  }

  private static func end(of path: String, named text: String, _ limits: BundleLimits) throws -> VersionVector {
    let summary: BundleSummary
    do {
      summary = try BundleFile(path: path, limits: limits).read(BundleReader(limits: limits), facts: { _ in })
    } catch let problem as BundleProblem {
      throw problem.problem(of: text)
    }
    guard summary.header.scope == .full else {
      throw Problem(
        .badInput, code: "since.partial", "\(MessageText.quoted(text)) is a partial export",
        hints: ["Pass a complete export to --since: a partial export does not show which entries it leaves out."])
    }
    return summary.upto
  }
}
