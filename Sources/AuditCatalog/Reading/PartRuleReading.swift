import AuditModel
import CanonicalJSON
import Measuring

/// Reads what a check asks of each named part.
///
///     "parts": {
///       "of": "color", "wanted": "all", "members": ["light", "dark"],   all, at-most-one or figure lint:ok JSON key
///       "spellings": {"day": "light"}, "words": "both", "example": "brand: light dark"
///     }
///
/// With `figure`, `figures` stands for the members: `names` (all spellings of the parts), `comparison`, `threshold`,
/// `platforms`, and `needed` where a list without any of the names leaves the question open. `usual_text_size` says
/// that the figures hold for the usual text size alone.
enum PartRuleReading {
  enum Wanted: String, CaseIterable {
    case all
    case atMostOne = "at-most-one"
    case figure
  }

  static func rule(_ value: JSONValue, refusesUnknown: Bool) throws(CatalogProblem) -> PartRule {
    let members = try Members(of: value, name: "rule for parts")
    if refusesUnknown {
      try members.refuseUnknown(except: [
        "of", "wanted", "members", "figures", "spellings", "words", "example", "fits", "usual_text_size",
      ])
    }
    let wanted: Wanted = try members.word("wanted")
    let form: PartRule.Form
    switch wanted {
    case .all: form = .all(try words(members))
    case .atMostOne: form = .atMostOne(try words(members))
    case .figure: form = .figures(try figures(members, refusesUnknown: refusesUnknown))
    }
    let spellings = try members.dictionary("spellings")
    for (spelling, member) in spellings where !names(of: form).contains(member) {
      throw CatalogProblem(wanted: "one of the members", found: Excerpt.quoted(member))
        .inside(.member(spelling)).inside(.member("spellings"))
    }
    var rule = PartRule(
      noun: try members.text("of", limit: Members.shortText), form: form, spellings: spellings,
      fit: try members.optionalWord("fits"), words: try members.optionalText("words") ?? "",
      example: try members.text("example", limit: Members.shortText))
    rule.isOfUsualTextSize = members.value("usual_text_size") == true
    return rule
  }

  private static func names(of form: PartRule.Form) -> [String] {
    switch form {
    case .all(let members), .atMostOne(let members): members
    case .figures: []
    }
  }

  /// Words without white space, commas, colons and semicolons, which part them in a value.
  private static func words(_ members: Members) throws(CatalogProblem) -> [String] {
    let words = try members.requiredList("members") { value throws(CatalogProblem) in
      let word = try Members.text(value, limit: Members.shortText)
      if let form = Identifiers.faultInWord(word) {
        throw CatalogProblem(wanted: form, found: Excerpt.quoted(word))
      }
      return word
    }
    guard !words.isEmpty else {
      throw CatalogProblem(wanted: "at least one member", found: "none").inside(.member("members"))
    }
    return words
  }

  private static func figures(_ members: Members, refusesUnknown: Bool) throws(CatalogProblem) -> [PartFigure] {
    let figures = try members.requiredList("figures") { value throws(CatalogProblem) in
      let figure = try Members(of: value, name: "figure of a part")
      if refusesUnknown {
        try figure.refuseUnknown(except: ["names", "comparison", "threshold", "platforms", "needed"])
      }
      let comparison: Measurement.Comparison = try figure.word("comparison")
      let names = try figure.texts("names")
      guard !names.isEmpty else {
        throw CatalogProblem(wanted: "at least one name", found: "none").inside(.member("names"))
      }
      return PartFigure(
        names: names, comparison: comparison, threshold: try MeasurementReading.threshold(figure, for: comparison),
        platforms: try MeasurementReading.platforms(figure, for: comparison),
        isNeeded: figure.value("needed") == true)
    }
    guard !figures.isEmpty else {
      throw CatalogProblem(wanted: "at least one figure", found: "none").inside(.member("figures"))
    }
    return figures
  }
}
