import Audit
import Base

extension Worksheet {
  /// The page to fill in or to print.
  package var page: HTMLPage {
    HTMLPage(
      title: title, lead: lead,
      main: [introduction, surroundings, bar, otherParts, contents, questions, ending].joined(),
      origin: origin, style: .worksheetStyle, script: .worksheetScript, data: .data(data, id: "sheet"))
  }

  private var lead: HTMLText {
    """
    <p class="lead">\(counted(items.count, "item")) to test. Answer what you can; the others stay untested.</p>
    """
  }

  private var introduction: HTMLText {
    """
    <noscript><p class="callout"><strong>JavaScript is off.</strong> This page cannot keep or save answers. You can \
    read the worksheet, or print it and fill it in with a pen. To save answers, allow JavaScript for this file: it works \
    offline and loads nothing.</p></noscript>
    <details class="card screen">
    <summary>Instructions</summary>
    <ol>
    <li>Test each item and choose the outcome. Choose Can’t tell if you tested but could not decide. How to test is \
    open until you answer an item of the check.</li>
    <li>Add a note if a teammate could have questions. For a fail, add a severity.</li>
    <li>Save your answers with the button, or press Ctrl+S (Command-S), and send the file to the person who gave you \
    this worksheet. They import it with <code>a11y import</code>.</li>
    <li>You can continue later and save again. The new file contains all answers; importing both creates no \
    duplicates.</li>
    </ol>
    </details>

    """
  }

  private var surroundings: HTMLText {
    """
    <section class="card" aria-labelledby="who">
    <h2 id="who">Tester and device</h2>
    <div class="who">
    <div class="field"><label for="tester">Tester code</label>
    <input type="text" id="tester" value="\(tester)" autocomplete="off" spellcheck="false" autocapitalize="none" \
    maxlength="200" aria-required="true" aria-describedby="tester-hint tester-problem">
    <p class="hint screen" id="tester-hint">Required. Use a code such as t1, not your name.</p>
    <p class="problem" id="tester-problem" hidden></p></div>
    \(field("device", "Device", "", hint: "For example, iPhone 15"))
    \(field("os", "System version", "", hint: "For example, 18.1"))
    \(field("build", "App build", build, hint: "For example, 3.2"))
    </div>
    <p class="hint screen">Device, system, and build apply to every answer that is not saved yet. Save before you \
    change them.</p>
    <div class="keys"><div class="answers live screen" hidden><label><input type="checkbox" id="keys" aria-describedby="keys-hint" checked> \
    Answer with single keys</label></div>
    <p class="hint live screen" id="keys-hint" hidden>P passes the current item, F fails it, N is not applicable, and C \
    can’t tell. No key answers while you type in a field.</p></div>
    </section>

    """
  }

  private func field(_ id: String, _ label: HTMLText, _ value: String, hint: HTMLText) -> HTMLText {
    """
    <div class="field"><label for="\(id)">\(label)</label>
    <input type="text" id="\(id)" value="\(value)" autocomplete="off" spellcheck="false" maxlength="200" \
    aria-describedby="\(id)-hint">
    <p class="hint" id="\(id)-hint">\(hint)</p></div>
    """
  }

  /// At the foot of the screen, wherever the reader is. Hidden until the script runs: it requires JavaScript.
  private var bar: HTMLText {
    """
    <section class="bar screen live" id="bar" aria-label="Progress" hidden>
    <div class="said">\(FileActions.said)
    <p id="other-ways" hidden><a href="#save-heading">Other ways to send the file</a></p></div>
    <div class="state"><p id="progress" role="status">0 of \(counted(items.count)) answered.</p>
    <p id="kept"></p></div>
    <div class="buttons">
    <button type="button" id="previous">Back<span class="unseen"> to the previous item</span></button>
    <button type="button" id="next">Next open</button>
    <button type="button" id="share-now" hidden>Share</button>
    <button type="button" class="first" id="save" aria-describedby="saved">Save</button>
    </div>
    </section>

    """
  }

