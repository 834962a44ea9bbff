/// The last milliseconds of the periods of a trend, in their order.
struct PeriodEnds {
  let times: [Int64]
  /// What was observed by then counts in the last period as well.
  let reach: Int64

  init(_ times: [Int64], reach: Int64? = nil) {
    self.times = times
    self.reach = max(times.last ?? .min, reach ?? .min)
  }

  /// By when that was observed which counts in a period.
  func limit(_ bucket: Int) -> Int64 { bucket == times.count - 1 ? reach : times[bucket] }

  /// The first period in which what was observed at a moment counts; nil for what is later than all.
  func bucket(_ time: Int64) -> Int? {
    if let last = times.last, time > last { return time <= reach ? times.count - 1 : nil }
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low < times.count ? low : nil
  }
}
