import Audit
import Base
import CommandLine
import Store

/// The platforms of the app, which a new component has unless it names its own: they are asked for once.
struct AppPlatforms {
  /// Those of each app in use.
  private var apps: [[String]]

  /// An app that someone registers who is not followed says nothing: it would take checks from the components of others.
  init(_ reader: Reader) throws {
    let found = try reader.components().filter { $0.kind == Self.kind && !$0.isRetired }
    apps = try found.filter { try reader.isOfFollowed("component", $0.key, fields: ["kind", "platforms"]) }.map {
      $0.platforms.map(\.rawValue)
    }
  }

  /// Takes a component into account that was added since.
  mutating func add(_ fields: JSONObject) {
    guard fields["kind"]?.stringValue == Self.kind else { return }
    apps.append(fields["platforms"]?.arrayValue?.compactMap(\.stringValue) ?? [])
  }

  /// Gives a new component what it does not say itself; empty platforms are an answer, too. Apps that differ leave it open.
  func fill(_ fields: inout JSONObject) {
    guard fields["platforms"] == nil, fields["kind"]?.stringValue != Self.kind, let first = apps.first, !first.isEmpty,
      apps.allSatisfy({ $0 == first })
    else { return }
    fields["platforms"] = .array(first.map { .string($0) })
  }

  /// The component that stands for the app in a new tracker.
  static func app(_ platforms: [String], title: String?) throws(Problem) -> JSONObject {
    var fields: JSONObject = ["kind": .string(kind)]
    fields["platforms"] = try ComponentField.platforms.value(of: platforms)
    if let title, !title.isEmpty { fields["title"] = try FieldRules.line(title, "title") }
    return fields
  }

  /// The kind of the app, and the key that it gets.
  static let kind = "app"
}
