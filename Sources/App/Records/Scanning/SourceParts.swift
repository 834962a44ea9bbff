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
    let place: Place
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
    /// The views in it; if one is of the app, that view is the component.
    var shown: [String] = []
  }
}
