/// Which pairs of settings were seen together, and the next condition that adds most to them.
///
/// Problems that need settings need one or two of them as a rule, so a handful of conditions in which every two choices
/// meet once finds nearly what all combinations would. Each proposal is the best of several greedy ones, so a set of
/// them is close to the smallest there is; the same history gives the same proposals, on every machine.
package struct PairCover: Sendable {
  /// A condition to test under next.
  package struct Proposal: Equatable, Sendable {
    package var condition: Condition
    /// The choices that are not the default, with the names of their settings.
    package var choices: [(setting: String, choice: ConditionSetting.Choice)]
    /// Pairs that are tested by it and were not before.
    package var newPairs: Int
    /// Pairs that are untested after it.
    package var remaining: Int

    package static func == (left: Proposal, right: Proposal) -> Bool {
      left.condition == right.condition && left.newPairs == right.newPairs && left.remaining == right.remaining
    }
  }

  private let settings: [ConditionSetting]
  /// The number of each setting's first choice, when the choices of all settings are counted through.
  private let starts: [Int]
  private let width: Int
  /// Indexed by two choices; a pair stands twice.
  private var covered: [Bool]
  /// Indexed as `covered`: pairs that no device can be. They count for nothing and are never proposed.
  private let excluded: [Bool]
  package let pairs: Int
  package private(set) var remaining: Int

  /// - Parameters:
  ///   - without: tokens that are not to be proposed, because there is no such device or the app does not
  ///     support it. Pairs with them do not count.
  ///   - excludes: whether two choices, each with the name of its setting, cannot be together.
  package init(
    settings: [ConditionSetting] = ConditionSetting.all, without: Set<String> = [],
    excludes: ((setting: String, token: String), (setting: String, token: String)) -> Bool = { _, _ in false }
  ) {
    var kept: [ConditionSetting] = []
    for var setting in settings {
      setting.choices.removeAll { without.contains($0.token) && !$0.token.isEmpty }
      if setting.choices.count > 1 { kept.append(setting) }
    }
    var starts: [Int] = []
    var width = 0
    var pairs = 0
    for setting in kept {
      pairs += width * setting.choices.count
      starts.append(width)
      width += setting.choices.count
    }
    var excluded = [Bool](repeating: false, count: width * width)
    for (left, one) in kept.enumerated() {
      for (right, other) in kept.enumerated().dropFirst(left + 1) {
        for (first, choice) in one.choices.enumerated() {
          for (second, another) in other.choices.enumerated()
          where excludes((one.name, choice.token), (other.name, another.token)) {
            excluded[(starts[left] + first) * width + starts[right] + second] = true
            excluded[(starts[right] + second) * width + starts[left] + first] = true
            pairs -= 1
          }
        }
      }
    }
    self.settings = kept
    self.starts = starts
    self.width = width
    self.pairs = pairs
    self.excluded = excluded
    remaining = pairs
    covered = excluded
  }

  /// Counts the pairs of a condition as tested.
  package mutating func add(_ condition: Condition) {
    // A small tablet is a tablet where sizes are not told apart.
    let tokens = condition.tokens + (condition.tokens.contains { $0.hasPrefix("ipad-") } ? ["ipad"] : [])
    let seen = settings.indices.map { index in
      let setting = settings[index]
      let chosen = setting.choices.indices.filter { $0 > 0 && tokens.contains(setting.choices[$0].token) }
      if !chosen.isEmpty { return chosen }
      // Another text size is neither the default nor one of those that are asked for.
      return setting.others.contains(where: tokens.contains) ? [] : [0]
    }
    for (left, lefts) in seen.enumerated() {
      for right in seen.indices.dropFirst(left + 1) {
        for one in lefts { for other in seen[right] { cover(starts[left] + one, starts[right] + other) } }
      }
    }
  }

  private mutating func cover(_ one: Int, _ other: Int) {
    guard !covered[one * width + other] else { return }
    covered[one * width + other] = true
    covered[other * width + one] = true
    remaining -= 1
  }

  /// The next condition to test under; nil when every pair was tested.
  package func proposal() -> Proposal? {
    guard remaining > 0 else { return nil }
    var best: (row: [Int], gain: Int, changes: Int)?
    for setting in settings.indices {
      for choice in settings[setting].choices.indices {
        let row = improved(completed(from: setting, choice))
        let gain = gain(of: row)
        let changes = row.count { $0 > 0 }
        if best.map({ gain > $0.gain || (gain == $0.gain && changes < $0.changes) }) ?? true {
          best = (row, gain, changes)
        }
      }
    }
    guard let best else { return nil }
    let choices = zip(settings, best.row).filter { $0.1 > 0 }.map { ($0.name, $0.choices[$1]) }
    let text = choices.map(\.1.token).joined(separator: ",")
    guard let condition = try? Condition(parsing: text) else { return nil }
    return Proposal(condition: condition, choices: choices, newPairs: best.gain, remaining: remaining - best.gain)
  }

  /// Goes on from one choice, always with the choice that adds most; the default where several add as much.
  private func completed(from setting: Int, _ choice: Int) -> [Int] {
    var row = [Int?](repeating: nil, count: settings.count)
    row[setting] = choice
    for _ in 1..<max(settings.count, 1) {
      var best: (setting: Int, choice: Int, gain: Int)?
      for next in settings.indices where row[next] == nil {
        for choice in settings[next].choices.indices where isPossible(choice, at: next, beside: row) {
          let gain = gain(of: choice, at: next, beside: row)
          if best.map({ gain > $0.gain }) ?? true { best = (next, choice, gain) }
        }
      }
      if let best { row[best.setting] = best.choice }
    }
    return row.map { $0 ?? 0 }
  }

  /// Changes one choice after the other for as long as that adds pairs.
  private func improved(_ row: [Int]) -> [Int] {
    var row = row
    var isChanged = true
    while isChanged {
      isChanged = false
      for setting in settings.indices {
        let gains = settings[setting].choices.indices.map {
          isPossible($0, at: setting, beside: row) ? gain(of: $0, at: setting, beside: row) : -1
        }
        guard let most = gains.max(), most > gains[row[setting]], let choice = gains.firstIndex(of: most) else {
          continue
        }
        row[setting] = choice
        isChanged = true
      }
    }
    return row
  }

  private func isPossible(_ choice: Int, at setting: Int, beside row: [Int?]) -> Bool {
    row.enumerated().allSatisfy { other, chosen in
      guard other != setting, let chosen else { return true }
      return !excluded[(starts[setting] + choice) * width + starts[other] + chosen]
    }
  }

  private func gain(of choice: Int, at setting: Int, beside row: [Int?]) -> Int {
    var gain = 0
    for (other, chosen) in row.enumerated() where other != setting {
      guard let chosen else { continue }
      if !covered[(starts[setting] + choice) * width + starts[other] + chosen] { gain += 1 }
    }
    return gain
  }

  private func gain(of row: [Int]) -> Int {
    row.indices.reduce(0) { $0 + gain(of: row[$1], at: $1, beside: row) } / 2
  }
}
