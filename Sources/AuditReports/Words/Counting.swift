/// A count with its noun: `1 item`, `2 items`.
package func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
  "\(count) " + (count == 1 ? one : many ?? one + "s")
}

/// The sum of counts, held at the largest `Int` instead of trapping: counts may come from a damaged database.
func saturatingSum(_ counts: Int...) -> Int {
  counts.reduce(0) { sum, count in
    let (next, overflow) = sum.addingReportingOverflow(count)
    return overflow ? (count > 0 ? Int.max : Int.min) : next
  }
}
