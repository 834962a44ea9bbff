/// A curve over periods, for a page: an image with a title and a sentence; a table next to it has the numbers.
///
/// Only lines are drawn in the image, which is stretched to the available width; words around it are text, so that
/// they grow and wrap with all other text and cross no line.
struct Chart {
  let id: String
  let title: String
  /// One for each period; nil is a gap, and is drawn as one.
  let values: [Int?]
  /// The value at the upper edge, more than 0; the lower one is 0.
  let top: Int
  /// Of the upper and the lower edge.
  let labels: [String]
  let periods: [String]
  /// A description of the curve in one sentence.
  let says: String
  /// The last value, in large type.
  let now: String

  /// The image is 1000 wide and 400 high inside.
  private static let (width, height) = (1000, 400)

  var html: HTMLText {
    """
    <figure class="chart">
    <figcaption><span class="pre">\(title)</span> <strong>\(now)</strong></figcaption>
    <div class="plot">
    <div class="scale" aria-hidden="true"><span>\(labels.first ?? "")</span><span>\(labels.last ?? "")</span></div>
    <svg viewBox="-20 -20 1040 440" preserveAspectRatio="none" role="img" aria-labelledby="\(id)-title \(id)-desc">\
    <title id="\(id)-title">\(title)</title><desc id="\(id)-desc">\(says)</desc>\
    <path class="grid" d="M0 0H1000M0 200H1000M0 400H1000"/><path class="line" d="\(HTMLText(verbatim: line))"/>\
    <path class="marks" d="\(HTMLText(verbatim: marks))"/></svg>
    </div>
    <div class="ends" aria-hidden="true"><span>\(HTMLText.people(periods.first ?? ""))</span>\
    <span>\(HTMLText.people(periods.count > 1 ? periods.last ?? "" : ""))</span></div>
    </figure>

    """
  }

  private func place(_ index: Int, _ value: Int) -> String {
    let x = values.count > 1 ? Self.width * index / (values.count - 1) : Self.width / 2
    let share = Percent(of: max(0, min(value, top)) * 4, max(1, top) * 4).value ?? 0
    return "\(x) \(Self.height - Self.height * share / 100)"
  }

  /// Lines between neighbors; a gap between two values is a gap.
  private var line: String {
    var isDrawing = false
    return values.indices.map { index -> String in
      guard let value = values[index] else {
        isDrawing = false
        return ""
      }
      defer { isDrawing = true }
      return (isDrawing ? "L" : "M") + place(index, value)
    }.joined()
  }

  /// A dot where a value differs from the one before, at a gap, and at the end: lines without length have round ends.
  private var marks: String {
    values.indices.map { index -> String in
      guard let value = values[index] else { return "" }
      let isSame = index > 0 && index < values.count - 1 && values[index - 1] == value
      return isSame ? "" : "M\(place(index, value))h0"
    }.joined()
  }
}
