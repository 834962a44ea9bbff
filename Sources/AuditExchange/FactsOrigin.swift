import Arguments
import AuditCatalog
import AuditModel
package import AuditReports
package import AuditStore
import AuditSync

/// The footer of a page: the facts that it was made from.
package enum FactsOrigin {
  /// The digest is made from the ends of the chains of facts: the same facts give the same digest on every machine, at
  /// almost no cost. Data about children is not in it, as it is not in a bundle.
  package static func of(_ reader: Reader, filter: String) throws -> PageOrigin {
    let found = try reader.factsDigest(without: BundleExport.withheld(reader))
    return PageOrigin(
      digest: found.text, facts: found.facts,
      asOf: Timestamp(milliseconds: reader.now).iso8601, filter: filter, catalogue: Catalog.revision,
      program: Program.version)
  }
}
