import AuditModel
import Tapping

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
    \(child)\(device)\(surroundings)\(begin)</div>

    """
  }

  private var child: HTMLText {
    """
    <section class="card" aria-labelledby="child-title">
    <h2 id="child-title" tabindex="-1">Participant</h2>
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
    <div class="field"><label for="code">Participant code</label>
    <div class="pair"><input type="text" id="code" autocomplete="off" spellcheck="false" autocapitalize="characters" \
    maxlength="6" aria-describedby="code-hint code-problem"><button type="button" id="code-new">New code</button></div>
    <p class="hint" id="code-hint">Write it on the consent form. Use it again for later sessions of the child.</p>
    \(problem("code"))</div>
    \(select("hand", "Hand used", Self.options(TapHand.allCases, chosen: .unknown)))
    </div>
    </section>

    """
  }

  private var device: HTMLText {
    let devices: HTMLText = TapDevice.all.map(\.option).joined()
    return """
      <section class="card" aria-labelledby="device-title">
      <h2 id="device-title">Device</h2>
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
      </section>

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
    <section class="card" aria-labelledby="around-title">
    <h2 id="around-title">Test setup</h2>
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
    </section>

    """
  }

  private var begin: HTMLText {
    """
    <section class="card" aria-labelledby="start-title">
    <h2 id="start-title">Start</h2>
    <p>The targets fill the screen. The child sees no score, and every touch looks the same. To stop, press Escape, or \
    hold the control in the corner for 1 second.</p>
    <p id="draft-kept">This browser keeps a session until you save its file, so that no data is lost. Other files that \
    you open in this browser can read it.</p>
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
