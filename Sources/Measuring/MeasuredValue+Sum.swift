/// Sums, for a check that asks for a total of what is seen and what is added on each side.
extension MeasuredValue {
  static let wantedSum = "Write a sum like 24+2*12 or 30x24+2*10: the visual size and the padding of both sides."

  /// Reads `24+2*12`, `30x24 + 2*10 pt`; nil where the text is no sum. A single figure is added to both sides of a
  /// pair.
  static func sum(_ text: String, unit: String) throws(MeasureError) -> MeasuredValue? {
    let typed = try trimmed(text)
    let terms = typed.split(separator: "+", omittingEmptySubsequences: false)
    guard terms.count > 1, terms.first?.isEmpty == false else { return nil }
    var total: [FixedPoint] = []
    for term in terms {
      let added = try product(String(term), unit: unit, of: typed)
      if total.isEmpty {
        total = added
        continue
      }
      let sides = max(total.count, added.count)
      var sum: [FixedPoint] = []
      for place in 0..<sides { sum.append(try side(total, place).adding(side(added, place))) }
      total = sum
    }
    return try MeasuredValue(text: typed, unit: unit, numbers: total).fitting()
  }

  private static func side(_ numbers: [FixedPoint], _ side: Int) -> FixedPoint {
    side < numbers.count ? numbers[side] : numbers[numbers.count - 1]
  }

  /// `2*12`, `12 pt` or `30x24`.
  private static func product(_ term: String, unit: String, of typed: String) throws(MeasureError) -> [FixedPoint] {
    let factors = term.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
    guard factors.count <= 2, let last = factors.last, !last.utf8.allSatisfy({ $0 == 0x20 }) else {
      throw shapeError(typed)
    }
    let value: MeasuredValue
    var count: FixedPoint = 1
    do throws(MeasureError) {
      value = try parse(last, unitHint: unit)
      if factors.count == 2 { count = try FixedPoint.parse(try trimmed(factors[0])) }
    } catch {
      throw MeasureError(error.reason, error.message, hint: wantedSum)
    }
    guard value.unit == unit, count >= 0 else { throw shapeError(typed) }
    var numbers: [FixedPoint] = []
    for number in value.numbers { numbers.append(try number.multiplied(by: count)) }
    return numbers
  }

  private static func shapeError(_ typed: String) -> MeasureError {
    MeasureError(.wrongShape, "\(MeasureError.quote(typed)) is not a sum of lengths.", hint: wantedSum)
  }
}