  /// The way to the other parts, and what this browser has of each.
  private var otherParts: HTMLText {
    guard parts.count > 1 else { return "" }
    let links: HTMLText = parts.enumerated().map { place, other in
      let isThis = place + 1 == part.number
      let name: HTMLText =
        isThis ? "Part \(place + 1) (this page)" : "<a href=\"./\(URIText.escaped(other.file))\">Part \(place + 1)</a>"
      return "<li>\(name) <span class=\"muted\" id=\"part-\(place)\">\(counted(other.items, "item"))</span></li>"
    }.joined(separator: "\n")
    return """
      <nav class="card contents screen" aria-labelledby="parts">
      <h2 id="parts">Parts</h2>
      <p id="in-all" class="live" hidden></p>
      <ol role="list">
      \(links)
      </ol>
      </nav>

      """
  }

  private var contents: HTMLText {
    let groups = groups
    guard groups.count > 1 else { return "" }
    let links: HTMLText = groups.enumerated().map { number, group in
      "<li><a href=\"#group-\(number)\">\(HTMLText.people(group.name))</a></li>"
    }.joined(separator: "\n")
    let noun: HTMLText = grouping == .component ? "Components" : "Checks"
    return """
      <nav class="card contents screen" aria-labelledby="contents">
      <h2 id="contents">\(noun)</h2>
      <ol>
      \(links)
      </ol>
      </nav>

      """
  }

  private var ending: HTMLText {
    """
    <section class="card screen live" aria-labelledby="save-heading" hidden>
    <h2 id="save-heading">Save and send</h2>
    <p id="no-file">Save your answers, and this page shows how to send the file.</p>
    \(FileActions.ways)
    <h3>Draft</h3>
    <p id="draft-kept">This browser keeps your answers, so that you can close this page and continue later. Other \
    files that you open in this browser can read them: write no names. Your tester code is not kept.</p>
    <p id="draft-lost" hidden><strong>This browser cannot save a draft.</strong> Save your answers before you close \
    this page.</p>
    <div class="buttons"><button type="button" id="delete">Delete draft</button></div>
    <p id="deleted" role="status"></p>
    </section>

    """
  }
}

extension Worksheet {
  /// The items under their headings.
  var questions: HTMLText {
    groups.enumerated().map { number, group in
      let cards: HTMLText = group.places.map { card(items[$0], place: $0) }.joined()
      return """
        <section class="group" aria-labelledby="group-\(number)">
        <h2 id="group-\(number)" tabindex="-1">\(HTMLText.people(group.name))</h2>
        \(about(items[group.places.lowerBound]))\(cards)</section>

        """
    }.joined()
  }

  /// The text under a heading that applies to all items below.
  private func about(_ item: Item) -> HTMLText {
    switch grouping {
    case .component: item.about.isEmpty ? "" : "<p class=\"lead\">\(Self.phrases(item.about))</p>\n"
    case .check: "<p class=\"lead\"><code>\(item.check)</code></p>\n\(instructions(item))"
    }
  }

  private func card(_ item: Item, place: Int) -> HTMLText {
    """
    <fieldset class="card item" data-item="\(place)">
    <legend><h3><span class="number">\(counted(place + 1, of: items.count))</span> \(name(item))</h3></legend>
    \(facts(item))<p class="last">\(Self.words(item.last))</p>
    \(grouping == .component ? instructions(item) : "")\(answers(item, place: place))
    <div class="more">
    \(severity(item, place: place))\(failing(item, place: place))\(item.measured.map { value($0, place: place) } ?? "")
    <div class="field wide"><label for="note-\(place)">Note</label>
    <textarea id="note-\(place)" rows="1" maxlength="10000"></textarea></div>
    \(pictures(place))
    </div>
    <div class="after screen"><p class="mark" id="mark-\(place)"></p>
    <button type="button" class="same" id="same-\(place)" hidden></button>
    <button type="button" class="clear" id="clear-\(place)" hidden>Clear answer\
    <span class="unseen"> of item \(place + 1)</span></button></div>
    </fieldset>

    """
  }

