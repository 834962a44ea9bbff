/// A count for a reader: `70,400`. What programs read has plain digits.
package func counted(_ count: Int) -> String {
  let digits = String(count.magnitude)
  // Nearly all are short.
  guard digits.utf8.count > 3 else { return String(count) }
  var text = count < 0 ? "-" : ""
  for (place, digit) in digits.enumerated() {
    if place > 0, (digits.utf8.count - place) % 3 == 0 { text += "," }
    text.append(digit)
  }
  return text
}

/// A part of a whole for a reader: `1,150 of 2,205`.
package func counted(_ part: Int, of whole: Int) -> String { "\(counted(part)) of \(counted(whole))" }

/// A count with its noun: `1 item`, `1,280 items`.
package func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
  counted(count) + " " + (count == 1 ? one : many ?? one + "s")
}

/// Counts with their words, without zeros: `3 PASS, 1 FAIL`; empty for none.
package func counted(_ parts: [(Int, String)]) -> String {
  parts.filter { $0.0 > 0 }.map { "\(counted($0.0)) \($0.1)" }.joined(separator: ", ")
}

/// The first of some names, and how many more there are: `home, cart, and 3 more`.
///
/// - Parameter count: that of all of them, where only some are known by name.
package func firstNamed(
  _ names: some Collection<String>, _ most: Int = 5, of count: Int? = nil, separator: String = ", "
) -> String {
  let rest = (count ?? names.count) - most
  return names.prefix(most).joined(separator: separator) + (rest > 0 ? "\(separator)and \(counted(rest)) more" : "")
}

extension String {
  /// At most `limit` bytes, whole characters; dots mark omitted text.
  package func cut(to limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var cut = String.UnicodeScalarView()
    var bytes = 3
    for scalar in unicodeScalars {
      bytes += UTF8.width(scalar)
      if bytes > limit { break }
      cut.append(scalar)
    }
    return String(cut) + "..."
  }
}

/// The first of some lines, and one that says how many more there are.
///
/// - Parameter most: nil for all of them.
package func firstLines(_ lines: [String], _ most: Int?, _ rest: (Int) -> String) -> [String] {
  guard let most, lines.count > most else { return lines }
  return lines.prefix(most) + [rest(lines.count - most)]
}

/// A value as it is after a change to it.
@inlinable
package func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var changed = value
  change(&changed)
  return changed
}

extension Dictionary {
  /// Of a key that comes several times, the first value.
  package init(firstOf pairs: some Sequence<(Key, Value)>) {
    self.init(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// What is known already, or what `find` finds now.
  @inlinable
  package mutating func value(_ key: Key, _ find: () throws -> Value) rethrows -> Value {
    if let known = self[key] { return known }
    let found = try find()
    self[key] = found
    return found
  }
}

extension Sequence {
  /// The first element of each key, in order.
  package func unique<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var known: Set<Key> = []
    return filter { known.insert(key($0)).inserted }
  }

  /// The elements by what some of them have alike, in the order in which it first comes.
  package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, members: [Element])] {
    var groups: [(key: Key, members: [Element])] = []
    var places: [Key: Int] = [:]
    for element in self {
      let key = key(element)
      if let place = places[key] {
        groups[place].members.append(element)
      } else {
        places[key] = groups.count
        groups.append((key, [element]))
      }
    }
    return groups
  }
}

extension Sequence where Element: Hashable {
  /// The elements in order, each once.
  package func unique() -> [Element] { unique(by: \.self) }
}

/// A whole percentage, rounded down, so that 100 is shown only if all of them are there.
///
/// Counts are printed beside it: a percentage is never shown alone.
package struct Percent: Equatable, Sendable {
  /// 0 to 100; nil if there is no data: nothing counted, or counts that cannot be a part of a whole.
  package let value: Int?

  /// `part` of `total` as a percentage.
  package init(of part: Int, _ total: Int) {
    guard total > 0, part >= 0, part <= total else {
      value = nil
      return
    }
    // Never traps: the product has two words, and the quotient is at most 100.
    value = total.dividingFullWidth(part.multipliedFullWidth(by: 100)).quotient
  }

  /// `83%`, or `no data`.
  package var text: String { value.map { "\($0)%" } ?? "no data" }

  /// `83 percent`, or `no data`: the form for screen readers.
  package var words: String { value.map { "\($0) percent" } ?? "no data" }

  /// 1 if the share is larger afterwards, -1 if it is smaller: exact, where percentages would be alike.
  package static func compare(_ before: (part: Int, whole: Int), _ after: (part: Int, whole: Int)) -> Int {
    let one = before.part.multipliedFullWidth(by: after.whole)
    let other = after.part.multipliedFullWidth(by: before.whole)
    if one == other { return 0 }
    return (one.high, one.low) < (other.high, other.low) ? 1 : -1
  }
}

/// Words in a row, for sentences.
package enum WordList {
  /// `a`, `a and b`, `a, b, and c`; `nothing` for none.
  package static func and(_ words: [String]) -> String { joined(words, "and") }

  /// `a, b, or c`.
  package static func or(_ words: [String]) -> String { joined(words, "or") }

  private static func joined(_ words: [String], _ last: String) -> String {
    guard let end = words.last, words.count > 1 else { return words.first ?? "nothing" }
    // Not `joined`: what it looks up about its types at run time takes longer than logging a result should.
    var text = ""
    for word in words.dropLast() { text += text.isEmpty ? word : ", " + word }
    return text + (words.count > 2 ? ", " : " ") + last + " " + end
  }
}

extension String {
  /// With a capital at its beginning, if that is a letter of ASCII.
  package var capitalizedFirst: String {
    guard let first = utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return self }
    return String(decoding: [first - 32], as: UTF8.self) + dropFirst()
  }
}

extension Range<Int> {
  /// The first place for which `isBefore` is false, where it is true for all places before some place and for none after.
  @inlinable
  package func partition(_ isBefore: (Int) throws -> Bool) rethrows -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if try isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
