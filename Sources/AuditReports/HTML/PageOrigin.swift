/// Which facts made a page, and how: what stands at its foot, so that a printed or mailed page can be traced.
package struct PageOrigin: Sendable {
  /// Of the facts: 64 hex digits.
  package var digest: String
  /// What it is the digest of; empty for the bundle that holds the same facts, as `a11y export` writes it.
  package var digestOf: String
  package var facts: Int
  /// ISO 8601, UTC.
  package var asOf: String
  /// What was asked for, as on the command line; empty where that was everything.
  package var filter: String
  /// The revision of the built-in catalogue.
  package var catalogue: String
  /// The version of the program.
  package var program: String

  package init(
    digest: String, digestOf: String = "", facts: Int, asOf: String, filter: String, catalogue: String, program: String
  ) {
    self.digest = digest
    self.digestOf = digestOf
    self.facts = facts
    self.asOf = asOf
    self.filter = filter
    self.catalogue = catalogue
    self.program = program
  }

  var footer: HTMLText {
    let rows: [(HTMLText, HTMLText)] = [
      ("As of", "<time datetime=\"\(asOf)\">\(asOf)</time>"), ("Filter", filter.isEmpty ? "none" : .people(filter)),
      ("Facts", "\(counted(facts, "fact")), digest \(digestOf.isEmpty ? "" : "of \(digestOf) ")<code>\(digest)</code>"),
      ("Catalogue", "\(catalogue)"), ("Program", "a11y \(program)"),
    ]
    let list: HTMLText = rows.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>" }.joined(separator: "\n")
    return "<footer class=\"footer\">\n<h2>How this page was made</h2>\n<dl>\n\(list)\n</dl>\n</footer>\n"
  }
}
