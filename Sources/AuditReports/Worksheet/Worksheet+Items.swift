import AuditModel
import Measuring

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
    <legend><h3><span class="number">\(place + 1) of \(items.count)</span> \(name(item))</h3></legend>
    \(facts(item))<p class="last">\(Self.words(item.last))</p>
    \(grouping == .component ? instructions(item) : "")\(answers(place))
    <div class="more">
    \(severity(place))\(item.measured.map { value($0, place: place) } ?? "")
    <div class="field wide"><label for="note-\(place)">Note</label>
    <textarea id="note-\(place)" rows="1" maxlength="10000"></textarea></div>
    </div>
    <div class="after screen"><p class="mark" id="mark-\(place)"></p>
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
    if !item.condition.isEmpty { parts.append("under <strong>\(HTMLText.people(item.condition))</strong>") }
    return parts.isEmpty ? "" : "<p class=\"facts\">\(parts.joined(separator: ", "))</p>\n"
  }

  private func instructions(_ item: Item) -> HTMLText {
    """
    <details class="how"><summary>How to test</summary>
    <dl><dt>How to test</dt><dd class="pre">\(HTMLText.people(item.how))</dd>
    <dt>Expected</dt><dd class="pre">\(HTMLText.people(item.expected))</dd></dl></details>

    """
  }

  private func answers(_ place: Int) -> HTMLText {
    let choices: [(String, HTMLText)] = [
      ("pass", "Pass"), ("fail", "Fail"), ("na", "Not applicable"), ("cant-tell", "Can’t tell"),
    ]
    let radios: HTMLText = choices.map { value, label in
      "<label><input type=\"radio\" name=\"outcome-\(place)\" value=\"\(value)\"> \(label)</label>"
    }.joined(separator: "\n")
    return "<div class=\"answers\">\n\(radios)\n</div>"
  }

  /// On screen, a choice that appears with a fail; on paper, checkboxes.
  private func severity(_ place: Int) -> HTMLText {
    let options: HTMLText = Severity.allCases.map { severity in
      "<option value=\"\(severity.rawValue)\">\(severity.rawValue) \(severity.word)</option>"
    }.joined()
    let boxes: HTMLText = Severity.allCases.map { "☐ \($0.rawValue) \($0.word)" }.joined(separator: "  ")
    return """
      <div class="field severity" id="severity-row-\(place)"><label for="severity-\(place)">Severity</label>
      <select id="severity-\(place)"><option value="">not rated</option>\(options)</select></div>
      <p class="paper wide">If it fails: \(boxes)</p>

      """
  }

  private func value(_ measured: Measured, place: Int) -> HTMLText {
    """
    <div class="field"><label for="value-\(place)">Measured value</label>
    <input type="text" id="value-\(place)" autocomplete="off" spellcheck="false" autocapitalize="none" maxlength="\(measured.parts == nil ? 80 : 4000)" \
    aria-describedby="wanted-\(place) problem-\(place)">
    <p class="hint" id="wanted-\(place)">Required: \(measured.wanted). Example: \(Self.example(measured)).</p>
    <p class="problem" id="problem-\(place)" hidden></p></div>

    """
  }

  private static func example(_ measured: Measured) -> HTMLText {
    if let parts = measured.parts { return .people(parts.example) }
    if measured.isSum { return "44x44, or 24+2*12" }
    return switch measured.unit {
    case "pt": "40x40 or 44 pt"
    case "ratio": "4.5:1"
    case "percent": "165%"
    case "": "4"
    default: "4 \(measured.unit)"
    }
  }

  private static func phrases(_ phrases: [String]) -> HTMLText {
    phrases.map { HTMLText.people($0) }.joined(separator: ", ")
  }

  private static func words(_ last: Last?) -> HTMLText {
    guard let last else { return "Not tested yet." }
    let day = Timestamp(milliseconds: last.time).localDate(offset: 0)
    let more: HTMLText = last.phrases.isEmpty ? "" : ", \(phrases(last.phrases))"
    let note: HTMLText = last.note.isEmpty ? "" : " Note: <q class=\"pre\">\(HTMLText.people(last.note))</q>"
    return "Last result: <strong>\(OutcomeWords.word(last.outcome))</strong>, \(day)\(more).\(note)"
  }
}
