/// One number that a document sets a limit for: a row of data, judged like any other measurement.
package struct NumericLimit: Equatable, Sendable {
  /// What is typed to look it up, such as `tabs`.
  package var name: String
  /// What the number counts, as the title of a verdict.
  package var title: String
  package var measurement: Measurement
  /// The figure that is better than the limit; not reaching it is no failure.
  package var preferred: FixedPoint?
  /// The check of the built-in catalogue.
  package var check: String
  /// Source document and section.
  package var source: String
  /// The reading taken where sources differ, with its number in the register of conflicts.
  package var reading: String?

  init(
    _ name: String, _ title: String, _ comparison: Measurement.Comparison, _ threshold: [FixedPoint], unit: String,
    preferred: FixedPoint? = nil, check: String, source: String, reading: String? = nil
  ) {
    self.name = name
    self.title = title
    let isPercent = unit == "percent"
    measurement = Measurement(
      type: isPercent ? "percent" : "number", unit: isPercent ? "" : unit, comparison: comparison, threshold: threshold)
    self.preferred = preferred
    self.check = check
    self.source = source
    self.reading = reading
  }

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
  package static func named(_ text: String) throws(MeasureError) -> NumericLimit {
    let hint = "Write one of \(all.map { $0.name }.joined(separator: ", "))."
    guard text.utf8.count <= 100 else {
      throw MeasureError(.tooLong, "The name is longer than 100 characters.", hint: hint)
    }
    let key = String(text.lowercased().map { $0 == " " || $0 == "_" ? "-" : $0 })
    guard let found = all.first(where: { $0.name.utf8.elementsEqual(key.utf8) }) else {
      throw MeasureError(.unknownName, "There is no limit called \(MeasureError.quote(text)).", hint: hint)
    }
    return found
  }
}
