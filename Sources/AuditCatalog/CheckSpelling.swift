extension Catalog {
  /// The checks whose IDs have a British spelling, by the American one, which is accepted where a check is named.
  ///
  /// An ID is data: results are stored, signed, and exchanged under it, so it stays as it is.
  private static let spellings: [String: String] = [
    "color.differentiate-without-color": "color.differentiate-without-colour",
    "color.not-color-alone": "color.not-colour-alone",
    "color.semantic-colors": "color.semantic-colours",
    "forgiving-area.shape-centered": "forgiving-area.shape-centred",
    "voiceover.label-concise-capitalized": "voiceover.label-concise-capitalised",
    "voiceover.strings-localized": "voiceover.strings-localised",
  ]

  /// The ID of the check that a text names in American spelling; any other text as it is.
  package static func checkID(spelled text: String) -> String { spellings[text] ?? text }
}
