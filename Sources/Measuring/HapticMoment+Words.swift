/// The words that interactions are called by.
extension HapticMoment {
  /// The moment that a name means: the moment's own name, one word for it, or a phrase in which one stands, such as
  /// `stop recording`; nil for what is the app's own. Of several the one that says how it ended decides: `delete failed` is
  /// a failure.
  package init?(naming name: String) {
    let small = ASCIIFold.small(name)
    if let known = HapticMoment(rawValue: small) {
      self = known
      return
    }
    let words = small.split { !$0.isLetter }.map(String.init)
    let pairs = zip(words, words.dropFirst()).map { "\($0) \($1)" }
    let meant = (words + pairs).compactMap { Self.words[$0] }
    guard let found = Self.strongestFirst.first(where: meant.contains) else { return nil }
    self = found
  }

  private static let strongestFirst: [HapticMoment] = [
    .failure, .caution, .completion, .tab, .deletion, .important, .choice, .toggle, .navigation, .primary, .press,
  ]

  private static let words: [String: HapticMoment] = {
    let words: [(HapticMoment, String)] = [
      (.press, "press tap"), (.navigation, "open opening navigate navigation"), (.primary, "primary"),
      (.important, "important stop stopping"), (.toggle, "toggle switch checkbox enable enabling disable disabling"),
      (.deletion, "delete deleting deletion remove removing erase"),
      (.completion, "complete completed completion success succeeded save saved finish finished passed achievement"),
      (.failure, "fail failed failure error invalid"), (.caution, "warning warn caution exceeded"),
      (.choice, "choose select selecting selection pick choice"), (.tab, "tab tabs"),
    ]
    var found: [String: HapticMoment] = ["low battery": .caution, "low storage": .caution]
    for (moment, text) in words { for word in text.split(separator: " ") { found[String(word)] = moment } }
    return found
  }()
}
