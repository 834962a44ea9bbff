/// One number that a document sets a limit for: a row of the catalog, from which the check that judges it, `calc` and
/// `lookup` all take their figure.
package struct NumericLimit: Equatable, Sendable {
  /// What is typed to look it up, such as `tabs`.
  package var name: String
  /// What the number counts, as the title of a verdict.
  package var title: String
  package var measurement: Measurement
  /// The figure that is better than the limit; not reaching it is no failure.
  package var preferred: FixedPoint?
  /// The check of the built-in catalog that judges it.
  package var check: String
  package var sources: [SourcePlace]
  /// The reading taken where sources differ, with its number in the register of conflicts.
  package var reading: String?

  package init(
    name: String, title: String, measurement: Measurement, preferred: FixedPoint? = nil, check: String,
    sources: [SourcePlace], reading: String? = nil
  ) {
    self.name = name
    self.title = title
    self.measurement = measurement
    self.preferred = preferred
    self.check = check
    self.sources = sources
    self.reading = reading
  }

  /// Documents and sections, for a verdict.
  package var source: String { sources.map { "\($0.document), \($0.section)" }.joined(separator: "; ") }

  package var minimum: FixedPoint? {
    switch measurement.comparison {
    case .atLeast, .between, .equal: measurement.threshold.first
    case .atMost, .multipleOf: nil
    }
  }

  package var maximum: FixedPoint? {
    switch measurement.comparison {
    case .atMost, .between, .equal: measurement.threshold.last
    case .atLeast, .multipleOf: nil
    }
  }

  package var unit: String { measurement.valueUnit }

  /// Finds a limit by its name; spaces and underscores stand for hyphens, capitals for small letters.
  package static func named(_ text: String, in all: [NumericLimit]) throws(MeasureError) -> NumericLimit {
    let hint = "Write one of \(all.map { $0.name }.joined(separator: ", "))."
    guard text.utf8.count <= 100 else {
      throw MeasureError(.tooLong, "The name is longer than 100 characters.", hint: hint)
    }
    let key = String(text.lowercased().map { $0 == " " || $0 == "_" ? "-" : $0 })
    guard let found = all.first(where: { $0.name.utf8.elementsEqual(key.utf8) }) else {
      throw MeasureError(.unknownName, "Unknown limit \(MeasureError.quote(text)).", hint: hint)
    }
    return found
  }
}
