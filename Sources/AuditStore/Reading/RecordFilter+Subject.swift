package import AuditModel

extension RecordFilter {
  /// Whether a record is asked for.
  ///
  /// - Parameters:
  ///   - component: what it is about; empty for none, as `check`.
  ///   - own: the fields that it answers itself, with its values.
  ///   - time: when it was made, ms UTC; nil where that is not asked.
  ///   - texts: where free words are looked for.
  /// - Throws: `Refusal.invalid` for a text of the query that is no date.
  package func accepts(
    component: String = "", check: String = "", _ own: [Filter.Field: [String]] = [:], time: Int64? = nil,
    texts: [String] = []
  ) throws -> Bool {
    try accepts(component: component, check: check) && own.allSatisfy { accepts($0.key, $0.value) }
      && (time.map { try accepts(time: $0) } ?? true) && accepts(texts: texts)
  }
}
