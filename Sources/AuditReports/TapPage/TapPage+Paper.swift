import AuditModel
import Tapping

extension TapPage {
  /// The form for an observer without the tool: what the page prints.
  var paper: HTMLText {
    let marks: [(HTMLText, HTMLText)] = [
      ("h", "hit at first"), ("m", "missed"), ("n", "hit a neighbor"), ("r", "retried, then hit"), ("g", "gave up"),
      ("k", "did not try"), ("x", "void"),
    ]
    let heads: HTMLText = marks.map { "<th scope=\"col\">\($0.0)<br>\($0.1)</th>" }.joined()
    let boxes: HTMLText = marks.map { _ in "<td class=\"box\"><span class=\"tick\"></span></td>" }.joined()
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
      <code>\(Self.columns)</code> for <code>a11y tap run PLAN --from FILE</code>. \
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
