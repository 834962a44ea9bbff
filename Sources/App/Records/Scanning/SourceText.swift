/// The words and names in the code of a label.
extension SourceCode {
  /// Far more tokens than a label has: nested code is not read again and again.
  private static let longestLabel = 600
  /// How far a label leads from property to property.
  private static let deepest = 3

  private func places(_ range: Range<Int>) -> Range<Int> {
    range.lowerBound..<min(range.upperBound, range.lowerBound + Self.longestLabel)
  }

  // MARK: Words

  /// What shows no words although it has a literal.
  private static let wordless: Set = ["Image", "Color", "Font", "URL", "UIImage", "NSImage", "UIColor", "AsyncImage"]
  private static let unshown: Set = [
    "systemName", "systemImage", "image", "icon", "comment", "tableName", "table", "value", "format", "specifier",
    "named", "forKey", "url", "destination", "id", "bundle", "identifier", "accessibilityIdentifier",
  ]

  /// Whether an argument has no words that a person reads; views of apps name symbols `iconName` and `leadingImage`.
  static func isUnshown(_ label: String) -> Bool {
    if unshown.contains(label) { return true }
    let name = label.lowercased()
    return ["icon", "image", "symbol"].contains(where: name.contains)
      && !["title", "label", "text"].contains(where: name.hasSuffix)
  }

  /// The first words that the code shows, in one line.
  func words(_ range: Range<Int>) -> String? {
    var left = Self.longestLabel
    return words(range, Self.deepest, &left)
  }

  private func words(_ range: Range<Int>, _ depth: Int, _ left: inout Int) -> String? {
    for index in own(range) {
      left -= 1
      guard left > 0 else { return nil }
      let isWord = word(index) != nil
      guard isWord ? beginsName(index) : text(index) != nil, !isOther(index), isShown(index, in: range) else {
        continue
      }
      let shown = isWord ? named(index, depth, &left) : text(index).map { strings.known($0) ?? usual(index) ?? $0 }
      if let line = shown.flatMap(Self.line), !isHidden(index, in: range) {
        return otherwise(choice(line, at: index), at: index, in: range, depth, &left)
      }
    }
    return nil
  }

  /// What is no part of the label that it belongs to.
  private static let apart: Set = [
    "contextMenu", "swipeActions", "sheet", "fullScreenCover", "popover", "alert", "confirmationDialog", "actionSheet",
    "toolbar", "accessibilityAction", "accessibilityActions", "accessibilityHint", "accessibilityValue",
  ]

  /// The places of code without what is attached to it, one after the other as they are asked for.
  private func own(_ range: Range<Int>) -> UnfoldSequence<Int, Int> {
    let places = places(range)
    return sequence(state: places.lowerBound) { next in
      while next < places.upperBound {
        let index = next
        next += 1
        guard isSign(index - 1, "."), word(index).map(Self.apart.contains) == true,
          let call = SourceCall(self, at: index)
        else { return index }
        next = max(next, call.end)
      }
      return nil
    }
  }

  /// Whether a text is not read, as one that only takes up space.
  private func isHidden(_ index: Int, in range: Range<Int>) -> Bool {
    guard outer[index] > range.lowerBound, isSign(outer[index], "("), word(outer[index] - 1) == "Text" else {
      return false
    }
    let modifiers = SourceCall(self, at: outer[index] - 1)?.modifiers(self) ?? []
    return modifiers.contains { $0.name == "accessibilityHidden" && has("true", in: $0) }
  }

  /// Of words in one branch also those of the other: `if isBusy { Text("Saving") } else { Text("Save") }`.
  private func otherwise(
    _ first: String, at index: Int, in range: Range<Int>, _ depth: Int, _ left: inout Int
  ) -> String {
    var open = outer[index]
    while open >= range.lowerBound {
      let end = partner(open)
      if isSign(open, "{"), word(end + 1) == "else", isSign(end + 2, "{"), range.contains(end + 2),
        let other = words(inside(end + 2), depth, &left), other != first
      {
        return first + SourceWords.or + other
      }
      open = outer[open]
    }
    return first
  }

  /// The text beside a key, for a language that has none: `String(localized: "pay.now", defaultValue: "Pay now")`.
  private func usual(_ index: Int) -> String? {
    guard isSign(index + 1, ","), let callee = callee(of: index), SourceStrings.localizes.contains(callee) else {
      return nil
    }
    return SourceCall(self, at: outer[index] - 1)?.argument("defaultValue", "value").flatMap { text($0.lowerBound) }
  }

