import Base
import Children

extension TapPage {
  /// A session that was not saved, offered again.
  var left: HTMLText {
    """
    <section class="card screen" id="left" aria-labelledby="left-title" hidden>
    <h2 id="left-title">Unsaved session</h2>
    <p id="left-text" role="status"></p>
    <div class="buttons">
    <button type="button" class="first" id="left-go-on">Continue session</button>
    <button type="button" id="left-end">End and save</button>
    <button type="button" id="left-delete">Delete session</button>
    </div>
    </section>

    """
  }

  /// Hidden until the script runs: it requires JavaScript.
  var setup: HTMLText {
    """
    <div id="setup" class="screen live" hidden>
    \(child)\(always)\(begin)</div>

    """
  }

  /// The four fields of a child: age band, consent, hand, and code, whose button may need a line of its own.
  private var child: HTMLText {
    """
    <section class="card" aria-labelledby="child-title">
    <h2 id="child-title" tabindex="-1">Child 1 of \(plan.children)</h2>
    <fieldset class="choice" aria-describedby="age-problem" id="age"><legend>Age band</legend>
    <div class="answers">
    \(Self.boxes(AgeBand.allCases, type: "radio", name: "age"))
    </div>\(problem("age"))</fieldset>
    <fieldset class="choice"><legend>Consent</legend>
    <div class="answers">
    <label><input type="checkbox" id="guardian" aria-describedby="guardian-problem"> Guardian consent given</label>
    <label><input type="checkbox" id="assent" aria-describedby="assent-problem"> Child assent given</label>
    <label><input type="checkbox" id="full"> Consent to share unredacted data</label>
    </div>\(problem("guardian"))\(problem("assent"))</fieldset>
    <div class="who">
    \(text("consent", "Consent form number", hint: "For example, c-17. Keep the form itself on paper."))
    \(select("hand", "Hand used", Self.options(TapHand.allCases, chosen: .unknown)))
    <div class="field"><label for="code">Participant code</label>
    <div class="pair"><input type="text" id="code" autocomplete="off" spellcheck="false" autocapitalize="characters" \
    maxlength="6" aria-describedby="code-hint code-problem"><button type="button" id="code-new">New code</button></div>
    <p class="hint" id="code-hint">Write it on the consent form. Use it again for later sessions of the child.</p>
    \(problem("code"))</div>
    </div>
    </section>

    """
  }

  /// What stays for the next child: open until a session has begun with it.
  private var always: HTMLText {
    """
    <section class="card" aria-labelledby="always-title">
    <h2 id="always-title">Device and test setup</h2>
    <p class="hint">This browser keeps these fields for the next child.</p>
    <div id="always-closed" hidden><p id="always-is"></p>
    <div class="buttons"><button type="button" id="change" aria-describedby="always-is">Change</button></div></div>
    <div id="always">
    \(device)\(surroundings)</div>
    </section>

    """
  }

  private var device: HTMLText {
    let devices: HTMLText = TapDevice.all.map(\.option).joined()
    return """
      <h3>Device</h3>
      <div class="who">
      \(select("device", "Device", "<option value=\"\">Choose …</option>\(devices)", hasProblem: true))
      \(text("density", "Screen points per inch", hint: "For example, 132. Leave empty if unknown (sizes in pt only).",
        mode: "decimal"))
      \(select("basis", "Show sizes for", basis))
      \(text("os", "Major OS version", hint: "For example, 18.", mode: "numeric"))
      </div>
      <details>
      <summary>Measure the screen with a bank card</summary>
      <p>Place a bank card on the screen with its short edge along the bar. Move the slider until the bar matches that \
      edge (54 mm).</p>
      <div class="ruler"><div id="bar" aria-hidden="true"></div>
      <div class="field"><label for="card">Length of the bar</label>
      <input type="range" id="card" min="120" max="560" step="0.5" value="280">
      <div class="buttons"><button type="button" id="card-take" aria-describedby="card-taken">Use this length</button></div>
      <p id="card-taken" role="status"></p></div></div>
      </details>
      <p class="callout" id="size" role="status"></p>

      """
  }

  private var basis: HTMLText {
    """
    <option value="">this device</option><option value="132">132 points per inch (iPad)</option>\
    <option value="153">153 points per inch (iPhone 12 and later)</option>\
    <option value="163">163 points per inch (iPad mini, iPhone SE)</option>
    """
  }

