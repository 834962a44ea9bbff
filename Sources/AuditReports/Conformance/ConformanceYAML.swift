import AuditModel

extension ConformanceReport {
  /// The draft as OpenACR 0.1.0 against the catalog of VPAT 2.5 with WCAG 2.2 and Section 508.
  ///
  /// A criterion without a term is listed without a component, so that a reader sees that it is open; the notes of its
  /// chapter give the reason.
  package var yaml: String {
    var product: [(key: String, value: YAMLText)] = [("name", .string(name))]
    if !self.product.version.isEmpty { product.append(("version", .string(self.product.version))) }
    let day = Timestamp(milliseconds: asOf).localDate(offset: 0)
    let levels: [(key: String, value: YAMLText)] = ConformanceLevel.allCases.map { level in
      ("success_criteria_level_\(level.rawValue.lowercased())", chapter(level))
    }
    let document: [(key: String, value: YAMLText)] = [
      ("title", .string("\(name) Accessibility Conformance Report")), ("product", .map(product)),
      // The schema requires an address; it is empty if none was specified.
      ("author", .map([("email", .string(self.product.contact))])), ("report_date", .string(day)),
      ("last_modified_date", .string(day)), ("notes", .string(notes)), ("evaluation_methods_used", .string(methods)),
      ("catalog", .string("2.5-edition-wcag-2.2-508-en")),
      ("chapters", .map(levels + Self.others)),
    ]
    return YAMLText.map(document).render()
  }

  private var name: String { product.name.isEmpty ? "Unnamed product" : product.name }

  private func chapter(_ level: ConformanceLevel) -> YAMLText {
    let criteria = entries(of: level).map { entry -> YAMLText in
      let components = entry.term.map { term -> [YAMLText] in
        let adherence: [(key: String, value: YAMLText)] = [
          ("level", .string(term.rawValue)), ("notes", .string(entry.remarks)),
        ]
        return [.map([("name", .string("software")), ("adherence", .map(adherence))])]
      }
      return .map([("num", .string(entry.standing.criterion.id)), ("components", .list(components ?? []))])
    }
    let notes = notes(of: level)
    return .map((notes.isEmpty ? [] : [("notes", .string(notes))]) + [("criteria", .list(criteria))])
  }

  /// The chapters that no check covers.
  private static var others: [(key: String, value: YAMLText)] {
    let chapters = [
      ("functional_performance_criteria", "Functional performance criteria require expert evaluation."),
      ("hardware", "The product is software."),
      ("software", "Chapter 5 was not tested: a11y has checks for the success criteria of WCAG."),
      ("support_documentation_and_services", "Documentation and services were not tested."),
    ]
    return chapters.map { (key: $0.0, value: .map([("notes", .string($0.1)), ("disabled", .bool(true))])) }
  }
}
