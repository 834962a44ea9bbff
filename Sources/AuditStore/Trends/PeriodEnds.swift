/// The last milliseconds of the periods of a trend, in their order.
struct PeriodEnds {
  let times: [Int64]

  init(_ times: [Int64]) {
    self.times = times
  }

  /// The first period that ends at or after a moment; nil for what is later than all.
  func bucket(_ time: Int64) -> Int? {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low < times.count ? low : nil
  }
}