  private func name(_ item: Item) -> HTMLText {
    switch grouping {
    case .component: .people(item.title)
    case .check: .people(item.component)
    }
  }

  private func facts(_ item: Item) -> HTMLText {
    var parts: [HTMLText] = []
    switch grouping {
    case .component: parts.append("<code>\(item.check)</code>")
    case .check: if !item.about.isEmpty { parts.append(Self.phrases(item.about)) }
    }
    if !item.seenUnder.isEmpty { parts.append("under <strong>\(HTMLText.people(item.seenUnder))</strong>") }
    return parts.isEmpty ? "" : "<p class=\"facts\">\(parts.joined(separator: ", "))</p>\n"
  }

  private func instructions(_ item: Item) -> HTMLText {
    """
    <details class="how" data-check="\(item.check)" open><summary>How to test</summary>
    <dl><dt>How to test</dt><dd class="pre">\(CheckWords.steps(item.how, HTMLText.people))</dd>
    <dt>Expected</dt><dd class="pre">\(HTMLText.people(item.expected))</dd></dl></details>

    """
  }

  private func answers(_ item: Item, place: Int) -> HTMLText {
    let choices: [(String, HTMLText)] = [
      ("pass", "Pass"), ("fail", "Fail"), ("na", "Not applicable"), ("cant-tell", "Can’t tell"),
    ]
    let radios: HTMLText = choices.map { value, label in
      let isPossible = value != "pass" || item.noPass == nil
      let without: HTMLText = isPossible ? "" : " disabled aria-describedby=\"no-pass-\(place)\""
      return "<label><input type=\"radio\" name=\"outcome-\(place)\" value=\"\(value)\"\(without)> \(label)</label>"
    }.joined(separator: "\n")
    let why: HTMLText =
      item.noPass.map { words in
        "<p class=\"hint\" id=\"no-pass-\(place)\">Pass is not available: \(HTMLText.people(words)). Answer Not applicable "
          + "if larger text is tested under another condition.</p>\n"
      } ?? ""
    return "\(why)<div class=\"answers\">\n\(radios)\n</div>"
  }

  /// On screen, a choice that appears with a fail; on paper, checkboxes.
  private func severity(_ item: Item, place: Int) -> HTMLText {
    let usual = item.usual.word.prefix(1).uppercased() + item.usual.word.dropFirst()
    let affects: HTMLText =
      item.affects.isEmpty
      ? "" : "\n<p class=\"hint\" id=\"affects-\(place)\">Affects: \(HTMLText.people(item.affects))</p>"
    let described: HTMLText = item.affects.isEmpty ? "" : " aria-describedby=\"affects-\(place)\""
    let options: HTMLText = Severity.allCases.map { severity in
      "<option value=\"\(severity.rawValue)\">\(severity.rawValue) \(severity.word)</option>"
    }.joined()
    let boxes: HTMLText = Severity.allCases.map { "☐ \($0.rawValue) \($0.word)" }.joined(separator: "  ")
    return """
      <div class="field severity" id="severity-row-\(place)"><label for="severity-\(place)">Severity</label>
      <select id="severity-\(place)"\(described)><option value="">\(usual), the default</option>\(options)</select>\(affects)</div>
      <p class="paper wide">If it fails: \(boxes)</p>

      """
  }

  /// How many components have a box on paper.
  private static let mostBoxes = 12

