import AuditModel

extension TapPage {
  /// A session that was left without saving, offered again.
  var left: HTMLText {
    """
    <section class="card screen" id="left" aria-labelledby="left-title" hidden>
    <h2 id="left-title">A session that is not saved yet</h2>
    <p id="left-text" role="status"></p>
    <div class="buttons">
    <button type="button" class="first" id="left-go-on">Go on with it</button>
    <button type="button" id="left-end">End it and save</button>
    <button type="button" id="left-delete">Delete it</button>
    </div>
    </section>

    """
  }

  /// Hidden until the script runs: without it nothing of this works.
  var setup: HTMLText {
    """
    <div id="setup" class="screen live" hidden>
    \(child)\(device)\(surroundings)\(begin)</div>

    """
  }

  private var child: HTMLText {
    """
    <section class="card" aria-labelledby="child-title">
    <h2 id="child-title" tabindex="-1">The child</h2>
    <fieldset class="choice" aria-describedby="age-problem" id="age"><legend>Age band</legend>
    <div class="answers">
    \(Self.boxes(AgeBand.allCases, type: "radio", name: "age"))
    </div>\(problem("age"))</fieldset>
    <fieldset class="choice"><legend>Consent</legend>
    <div class="answers">
    <label><input type="checkbox" id="guardian" aria-describedby="guardian-problem"> A guardian permits it</label>
    <label><input type="checkbox" id="assent" aria-describedby="assent-problem"> The child said yes</label>
    <label><input type="checkbox" id="full"> Unredacted numbers may be handed on</label>
    </div>\(problem("guardian"))\(problem("assent"))</fieldset>
    <div class="who">
    \(text("consent", "Number of the consent form", hint: "As in c-17. The form itself stays on paper."))
    <div class="field"><label for="code">Code of the child</label>
    <div class="pair"><input type="text" id="code" autocomplete="off" spellcheck="false" autocapitalize="characters" \
    maxlength="6" aria-describedby="code-hint code-problem"><button type="button" id="code-new">New code</button></div>
    <p class="hint" id="code-hint">Drawn at random. Write it on the consent form; a child who comes again keeps it.</p>
    \(problem("code"))</div>
    \(select("hand", "Hand it taps with", Self.options(TapHand.allCases, chosen: .unknown)))
    </div>
    </section>

    """
  }

  private var device: HTMLText {
    let devices: HTMLText = TapDevice.all.map(\.option).joined()
    return """
      <section class="card" aria-labelledby="device-title">
      <h2 id="device-title">The device</h2>
      <div class="who">
      \(select("device", "Device", "<option value=\"\">Choose …</option>\(devices)", hasProblem: true))
      \(text("density", "Points per inch of this screen", hint: "As in 132. Empty where nobody knows: then no millimetres.",
        mode: "decimal"))
      \(select("basis", "Show sizes as on", basis))
      \(text("os", "System version, its first number", hint: "As in 18.", mode: "numeric"))
      </div>
      <details>
      <summary>Measure the screen with a bank card</summary>
      <p>Lay a bank card on the screen, its short edge along the bar. Move the slider until the bar is as long as that \
      edge, 54 mm.</p>
      <div class="ruler"><div id="bar" aria-hidden="true"></div>
      <div class="field"><label for="card">Length of the bar</label>
      <input type="range" id="card" min="120" max="560" step="0.5" value="280">
      <div class="buttons"><button type="button" id="card-take" aria-describedby="card-taken">Take this length</button></div>
      <p id="card-taken" role="status"></p></div></div>
      </details>
      <p class="callout" id="size" role="status"></p>
      </section>

      """
  }

  private var basis: HTMLText {
    """
    <option value="">this device</option><option value="132">a screen of 132 points per inch (iPad)</option>\
    <option value="153">153 points per inch (iPhone 12 and later)</option>\
    <option value="163">163 points per inch (iPad mini, iPhone SE)</option>
    """
  }

  private var surroundings: HTMLText {
    """
    <section class="card" aria-labelledby="around-title">
    <h2 id="around-title">How it is used</h2>
    <div class="who">
    \(select("orientation", "Screen", Self.options(ScreenOrientation.allCases, chosen: .portrait), hasProblem: true))
    \(select("hold", "How it is held", Self.options(DeviceHold.allCases, chosen: .twoHands)))
    \(select("seat", "Where the child is", Self.options(Seating.allCases, chosen: .table)))
    \(text("scale", "Text size in percent", value: "100", hint: "100 is usual.", mode: "numeric"))
    \(text("moderator", "Your code", hint: "As in m1. No name."))
    </div>
    <fieldset class="choice"><legend>Settings of the device that are on</legend>
    <div class="answers">
    \(Self.boxes(AssistiveTechnology.allCases, type: "checkbox", name: "assistive"))
    </div></fieldset>
    </section>

    """
  }

  private var begin: HTMLText {
    """
    <section class="card" aria-labelledby="start-title">
    <h2 id="start-title">Start</h2>
    <p>The targets fill the screen. The child sees no score, and every touch looks the same. Stop with Escape, or by \
    holding the control in the corner for a second.</p>
    <p id="draft-kept">Until you save its file, a session is kept in this browser, so that nothing is lost. Other files \
    that you open in this browser can read it.</p>
    <p id="draft-lost" hidden><strong>This browser keeps nothing.</strong> Save the file before you close this page.</p>
    <p>For an observer with a pen: print this page.</p>
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
