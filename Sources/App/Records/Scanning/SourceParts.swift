/// What the outline of a file has.
extension SourceOutline {
  struct Declared {
    let name: String
    let isView: Bool
    /// Whether it is in no other type; a nested one has a longer name and hides no control of SwiftUI.
    let isTop: Bool
    let line: Int
    let systems: Set<SourcePlatforms.System>
    /// Whether no other file can show it.
    let isPrivate: Bool
  }

  /// An argument of a view of the app: its words, and the names whose values it has.
  struct Given {
    let label: String
    let words: String?
    let names: [String]
  }

  /// A type that another type creates, such as a view that a view shows.
  struct Use {
    enum Place: Equatable {
      case part, row
      /// As the whole of a screen, sheet, or modal.
      case destination(String)
    }

    let name: String
    let owner: String
    var place: Place
    /// The view around it: `Wrap` in `Wrap { Home() }`.
    let around: String
    /// What it becomes if the type is a control of its own, or wraps one.
    var control: Control?
    var given: [Given] = []
  }

  struct Control {
    /// What creates it: `Button`.
    let maker: String
    var kind: String
    var label: SourceLabel
    let owner: String
    let line: Int
    let systems: Set<SourcePlatforms.System>
    /// The token that creates it.
    let start: Int
    /// The function with arguments that makes it, as `AView.row`; empty for none.
    let function: String
    var features: Set<String> = []
    /// The views and functions in it; if one is a view of the app, or makes one, that view is the component.
    var shown: [String] = []
  }
}

extension SourceCode {
  /// Whether a style is made as `PageTabViewStyle()`.
  func hasPages(_ call: SourceCall) -> Bool { has("PageTabViewStyle", in: call) }

  /// The place where the view begins that a modifier changes: `Image` in `Image("a").padding().onTapGesture`.
  func head(of dot: Int) -> Int? {
    var place = dot
    for _ in 0..<SourceCall.longestChain {
      guard isSign(place, ".") else { return nil }
      var last = place - 1
      while last >= 0, isSign(last, ")") || isSign(last, "}") {
        last = partner(last) - 1
        // `} label: {` is one call.
        if isSign(last, ":"), isSign(last - 2, "}") { last -= 2 }
      }
      guard word(last) != nil else { return nil }
      guard isSign(last - 1, ".") else { return last }
      place = last - 1
    }
    return nil
  }
}
