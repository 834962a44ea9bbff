import Base

/// What a check asks of each named part of what it measures: of each color its variants, of each interaction one
/// haptic, of each text size its number of columns.
///
/// A value for it is a list, see ``MeasuredParts``; a plain figure stays possible beside it.
package struct PartRule: Equatable, Sendable {
  package enum Form: Equatable, Sendable {
    /// Every part has all of these members.
    case all([String])
    /// Every part has one of these members or none.
    case atMostOne([String])
    /// Every part has one of these names, and a figure.
    case figures([PartFigure])
  }

  /// A rule beyond the form, kept as code because it looks at the component.
  package enum Fit: String, CaseIterable, Sendable {
    /// The haptic fits the interaction, the kind, the style and the profile (child-touch-guide, When to Use Each Type).
    case haptics
  }

  /// What one part is: `colour`, `interaction`, `text size`.
  package var noun: String
  package var form: Form
  /// Other spellings of members, in small letters.
  package var spellings: [String: String] = [:]
  package var fit: Fit?
  /// The figures are those of the usual text size and do not apply to another.
  package var isOfUsualTextSize = false
  /// What is asked of each part, as in `3 columns up to xxLarge`; empty where the members say it.
  package var words = ""
  /// A value as it is typed.
  package var example: String

  /// What is asked of each part, in words.
  package var wording: String {
    if !words.isEmpty { return "of each \(noun): \(words)" }
    return switch form {
    case .all(let members): "of each \(noun): \(WordList.and(members))"
    case .atMostOne(let members): "of each \(noun): at most one of \(WordList.and(members))"
    case .figures: "of each \(noun): its figure"
    }
  }
}

/// The figure that some of the names of a ``PartRule`` are compared with.
package struct PartFigure: Equatable, Sendable {
  /// All the spellings of the parts that it is for.
  package var names: [String]
  package var comparison: Measurement.Comparison
  package var threshold: [FixedPoint]
  /// Other figures for components that are on one platform alone.
  package var platforms: [Platform: [FixedPoint]] = [:]
  /// Whether a list that names none of these parts leaves the question open.
  package var isNeeded = false
}

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
    guard let found = all.first(where: { $0.name.hasSameBytes(as: key) }) else {
      throw MeasureError(.unknownName, "Unknown limit \(MeasureError.quote(text)).", hint: hint)
    }
    return found
  }
}

/// The systems a check or a component is about.
package enum Platform: String, CaseIterable, Sendable {
  case iOS
  case iPadOS
  case macOS
  case tvOS
  case watchOS
  case visionOS

  /// Those that a check is for where it names none.
  package static let usual: [Platform] = [.iOS, .iPadOS, .macOS]

  /// In a sentence: `iOS, iPadOS, or macOS`.
  package static var choices: String {
    allCases.dropLast().map(\.rawValue).joined(separator: ", ") + ", or " + visionOS.rawValue
  }
}

/// Whom a component is for; haptics and size tiers follow it.
package enum Profile: String, CaseIterable, Sendable {
  case general
  case child
}

/// Where in which source document a check comes from.
package struct SourcePlace: Equatable, Sendable {
  package var document: String
  package var section: String
}
