/// What the small views of an app show, for labels that are made of them: their words, or an image alone.
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
      for (name, member) in code.members.all where name.hasSuffix(Self.end) && member.range.count < Self.longest {
        let type = String(name.dropLast(Self.end.count))
        guard types.views.contains(type), !code.beginsGiven(member.range) else { continue }
        if let shown = code.words(member.range) {
          words[type] = shown
        } else if code.showsOnlyImage(member.range, hasIconOnly: false) {
          images.insert(type)
        }
      }
    }
  }
}
