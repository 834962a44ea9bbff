/// The rank of a table of whole numbers, modulo a prime: a combination over the integers is one over that field.
enum Ranks {
  private static let prime = 2_147_483_647

  static func rank(_ rows: [[Int]]) -> Int {
    var left = rows.map { $0.map { (($0 % prime) + prime) % prime } }
    var rank = 0
    for column in 0..<(left.first?.count ?? 0) {
      guard let pivot = left.indices.dropFirst(rank).first(where: { left[$0][column] != 0 }) else { continue }
      left.swapAt(rank, pivot)
      let inverse = power(left[rank][column], prime - 2)
      for index in left.indices.dropFirst(rank + 1) where left[index][column] != 0 {
        let factor = left[index][column] * inverse % prime
        for place in left[index].indices {
          left[index][place] = (left[index][place] + (prime - factor) * left[rank][place]) % prime
        }
      }
      rank += 1
    }
    return rank
  }

  private static func power(_ base: Int, _ exponent: Int) -> Int {
    var (result, square, rest) = (1, base, exponent)
    while rest > 0 {
      if rest & 1 == 1 { result = result * square % prime }
      (square, rest) = (square * square % prime, rest >> 1)
    }
    return result
  }
}
