/// Decimal digits for dates and times.
enum DecimalText {
  /// A number with leading zeros; a minus sign comes before them.
  static func padded(_ value: Int, to width: Int) -> String {
    let digits = String(value.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
    return (value < 0 ? "-" : "") + zeros + digits
  }
}