  /// Whether the literal or name at a place is among what a view in the code shows.
  private func isShown(_ index: Int, in range: Range<Int>) -> Bool {
    let callee = outer[index] >= range.lowerBound ? callee(of: index) : nil
    let isMade =
      callee.map { $0 == "NSLocalizedString" || $0.first?.isUppercase == true || isCase(around: index) } ?? true
    // In brackets a literal belongs to something else, and in a closure only a property shows anything.
    let isPlain =
      outer[index] < range.lowerBound || isSign(outer[index], "(") || word(index) != nil && isSign(outer[index], "{")
    return isMade && isPlain && !Self.wordless.contains(callee ?? "") && !Self.isUnshown(argumentLabel(of: index) ?? "")
  }

  private static let wordlessCases: Set = ["system", "named", "custom", "asset", "color", "url", "key", "tag"]

  /// Whether a literal is in a case that a view is given: `Row(leading: .text("Language"))`.
  private func isCase(around index: Int) -> Bool {
    let (name, dot) = (outer[index] - 1, outer[index] - 2)
    guard dot > 0, isSign(dot, "."), let word = word(name), !Self.wordlessCases.contains(word), !Self.isUnshown(word),
      isSign(dot - 1, "(") || isSign(dot - 1, ",") || isSign(dot - 1, ":")
    else { return false }
    return callee(of: dot)?.first?.isUppercase == true && !Self.isUnshown(argumentLabel(of: name) ?? "")
  }

  /// The names whose values a label shows, in order: `title` of `Text(title)`.
  func given(_ range: Range<Int>) -> [String] { places(range).filter { isGiven($0, in: range) }.compactMap(word) }

  /// Whether the first of what a label shows is the value of a name, and no literal.
  func beginsGiven(_ range: Range<Int>) -> Bool {
    let first = places(range).first { index in
      isGiven(index, in: range) || text(index).flatMap(Self.line) != nil && isShown(index, in: range)
    }
    return first.map { word($0) != nil } ?? false
  }

  private func isGiven(_ index: Int, in range: Range<Int>) -> Bool {
    guard word(index)?.first?.isLowercase == true, !isSign(index - 1, "."), !isSign(index + 1, ":"),
      !isSign(index + 1, "("), outer[index] < range.lowerBound || isSign(outer[index], "(")
    else { return false }
    return isShown(index, in: range)
  }

  static func line(_ text: String) -> String? {
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.contains { $0.isLetter || $0.isNumber } ? line : nil
  }

  /// Whether a literal stands in for a text that is missing, or is only compared.
  private func isOther(_ index: Int) -> Bool {
    isSign(index - 1, "?") && isSign(index - 2, "?")
      || isSign(index - 1, "=") && (isSign(index - 2, "=") || isSign(index - 2, "!"))
      || isSign(index + 2, "=") && (isSign(index + 1, "=") || isSign(index + 1, "!"))
  }

  /// Whether a name begins here that may stand for words: `L10n.close`, `.close`, `title`, `RowTitle()`.
  private func beginsName(_ index: Int) -> Bool {
    guard let first = word(index)?.unicodeScalars.first else { return false }
    if isSign(index - 1, ".") {
      guard word(index - 2) == "self" || word(index - 2) == "Self" else { return beginsImplicit(index) }
    }
    if isSign(index + 1, ":") { return false }
    return first.properties.isUppercase
      ? isSign(index + 1, ".") || shownView(index) != nil || shownElsewhere(index) != nil
      : members.member(word(index) ?? "", at: index) != nil
  }

  /// The body of a view of the same file that is made here.
  private func shownView(_ index: Int) -> Range<Int>? {
    guard isSign(index + 1, "("), !isSign(index - 1, "."), let name = word(index) else { return nil }
    return members.all["\(name).body"]?.range
  }

  /// The words of a view of another file that is made here.
  private func shownElsewhere(_ index: Int) -> String? {
    guard isSign(index + 1, "("), !isSign(index - 1, "."), let name = word(index) else { return nil }
    return views.words[name]
  }

  /// Whether the type of a name is left out: `Text(.close)`.
  private func beginsImplicit(_ index: Int) -> Bool {
    isSign(index - 1, ".") && callee(of: index).map { ["Text", "Label", "Button", "Toggle"].contains($0) } == true
      && (outer[index] == index - 2 || isSign(index - 2, ":"))
  }

