/// What is to be tested: a component at one size, with a target. A register record of kind `plan`.
///
/// Size and target stay as they are once a session was held: another size is another plan.
package struct TapPlan: Equatable, Sendable {
  package static let targets = 50...99
  package static let sizes = 1...20_000
  package static let gaps = 0...20_000
  package static let childCounts = 1...200
  /// The number of children of a plan where none is given, if the target requires no more.
  package static let fewChildren = 8
  package static let tapCounts = 1...100
  package static let lookCounts = 1...20

  package var key: String
  package var component: String
  /// In tenths of a point: the area that reacts.
  package var width: Int
  package var height: Int
  /// To the nearest neighbor, in tenths of a point; nil where there is none.
  package var gap: Int?
  /// The rate to reach, in percent: 50 to 99, never 100.
  package var target: Int
  /// Children and scored taps of each that are planned.
  package var children: Int
  package var taps: Int
  /// How often the numbers may be looked at, the last time included.
  package var looks: Int
  /// The version of the task script.
  package var script: String
  /// The build of the app that is tested; empty where not given.
  package var build: String
  package var input: TapInput
  /// Practice trials before the scored ones.
  package var practice: Int
  /// Parts of the component that are asked for in turn; empty for the component as a whole.
  package var parts: [String]
  /// When it was closed, ms UTC.
  package var closed: Int64?

  package init(
    key: String, component: String, width: Int, height: Int, gap: Int? = nil, target: Int = 90,
    children: Int = TapPlan.fewChildren,
    taps: Int = 10, looks: Int = 1, script: String = "1", build: String = "", input: TapInput = .finger,
    practice: Int = 2,
    parts: [String] = [], closed: Int64? = nil
  ) {
    self.key = key
    self.component = component
    self.width = width
    self.height = height
    self.gap = gap
    self.target = target
    self.children = children
    self.taps = taps
    self.looks = looks
    self.script = script
    self.build = build
    self.input = input
    self.practice = practice
    self.parts = parts
    self.closed = closed
  }

  /// Whether another plan, tapped with the same, is of a larger size: larger on one side, and smaller on none.
  package func isSmaller(than other: TapPlan) -> Bool {
    input == other.input && width <= other.width && height <= other.height
      && (width, height) != (other.width, other.height)
  }

  /// `44x44`, in points.
  package var sizeText: String { "\(Self.points(width))x\(Self.points(height))" }

  /// Tenths of a point as people write points: `44`, `44.5`.
  package static func points(_ tenths: Int) -> String {
    tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }
}
