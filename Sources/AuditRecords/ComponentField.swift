import AuditModel
import CanonicalJSON
import Terminal

/// The fields of a component that people and files can give, by the names that records and files use.
package enum ComponentField: String, CaseIterable {
  case kind, source, profile, style, title, owner, screens, tags, size
  case targetTier = "target_tier"
  case platforms, retired

  var isList: Bool { self == .screens || self == .tags || self == .platforms }

  /// Reads a field from text; the parts of a list are split by the caller.
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
      for text in texts { _ = try FieldRules.word(text, of: Platform.allCases.map(\.rawValue), "platform") }
      return try FieldRules.names(texts, "platform")
    default:
      throw .usage("value.invalid", "one \(rawValue) is wanted, not a list")
    }
  }

  private static func flag(_ text: String) throws(Problem) -> JSONValue {
    switch Switch(text) {
    case .on: return true
    case .off: return false
    case nil: throw .usage("value.invalid", "\(MessageText.quoted(text)) is neither yes nor no")
    }
  }
}
