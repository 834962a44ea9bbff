/// Which columns of a table are beside each other, which below their row, and which are left out.
struct SheetLayout {
  static let gap = "  "
  /// A text is not cut to less; where that does not fit, it is below its row.
  static let narrowestText = 20
  /// The same where a row is one line, in which the text is what a reader looks for.
  static let narrowestInLine = 26
  /// What a name of a place is cut to, where a whole column would be left out otherwise.
  static let narrowestPlace = 20

  /// The places of the columns on the first line of a row, and their widths.
  private(set) var beside: [Int]
  private(set) var widths: [Int] = []
  private(set) var below: [Int] = []
  private(set) var hidden: [Int] = []
  /// The width at which all columns are beside each other.
  let whole: Int
  /// All columns are beside each other, and nothing is cut.
  let isWhole: Bool

  /// Leaves out spare columns from the right; then puts others below: the widest of those to keep, in the end names
  /// from the right.
  ///
  /// - Parameters:
  ///   - needs: the width that each column takes uncut.
  ///   - least: the width that a text may be shortened to; nil for whole texts.
  /// - Returns: nil if not even one column fits.
  init?(_ columns: [SheetColumn], _ needs: [Int], width: Int, least: Int? = narrowestText) {
    beside = Array(columns.indices)
    let gap = Self.gap.utf8.count
    let isText = columns.map { least != nil && $0.role == .text }
    // Who asks for whole texts asks for all columns.
    let isWanted = least == nil
    let least = least ?? 0
    whole = zip(isText, needs).reduce(-gap) { $0 + gap + ($1.0 ? min($1.1, least) : $1.1) }
    isWhole = needs.reduce(-gap) { $0 + gap + $1 } <= width
    while let last = beside.last {
      if let fitting = Self.fit(beside.map { needs[$0] }, beside.map { isText[$0] }, into: width, least) {
        widths = fitting
        below.sort()
        return
      }
      if !isWanted, let spare = beside.last(where: { columns[$0].importance == .spare }) {
        hidden.insert(spare, at: 0)
        beside.removeAll { $0 == spare }
      } else {
        let kept = beside.filter { columns[$0].importance < .head }
        let next = kept.max { (needs[$0], $0) < (needs[$1], $1) } ?? last
        below.append(next)
        beside.removeAll { $0 == next }
      }
    }
    return nil
  }

  /// Distributes the room: what cannot be cut and what is narrow get what they need, wide texts equal shares.
  private static func fit(_ needs: [Int], _ isText: [Bool], into width: Int, _ least: Int) -> [Int]? {
    let fixed = needs.indices.filter { !isText[$0] }.reduce(0) { $0 + needs[$1] }
    var room = width - gap.utf8.count * (needs.count - 1) - fixed
    guard room >= 0 else { return nil }
    var widths = needs
    let texts = needs.indices.filter { isText[$0] }.sorted { (needs[$0], $0) < (needs[$1], $1) }
    for (done, index) in texts.enumerated() {
      let share = room / (texts.count - done)
      if widths[index] > share {
        guard share >= least else { return nil }
        widths[index] = share
      }
      room -= widths[index]
    }
    return widths
  }
}
