/// The types that all files declare, by what they are.
struct SourceTypes {
  /// `View`, and the protocols of the app that are views.
  private(set) var protocols: Set = ["View"]
  private(set) var views: Set<String> = []
  /// What shows a view of UIKit or AppKit.
  private(set) var wrapping: Set<String> = []
  /// What shows views but is none: modifiers, toolbars, scenes.
  private var parts: Set = ["View"]
  private(set) var declared: Set<String> = []

  init(_ files: [SourceCode]) {
    let all = files.flatMap { Array($0.members.types.values) }
    declared = Set(all.lazy.filter { $0.keyword != "extension" }.map(\.name))
    // A protocol may follow another one that is declared later.
    for _ in 0..<Self.longestLine {
      for type in all where type.keyword == "protocol" && !type.parents.isDisjoint(with: protocols) {
        protocols.insert(type.name)
      }
    }
    for type in all {
      if !type.parents.isDisjoint(with: protocols), type.keyword != "protocol" { views.insert(type.name) }
      if type.parents.contains(where: Self.wraps) { wrapping.insert(type.name) }
      if !type.parents.isDisjoint(with: Self.around) { parts.insert(type.name) }
    }
    wrapping.subtract(views)
  }

  /// Above any line of protocols that a person writes.
  private static let longestLine = 4

  private static let around: Set = [
    "ViewModifier", "ToolbarContent", "CustomizableToolbarContent", "Commands", "Scene", "App", "Widget",
  ]

  private static func wraps(_ parent: String) -> Bool {
    parent.hasSuffix("ViewRepresentable") || parent.hasSuffix("ViewControllerRepresentable")
  }

  /// Whether what a type shows is a part of the view that shows the type.
  func isView(_ type: String) -> Bool { views.contains(type) || parts.contains(type) || protocols.contains(type) }
}
