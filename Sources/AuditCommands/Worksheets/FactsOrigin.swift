import AuditCatalog
import AuditModel
import AuditReports
import AuditStore
import AuditSync

/// What stands at the foot of a page: which facts made it.
enum FactsOrigin {
  /// The digest is the one of `a11y export` at this moment, so that a page can be held against a bundle.
  ///
  /// Takes as long as an export.
  static func of(_ reader: Reader, filter: String) throws -> PageOrigin {
    let export = try BundleExport.full(reader)
    // Nothing is written, so there is nothing to limit.
    var limits = BundleLimits.standard
    limits.facts = .max
    limits.fileBytes = .max
    var writer = try BundleWriter(export.header, limits: limits) { _ in }
    let summary = try export.write(reader, with: &writer)
    return PageOrigin(
      digest: summary.digestText, facts: summary.count, asOf: Timestamp(milliseconds: reader.now).iso8601,
      filter: filter, catalogue: Catalog.revision, program: Program.version)
  }
}
