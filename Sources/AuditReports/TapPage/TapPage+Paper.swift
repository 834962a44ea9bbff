import AuditModel

extension TapPage {
  /// The form for an observer without the tool: what the page prints.
  var paper: HTMLText {
    let marks: [(HTMLText, HTMLText)] = [
      ("h", "hit at first"), ("m", "missed"), ("n", "hit a neighbour"), ("r", "retried, then hit"), ("g", "gave up"),
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
      <p>Nothing is taken down without the permission of a guardian and the child’s own yes. No name, no birthday, no \
      exact age. Order \(String(seed)).</p>
      \(blanks)
      <h2>Taps</h2>
      <table>
      <caption>One mark a row: what the first touch did.</caption>
      <thead><tr><th scope="col">Trial</th><th scope="col">Asked for</th>\(heads)</tr></thead>
      <tbody>
      \(rows)
      </tbody>
      </table>
      <h2>After it</h2>
      <p>Size: \(Self.ticks(SizeCode.allCases))</p>
      <p>Frustration, each 0 to 3: \(Self.ticks(FrustrationCode.allCases.filter { $0 != .none }))</p>
      <p>How it ended: \(Self.ticks(EndCode.allCases))</p>
      <p class="muted">Typed in, it is a line of a CSV file with the columns <code>\(Self.columns)</code>, which \
      <code>a11y tap run PLAN --from FILE</code> reads. Taps are the letters in their order, as in hhmhn.</p>
      </section>

      """
  }

  /// What `a11y tap run --from` calls what stands on the form.
  static let columns =
    "participant,seed,week,age,moderator,consent,guardian,assent,device,ppi,hand,orientation,hold,seat,practice,taps,"
    + "frustration,comment,end"

  private var blanks: HTMLText {
    let names: [HTMLText] = [
      "Code of the child (six characters)", "Week, as in 2026-W47", "Device and its points per inch",
      "Your code, as in m1", "Consent form, as in c-17",
    ]
    let lines: HTMLText = names.map { "<p class=\"blank\">\($0)</p>" }.joined(separator: "\n")
    let ages: HTMLText = AgeBand.allCases.map { "☐ \($0.rawValue)" }.joined(separator: "  ")
    return """
      <div class="blanks">
      \(lines)
      <p class="blank ticks">☐ Guardian permits  ☐ Child said yes</p>
      <p class="blank ticks">Age: \(ages)</p>
      <p class="blank ticks">Hand: \(Self.ticks(TapHand.allCases))</p>
      <p class="blank ticks">Screen: \(Self.ticks(ScreenOrientation.allCases))</p>
      <p class="blank ticks">Held: \(Self.ticks(DeviceHold.allCases))</p>
      <p class="blank ticks">Place: \(Self.ticks(Seating.allCases))</p>
      </div>
      """
  }

  private static func ticks<Word: RawRepresentable>(_ words: [Word]) -> HTMLText where Word.RawValue == String {
    words.map { "<span class=\"word\">☐ \(shown($0.rawValue).lowercased())</span>" }.joined(separator: " ")
  }
}
