/// The source of a page, shown in its footer, so that a printed or mailed page can be traced.
package struct PageOrigin: Sendable {
  /// Of the facts: 64 hex digits.
  package var digest: String
  /// What was digested.
  package var digestOf: String
  package var facts: Int
  /// ISO 8601, UTC.
  package var asOf: String
  /// The filter, as on the command line; empty for everything.
  package var filter: String
  /// The revision of the built-in catalog.
  package var catalogue: String
  /// The version of the program.
  package var program: String

  package init(
    digest: String, digestOf: String = "their history", facts: Int, asOf: String, filter: String, catalogue: String,
    program: String
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
      (
        "History",
        "\(counted(facts, "entry", "entries")), digest "
          + "of \(digestOf) <code>\(digest)</code>"
      ),
      ("Catalog", "\(catalogue)"), ("Program", "a11y \(program)"),
    ]
    let list: HTMLText = rows.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>" }.joined(separator: "\n")
    return "<footer class=\"footer\">\n<h2>About this page</h2>\n<dl>\n\(list)\n</dl>\n</footer>\n"
  }
}
