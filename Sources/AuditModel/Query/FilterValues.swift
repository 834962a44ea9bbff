import Measuring

/// The values that a field of a query may have, and what a typed value is among them.
struct FilterValues {
  let field: Filter.Field

  /// The closed set of values, in the order in which they are listed; nil where any name is allowed.
  var choices: [String]? {
    switch field {
    case .status:
      Outcome.allCases.map(\.rawValue) + ["untested", "disputed", "contradicted", "overruled", "retested", "stale"]
    case .severity: ["1", "2", "3", "4", "critical", "serious", "moderate", "minor", "default"]
    case .impact: Impact.allCases.map(\.rawValue)
    case .method: Method.allCases.map(\.rawValue)
    case .platform: Platform.allCases.map(\.rawValue)
    case .profile: Profile.allCases.map(\.rawValue)
    case .level: ["A", "AA", "AAA", "house"]
    case .stale: ["yes", "no", "age", "build", "check", "registered", "source"]
    case .disputed, .waived: ["yes", "no"]
    case .state: ["open", "reviewed", "unmatched"] + FindingLife.State.allCases.map(\.rawValue).filter { $0 != "open" }
    default: nil
    }
  }

  /// The value as it is known: of a closed set in any case.
  ///
  /// - Throws: a sentence that names the value and what is expected, with what it may have been meant to be.
  func known(_ typed: String) throws(NameProblem) -> String {
    if field == .since || field == .until {
      do throws(TimestampError) {
        _ = try Timestamp.read(typed, localOffset: { _ in 0 })
      } catch {
        throw NameProblem("invalid date \"\(typed)\" for \(field.rawValue): \(error.reason)")
      }
      return typed
    }
    guard let choices else { return typed }
    let folded = typed.utf8.map(asciiLowered)
    if let known = choices.first(where: { $0.utf8.map(asciiLowered).elementsEqual(folded) }) { return known }
    let alike = suggestions(for: typed, among: choices)
    let expected = "expected \(choices.joined(separator: ", "))"
    let help = alike.isEmpty ? expected : "did you mean \(alike.prefix(2).joined(separator: " or "))? (\(expected))"
    throw NameProblem("invalid value \"\(typed)\" for \(field.rawValue); \(help)")
  }

  var example: String {
    switch field {
    case .status: "fail"
    case .severity: "1,2"
    case .since, .until: "2026-06-01"
    case .stale, .disputed, .waived: "yes"
    case .component: "'sign-in/**'"
    case .check: "'voiceover.*'"
    case .source: "'Views/**'"
    case .ticket: "APP-12"
    case .state: "unmatched"
    case .criterion: "2.5.8"
    case .level: "AA"
    default: "..."
    }
  }
}

extension Filter.Field {
  /// The closed set of values, in the order in which they are listed; nil where any name is allowed.
  package var choices: [String]? { FilterValues(field: self).choices }
}