  private var surroundings: HTMLText {
    """
    <h3>Test setup</h3>
    <div class="who">
    \(select("orientation", "Screen orientation", Self.options(ScreenOrientation.allCases, chosen: .portrait),
      hasProblem: true))
    \(select("hold", "Grip", Self.options(DeviceHold.allCases, chosen: .twoHands)))
    \(select("seat", "Seating", Self.options(Seating.allCases, chosen: .table)))
    \(text("scale", "Text size in percent", value: "100", hint: "Default: 100.", mode: "numeric"))
    \(text("moderator", "Moderator code", hint: "For example, m1. Do not use a name."))
    </div>
    <fieldset class="choice"><legend>Assistive features in use</legend>
    <div class="answers">
    \(Self.boxes(AssistiveTechnology.allCases, type: "checkbox", name: "assistive"))
    </div></fieldset>
    <div class="answers" id="speak-row" hidden><label><input type="checkbox" id="speak" aria-describedby="speak-hint"> \
    Say each target aloud</label></div>
    <p class="hint" id="speak-hint">The page shows each target in words and as a shape. You can also read it out.</p>

    """
  }

  private var begin: HTMLText {
    """
    <section class="card" aria-labelledby="start-title">
    <h2 id="start-title">Start</h2>
    <p>The targets fill the screen. The child sees no score, and every touch looks the same. To stop, press Escape, or \
    hold the control in the corner for 1 second.</p>
    <p id="draft-kept">This browser keeps sessions until you save their file, so that no data is lost. Other files that \
    you open in this browser can read them.</p>
    <p id="draft-lost" hidden><strong>This browser cannot save data.</strong> Save the file before you close this \
    page.</p>
    <p>To record with a pen, print this page.</p>
    <div class="buttons"><button type="button" class="first" id="start" aria-describedby="start-message">Start</button></div>
    <p id="start-message" role="status"></p>
    </section>

    """
  }

  private func problem(_ id: String) -> HTMLText { "<p class=\"problem\" id=\"\(id)-problem\" hidden></p>" }

  private func text(
    _ id: String, _ label: HTMLText, value: String = "", hint: HTMLText, mode: String = "text"
  ) -> HTMLText {
    """
    <div class="field"><label for="\(id)">\(label)</label>
    <input type="text" id="\(id)" value="\(value)" inputmode="\(mode)" autocomplete="off" spellcheck="false" \
    autocapitalize="none" maxlength="12" aria-describedby="\(id)-hint \(id)-problem">
    <p class="hint" id="\(id)-hint">\(hint)</p>
    \(problem(id))</div>
    """
  }

  func select(_ id: String, _ label: HTMLText, _ options: HTMLText, hasProblem: Bool = false) -> HTMLText {
    """
    <div class="field"><label for="\(id)">\(label)</label>
    <select id="\(id)"\(hasProblem ? " aria-describedby=\"\(id)-problem\"" : "" as HTMLText)>\(options)</select>\
    \(hasProblem ? problem(id) : "")</div>
    """
  }
}

extension TapPage {
  /// The stage, the panels over it, and the drawings it uses.
  var stage: HTMLText {
    let early = EndCode.allCases.filter { $0 != .complete }
    return """
      <section id="stage" class="screen" aria-label="Targets" hidden>
      <p id="asked" role="status"></p>
      <div id="cue" aria-hidden="true"></div>
      <div id="play" aria-hidden="true"></div>
      <div id="rings" aria-hidden="true"></div>
      <button type="button" id="stop">Adult: hold to stop<span id="dots" aria-hidden="true">\(dots)</span></button>
      </section>
      <dialog id="panel" class="screen" aria-labelledby="panel-title" aria-describedby="panel-text">
      <h2 id="panel-title"></h2>
      <p id="panel-text"></p>
      <div id="noted" class="who">\(frustration("frustration", "severity"))</div>
      <div class="buttons"><button type="button" class="first" id="go-on">Continue</button>
      <button type="button" id="hand-back">Hand back</button></div>
      <div id="ending">
      \(select("end-code", "Reason for stopping", Self.options(early, chosen: .childStopped)))
      <div class="buttons"><button type="button" id="end-now">Stop here</button></div>
      </div>
      </dialog>
      \(shapes)
      """
  }

  /// Eighths of the session.
  private var dots: HTMLText { (0..<8).map { _ in "<i></i>" as HTMLText }.joined() }

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
    </section>

    """
  }

  /// The files: of all sessions that this browser keeps, or of the one that has just ended.
  var sending: HTMLText {
    """
    <section id="send" class="card screen" aria-labelledby="send-title" hidden>
    <h2 id="send-title" tabindex="-1">Save and send</h2>
    <p>Send the file to the person with the tracker, who imports it with <code>a11y import</code>. Importing it twice \
      creates no duplicates. Until a file is saved, this browser keeps its sessions, and other files that you open in \
      it can read them.</p>
    <p id="kept-text"></p>
    <div class="buttons" id="of-session">
    <button type="button" class="first" id="next-child">Keep and next child</button>
    <span class="buttons" id="of-one"><button type="button" id="save" aria-describedby="saved">Save this session alone\
    </button>
    <button type="button" id="delete">Delete this session</button></span>
    </div>
    <div class="buttons"><button type="button" class="first" id="save-all" aria-describedby="saved">Save all sessions in \
    one file</button>
    <button type="button" id="delete-kept">Delete kept sessions</button></div>
    \(FileActions.markup)
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
