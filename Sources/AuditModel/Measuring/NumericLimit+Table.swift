/// The limits of the source documents. A soft range is read at its upper end (E-56).
extension NumericLimit {
  package static let all: [NumericLimit] = navigation + components + text + feedback + children

  private static let navigation = [
    NumericLimit(
      "tabs", "Tabs in the tab bar", .between, [3, 5], unit: "tabs", check: "navigation.tab-count",
      source: "swiftui-design-guidelines 2.1"),
    NumericLimit(
      "navigation-depth", "Levels of a hierarchy", .atMost, [4], unit: "levels", preferred: 3,
      check: "navigation.depth", source: "swiftui-design-guidelines 2.2",
      reading: "E-56: of 3 to 4 levels the upper end is the limit."),
    NumericLimit(
      "modal-layers", "Modal layers at once", .atMost, [1], unit: "modal layers", check: "modality.no-stacking",
      source: "swiftui-design-guidelines 8.4"),
    NumericLimit(
      "alert-buttons", "Buttons of an alert", .atMost, [3], unit: "buttons", preferred: 2,
      check: "modality.alert-button-count", source: "swiftui-design-guidelines 7.2"),
    NumericLimit(
      "onboarding-pages", "Pages of the onboarding", .atMost, [3], unit: "pages", check: "patterns.onboarding-length",
      source: "swiftui-design-guidelines 8.1"),
  ]

  private static let components = [
    NumericLimit(
      "swipe-actions", "Swipe actions on one side", .atMost, [4], unit: "actions per side", preferred: 3,
      check: "components.swipe-action-count", source: "swiftui-design-guidelines 7.4",
      reading: "E-56: of 3 to 4 actions the upper end is the limit."),
    NumericLimit(
      "inline-picker-options", "Options of an inline picker", .between, [3, 7], unit: "options",
      check: "components.picker-inline", source: "swiftui-design-guidelines 7.8",
      reading: "E-56: for 3 to 5 options an inline picker and a menu are both right."),
    NumericLimit(
      "menu-picker-options", "Options of a menu picker", .between, [2, 5], unit: "options",
      check: "components.picker-menu", source: "swiftui-design-guidelines 7.8",
      reading: "E-56: for 3 to 5 options an inline picker and a menu are both right."),
    NumericLimit(
      "colour-variants", "Variants of a custom colour", .atLeast, [4], unit: "appearance variants",
      check: "color.custom-four-variants", source: "swiftui-design-guidelines 4.2"),
  ]

  private static let text = [
    NumericLimit(
      "columns", "Grid columns up to xxLarge", .atMost, [3], unit: "columns",
      check: "dynamic-type.grid-columns-reduce", source: "accessibility-patterns, Adaptive Grid"),
    NumericLimit(
      "columns-xxxlarge", "Grid columns at xxxLarge", .atMost, [2], unit: "columns",
      check: "dynamic-type.grid-columns-reduce", source: "accessibility-patterns, Adaptive Grid"),
    NumericLimit(
      "columns-ax", "Grid columns at AX1 and above", .atMost, [1], unit: "columns",
      check: "dynamic-type.grid-columns-reduce", source: "accessibility-patterns, Adaptive Grid"),
    NumericLimit(
      "body-text", "Default size of body text", .atLeast, [17], unit: "pt", check: "typography.body-17pt",
      source: "swiftui-design-guidelines 3.1"),
    NumericLimit(
      "smallest-text", "Size of the smallest text", .atLeast, [11], unit: "pt", check: "typography.minimum-11pt",
      source: "swiftui-design-guidelines 3.5"),
  ]

  /// Design constants of two projects; a project may override them (E-70).
  private static let feedback = [
    PressFeedback.scale, PressFeedback.duration, PressFeedback.damping, PressFeedback.brightness,
    PressFeedback.disabledOpacity,
    NumericLimit(
      "haptics", "Haptics of one interaction", .atMost, [1], unit: "haptic events per interaction",
      check: "haptics.max-one-per-interaction", source: "child-touch-guide, Haptic Intensity Guidelines",
      reading: "E-41: at most one holds in every profile."),
    NumericLimit(
      "haptic-intensity", "Intensity of a haptic", .between, [0, 1], unit: "intensity",
      check: "haptics.intensity-in-range", source: "haptics-and-touch-report 1.3",
      reading: "E-70: the figures are constants of the projects and can be overridden."),
  ]

  private static let children = [
    NumericLimit(
      "child-age", "Age of a child in a test", .between, [6, 12], unit: "years", check: "child-testing.age-range",
      source: "child-touch-guide, Child Testing",
      reading: "E-54: 6 to 12 passes; 6 to 10 can be filtered."),
    NumericLimit(
      "hands", "Hands covered by a test", .atLeast, [2], unit: "hands covered", check: "child-testing.both-hands",
      source: "child-touch-guide, Child Testing"),
  ]
}