  /// The words that a name stands for.
  private func named(_ index: Int, _ depth: Int, _ left: inout Int) -> String? {
    guard let first = word(index) else { return nil }
    if beginsImplicit(index) { return strings.text(of: names(from: index), isWhole: false) }
    if isSign(index + 1, "."), first.first?.isUppercase == true, !isSign(index - 1, ".") {
      return strings.text(of: names(from: index), isWhole: true)
    }
    if depth > 0, let body = shownView(index), !body.contains(index) { return words(body, depth - 1, &left) }
    if let words = shownElsewhere(index) { return words }
    guard depth > 0, first.first?.isLowercase == true, let member = members.member(first, at: index),
      !member.range.contains(index), !isSign(index + 1, ".") || isText(member.range.lowerBound)
    else { return nil }
    return isSingle(member) ? words(member.range, depth - 1, &left) : nil
  }

  /// Whether a member has one text; one that depends on a state has several.
  func isSingle(_ member: SourceMembers.Member) -> Bool {
    !["switch", "if", "guard", "let", "var"].contains(word(member.range.lowerBound))
  }

  private func isText(_ index: Int) -> Bool { text(index) != nil }

  /// The names that dots join, with the text before a call: `L10n`, `signIn` of `L10n.signIn(name)`.
  private func names(from index: Int) -> [String] {
    var (names, place) = ([String](), index)
    while names.count < 8, let name = word(place) {
      names.append(name)
      guard isSign(place + 1, ".") else { break }
      place += 2
    }
    return names
  }

  /// The title of the `Alert` or `ActionSheet` that a closure makes, itself or by a member of its type.
  func alertTitle(_ range: Range<Int>) -> Range<Int>? {
    let makers =
      [range] + places(range).compactMap { index in word(index).flatMap { members.member($0, at: index)?.range } }
    return makers.lazy.flatMap(places)
      .filter { ["Alert", "ActionSheet"].contains(self.word($0) ?? "") && self.isSign($0 + 1, "(") }
      .compactMap { SourceCall(self, at: $0)?.argument("title") }.first
  }

  /// What VoiceOver reads or a pointer shows: the label of the control or of a view in it.
  func spoken(_ modifiers: [SourceCall], _ ranges: [Range<Int>]) -> String? {
    let names = ["accessibilityLabel", "accessibility"]
    for call in modifiers where names.contains(call.name) {
      if let words = call.arguments.first.flatMap({ words($0.range) }) { return words }
    }
    let hints = modifiers.filter { $0.name == "help" }.compactMap { $0.arguments.first?.range }
    return inside("accessibilityLabel", of: ranges) ?? hints.lazy.compactMap(words).first ?? inside("help", of: ranges)
  }

  /// The words of the first modifier of a name within the code.
  private func inside(_ modifier: String, of ranges: [Range<Int>]) -> String? {
    for index in ranges.lazy.flatMap(own) where word(index) == modifier && isSign(index + 1, "(") {
      if let words = words(inside(index + 1)) { return words }
    }
    return nil
  }

  // MARK: Images

  /// The name of the first image.
  func symbol(_ range: Range<Int>) -> String? {
    for index in places(range) {
      guard let text = text(index) else { continue }
      let label = argumentLabel(of: index)
      if label == "systemName" || label == "systemImage" || label == "image" { return text }
      if callee(of: index) == "Image" { return text }
    }
    return nil
  }

  private static let drawn: Set = [
    "Image", "ZStack", "HStack", "VStack", "Circle", "Rectangle", "RoundedRectangle", "Capsule", "Color", "Group",
    "Spacer", "Font", "EdgeInsets", "CGSize", "AsyncImage", "Double", "CGFloat", "Gradient", "LinearGradient",
  ]

  func showsOnlyImage(_ range: Range<Int>, hasIconOnly: Bool) -> Bool {
    let words = places(range).filter { word($0) != nil }
    if words.contains(where: { word($0) == "Label" && !isSign($0 - 1, ".") }) {
      return hasIconOnly || words.contains { word($0) == "iconOnly" }
    }
    let made = words.filter { index in
      (isSign(index + 1, "(") || isSign(index + 1, "{")) && !isSign(index - 1, ".")
        && word(index)?.first?.isUppercase == true
        // What is read is not drawn.
        && !["accessibility", "accessibilityLabel"].contains(callee(of: index) ?? "")
    }.compactMap(word)
    return made.contains { $0 == "Image" || views.images.contains($0) }
      && made.allSatisfy { Self.drawn.contains($0) || views.images.contains($0) }
  }

