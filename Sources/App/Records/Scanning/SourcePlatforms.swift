import Audit

/// The systems that code is for: by the conditions around it, and by the names of its folders.
struct SourcePlatforms: Equatable {
  /// A system of Apple, which the tracker may not have.
  enum System: String, CaseIterable {
    case iOS, macOS, tvOS, watchOS, visionOS
  }

  /// Where each set of systems begins, by token; in order.
  private var regions: [(start: Int, systems: Set<System>)] = [(0, Self.all)]
  /// The systems that conditions name.
  private(set) var named: Set<System> = []

  static let all = Set(System.allCases)

  static func == (one: SourcePlatforms, other: SourcePlatforms) -> Bool {
    one.named == other.named && one.regions.elementsEqual(other.regions) { $0 == $1 }
  }

  /// The platforms of components on some systems; empty for all, nil where the tracker has none of them.
  static func names(_ systems: Set<System>) -> [String]? {
    if systems.isSuperset(of: [.iOS, .macOS]) { return [] }
    let found = (systems.contains(.iOS) ? [Platform.iOS, .iPadOS] : []) + (systems.contains(.macOS) ? [.macOS] : [])
    return found.isEmpty ? nil : found.map(\.rawValue)
  }

  // MARK: Conditions

  private struct Branch {
    let around: Set<System>
    /// What the branches before leave.
    var rest: Set<System>
  }

  init(_ code: SourceCode) {
    var open: [Branch] = []
    for index in code.tokens.indices where code.isSign(index, "#") {
      guard let word = code.word(index + 1) else { continue }
      let inside = regions.last?.systems ?? Self.all
      switch word {
      case "if":
        let condition = self.condition(code, index + 2)
        open.append(Branch(around: inside, rest: condition.not))
        regions.append((index, inside.intersection(condition.met)))
      case "elseif":
        guard var branch = open.popLast() else { continue }
        let condition = self.condition(code, index + 2)
        regions.append((index, branch.around.intersection(branch.rest).intersection(condition.met)))
        branch.rest.formIntersection(condition.not)
        open.append(branch)
      case "else":
        guard let branch = open.last else { continue }
        regions.append((index, branch.around.intersection(branch.rest)))
      case "endif":
        guard let branch = open.popLast() else { continue }
        regions.append((index, branch.around))
      default: break
      }
    }
  }

  /// The systems at a place. A condition that names none of those of the app, such as `DEBUG`, changes nothing.
  func systems(at index: Int) -> Set<System> {
    var (low, high) = (0, regions.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if regions[middle].start <= index { low = middle } else { high = middle }
    }
    return regions[low].systems
  }

  private typealias Condition = (met: Set<System>, not: Set<System>)

  /// The systems on which a condition of one line can hold, and on which it can fail.
  private mutating func condition(_ code: SourceCode, _ start: Int) -> Condition {
    let line = code.tokens.indices.contains(start) ? code.tokens[start].line : 0
    var place = start
    return either(code, &place, line, 0)
  }

  /// Terms joined by `||`.
  private mutating func either(_ code: SourceCode, _ place: inout Int, _ line: Int, _ depth: Int) -> Condition {
    var found = both(code, &place, line, depth)
    while code.isSign(place, "|"), code.isSign(place + 1, "|"), code.tokens[place].line == line {
      place += 2
      let next = both(code, &place, line, depth)
      found = (found.met.union(next.met), found.not.intersection(next.not))
    }
    return found
  }

  /// Terms joined by `&&`.
  private mutating func both(_ code: SourceCode, _ place: inout Int, _ line: Int, _ depth: Int) -> Condition {
    var found = term(code, &place, line, depth)
    while code.isSign(place, "&"), code.isSign(place + 1, "&"), code.tokens[place].line == line {
      place += 2
      let next = term(code, &place, line, depth)
      found = (found.met.intersection(next.met), found.not.union(next.not))
    }
    return found
  }

  /// Above any nesting that a person writes.
  private static let deepest = 16

  private mutating func term(_ code: SourceCode, _ place: inout Int, _ line: Int, _ depth: Int) -> Condition {
    let any: Condition = (Self.all, Self.all)
    guard code.tokens.indices.contains(place), code.tokens[place].line == line, depth < Self.deepest else { return any }
    if code.isSign(place, "!") {
      place += 1
      let inner = term(code, &place, line, depth + 1)
      return (inner.not, inner.met)
    }
    if code.isSign(place, "(") {
      let end = code.partner(place)
      place += 1
      let inner = either(code, &place, line, depth + 1)
      place = end + 1
      return inner
    }
    guard let word = code.word(place) else { return any }
    place += 1
    guard code.isSign(place, "(") else { return any }
    let name = code.word(place + 1) ?? ""
    place = code.partner(place) + 1
    let systems: Set<System>
    switch (word, name) {
    case ("os", _), ("targetEnvironment", "simulator"):
      guard let system = System(rawValue: name) ?? (name == "OSX" ? .macOS : nil) else { return any }
      systems = [system]
      named.insert(system)
    case ("canImport", "UIKit"): systems = [.iOS, .tvOS, .visionOS, .watchOS]
    case ("canImport", "AppKit"), ("canImport", "Cocoa"):
      systems = [.macOS]
      named.insert(.macOS)
    case ("canImport", "WatchKit"): systems = [.watchOS, .iOS]
    default: return any
    }
    return (systems, Self.all.subtracting(systems))
  }

  // MARK: Folders

  /// The systems that a path names: `App tvOS/Home.swift`, `Mac/Home.swift`, `Home_macOS.swift`; nil if it names none.
  static func named(in path: String) -> Set<System>? {
    let parts = path.split(separator: "/")
    for (place, part) in parts.enumerated().reversed() {
      let isFile = place == parts.count - 1
      let words = part.split { !$0.isLetter }
      for word in words {
        if let system = System.allCases.first(where: { $0.rawValue.lowercased() == word.lowercased() }) {
          return [system]
        }
      }
      // A folder of a target has the name of a device; a folder of views, such as `Watch`, may mean something else.
      guard !isFile, place == 0 else { continue }
      if part == "Mac" || part.hasSuffix(" Mac") { return [.macOS] }
      let target = part.replacing(" ", with: "").replacing("Extension", with: "")
      if ["Watch", "WatchKit", "WatchApp", "WatchKitApp"].contains(where: target.hasSuffix) {
        return [.watchOS]
      }
    }
    return nil
  }
}
