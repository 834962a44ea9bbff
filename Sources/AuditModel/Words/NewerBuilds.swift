/// What was seen on builds that are newer than the one that the tracker names as current.
package struct NewerBuilds: Equatable, Sendable {
  /// As the tracker names it; empty where it names none, and then no build is newer.
  package let current: String
  /// How many cells.
  package private(set) var count = 0
  /// The newest of these builds; empty for none.
  package private(set) var newest = ""

  package init(current: String) {
    self.current = current
  }

  package static func isNewer(_ build: String, than current: String) -> Bool {
    BuildNumber(current).flatMap { current in BuildNumber(build).map { current < $0 } } ?? false
  }

  package mutating func add(_ build: String, cells: Int = 1) {
    guard Self.isNewer(build, than: current) else { return }
    count += cells
    if newest.isEmpty || Self.isNewer(build, than: newest) || build < newest && !Self.isNewer(newest, than: build) {
      newest = build
    }
  }

  /// `Results of 1.1 exist, the current build is 1.0.`; nil for none.
  package var sentence: String? {
    count == 0 ? nil : "Results of \(newest) exist, the current build is \(current)."
  }
}
