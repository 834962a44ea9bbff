import Children

/// `taps("9/10 8/10")`: children as a person writes them.
func taps(_ text: String) throws -> [ChildTaps] {
  try text.split(separator: " ").map { word in
    let parts = word.split(separator: "/").compactMap { Int($0) }
    return try ChildTaps(hits: parts[0], taps: parts[1])
  }
}

/// So many children who did the same.
func same(_ count: Int, _ hits: Int, _ taps: Int) throws -> [ChildTaps] {
  [ChildTaps](repeating: try ChildTaps(hits: hits, taps: taps), count: count)
}
