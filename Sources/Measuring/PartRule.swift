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
  package var spellings: [String: String]
  package var fit: Fit?
  /// The figures are those of the usual text size and do not apply to another.
  package var isOfUsualTextSize = false
  /// What is asked of each part, as in `3 columns up to xxLarge`; empty where the members say it.
  package var words: String
  /// A value as it is typed.
  package var example: String

  package init(
    noun: String, form: Form, spellings: [String: String] = [:], fit: Fit? = nil, words: String = "", example: String
  ) {
    self.noun = noun
    self.form = form
    self.spellings = spellings
    self.fit = fit
    self.words = words
    self.example = example
  }

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
  package var platforms: [Platform: [FixedPoint]]
  /// Whether a list that names none of these parts leaves the question open.
  package var isNeeded: Bool

  package init(
    names: [String], comparison: Measurement.Comparison, threshold: [FixedPoint],
    platforms: [Platform: [FixedPoint]] = [:], isNeeded: Bool = false
  ) {
    self.names = names
    self.comparison = comparison
    self.threshold = threshold
    self.platforms = platforms
    self.isNeeded = isNeeded
  }
}

/// Words in a row, for sentences.
package enum WordList {
  /// `a, b and c`.
  package static func and(_ words: [String]) -> String { joined(words, "and") }

  /// `a, b or c`.
  package static func or(_ words: [String]) -> String { joined(words, "or") }

  // Not `joined(separator:)`: see `Check.applies`.
  private static func joined(_ words: [String], _ last: String) -> String {
    guard let end = words.last, words.count > 1 else { return words.first ?? "" }
    var text = ""
    for word in words.dropLast() { text += text.isEmpty ? word : ", " + word }
    return "\(text) \(last) \(end)"
  }
}
