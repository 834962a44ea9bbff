/// How many cells were last seen on the current build.
package struct BuildCounts: Equatable, Sendable {
  /// Empty where no result names a build, and the tracker does not either.
  package var current = ""
  /// On it, or on a build without a name.
  package var onCurrent = 0
  /// On those that are newer by their numbers than the one that the tracker names.
  package var newer = NewerBuilds(current: "")
  /// On an older one, or on one of another name of which nothing tells that it is newer.
  package var onOlder = 0

  package init() {}

  /// - Parameters:
  ///   - named: the current build as the tracker names it; empty for the newest that was seen.
  ///   - seen: by the build of what is shown, empty for none: how many cells, and when the latest of them was seen.
  package init(named: String, seen: [String: (cells: Int, latest: Int64)]) {
    let newest = seen.filter { !$0.key.isEmpty }.max { left, right in
      switch (BuildNumber(left.key), BuildNumber(right.key)) {
      case (let one?, let other?) where one != other: one < other
      case (nil, .some): true
      case (.some, nil): false
      default: (left.value.latest, left.key) < (right.value.latest, right.key)
      }
    }
    current = named.isEmpty ? newest?.key ?? "" : named
    newer = NewerBuilds(current: named)
    let rule = StaleRule(build: current)
    for (build, (cells, _)) in seen {
      newer.add(build, cells: cells)
      if build.isEmpty || rule.accepts(build: build) { onCurrent += cells } else { onOlder += cells }
    }
    onCurrent -= newer.count
  }
}
