/// The tokens of a file, and which brackets belong together.
struct SourceCode {
  let tokens: [SourceToken]
  /// For a bracket the place of the other one; the end of the file, or -1, if the other one is missing.
  private let partners: [Int]
  /// For each token the place of the bracket around it, or -1.
  let outer: [Int]
  private(set) var members = SourceMembers()
  /// The words behind the keys and constants of all files.
  var strings = SourceStrings()
  /// What the views of all files show.
  var views = SourceViews()

  init(_ bytes: [UInt8]) { self.init(SourceTokenizer.tokens(bytes)) }

  private init(_ tokens: [SourceToken]) {
    self.tokens = tokens
    var partners = Array(repeating: -1, count: tokens.count)
    var outer = partners
    var open: [Int] = []
    var counts: [UInt8: Int] = [:]
    for (index, token) in tokens.enumerated() {
      guard case .sign(let sign) = token.kind, let closing = Self.brackets.first(where: { $0.close == sign }) else {
        outer[index] = open.last ?? -1
        guard case .sign(let sign) = token.kind, Self.brackets.contains(where: { $0.open == sign }) else { continue }
        partners[index] = tokens.count
        open.append(index)
        counts[sign, default: 0] += 1
        continue
      }
      // What a closing bracket leaves open ends there; one that closes nothing is ignored.
      while counts[closing.open, default: 0] > 0, let last = open.popLast() {
        guard case .sign(let sign) = tokens[last].kind else { break }
        counts[sign, default: 0] -= 1
        partners[last] = index
        guard sign == closing.open else { continue }
        partners[index] = last
        break
      }
      outer[index] = open.last ?? -1
    }
    (self.partners, self.outer) = (partners, outer)
    members = SourceMembers(self)
  }

  private static let brackets: [(open: UInt8, close: UInt8)] = [
    (UInt8(ascii: "("), UInt8(ascii: ")")), (UInt8(ascii: "{"), UInt8(ascii: "}")),
    (UInt8(ascii: "["), UInt8(ascii: "]")),
  ]

  // MARK: Tokens

  func word(_ index: Int) -> String? {
    guard tokens.indices.contains(index), case .word(let word) = tokens[index].kind else { return nil }
    return word
  }

  func text(_ index: Int) -> String? {
    guard tokens.indices.contains(index), case .text(let text) = tokens[index].kind else { return nil }
    guard text.utf8.contains(SourceTokenizer.keyMark) else { return text }
    // Between marks is a key: `"\(String(localized: "files.open")): \(name)"`.
    let mark = Character(Unicode.Scalar(SourceTokenizer.keyMark))
    let parts = text.split(separator: mark, omittingEmptySubsequences: false).map(String.init)
    return parts.enumerated().map { $0.offset % 2 == 0 ? $0.element : strings.text($0.element) }.joined()
  }

  func isSign(_ index: Int, _ sign: Unicode.Scalar) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == .sign(UInt8(ascii: sign))
  }

  func partner(_ index: Int) -> Int { partners[index] }

  /// The tokens between a bracket and its partner.
  func inside(_ open: Int) -> Range<Int> { open + 1..<max(open + 1, min(partners[open], tokens.count)) }

  /// The word in front of the parenthesis around a token: `Text` in `Text("Close")`.
  func callee(of index: Int) -> String? {
    let open = outer[index]
    return open > 0 && isSign(open, "(") ? word(open - 1) : nil
  }

  /// Far more tokens than an argument has in front of a literal.
  private static let longestArgument = 64

  /// The label of the argument that a token is in: `systemName`, also of the second one in
  /// `systemName: isOn ? "a" : "b"`.
  func argumentLabel(of index: Int) -> String? {
    var start = index
    while start > max(0, index - Self.longestArgument), start - 1 > outer[index], !isSign(start - 1, ",") {
      let before = partners[start - 1]
      start = (0..<start - 1).contains(before) ? before : start - 1
    }
    return isSign(start + 1, ":") && start + 1 < index ? word(start) : nil
  }
}

/// A call: its arguments, and the closures behind them.
struct SourceCall {
  /// An argument or closure; the label is empty without one.
  struct Part {
    let label: String
    let range: Range<Int>
  }

  let name: String
  var arguments: [Part] = []
  var closures: [Part] = []
  /// The place behind the call.
  var end: Int

