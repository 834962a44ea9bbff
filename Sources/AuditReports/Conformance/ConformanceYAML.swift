import AuditFigures
import AuditModel

extension ConformanceReport {
  /// The draft as OpenACR 0.1.0 against the catalog of its edition.
  ///
  /// A criterion without a term is listed without a component, so that a reader sees that it is open; the notes of its
  /// chapter give the reason.
  package var yaml: String {
    let levels: [(key: String, value: YAMLText)] = ConformanceLevel.allCases.map { level in
      ("success_criteria_level_\(level.rawValue.lowercased())", chapter(level))
    }
    let document: [(key: String, value: YAMLText)] =
      [
        ("title", .string("\(name) Accessibility Conformance Report")),
        ("product", .map([("name", .string(name))] + Self.filled([("version", details.version)]))),
        // The schema requires an address; it is empty if none was specified.
        ("author", .map(Self.filled([("name", details.author)]) + [("email", .string(details.contact))])),
      ] + vendor + [
        ("report_date", .string(day)), ("last_modified_date", .string(day)), ("notes", .string(notes.markdown)),
        // Markdown of the person who runs the command, or ours.
        ("evaluation_methods_used", .string(details.methods.isEmpty ? methodsUsed.markdown : details.methods)),
      ] + Self.filled([("license", details.license)]) + [
        ("catalog", .string(edition.id)),
        ("chapters", .map(levels + chapters.map { ($0.chapter.id, $0.yaml) })),
      ]
    return YAMLText.map(document).render()
  }

  private var vendor: [(key: String, value: YAMLText)] {
    guard !details.vendor.isEmpty || !details.vendorContact.isEmpty else { return [] }
    let address: [(key: String, value: YAMLText)] = [("email", .string(details.vendorContact))]
    return [("vendor", .map(Self.filled([("company_name", details.vendor)]) + address))]
  }

  private static func filled(_ members: [(String, String)]) -> [(key: String, value: YAMLText)] {
    members.filter { !$0.1.isEmpty }.map { (key: $0.0, value: .string($0.1)) }
  }

  private func chapter(_ level: ConformanceLevel) -> YAMLText {
    let criteria = entries(of: level).map { entry in
      YAMLText.answer(
        entry.standing.criterion.id, of: "software", entry.term.map { ($0, entry.remarks) })
    }
    let notes = notes(of: level).map { [(key: "notes", value: YAMLText.string($0.markdown))] } ?? []
    return .map(notes + [("criteria", .list(criteria))])
  }
}

extension ConformanceReport.Chapter {
  /// Without a verdict the chapter is not part of the report.
  fileprivate var yaml: YAMLText {
    let notes: [(key: String, value: YAMLText)] = [("notes", .string(notes.markdown))]
    guard !verdicts.isEmpty else { return .map(notes + [("disabled", .bool(true))]) }
    let criteria = chapter.rows.map { YAMLText.answer($0.id, of: "none", answer($0)) }
    return .map(notes + [("disabled", .bool(false)), ("criteria", .list(criteria))])
  }
}

extension YAMLText {
  /// A criterion with its term for a component, or without one.
  fileprivate static func answer(
    _ id: String, of component: String, _ answer: (term: ConformanceTerm, remarks: ConformanceRemarks)?
  ) -> YAMLText {
    let components = answer.map { answer -> [YAMLText] in
      let adherence: [(key: String, value: YAMLText)] = [
        ("level", .string(answer.term.rawValue)), ("notes", .string(answer.remarks.markdown)),
      ]
      return [.map([("name", .string(component)), ("adherence", .map(adherence))])]
    }
    return .map([("num", .string(id)), ("components", .list(components ?? []))])
  }
}
