/// The controls above a long list, with JavaScript: a field to filter by words, checkboxes for states, and buttons for
/// the order. Hidden until the script runs.
///
/// The rows are the children of `#<list>-rows` (or of its `tbody`); `data-s` is a row's state, and an order sorts by
/// the `data-` attribute of its letter, numbers ascending.
struct Tools {
  /// Also the identifier of the part.
  let list: String
  /// What is counted: `findings`.
  let noun: String
  let total: Int
  /// The title of the states, and their values with their words.
  let boxes: (title: String, states: [(value: String, word: String)])?
  /// The letters with their words; the empty one is the order of the page.
  let orders: [(key: String, word: String)]

  var html: HTMLText {
    """
    <div class="tools screen" data-list="\(list)" data-noun="\(noun)" hidden>
    <div class="field"><label for="\(list)-words">Filter</label>
    <input type="text" id="\(list)-words" autocomplete="off" spellcheck="false" autocapitalize="none"></div>
    \(states)\(buttons)<p id="\(list)-count" role="status">\(total) of \(total) \(noun) shown.</p>
    </div>

    """
  }

  private var states: HTMLText {
    guard let boxes, boxes.states.count > 1 else { return "" }
    let labels: HTMLText = boxes.states.map { value, word in
      "<label><input type=\"checkbox\" value=\"\(value)\" checked> \(word)</label>\n"
    }.joined()
    return "<fieldset class=\"choices\"><legend>\(boxes.title)</legend>\n\(labels)</fieldset>\n"
  }

  private var buttons: HTMLText {
    guard orders.count > 1 else { return "" }
    let buttons: HTMLText = orders.enumerated().map { place, order in
      """
      <button type="button" data-order="\(order.key)" aria-pressed="\(place == 0 ? "true" : "false")">\(order.word)</button>

      """
    }.joined()
    return "<div class=\"orders\" role=\"group\" aria-label=\"Sort order of the \(noun)\">\n\(buttons)</div>\n"
  }
}
