import Children

/// What a page saw of one contact before anybody said what it was. Times are milliseconds since the session began,
/// lengths tenths of a point from the upper left of the screen.
struct SeenContact: Equatable, Sendable {
  var down: Int
  /// Nil where the finger did not come up while the trial lasted.
  var up: Int?
  /// Where it came down.
  var x: Int
  var y: Int
  /// Where it came up, or was last.
  var endX: Int
  var endY: Int
  /// How far from where it came down it got, wherever it ended.
  var moved: Int
  /// The larger side of the area that touched the screen; 0 where the device does not say.
  var area: Int
  /// Whether it was made with something else than the plan is for, or to stop the session.
  var isForeign: Bool

  init(
    down: Int, up: Int?, x: Int, y: Int, endX: Int, endY: Int, moved: Int = 0, area: Int = 0, isForeign: Bool = false
  ) {
    self.down = down
    self.up = up
    self.x = x
    self.y = y
    self.endX = endX
    self.endY = endY
    self.moved = moved
    self.area = area
    self.isForeign = isForeign
  }
}

/// What stood on the screen in a trial, in tenths of a point.
struct TapScene: Equatable, Sendable {
  /// A rectangle by its centre.
  struct Box: Equatable, Sendable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    func contains(_ x: Int, _ y: Int) -> Bool { excess(x, y) == (0, 0) }

    /// Whether a point is at most so far from the edge.
    func isWithin(_ distance: Int, of x: Int, _ y: Int) -> Bool {
      let (dx, dy) = excess(x, y)
      return dx * dx + dy * dy <= 4 * distance * distance
    }

    /// How far outside, doubled, so that halves of a width stay whole.
    private func excess(_ x: Int, _ y: Int) -> (Int, Int) {
      (max(0, abs(2 * (x - self.x)) - width), max(0, abs(2 * (y - self.y)) - height))
    }
  }

  var width: Int
  var height: Int
  /// When the target was there, ms since the session began.
  var shown: Int
  var target: Box
  var neighbours: [Box]

  init(width: Int, height: Int, shown: Int, target: Box, neighbours: [Box] = []) {
    self.width = width
    self.height = height
    self.shown = shown
    self.target = target
    self.neighbours = neighbours
  }
}

/// Says of each contact of a trial what it was: a pure function, part of the scoring and of its version
/// (`TapScoring.version`). The tap page sorts with `tap-scoring.js`; this is the second opinion, on the same contacts.
///
/// The first of these that holds:
///
/// | class | when |
/// | --- | --- |
/// | `experimenter` | made with something else than the plan is for, or to stop the session |
/// | `holdover` | down before the target was there, or so soon after that nobody can have seen it |
/// | `palm_edge` | larger than a finger, or at the very edge of the screen and not on the target |
/// | `multi_touch` | another one, not counting those above, was down already or came down with it |
/// | `slip` | began on the target and came up beside it |
/// | `drag` | moved further than a tap does |
/// | `long_press` | on the target, and held longer than a tap is, or never released |
/// | `hit` | on the target |
/// | `neighbour` | on a neighbour |
/// | `near` | beside the target, closer than a tap may move |
/// | `far` | anywhere else |
enum ContactSorting {
  /// Sooner than this after the target appeared nobody can have seen it: sprinters are called back for less than 100 ms.
  static let soonest = 100
  /// Contacts this near in time came down together, ms.
  static let together = 100
  /// Held longer, a contact is a long press on the platforms the apps are for, ms.
  static let longest = 500
  /// A tap may move so far before platforms take it for something else: 10 pt.
  static let slop = 100
  /// Larger than any fingertip: 80 pt, which is 12 to 15 mm.
  static let palm = 800
  /// The strip at the edge of the screen in which a hand rests that holds the device: 4 pt.
  static let edge = 40

  static func classes(_ contacts: [SeenContact], on scene: TapScene) -> [ContactClass] {
    let alone = contacts.map { noAttempt($0, scene) }
    let attempts = contacts.indices.filter { alone[$0] == nil }
    return contacts.indices.map { place in
      if let kind = alone[place] { return kind }
      let isAccompanied = attempts.contains { $0 != place && isWith(contacts[$0], contacts[place]) }
      return isAccompanied ? .multiTouch : attempt(contacts[place], scene)
    }
  }

  /// What is no attempt, whatever else happened; nil for an attempt.
  private static func noAttempt(_ contact: SeenContact, _ scene: TapScene) -> ContactClass? {
    if contact.isForeign { return .experimenter }
    if contact.down < scene.shown + soonest { return .holdover }
    let isAtEdge =
      min(contact.x, contact.y) < edge || contact.x > scene.width - edge || contact.y > scene.height - edge
    if contact.area > palm || (isAtEdge && !scene.target.contains(contact.x, contact.y)) { return .palmEdge }
    return nil
  }

  /// Whether the other contact was down when this one came, or came down with it.
  private static func isWith(_ other: SeenContact, _ contact: SeenContact) -> Bool {
    let isBefore = other.up.map { $0 >= contact.down } ?? true
    let isAfter = contact.up.map { $0 >= other.down } ?? true
    return isBefore && isAfter && other.down <= contact.down + together
  }

  private static func attempt(_ contact: SeenContact, _ scene: TapScene) -> ContactClass {
    let target = scene.target
    let isOnTarget = target.contains(contact.x, contact.y)
    if isOnTarget, contact.up != nil, !target.contains(contact.endX, contact.endY) { return .slip }
    if contact.moved > slop { return .drag }
    if isOnTarget { return contact.up.map { $0 - contact.down <= longest } == true ? .hit : .longPress }
    if scene.neighbours.contains(where: { $0.contains(contact.x, contact.y) }) { return .neighbour }
    return target.isWithin(slop, of: contact.x, contact.y) ? .near : .far
  }
}
