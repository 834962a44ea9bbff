import Audit

/// A component of the tracker, as a scan compares it.
package struct KnownComponent {
  /// The key, then those that it had before.
  let keys: [String]
  let source: String
  /// Where it was in the source; nil if its record does not say so.
  let line: Int?
  let kind: String
  let title: String

  /// - Parameter source: with the line after it, where that is known.
  package init(keys: [String], source: String, kind: String = "", title: String) {
    self.keys = keys
    let location = SourceLocation(source: source)
    let hasLine = location.file.utf8.count < source.utf8.count
    (self.source, line) = (location.file, hasLine ? location.line : nil)
    (self.kind, self.title) = (kind, title)
  }
}

/// Tells what of a scan the tracker has: by source and title, by source and key, else by source and the nearest line,
/// as people give components other keys and titles. All others get free keys.
struct KnownComponents {
  struct Question {
    let words: String
    /// The key of the screen; empty for none.
    let parent: String
    let source: String
    let kind: String
    let title: String
    let line: Int
  }

  struct Answer {
    let key: String
    let isKnown: Bool
  }

  private struct Name: Hashable {
    let source: String
    let title: String
  }

  private let all: [KnownComponent]
  private let paths: Set<String>
  private let folder: String
  private var isFound: [Bool]
  /// The places of components in `all`: by key, by source and title, by source, and by title.
  private var byKey: [String: Int] = [:]
  private var byTitle: [Name: [Int]] = [:]
  private var bySource: [String: [Int]] = [:]
  private var byWords: [String: [Int]] = [:]
  /// The keys that components had before, by those that they have.
  private var formerKeys: [String: [String]] = [:]
  private var keys: Set<String>
  /// How often a key was asked for, so that the next number is known.
  private var numbers: [String: Int] = [:]
  private(set) var moved: [(key: String, place: String)] = []

  /// In lines: code that was written in between moves a component further than this only if much was written.
  private static let farthest = 60
  /// The same where others of the file say how far its lines have moved.
  private static let nearest = 4
  /// Far more components than a file has.
  private static let most = 400

  init(_ all: [KnownComponent], _ paths: [String], _ folder: String) {
    self.all = all
    self.paths = Set(paths)
    self.folder = folder
    isFound = all.map { _ in false }
    keys = Set(all.flatMap(\.keys))
    for (place, one) in all.enumerated() {
      for key in one.keys { byKey[key] = place }
      if let key = one.keys.first, one.keys.count > 1 { formerKeys[key] = Array(one.keys.dropFirst()) }
      if !one.title.isEmpty {
        byTitle[Name(source: one.source, title: one.title), default: []].append(place)
        byWords[one.title, default: []].append(place)
      }
      bySource[one.source, default: []].append(place)
    }
  }

  var count: Int { isFound.lazy.filter { $0 }.count }

  /// What came from a scan of the folder and was not found again.
  var gone: [String] {
    zip(all, isFound).compactMap { one, isFound in
      let isInside = paths.contains(one.source) || folder.isEmpty || one.source.hasPrefix(folder + "/")
      return !isFound && one.line != nil && isInside ? one.keys.first : nil
    }
  }

  /// The key of each, in order: that of a component of the tracker, or a free one.
  mutating func answers(_ questions: [Question]) -> [Answer] {
    var places: [Int?] = questions.map { titled($0) }
    for (index, question) in questions.enumerated() where places[index] == nil { places[index] = keyed(question) }
    findNearest(questions, &places)
    for (index, question) in questions.enumerated() where places[index] == nil { places[index] = elsewhere(question) }
    return zip(questions, places).map { question, place in
      if let place { return Answer(key: all[place].keys[0], isKnown: true) }
      return Answer(key: freeKey(question), isKnown: false)
    }
  }

  // MARK: Finding

  private mutating func take(_ place: Int?) -> Int? {
    guard let place, !isFound[place] else { return nil }
    isFound[place] = true
    return place
  }

