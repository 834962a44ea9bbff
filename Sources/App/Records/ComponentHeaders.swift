import Audit
import Base
import CommandLine
import Sessions

/// How to say what the columns of a team's own table of components are.
extension ComponentLines {
  package static let columnNames = (names + [Component.plannedField + "CHECK"]).joined(separator: ", ")
  static let wanted = "Add a header row; only key is required: \(columnNames)."

  /// What people call the columns, as `CellText.name` has it; of two headers for one column the first one is taken.
  private static let usual: [(column: String, names: Set<String>)] = [
    ("key", ["name", "id", "identifier", "component", "component_name", "component_id", "element", "control"]),
    ("title", ["label", "caption", "display_name", "description"]),
    ("kind", ["type", "role", "control_type", "component_type"]),
    ("screens", ["page", "pages", "view", "views"]),
    ("owner", ["assignee", "developer", "responsible", "team"]),
    ("source", ["file", "path", "file_name", "source_file"]),
  ]

  /// The pairs of `--map` that read a table with these headers, as far as their names say what they are.
  static func mapHints(_ headers: [String], _ map: ColumnMap?) -> [String] {
    let headers = headers.filter { !$0.isEmpty }
    func column(_ header: String) -> String? { map.map { $0.column(of: header, among: names) } ?? known(header) }
    var taken = Set(headers.compactMap(column))
    var (pairs, ignored): ([String], [String]) = ([], [])
    for header in headers where column(header) == nil && plannedCheck(header.lowercased()) == nil {
      let name = CellText.name(header)
      guard let meant = usual.first(where: { $0.names.contains(name) })?.column, taken.insert(meant).inserted else {
        ignored.append(header)
        continue
      }
      pairs.append("\(header.contains { ",=:\"".contains($0) } ? "\"\(header)\"" : header)=\(meant)")
    }
    let verb = map == nil ? "Pass --map" : "Add to --map"
    func listed(_ names: [String]) -> String { firstNamed(names.map { MessageText.quoted($0) }, 12) }
    guard taken.contains("key") else {
      return ["\(verb) \"HEADER=key\" with one of: \(listed(headers)).", wanted]
    }
    guard !pairs.isEmpty else { return ["\(verb) key=key to ignore \(listed(ignored)).", wanted] }
    let rest = ignored.isEmpty ? "" : ", which ignores \(listed(ignored))"
    return ["\(verb) \(ShellWord.quoted(pairs.joined(separator: ",")))\(rest).", wanted]
  }
}

/// The fields of a component, by their names in records and files.
package enum ComponentField: String, CaseIterable {
  case kind, source, profile, style, title, owner, screens, tags, size
  case hitArea = "hit_area"
  case targetTier = "target_tier"
  case platforms, retired, has

  var isList: Bool { [.screens, .tags, .platforms, .has].contains(self) }

  /// Parses a field from text; the caller splits lists.
  func value(of text: String) throws(Problem) -> JSONValue {
    switch self {
    case .kind: try FieldRules.kind(text)
    case .profile: try FieldRules.word(text, of: Profile.allCases.map(\.rawValue), "profile")
    case .size, .hitArea: try FieldRules.size(text)
    case .targetTier: try FieldRules.targetTier(text)
    case .style: try FieldRules.style(text)
    case .source, .title, .owner: try FieldRules.line(self == .source ? SourceLocation.slashes(text) : text, rawValue)
    case .screens, .tags, .platforms, .has: try value(of: [text])
    case .retired: try Self.flag(text)
    }
  }

  func value(of texts: [String]) throws(Problem) -> JSONValue {
    switch self {
    case .screens: return try FieldRules.names(texts, "screen")
    case .tags: return try FieldRules.names(texts, "tag")
    case .has: return try FieldRules.features(texts)
    case .platforms:
      let names = try texts.map { text throws(Problem) in
        try FieldRules.word(text, of: Platform.allCases.map(\.rawValue), "platform").stringValue ?? text
      }
      return try FieldRules.names(names, "platform")
    default:
      throw .usage("value.invalid", "expected one \(rawValue), not a list")
    }
  }

  private static func flag(_ text: String) throws(Problem) -> JSONValue {
    switch Switch.ofCell(text) {
    case .on: return true
    case .off: return false
    case nil: throw .usage("value.invalid", "invalid value \(MessageText.quoted(text)); expected yes or no")
    }
  }
}