  func makesLabel(_ range: Range<Int>) -> Bool {
    places(range).contains {
      word($0) == "Label" && !isSign($0 - 1, ".") && (isSign($0 + 1, "(") || isSign($0 + 1, "{"))
    }
  }

  func names(in call: SourceCall) -> [String] { call.arguments.flatMap { places($0.range).compactMap { word($0) } } }

  func has(_ name: String, in call: SourceCall) -> Bool {
    call.arguments.contains { places($0.range).contains { word($0) == name } }
  }

  /// Whether a link shows nothing, as one that only code follows.
  func isFollowedByCode(_ call: SourceCall, _ rule: SourceControl) -> Bool {
    guard let label = rule.label(of: call, self) else {
      return call.argument("isActive") != nil && !call.arguments.contains { $0.label.isEmpty }
    }
    return places(label).lazy.compactMap { self.word($0) }.first == "EmptyView"
  }

  private static let dismissals: Set = ["endEditing", "resignFirstResponder", "hideKeyboard", "dismissKeyboard"]
  /// What stands around a dismissal and does nothing else.
  private static let around: Set = [
    "sendAction", "selector", "onChanged", "onEnded", "withAnimation", "if", "in", "first", "filter",
  ]
  /// In tokens: more code does more than that.
  private static let longestDismissal = 60

  /// Whether a gesture only puts the keyboard away.
  func dismissesKeyboard(_ call: SourceCall) -> Bool {
    let parts = (call.arguments + call.closures).map(\.range)
    guard parts.reduce(0, { $0 + $1.count }) < Self.longestDismissal else { return false }
    var isDismissal = false
    for index in parts.joined() {
      guard let word = word(index) else { continue }
      if Self.dismissals.contains(word) {
        isDismissal = true
      } else if isSign(index + 1, "="), !isSign(index + 2, "=") {
        guard word.lowercased().contains("focus"), ["nil", "false"].contains(self.word(index + 2) ?? "") else {
          return false
        }
        isDismissal = true
      } else if isSign(index + 1, "(") || isSign(index + 1, "{"), word.first?.isLowercase == true {
        guard Self.around.contains(word) else { return false }
      }
    }
    return isDismissal
  }

  // MARK: Names

  /// The last name of `Strings.Common.close`.
  func path(_ range: Range<Int>) -> String? {
    guard range.count >= 3, range.count < 12, word(range.lowerBound)?.first?.isUppercase == true,
      range.allSatisfy({ word($0) != nil || isSign($0, ".") })
    else { return nil }
    return word(range.upperBound - 1)
  }

  /// The last name of the first constant that a text shows: `close` of `Text(Strings.close)`.
  func shownPath(_ range: Range<Int>) -> String? {
    places(range).lazy.filter { self.isSign($0 + 1, "(") && ["Text", "Label"].contains(self.word($0) ?? "") }
      .compactMap { SourceCall(self, at: $0)?.arguments.first.flatMap { self.path($0.range) } }.first
  }

  private static let plainActions: Set = [
    "if", "guard", "switch", "while", "for", "withAnimation", "print", "await", "try", "self", "return", "let", "var",
    "set", "append", "in", "Task", "else", "canImport", "os", "available", "wrappedValue", "action",
  ]

  /// What an action calls or sets first.
  func action(_ range: Range<Int>) -> String? {
    let isName = range.allSatisfy { word($0) != nil || isSign($0, ".") }
    if isName, let last = word(range.upperBound - 1), !Self.plainActions.contains(last) { return last }
    for index in places(range) {
      guard let word = word(index), !Self.plainActions.contains(word), word.first?.isLowercase == true else { continue }
      if isSign(index + 1, "("), !isSign(index - 1, "#") {
        return word == "toggle" ? self.word(index - 2) : word
      }
      if isSign(index + 1, "="), !isSign(index + 2, "=") { return word }
    }
    return nil
  }

  /// The last name of a binding: `isOn` in `$settings.isOn`.
  func binding(_ call: SourceCall) -> String? {
    for part in call.arguments where isSign(part.range.lowerBound, "$") {
      if let name = word(part.range.upperBound - 1) { return name }
    }
    return nil
  }

  /// The function that the code calls first.
  func called(_ range: Range<Int>) -> String? {
    places(range).first { (isSign($0 + 1, "(") || isSign($0 + 1, "{")) && word($0) != nil }.flatMap(word)
  }

  /// The type that the code creates first.
  func created(_ range: Range<Int>) -> String? {
    places(range).lazy.compactMap { isSign($0 + 1, "(") ? word($0) : nil }.first { $0.first?.isUppercase == true }
  }
}
