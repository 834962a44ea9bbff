package import Tapping

/// The tap page of a plan: targets at their true size on a tablet, which records the touches. `page` makes the
/// HTML of it, which prints as a form for an observer without the tool.
package struct TapPage: Sendable {
  /// Of this file alone: a version 4 UUID.
  package var id: String
  package var tracker: String
  package var plan: TapPlan
  /// The target of each scored trial of the printed form.
  package var asked: [String]
  /// The seed of that order.
  package var seed: UInt64
  /// When it was made, ms UTC.
  package var made: Int64
  package var origin: PageOrigin

  package init(
    id: String, tracker: String, plan: TapPlan, asked: [String], seed: UInt64, made: Int64, origin: PageOrigin
  ) {
    self.id = id
    self.tracker = tracker
    self.plan = plan
    self.asked = asked
    self.seed = seed
    self.made = made
    self.origin = origin
  }

  package var page: HTMLPage {
    HTMLPage(
      title: "First-tap test: \(plan.key)", lead: lead,
      main: [introduction, left, setup, stage, ending, paper].joined(),
      origin: origin, style: .tapStyle, script: .tapScript, data: .data(data, id: "plan"))
  }

  private var lead: HTMLText {
    let practice: HTMLText = plan.practice == 0 ? "" : " after \(counted(plan.practice, "practice tap"))"
    return """
      <p class="lead">\(HTMLText.people(plan.component)) at \(plan.sizeText) pt: \(counted(plan.taps, "scored tap")) \
      per child\(practice).</p>
      """
  }

  private var introduction: HTMLText {
    """
    <noscript><p class="callout screen"><strong>JavaScript is off.</strong> This page cannot show targets or record \
    touches. You can print it as a form for an observer. To show targets, allow JavaScript for this file: it works \
    offline and loads nothing.</p></noscript>

    """
  }

  /// What the script needs.
  private var data: JSONText {
    .object([
      ("page", .string(id)), ("tracker", .string(tracker)), ("made", .int(Int(made))), ("plan", .string(plan.key)),
      ("component", .string(plan.component)), ("width", .int(plan.width)), ("height", .int(plan.height)),
      ("gap", .int(orNull: plan.gap)), ("taps", .int(plan.taps)), ("practice", .int(plan.practice)),
      ("parts", .strings(plan.parts)), ("input", .string(plan.input.rawValue)),
    ])
  }

  /// A word of a closed list as displayed: `hard_to_see` is `Hard to see`.
  static func shown(_ word: String) -> String {
    let spelled = ["voiceover": "VoiceOver", "assistive-touch": "AssistiveTouch", "ok": "Size is fine"]
    if let name = spelled[word] { return name }
    let text = word.split { $0 == "-" || $0 == "_" }.joined(separator: " ")
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  static func options<Word: RawRepresentable>(_ words: [Word], chosen: Word?) -> HTMLText
  where Word.RawValue == String {
    words.map { word in
      let isChosen: HTMLText = word.rawValue == chosen?.rawValue ? " selected" : ""
      return "<option value=\"\(word.rawValue)\"\(isChosen)>\(shown(word.rawValue))</option>"
    }.joined()
  }

  static func boxes<Word: RawRepresentable>(
    _ words: [Word], type: HTMLText, name: HTMLText
  ) -> HTMLText where Word.RawValue == String {
    words.map { word in
      "<label><input type=\"\(type)\" name=\"\(name)\" value=\"\(word.rawValue)\"> \(age(word.rawValue))</label>"
    }.joined(separator: "\n")
  }

  /// `6-8` has a hyphen that is not a space.
  private static func age(_ word: String) -> String { AgeBand(rawValue: word) == nil ? shown(word) : word }
}
