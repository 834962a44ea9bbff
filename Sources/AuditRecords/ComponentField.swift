import AuditModel
import CanonicalJSON
import Measuring
import Terminal

/// The fields of a component, by their names in records and files.
package enum ComponentField: String, CaseIterable {
  case kind, source, profile, style, title, owner, screens, tags, size
  case targetTier = "target_tier"
  case platforms, retired

  var isList: Bool { self == .screens || self == .tags || self == .platforms }

  /// Parses a field from text; the caller splits lists.
  func value(of text: String) throws(Problem) -> JSONValue {
    switch self {
    case .kind: try FieldRules.kind(text)
    case .profile: try FieldRules.word(text, of: Profile.allCases.map(\.rawValue), "profile")
    case .size: try FieldRules.size(text)
    case .targetTier: try FieldRules.targetTier(text)
    case .style: try FieldRules.style(text)
    case .source, .title, .owner: try FieldRules.line(text, rawValue)
    case .screens, .tags, .platforms: try value(of: [text])
    case .retired: try Self.flag(text)
    }
  }

  func value(of texts: [String]) throws(Problem) -> JSONValue {
    switch self {
    case .screens: return try FieldRules.names(texts, "screen")
    case .tags: return try FieldRules.names(texts, "tag")
    case .platforms:
      var names: [String] = []
      for text in texts {
        let word = try FieldRules.word(text, of: Platform.allCases.map(\.rawValue), "platform")
        names.append(word.stringValue ?? text)
      }
      return try FieldRules.names(names, "platform")
    default:
      throw .usage("value.invalid", "expected one \(rawValue), not a list")
    }
  }

  private static func flag(_ text: String) throws(Problem) -> JSONValue {
    switch Switch(text) {
    case .on: return true
    case .off: return false
    case nil: throw .usage("value.invalid", "invalid value \(MessageText.quoted(text)); expected yes or no")
    }
  }
}
