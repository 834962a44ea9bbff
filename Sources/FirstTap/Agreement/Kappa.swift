/// How far two observers agree beyond what chance would give them.
///
/// Formula: (po - pe) / (1 - pe), po the share on the diagonal, pe the sum of the products of the margins' shares.
/// Source: Cohen 1960. Depends on how common each answer is: give po beside it.
package struct Kappa: Hashable, Sendable {
  package let agreement: Double
  package let agreementByChance: Double
  /// Nil if chance alone agrees always: both observers gave one answer throughout.
  package let value: Double?

  /// - Parameter table: rows are the first observer's answers, columns the second's, in the same order.
  /// - Returns: nil unless it is square, at most 100 wide, holds counts from 0 to 1 000 000, and not only zeros.
  package init?(_ table: [[Int]]) {
    guard (1...100).contains(table.count),
      table.allSatisfy({ $0.count == table.count && $0.allSatisfy((0...1_000_000).contains) })
    else { return nil }
    let total = Double(table.joined().reduce(0, +))
    guard total > 0 else { return nil }
    var (diagonal, products) = (0.0, 0.0)
    for index in table.indices {
      diagonal += Double(table[index][index])
      let column = table.reduce(0) { $0 + $1[index] }
      products += Double(table[index].reduce(0, +)) * Double(column)
    }
    agreement = diagonal / total
    agreementByChance = products / (total * total)
    value = agreementByChance < 1 ? (agreement - agreementByChance) / (1 - agreementByChance) : nil
  }
}
