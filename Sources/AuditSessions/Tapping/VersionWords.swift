package import AuditReports
package import FirstTap
package import Terminal

/// Collects the versions of a command line or a file, with the taps of their children.
package struct VersionWords {
  package struct Group {
    package let name: String
    package var children: [ChildTaps]

    package var version: ComparisonReport.Version { ComparisonReport.Version(name, children) }
  }

  /// The default names of versions.
  package static let names = (first: "version 1", second: "version 2")
  private static let longestName = 60

  let kind: Problem.Kind
  private var groups: [Group] = []

  package init(kind: Problem.Kind) { self.kind = kind }

  /// `before: 9/10 8/10`, in one or several arguments; without names each argument is a version.
  package mutating func takeArguments(_ words: [String]) throws(Problem) {
    let isNamed = words.contains { $0.utf8.contains(UInt8(ascii: ":")) }
    if let word = words.first(where: { !$0.utf8.contains(UInt8(ascii: "/")) }), !isNamed {
      throw Problem(
        kind, code: "tap.counts",
        "invalid argument \(MessageText.quoted(word)); expected HITS/TAPS of each child, not a plan",
        hints: [
          "Run \"a11y tap compare 'before: 9/10 8/10' 'after: 10/10 9/10'\", for example.",
          "Run \"a11y tap report PLAN\" to compare the plans of a component.",
        ])
    }
    for (index, word) in words.enumerated() {
      let place = "argument \(index + 1)"
      if isNamed { try take(word, at: place) } else { try begin(index, word, at: place) }
    }
  }

  /// A line of input, which begins with the name of its version.
  package mutating func takeLine(_ text: String, at place: String) throws(Problem) {
    guard text.utf8.contains(UInt8(ascii: ":")) else {
      throw TapCounts(place: place, kind: kind).refusal(
        text, "missing version name and colon at the beginning (or --paired)")
    }
    try take(text, at: place)
  }

  /// The two versions.
  package func two() throws(Problem) -> (Group, Group) {
    guard groups.count == 2 else {
      throw Problem(
        kind, code: "tap.versions", "expected 2 versions, found \(groups.count)",
        hints: ["Put each version in quotes: a11y tap compare 'before: 9/10 8/10' 'after: 10/10 9/10'."])
    }
    for group in groups { try TapCounts.checkCount(group.children.count, kind) }
    return (groups[0], groups[1])
  }

  private mutating func begin(_ index: Int, _ word: String, at place: String) throws(Problem) {
    let name = index == 0 ? VersionWords.names.first : VersionWords.names.second
    groups.append(Group(name: name, children: try TapCounts(place: place, kind: kind).readAll(word)))
  }

  private mutating func take(_ text: String, at place: String) throws(Problem) {
    let counts = TapCounts(place: place, kind: kind)
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      guard !groups.isEmpty else { throw counts.refusal(text, "missing version name before it") }
      groups[groups.count - 1].children += try counts.readAll(text)
      return
    }
    let name = trimmed(text[..<colon])
    guard !name.isEmpty, name.unicodeScalars.count <= VersionWords.longestName,
      MessageText.escaped(name).utf8.elementsEqual(name.utf8)
    else {
      throw counts.refusal(
        text, "expected a name of 1 to \(VersionWords.longestName) visible characters before the colon")
    }
    let children = try counts.readAll(text[text.utf8.index(after: colon)...])
    if let index = groups.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
      groups[index].children += children
    } else {
      groups.append(Group(name: name, children: children))
    }
  }

  private func trimmed(_ text: Substring) -> String {
    var bytes = text.utf8
    while bytes.first == UInt8(ascii: " ") || bytes.first == UInt8(ascii: "\t") { bytes.removeFirst() }
    while bytes.last == UInt8(ascii: " ") || bytes.last == UInt8(ascii: "\t") { bytes.removeLast() }
    return String(Substring(bytes))
  }
}
