import AuditModel
import CanonicalJSON

/// Reads the reference of traits and of the modifiers around them.
enum TraitReading {
  static func trait(_ value: JSONValue) throws(CatalogProblem) -> TraitEntry {
    let members = try Members(of: value, name: "trait")
    let swiftUI = try optionalObject(members, "swiftui")
    let uiKit = try optionalObject(members, "uikit")
    return TraitEntry(
      name: try members.text("name"),
      document: try members.text("source"),
      sourceSays: try members.text("source_says"),
      swiftUIName: try swiftUI?.optionalText("name"),
      swiftUISince: try swiftUI?.dictionary("since") ?? [:],
      uiKitName: try uiKit?.optionalText("name"),
      uiKitSinceIOS: try uiKit?.optionalText("since_iOS"),
      validity: try members.word("validity"),
      meaning: try members.text("meaning"),
      useWhen: try members.text("use_when"),
      check: try members.text("check"),
      note: try members.optionalText("note"))
  }

  static func uiKitTrait(_ value: JSONValue) throws(CatalogProblem) -> UIKitTrait {
    let members = try Members(of: value, name: "UIKit trait")
    return UIKitTrait(
      name: try members.text("uikit"),
      sinceIOS: try members.text("since_iOS"),
      meaning: try members.text("meaning"),
      swiftUIWay: try members.text("swiftui_way"))
  }

  private static func optionalObject(_ members: Members, _ key: String) throws(CatalogProblem) -> Members? {
    guard let value = members.value(key) else { return nil }
    return try at(.member(key)) { () throws(CatalogProblem) in try Members(of: value, name: "member of \(key)") }
  }
}
