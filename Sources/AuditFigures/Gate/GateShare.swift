import AuditModel

/// A percentage that a gate demands, kept exactly: 1 999 of 2 000 is below 100 and above 99.9.
package struct GateShare: Equatable, Sendable {
  /// As typed, without a sign: `90`, `99.5`.
  package let text: String
  /// In ten-thousandths of a percent.
  private let parts: Int

  private static let whole = 1_000_000

  /// From 0 to 100, with at most four decimals; nil for anything else.
  package init?(_ typed: String) {
    let text = typed.hasSuffix("%") ? String(typed.dropLast()) : typed
    let pieces = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(pieces.count), pieces.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isDigit) }),
      pieces[0].utf8.count <= 3, let whole = Int(pieces[0])
    else { return nil }
    let decimals = pieces.count > 1 ? pieces[1] : ""
    guard decimals.utf8.count <= 4 else { return nil }
    let padded = decimals + String(repeating: "0", count: 4 - decimals.utf8.count)
    parts = whole * 10_000 + (Int(padded) ?? 0)
    guard parts <= Self.whole else { return nil }
    self.text = text
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// The figure for JSON.
  package var percent: Double { Double(parts) / 10_000 }

  /// Whether a part of a whole reaches it; nothing is no part of nothing.
  package func isReached(by part: Int, of whole: Int) -> Bool {
    guard whole > 0, part >= 0 else { return false }
    let (have, want) = (part.multipliedFullWidth(by: Self.whole), whole.multipliedFullWidth(by: parts))
    return (have.high, have.low) >= (want.high, want.low)
  }
}

/// A share as a percentage rounded down to hundredths, so that 100 is printed only for all.
package struct GateFigure: Equatable, Sendable {
  package var part: Int
  package var whole: Int

  package init(_ part: Int, of whole: Int) {
    self.part = part
    self.whole = whole
  }

  /// In hundredths of a percent; nil where there is nothing to divide by.
  private var hundredths: Int? {
    guard whole > 0, part >= 0, part <= whole else { return nil }
    return whole.dividingFullWidth(part.multipliedFullWidth(by: 10_000)).quotient
  }

  package var percent: Double? { hundredths.map { Double($0) / 100 } }

  /// `96 percent`, `99.95 percent`, `no data`.
  package var words: String {
    guard let hundredths else { return "no data" }
    let rest = hundredths % 100
    let decimals = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : ".\(rest < 10 ? "0" : "")\(rest)"
    return "\(hundredths / 100)\(decimals) percent"
  }
}