  /// The call whose name is at a place; nil without parentheses and closure.
  init?(_ code: SourceCode, at index: Int) {
    guard let name = code.word(index) else { return nil }
    self.name = name
    end = index + 1
    if code.isSign(end, "(") {
      arguments = Self.parts(code, code.inside(end))
      end = min(code.partner(end), code.tokens.count - 1) + 1
    }
    if code.isSign(end, "{") { addClosure("", code) }
    while !closures.isEmpty, let label = code.word(end), code.isSign(end + 1, ":"), code.isSign(end + 2, "{") {
      end += 2
      addClosure(label, code)
    }
    if end == index + 1 { return nil }
  }

  private mutating func addClosure(_ label: String, _ code: SourceCode) {
    closures.append(Part(label: label, range: code.inside(end)))
    end = min(code.partner(end), code.tokens.count - 1) + 1
  }

  private static func parts(_ code: SourceCode, _ range: Range<Int>) -> [Part] {
    var parts: [Part] = []
    var start = range.lowerBound
    var index = start
    func add(until end: Int) {
      guard start < end else { return }
      let isLabeled = code.word(start) != nil && code.isSign(start + 1, ":") && start + 2 <= end
      parts.append(
        Part(label: isLabeled ? code.word(start) ?? "" : "", range: (isLabeled ? start + 2 : start)..<end))
    }
    while index < range.upperBound {
      if code.isSign(index, ",") {
        add(until: index)
        start = index + 1
      } else if code.partner(index) > index {
        index = min(code.partner(index), range.upperBound)
      }
      index += 1
    }
    add(until: range.upperBound)
    return parts
  }

  func argument(_ labels: String...) -> Range<Int>? { arguments.first { labels.contains($0.label) }?.range }
  func closure(_ label: String) -> Range<Int>? { closures.first { $0.label == label }?.range }

  /// Above any chain that a person writes.
  static let longestChain = 200

  /// The modifiers behind the call, in order.
  func modifiers(_ code: SourceCode) -> [SourceCall] {
    var found: [SourceCall] = []
    var place = end
    while found.count < Self.longestChain, code.isSign(place, "."), let call = SourceCall(code, at: place + 1) {
      found.append(call)
      place = call.end
    }
    return found
  }
}

extension SourceCode {
  /// In the name of a type that only its file can name; keys leave it out.
  private static let mark: Character = "\u{2060}"

  /// The name that the source has for a type.
  static func plain(_ name: String) -> String {
    let parts = name.split(separator: mark, maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 ? String(parts[0] + parts[2]) : name
  }

  /// Tells apart the types that only their files can name, such as `private struct AboutSection: View` of several
  /// files: each gets the number of its file behind its first letter.
  static func separate(_ files: inout [SourceCode]) {
    var counts: [String: Int] = [:]
    for code in files {
      for name in Set(code.members.types.values.filter { $0.keyword != "extension" }.map(\.name)) {
        counts[name, default: 0] += 1
      }
    }
    for (number, code) in files.enumerated() {
      let own = code.members.types.filter { place, type in
        let isPrivate = ["private", "fileprivate"].contains(code.word(place - 1) ?? "")
        let isInner = code.outer[place] >= 0 && type.parents.contains("View")
        return (isPrivate || isInner) && type.keyword != "extension" && (counts[type.name] ?? 0) > 1
      }
      let names = Set(own.values.map(\.name))
      guard !names.isEmpty else { continue }
      files[number] = SourceCode(
        code.tokens.map { token in
          guard case .word(let word) = token.kind, names.contains(word) else { return token }
          let name = "\(word.prefix(1))\(mark)\(number)\(mark)\(word.dropFirst())"
          return SourceToken(kind: .word(name), line: token.line)
        })
    }
  }

  /// Whether code shows nothing.
  func isBlank(_ range: Range<Int>) -> Bool { range.allSatisfy { word($0) == nil && text($0) == nil } }

  /// Of a literal that a condition chooses also the other one: `isOn ? "Pause" : "Play"` is a button with both titles.
  func choice(_ first: String, at index: Int) -> String {
    guard isSign(index - 1, "?"), !isSign(index - 2, "?"), isSign(index + 1, ":"),
      let other = text(index + 2).map(strings.text).flatMap(Self.line), other != first
    else { return first }
    return first + SourceWords.or + other
  }
}
