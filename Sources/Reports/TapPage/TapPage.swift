import Base
package import Children

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
    (self.id, self.tracker, self.plan, self.asked) = (id, tracker, plan, asked)
    (self.seed, self.made, self.origin) = (seed, made, origin)
  }

  package var page: HTMLPage {
    HTMLPage(
      title: "First-tap test: \(plan.key)", lead: lead,
      main: [introduction, left, setup, stage, ending, sending, paper].joined(),
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
      "page": id, "tracker": tracker, "made": Int(made), "plan": plan.key, "component": plan.component,
      "width": plan.width, "height": plan.height, "gap": plan.gap, "taps": plan.taps, "practice": plan.practice,
      "parts": plan.parts, "input": plan.input.rawValue, "children": plan.children,
    ])
  }

  /// A word of a closed list as displayed: `hard_to_see` is `Hard to see`.
  static func shown(_ word: String) -> String {
    let spelled = [
      "voiceover": "VoiceOver", "switch-control": "Switch Control", "voice-control": "Voice Control",
      "assistive-touch": "AssistiveTouch", "touch-accommodations": "Touch Accommodations",
      "guided-access": "Guided Access", "ok": "Size is fine",
    ]
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

/// Devices to choose from, with the points to the inch of their screens if all devices of that name have the same.
///
/// Sources: the makers' pixels per inch over the scale of the system: 264 / 2, 326 / 2, 460 / 3.
package struct TapDevice: Sendable {
  /// The name in a session: names of makers only.
  package let model: String
  package let label: String
  /// Points to the inch.
  package let density: Int?

  package static let all = [
    TapDevice(model: "iPad", label: "iPad, iPad Air, iPad Pro", density: 132),
    TapDevice(model: "iPad mini", label: "iPad mini", density: 163),
    TapDevice(model: "iPhone", label: "iPhone 12 and later, X, XS, 11 Pro", density: 153),
    TapDevice(model: "iPhone SE", label: "iPhone SE, XR, 11, 8", density: 163),
    TapDevice(model: "Galaxy Tab", label: "Galaxy Tab", density: nil),
    TapDevice(model: "tablet", label: "Another tablet", density: nil),
    TapDevice(model: "phone", label: "Another phone", density: nil),
  ]

  var option: HTMLText {
    let points: HTMLText = density.map { " data-density=\"\($0)\"" } ?? ""
    return "<option value=\"\(model)\"\(points)>\(label)</option>"
  }
}

extension TapPage {
  /// The form for an observer without the tool: what the page prints.
  var paper: HTMLText {
    let marks: [(HTMLText, HTMLText)] = [
      ("h", "hit at first"), ("m", "missed"), ("n", "hit a neighbor"), ("r", "retried, then hit"), ("g", "gave up"),
      ("k", "did not try"), ("x", "void"),
    ]
    let heads: HTMLText = marks.map { "<th scope=\"col\">\($0.0)<br>\($0.1)</th>" }.joined()
    let boxes: HTMLText = marks.map { _ in "<td class=\"box\"><span class=\"tick\"></span></td>" }.joined()
    // A line of paper ends after a comma, not within a name.
    let columns: HTMLText = Self.columns.split(separator: ",").map { "\(String($0))" }.joined(separator: ",<wbr>")
    let practice = (0..<plan.practice).map { _ in ("practice", "") }
    let rows: HTMLText = (practice + asked.map { ("", $0) }).enumerated().map { number, row in
      let part: HTMLText = row.0.isEmpty ? .people(row.1.isEmpty ? plan.component : row.1) : "practice"
      return "<tr><th scope=\"row\">\(number + 1)</th><td>\(part)</td>\(boxes)</tr>"
    }.joined(separator: "\n")
    return """
      <section class="paper" aria-labelledby="paper-title">
      <h2 id="paper-title">Observer’s form: one child, one session</h2>
      <p>Record only with guardian consent and child assent. Write no name, birthday, or exact age. Order \
      \(String(seed)).</p>
      \(blanks)
      <h2>Taps</h2>
      <table>
      <caption>One mark per row: the result of the first touch</caption>
      <thead><tr><th scope="col">Trial</th><th scope="col">Target</th>\(heads)</tr></thead>
      <tbody>
      \(rows)
      </tbody>
      </table>
      <h2>After the session</h2>
      <p>Size: \(Self.ticks(SizeCode.allCases))</p>
      <p>Frustration, each 0 to 3: \(Self.ticks(FrustrationCode.allCases.filter { $0 != .none }))</p>
      <p>End of session: \(Self.ticks(EndCode.allCases))</p>
      <p class="muted">To import this form, type it as a line of a CSV file with the columns \
      <code>\(columns)</code> for <code>a11y tap run PLAN --from FILE</code>. \
      Taps are the letters in order, for example hhmhn.</p>
      </section>

      """
  }

  /// The columns of `a11y tap run --from` for the form.
  static let columns =
    "participant,seed,week,age,moderator,consent,guardian,assent,device,ppi,hand,orientation,hold,seat,practice,taps,"
    + "frustration,comment,end"

  private var blanks: HTMLText {
    let names: [HTMLText] = [
      "Participant code (6 characters)", "Week (for example, 2026-W47)", "Device and points per inch",
      "Moderator code (for example, m1)", "Consent form number (for example, c-17)",
    ]
    let lines: HTMLText = names.map { "<p class=\"blank\">\($0)</p>" }.joined(separator: "\n")
    let ages: HTMLText = AgeBand.allCases.map { "☐ \($0.rawValue)" }.joined(separator: "  ")
    return """
      <div class="blanks">
      \(lines)
      <p class="blank ticks">☐ Guardian consent  ☐ Child assent</p>
      <p class="blank ticks">Age: \(ages)</p>
      <p class="blank ticks">Hand: \(Self.ticks(TapHand.allCases))</p>
      <p class="blank ticks">Screen: \(Self.ticks(ScreenOrientation.allCases))</p>
      <p class="blank ticks">Grip: \(Self.ticks(DeviceHold.allCases))</p>
      <p class="blank ticks">Seating: \(Self.ticks(Seating.allCases))</p>
      </div>
      """
  }

  private static func ticks<Word: RawRepresentable>(_ words: [Word]) -> HTMLText where Word.RawValue == String {
    words.map { "<span class=\"word\">☐ \(shown($0.rawValue).lowercased())</span>" }.joined(separator: " ")
  }
}