  /// The components of a screen that make its check fail. The script fills in the choices.
  private func failing(_ item: Item, place: Int) -> HTMLText {
    guard !item.parts.isEmpty else { return "" }
    let boxes: HTMLText = item.parts.prefix(Self.mostBoxes).map { part in
      // Of two that have one title the key tells which.
      let isShared = item.parts.count { $0.title == part.title } > 1
      let name = isShared || part.title.isEmpty ? "\(part.title) \(part.key)" : part.title
      return "<span class=\"w1\">☐ \(HTMLText.brief(name))</span>"
    }.joined(separator: "  ")
    let others: HTMLText = item.parts.count > Self.mostBoxes ? "  ☐ others:" : ""
    return """
      <fieldset class="wide on screen" id="on-row-\(place)" aria-describedby="on-hint-\(place)" hidden>
      <legend>Components that fail</legend>
      <p class="hint" id="on-hint-\(place)">None means the screen as a whole.</p>
      <div class="choices" id="on-\(place)"></div></fieldset>
      <p class="paper wide">Components that fail, if any: \(boxes)\(others)</p>

      """
  }

  /// Photos and screenshots of a fail. A phone offers its camera.
  private func pictures(_ place: Int) -> HTMLText {
    """
    <div class="wide pictures screen" id="pictures-row-\(place)" hidden><div class="choose">
    <div class="field photo"><label for="photo-\(place)">Take a photo</label>
    <input type="file" id="photo-\(place)" accept="image/*" capture="environment" \
    aria-describedby="picture-hint-\(place) picture-problem-\(place)"></div>
    <div class="field"><label for="picture-\(place)">Choose images</label>
    <input type="file" id="picture-\(place)" accept="image/*" multiple \
    aria-describedby="picture-hint-\(place) picture-problem-\(place)"></div></div>
    <p class="hint" id="picture-hint-\(place)">At most 4. Each is drawn again without place, time, and camera.</p>
    <p class="problem" id="picture-problem-\(place)" role="status"></p>
    <ul id="pictures-\(place)"></ul></div>
    """
  }

  private func value(_ measured: Measured, place: Int) -> HTMLText {
    """
    <div class="field"><label for="value-\(place)">Measured value</label>
    <input type="text" id="value-\(place)" inputmode="\(Self.inputMode(measured))" autocomplete="off" spellcheck="false" \
    autocapitalize="none" maxlength="\(measured.parts == nil ? 80 : 4000)" \
    aria-describedby="wanted-\(place) problem-\(place) miss-\(place)">
    <p class="hint" id="wanted-\(place)">Required: \(measured.wanted). Example: \(Self.example(measured)).</p>
    <p class="problem" id="problem-\(place)" hidden></p>
    <p class="problem" id="miss-\(place)" role="status"></p></div>

    """
  }

  /// Digits alone where a value is one number: sides, sums, and lists have letters, and a change can go down.
  private static func inputMode(_ measured: Measured) -> HTMLText {
    let isNumber = measured.parts == nil && !measured.isSum && !["pt", "mm"].contains(measured.unit)
    return isNumber && !UnitWords.isShift(measured.unit) ? "decimal" : "text"
  }

  private static func example(_ measured: Measured) -> HTMLText {
    if let parts = measured.parts { return .people(parts.example) }
    if measured.isSum { return "44x44, or 24+2*12" }
    // Of a target, both sides can be given.
    let side = measured.unit == "pt" ? measured.example.split(separator: " ").first.map { "\($0)x\($0) or " } : nil
    return "\(side ?? "")\(measured.example)"
  }

  private static func phrases(_ phrases: [String]) -> HTMLText {
    phrases.map { HTMLText.people($0) }.joined(separator: ", ")
  }

  private static func words(_ last: Last?) -> HTMLText {
    guard let last else { return "Not tested yet." }
    let more: HTMLText = last.phrases.isEmpty ? "" : ", \(phrases(last.phrases))"
    let note: HTMLText = last.note.isEmpty ? "" : " Note: <q class=\"pre\">\(HTMLText.people(last.note))</q>"
    return "Last result: <strong>\(OutcomeWords.word(last.outcome))</strong>, \(last.day)\(more).\(note)"
  }
}