  /// The one with the same source and title that is nearest.
  private mutating func titled(_ question: Question) -> Int? {
    guard !question.title.isEmpty,
      let places = byTitle[Name(source: question.source, title: question.title)]
    else { return nil }
    // Several of one title are asked for in the order of their lines.
    let free = places.filter { place in
      !isFound[place] && (all[place].kind.isEmpty || Self.isScreen(all[place].kind) == Self.isScreen(question.kind))
    }
    return take(free.min { distance($0, question) < distance($1, question) })
  }

  private func distance(_ place: Int, _ question: Question) -> Int {
    all[place].line.map { abs($0 - question.line) } ?? 0
  }

  /// The one with the same source and key, or with one that belonged to the screen by its former key.
  private mutating func keyed(_ question: Question) -> Int? {
    for parent in parents(of: question) {
      let wanted = Self.joined(parent, question.words)
      var (key, number) = (wanted, 1)
      while let place = byKey[key] {
        if all[place].source == question.source, let found = take(place) { return found }
        number += 1
        key = "\(wanted)-\(number)"
      }
    }
    return nil
  }

  /// The key of the screen, then those that it had before.
  private func parents(of question: Question) -> [String] {
    [question.parent] + (formerKeys[question.parent] ?? [])
  }

  /// Pairs what is left of each file by the distance of their lines, the nearest first.
  private mutating func findNearest(_ questions: [Question], _ places: inout [Int?]) {
    var open: [String: [Int]] = [:]
    var shifts: [String: [(line: Int, shift: Int)]] = [:]
    for (index, question) in questions.enumerated() {
      guard let place = places[index] else {
        open[question.source, default: []].append(index)
        continue
      }
      if let line = all[place].line { shifts[question.source, default: []].append((line, question.line - line)) }
    }
    for (source, indices) in open {
      let free = (bySource[source] ?? []).filter { !isFound[$0] && all[$0].line != nil }
      var pairs: [(distance: Int, index: Int, place: Int)] = []
      let known = (shifts[source] ?? []).prefix(Self.most)
      let farthest = known.isEmpty ? Self.farthest : Self.nearest
      for place in free.prefix(Self.most) {
        let line = all[place].line ?? 0
        // Lines that were written above move what is below.
        let shift = known.min { abs($0.line - line) < abs($1.line - line) }?.shift ?? 0
        for index in indices.prefix(Self.most) where isAlike(all[place], questions[index]) {
          let distance = abs(line + shift - questions[index].line)
          if distance <= farthest { pairs.append((distance, index, place)) }
        }
      }
      for pair in pairs.sorted(by: { ($0.distance, $0.index, $0.place) < ($1.distance, $1.index, $1.place) }) {
        if places[pair.index] == nil { places[pair.index] = take(pair.place) }
      }
    }
  }

  /// People change the kind of what a scan found, but a screen is no control.
  private func isAlike(_ one: KnownComponent, _ question: Question) -> Bool {
    one.kind.isEmpty || one.kind == question.kind
      || one.line == question.line && Self.isScreen(one.kind) == Self.isScreen(question.kind)
  }

  private static func isScreen(_ kind: String) -> Bool { ["screen", "sheet", "modal"].contains(kind) }

  /// The one of the same title, or of the same key, whose file is no more.
  private mutating func elsewhere(_ question: Question) -> Int? {
    let titled = question.title.isEmpty ? [] : byWords[question.title] ?? []
    let keyed = parents(of: question).compactMap { byKey[Self.joined($0, question.words)] }
    let place = (keyed + titled).first { place in
      let one = all[place]
      return !isFound[place] && one.line != nil && one.kind == question.kind && !paths.contains(one.source)
    }
    guard let found = take(place) else { return nil }
    moved.append((all[found].keys[0], "\(question.source):\(question.line)"))
    return found
  }

  // MARK: Keys

  private static func joined(_ parent: String, _ words: String) -> String {
    parent.isEmpty ? words : "\(parent)/\(words)"
  }

  private mutating func freeKey(_ question: Question) -> String {
    let wanted = Self.joined(question.parent, question.words)
    var key = wanted
    while !keys.insert(key).inserted {
      let number = numbers[wanted, default: 1] + 1
      numbers[wanted] = number
      key = "\(wanted)-\(number)"
    }
    return key
  }
}
