extension Catalog {
  /// Apple's accessibility nutrition labels, in the order in which Apple asks developers to evaluate them.
  ///
  /// Names, attributes and families are those of App Store Connect (help: "Overview of Accessibility Nutrition Labels";
  /// API: "Configuring accessibility declarations for your app"), as of the autumn of 2026. Which checks belong to
  /// which feature is ours, after Apple's evaluation criteria.
  package static let declaredFeatures: [DeclaredFeature] = [
    DeclaredFeature(
      id: "voiceover", title: "VoiceOver", attribute: "supportsVoiceover",
      checks: [
        "voiceover.*", "traits.*", "actions.*", "adjustable.*", "toggle.action-oriented-label",
        "toggle.one-state-model", "toggle.change-perceivable", "automated-audit.element-detection",
        "automated-audit.sufficient-description", "automated-audit.trait", "automated-audit.action",
        "automated-audit.parent-child",
      ]),
    DeclaredFeature(
      id: "voice-control", title: "Voice Control", attribute: "supportsVoiceControl",
      families: [.iPhone, .iPad, .mac, .vision],
      checks: [
        "voice-control.*", "voiceover.label-present", "voiceover.icon-button-label",
        "voiceover.label-contains-visible-text", "actions.default-action", "actions.named-secondary-actions",
        "gestures.alternatives", "gestures.drag-alternative", "gestures.all-input-methods",
        "automated-audit.element-detection", "automated-audit.sufficient-description",
      ]),
    DeclaredFeature(
      id: "larger-text", title: "Larger Text", attribute: "supportsLargerText",
      families: [.iPhone, .iPad, .watch, .tv, .vision],
      checks: ["dynamic-type.*", "automated-audit.dynamic-type", "automated-audit.text-clipped"]),
    DeclaredFeature(
      id: "dark-interface", title: "Dark Interface", attribute: "supportsDarkInterface",
      checks: [
        "color.light-dark-legible", "color.semantic-colours", "color.custom-four-variants",
        "color.background-hierarchy",
      ]),
    DeclaredFeature(
      id: "differentiate-without-color", title: "Differentiate Without Color Alone",
      attribute: "supportsDifferentiateWithoutColorAlone",
      checks: [
        "color.not-colour-alone", "color.differentiate-without-colour", "color.status-icon-and-text",
        "toggle.icon-shape-changes", "visual-feedback.states-distinguishable",
      ], criteria: ["1.4.1"]),
    DeclaredFeature(
      id: "sufficient-contrast", title: "Sufficient Contrast", attribute: "supportsSufficientContrast",
      checks: ["contrast.*", "automated-audit.contrast"], criteria: ["1.4.3", "1.4.11"]),
    DeclaredFeature(
      id: "reduced-motion", title: "Reduced Motion", attribute: "supportsReducedMotion",
      checks: ["reduce-motion.*"]),
    DeclaredFeature(
      id: "captions", title: "Captions", attribute: "supportsCaptions", criteria: ["1.2.2", "1.2.4"]),
    DeclaredFeature(
      id: "audio-descriptions", title: "Audio Descriptions", attribute: "supportsAudioDescriptions",
      criteria: ["1.2.3", "1.2.5"]),
  ]
}
