import AuditModel
import Tapping

extension TapPage {
  /// The stage, the panels over it, and the drawings it uses.
  var stage: HTMLText {
    let early = EndCode.allCases.filter { $0 != .complete }
    return """
      <section id="stage" class="screen" aria-label="Targets" hidden>
      <p id="asked" role="status"></p>
      <div id="play" aria-hidden="true"></div>
      <div id="rings" aria-hidden="true"></div>
      <button type="button" id="stop">Adult: hold to stop</button>
      </section>
      <dialog id="panel" class="screen" aria-labelledby="panel-title" aria-describedby="panel-text">
      <h2 id="panel-title"></h2>
      <p id="panel-text"></p>
      <div id="noted" class="who">\(frustration("frustration", "severity"))</div>
      <div class="buttons"><button type="button" class="first" id="go-on">Continue</button></div>
      <div id="ending">
      \(select("end-code", "Reason for stopping", Self.options(early, chosen: .childStopped)))
      <div class="buttons"><button type="button" id="end-now">Stop here</button></div>
      </div>
      </dialog>
      \(shapes)
      """
  }

  /// For the adult, after the session.
  var ending: HTMLText {
    """
    <section id="end" class="screen" aria-labelledby="end-title" hidden>
    <div class="card">
    <h2 id="end-title" tabindex="-1">Session summary (for the adult)</h2>
    <p>Participant <strong id="end-who"></strong>. Figures of one child do not apply to other children. \
    Difficulty of one child is still a finding.</p>
    <dl class="counts">
    <dt>Scored taps</dt><dd id="count-held">0</dd>
    <dt>First-tap hits</dt><dd id="count-first">0</dd>
    <dt>Later hits</dt><dd id="count-later">0</dd>
    <dt>First-tap hits, excluding palm and early touches</dt><dd id="count-filtered">0</dd>
    <dt>Not tried</dt><dd id="count-untried">0</dd>
    <dt>Interrupted (not scored)</dt><dd id="count-interrupted">0</dd>
    </dl>
    </div>
    <div class="card">
    <h2>Observations</h2>
    <fieldset class="choice"><legend>Child’s comments on target size</legend>
    <div class="answers">
    \(Self.boxes(SizeCode.allCases, type: "checkbox", name: "said"))
    </div></fieldset>
    <div class="who">\(frustration("frustration-end", "severity-end"))
    \(select("ended", "End of session", Self.options(EndCode.allCases, chosen: .complete)))</div>
    </div>
    <div class="card">
    <h2>Save and send</h2>
    <p>Send the file to the person with the tracker, who imports it with <code>a11y import</code>. Importing it twice \
      creates no duplicates. Until it is saved, this browser keeps the session, and other files that you open in it \
      can read it.</p>
    <div class="buttons">
    <button type="button" class="first" id="save" aria-describedby="saved">Save session</button>
    <button type="button" id="next-child">Next child</button>
    <button type="button" id="delete">Delete this session</button>
    </div>
    \(FileActions.markup)
    </div>
    </section>

    """
  }

  private func frustration(_ code: String, _ severity: String) -> HTMLText {
    let codes: HTMLText =
      "<option value=\"\">not observed</option>\(Self.options(FrustrationCode.allCases, chosen: nil))"
    let steps: HTMLText = [("1", "a little"), ("2", "clearly"), ("3", "strongly")].map {
      "<option value=\"\($0.0)\">\($0.0) \($0.1)</option>"
    }.joined()
    return "\(select(code, "Observed frustration", codes))\(select(severity, "Intensity", steps))"
  }

  /// The shapes, 24 units wide: names and outlines.
  private static let drawings = [
    ("star", "M12 1.5l3.2 6.9 7.3.9-5.4 5.1 1.4 7.4-6.5-3.6-6.5 3.6 1.4-7.4-5.4-5.1 7.3-.9z"),
    (
      "heart",
      "M12 21.5c-8-6.5-10.5-9.9-10.5-13.3 0-3.2 2.5-5.4 5.4-5.4 2 0 3.9 1 5.1 2.9 1.2-1.9 "
        + "3.1-2.9 5.1-2.9 2.9 0 5.4 2.2 5.4 5.4 0 3.4-2.5 6.8-10.5 13.300z"
    ),
    ("moon", "M15.5 1.8a10.4 10.4 0 1 0 7 13.7 8.7 8.7 0 0 1-7-13.7z"),
    ("drop", "M12 1.5c4.5 5.4 7 9.4 7 13a7 7 0 0 1-14 0c0-3.6 2.5-7.6 7-13z"),
    (
      "leaf",
      "M21.5 2.500c-12.5 0-18.5 5.5-18.5 13 0 1.3.2 2.4.6 3.400l-1.6 2.6 1.5 1 2-3c1 .4 2.2.6 3.5.6 "
        + "8.5 0 12.5-7 12.5-17.600z"
    ),
    ("cloud", "M6.5 20a5.5 5.5 0 0 1-.7-11 7 7 0 0 1 13.2.6 5.3 5.3 0 0 1-1 10.400z"),
  ]

  private var shapes: HTMLText {
    let symbols: HTMLText = Self.drawings.map { name, outline in
      "<symbol id=\"shape-\(name)\" viewBox=\"0 0 24 24\"><path d=\"\(outline)\"/></symbol>"
    }.joined(separator: "\n")
    return """
      <svg width="0" height="0" class="unseen" aria-hidden="true" focusable="false">
      \(symbols)
      </svg>

      """
  }
}
