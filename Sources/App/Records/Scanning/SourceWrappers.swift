/// Views of the app, and functions of them, that draw a control and are given its words: each use of one is a control.
///
/// `struct RowButton: View { let title: String; var body: some View { Button(title) {} } }` has no words of its own,
/// and `RowButton(title: "Help")` on a screen is what a person touches there.
struct SourceWrappers {
  /// The kind of the control, by the type of the view.
  private var kinds: [String: String] = [:]
  /// Those whose uses have words.
  private var named: Set<String> = []
  /// The arguments whose words their control shows, by the type of the view.
  private var shown: [String: [String]] = [:]

  private static let plain: Set = [
    "button", "icon-button", "toggle", "slider", "stepper", "picker", "form-field", "search-field", "menu", "link",
    "list-row", "progress",
  ]
  /// `Action` draws an `AsyncButton`, which draws a button.
  private static let deepest = 4

  init(_ outlines: [SourceOutline], _ types: SourceTypes, _ screens: [String: String]) {
    var controls: [String: [SourceOutline.Control]] = [:]
    // Progress inside a button is shown while it works.
    for control in outlines.flatMap(\.controls) where control.kind != "progress" {
      controls[control.owner, default: []].append(control)
      if !control.function.isEmpty { controls[control.function, default: []].append(control) }
    }
    // Alone and with words that it is given it is what is shown.
    for control in outlines.flatMap(\.controls) where control.kind == "progress" && control.label.beginsGiven {
      for name in [control.owner, control.function] where !name.isEmpty && controls[name] == nil {
        controls[name] = [control]
      }
    }
    func isPlain(_ name: String) -> Bool {
      name.utf8.contains(UInt8(ascii: ".")) || types.views.contains(name) && screens[name] == nil
    }
    for (type, own) in controls where isPlain(type) && own.allSatisfy({ !$0.maker.isEmpty }) {
      // The words in a search field of the app are what it has without others.
      guard
        own.allSatisfy({ $0.label.title.isEmpty || $0.label.beginsGiven })
          || SourceControl.kind(named: type) == "search-field"
      else { continue }
      // One that is drawn in several ways says in its name what it is.
      let kind = own.count == 1 ? own[0].kind : SourceControl.kind(named: type) ?? ""
      guard Self.plain.contains(kind) || kind == "custom-control" && own[0].maker == "onTapGesture" else { continue }
      kinds[type] = kind
      shown[type] = (own.filter { $0.kind == kind } + own).flatMap(\.label.given)
    }
    let uses = outlines.flatMap(\.uses).filter { $0.control != nil && $0.name != $0.owner }
    for _ in 0..<Self.deepest {
      var inner: [String: [SourceOutline.Use]] = [:]
      for use in uses where kinds[use.name] != nil { inner[use.owner, default: []].append(use) }
      for (type, own) in inner where isPlain(type) && own.count == 1 && controls[type] == nil && kinds[type] == nil {
        guard title(of: own[0]).isEmpty else { continue }
        kinds[type] = kinds[own[0].name]
        shown[type] = (shown[own[0].name] ?? []).flatMap { part in
          own[0].given.first { $0.label == part }?.names ?? []
        }
      }
    }
    for use in uses where kinds[use.name] != nil && !title(of: use).isEmpty { named.insert(use.name) }
    // What a named one draws is named by its uses.
    for _ in 0..<Self.deepest {
      for use in uses where named.contains(use.owner) && kinds[use.name] != nil { named.insert(use.name) }
    }
  }

  /// Whether the uses of the view that draws a control are proposed in its place.
  func replaces(_ control: SourceOutline.Control) -> Bool {
    [control.owner, control.function].contains {
      named.contains($0) && kinds[$0] != nil && (control.kind != "progress" || kinds[$0] == "progress")
    }
  }

  /// The control that a use of a view is; nil if it is none of its own.
  func control(of use: SourceOutline.Use) -> SourceOutline.Control? {
    guard named.contains(use.name), let kind = kinds[use.name], var control = use.control, use.name != use.owner,
      !(named.contains(use.owner) && kinds[use.owner] != nil)
    else { return nil }
    // What one function passes to another is named where that one is called.
    if !control.function.isEmpty, title(of: use).isEmpty { return nil }
    control.kind = kind
    control.label.title = title(of: use)
    return control
  }

  /// The words that the control in a view shows where the view is used.
  private func title(of use: SourceOutline.Use) -> String {
    let words = (shown[use.name] ?? []).lazy.compactMap { part in
      use.given.first { $0.label == part && !SourceCode.isUnshown(part) }?.words
    }
    return words.first ?? use.control?.label.title ?? ""
  }
}

/// What the small views and styles of an app show, for labels that are made of them: their words, or an image alone.
struct SourceViews {
  /// By the name of the type; of those that are given their words there are none.
  private(set) var words: [String: String] = [:]
  private(set) var images: Set<String> = []

  /// In tokens: a body that is longer is no part of a label.
  private static let longest = 120
  private static let end = ".body"

  init() {}

  init(_ files: [SourceCode], _ types: SourceTypes) {
    for code in files {
      for (name, member) in code.members.all where member.range.count < Self.longest {
        guard let end = [Self.end, ".makeBody"].first(where: name.hasSuffix) else { continue }
        let type = String(name.dropLast(end.count))
        guard types.views.contains(type) || end != Self.end, !code.beginsGiven(member.range) else { continue }
        if let shown = code.words(member.range) {
          words[type] = shown
        } else if code.showsOnlyImage(member.range, hasIconOnly: false) {
          images.insert(type)
        }
      }
    }
  }
}
