@testable import Children

extension LaneyChart {
  /// - Returns: nil unless there are two groups of 1 to 1 000 000 trials.
  init?(_ groups: [(x: Int, n: Int)]) {
    self.init(effective: groups.map { (x: Double($0.x), n: Double($0.n)) })
  }
}
