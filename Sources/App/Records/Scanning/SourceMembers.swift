/// The types that a file declares, and where their members are.
struct SourceMembers {
  struct Member {
    /// What it is set to, or its body.
    let range: Range<Int>
    /// Whether other types can name it: `L10n.close`.
    let isConstant: Bool
    /// Whether it is a case of an enumeration, whose text may be a key.
    let isCase: Bool
    var isFunction = false
  }

  struct Declared {
    /// `struct`, `extension`.
    let keyword: String
    let name: String
    let parents: Set<String>
    /// Whether it is made of views that it is given: `struct Card<Content: View>`.
    let takesViews: Bool
    /// The bracket that opens its body.
    let body: Int
  }

  /// By the place of their keyword.
  private(set) var types: [Int: Declared] = [:]
  /// The name of the type whose body a bracket opens.
  private(set) var bodies: [Int: String] = [:]
  /// For each token the bracket that opens the body of the type around it, or -1.
  private var around: [Int] = []
  /// By `Type.name`.
  private(set) var all: [String: Member] = [:]

  private static let declares: Set = ["struct", "class", "enum", "actor", "extension", "protocol"]
  private static let begins: Set = [
    "let", "var", "func", "case", "static", "private", "fileprivate", "internal", "public", "package", "open", "init",
    "struct", "class", "enum", "extension", "override", "lazy", "typealias",
  ]
  /// Far more tokens than the text of a constant has.
  private static let longest = 64
  private static let longestHeader = 400

  init() {}

  init(_ code: SourceCode) {
    around.reserveCapacity(code.tokens.count)
    for index in code.tokens.indices {
      let outer = code.outer[index]
      around.append(outer < 0 || bodies[outer] != nil ? outer : around[outer])
      guard let word = code.word(index), !code.isSign(index - 1, ".") else { continue }
      if Self.declares.contains(word) {
        addType(index, code)
      } else if ["let", "var", "func", "case"].contains(word), let type = bodies[code.outer[index]] {
        addMember(index, of: type, word, code)
      }
    }
  }

  private mutating func addType(_ index: Int, _ code: SourceCode) {
    var place = index + 1
    guard var name = code.word(place), !["func", "var", "let"].contains(name) else { return }
    while code.isSign(place + 1, "."), let inner = code.word(place + 2) { (name, place) = (inner, place + 2) }
    var parents: Set<String> = []
    var angles = 0
    var (isList, takesViews) = (false, false)
    let end = min(place + Self.longestHeader, code.tokens.count)
    while place < end, !code.isSign(place, "{") {
      if code.isSign(place, "}") || code.isSign(place, ";") { return }
      if code.isSign(place, "<") { angles += 1 }
      if code.isSign(place, ">") { angles -= 1 }
      if code.isSign(place, ":"), angles == 0 { isList = true }
      if code.word(place) == "where" { isList = false }
      if angles > 0, code.word(place) == "View" { takesViews = true }
      if isList, angles == 0, let parent = code.word(place) { parents.insert(parent) }
      place += 1
    }
    guard code.isSign(place, "{") else { return }
    bodies[place] = name
    types[index] = Declared(
      keyword: code.word(index) ?? "", name: name, parents: parents, takesViews: takesViews, body: place)
  }

  private mutating func addMember(_ index: Int, of type: String, _ word: String, _ code: SourceCode) {
    guard let name = code.word(index + 1) else { return }
    var place = index + 2
    let end = min(place + Self.longest, code.tokens.count)
    while place < end, !code.isSign(place, "{"), !code.isSign(place, "=") {
      if code.word(place).map(Self.begins.contains) == true || code.isSign(place, "}") { return }
      let isGroup = code.isSign(place, "(") || code.isSign(place, "[")
      place = isGroup ? max(place, code.partner(place)) + 1 : place + 1
    }
    guard place < end else { return }
    let isStatic = (max(0, index - 3)..<index).contains { ["static", "class"].contains(code.word($0)) }
    let range = code.isSign(place, "{") ? code.inside(place) : code.expression(place + 1, atMost: Self.longest)
    let key = "\(type).\(name)"
    guard all[key] == nil else { return }
    all[key] = Member(
      range: range, isConstant: isStatic || word == "case", isCase: word == "case", isFunction: word == "func")
  }

  /// The member of the type around a place that a name stands for.
  func member(_ name: String, at index: Int) -> Member? {
    bodies[around[index]].flatMap { all["\($0).\(name)"] }
  }
}

extension SourceCode {
  /// The expression that begins at a place: up to the next declaration, or the end of what is around it.
  fileprivate func expression(_ start: Int, atMost longest: Int) -> Range<Int> {
    var place = start
    let end = min(start + longest, tokens.count)
    while place < end {
      if isSign(place, "}") || isSign(place, ";") || isSign(place, "@") { break }
      if place > start, let word = word(place), SourceMembers.isBeginning(word), !isSign(place - 1, ".") { break }
      place = isOpening(place) ? max(place, min(partner(place), end)) + 1 : place + 1
    }
    return start..<max(start, min(place, tokens.count))
  }

  private func isOpening(_ index: Int) -> Bool {
    isSign(index, "(") || isSign(index, "{") || isSign(index, "[")
  }
}

extension SourceMembers {
  fileprivate static func isBeginning(_ word: String) -> Bool { begins.contains(word) }
}
