package import Audit
package import Base
package import CommandLine
import Reports
import Sessions
package import Store

/// Turns typed text into the value of a field; missing and empty text are null, which clears it.
package struct FieldRule: Sendable {
  /// The form of the value, which determines how it is shown.
  package enum Form: Sendable {
    /// One value, or several separated by commas.
    case text, list
    /// The name of another record, or several.
    case name, names
  }

  /// How the value is read.
  package enum Reading: Sendable {
    /// Independent of the tracker.
    case plain(@Sendable ([String]) throws(Problem) -> JSONValue)
    /// Validated against the tracker.
    case known(@Sendable ([String], Register) throws -> JSONValue)
  }

  package let form: Form
  package let reading: Reading

  package var isList: Bool { form == .list || form == .names }

  package static func text(_ read: @escaping @Sendable (String) throws(Problem) -> JSONValue) -> FieldRule {
    FieldRule(form: .text, reading: .plain { texts throws(Problem) in try read(texts.first ?? "") })
  }

  /// A field of several values.
  package static func list(_ read: @escaping @Sendable ([String]) throws(Problem) -> JSONValue) -> FieldRule {
    FieldRule(form: .list, reading: .plain(read))
  }

  /// A field of a component, which other records may have too.
  package static func of(_ field: ComponentField) -> FieldRule {
    field.isList
      ? list { texts throws(Problem) in try field.value(of: texts) }
      : text { text throws(Problem) in try field.value(of: text) }
  }

  /// A field whose value is validated against the tracker.
  package static func known(
    _ form: Form, _ read: @escaping @Sendable ([String], Register) throws -> JSONValue
  ) -> FieldRule {
    FieldRule(form: form, reading: .known(read))
  }

  package static func line(_ what: String) -> FieldRule {
    text { text throws(Problem) in try FieldRules.line(text, what) }
  }

  /// The main text of a record.
  package static func sentence(_ kind: String) -> FieldRule {
    text { text throws(Problem) in
      let line = try FieldRules.line(text, kind)
      guard !line.isNull else { throw .usage("argument.empty", "the \(kind) has no text") }
      return line
    }
  }

  /// A field of text with several lines.
  package static func note(_ what: String = "note") -> FieldRule {
    text { text throws(Problem) in try FieldRules.note(text, what) }
  }

  package static var ticket: FieldRule { text { text throws(Problem) in try FieldRules.ticket(text) } }

  package static func day(_ flag: FlagName) -> FieldRule {
    text { text throws(Problem) in try FieldRules.day(text, flag.long) }
  }

  /// - Parameter clears: whether empty text is null, not an error.
  package static func whole(_ flag: FlagName, in range: ClosedRange<Int>, clears: Bool = false) -> FieldRule {
    text { text throws(Problem) in
      if clears, text.isEmpty { return .null }
      return .integer(Int64(try ParsedArguments.whole(text, of: flag, in: range)))
    }
  }

  /// The rules of a release, in their stored order.
  package static var policy: FieldRule {
    known(.text) { texts, register in
      let policy = try ReleasePolicy(typed: texts.first ?? "")
      if let baseline = policy.baseline { try Baseline.check(baseline, register) }
      return policy.isEmpty ? .null : .string(policy.text)
    }
  }

  /// A field of names such as tags.
  package static func names(_ what: String) -> FieldRule {
    list { texts throws(Problem) in try FieldRules.names(texts, what) }
  }

  /// A component by its key or unique prefix.
  package static var component: FieldRule { found(NameFinder.component) }
  package static var check: FieldRule { found(NameFinder.check) }
  package static var checklists: FieldRule {
    known(.names) { texts, register in FieldRules.list(try ChecklistName.find(texts, register.reader)) }
  }

  private static func found(_ find: @escaping @Sendable (String, Reader) throws -> String) -> FieldRule {
    known(.name) { texts, register in
      guard let typed = texts.first, !typed.isEmpty else { return .null }
      return .string(try find(typed, register.reader))
    }
  }
}

/// The rules for values of fields. Each error names the value and what is expected; empty text is null, which clears a
/// field.
package enum FieldRules {
  package static func line(_ text: String, _ what: String) throws(Problem) -> JSONValue {
    try Problem.named { () throws(NameProblem) in try Names.checkLine(text, of: what) }
    return text.isEmpty ? .null : .string(text)
  }

  /// A number in an issue tracker, or its web address (http or https only).
  package static func ticket(_ text: String) throws(Problem) -> JSONValue {
    guard Ticket.isAllowed(text) else {
      throw .usage(
        "ticket.invalid", "invalid ticket \(MessageText.quoted(text))",
        hints: ["Use a number such as APP-12 or #12, or an address that begins with https:// or http://."])
    }
    return try line(text, "ticket")
  }

  static func ticketAddress(_ text: String) throws(Problem) -> JSONValue {
    guard text.isEmpty || Ticket.Address(text) != nil else {
      throw .usage(
        "ticket-url.invalid", "invalid ticket address \(MessageText.quoted(text))",
        hints: [
          "Use an address that begins with https:// or http://, with {} once in the place of the number, behind the "
            + "server: https://example.org/browse/{} (at most \(Ticket.Address.longest) bytes)."
        ])
    }
    return try line(text, "ticket address")
  }

  /// Text that may have several lines.
  package static func note(_ text: String, _ what: String = "note") throws(Problem) -> JSONValue {
    try Problem.named { () throws(NameProblem) in try Names.checkNote(text, of: what) }
    return text.isEmpty ? .null : .string(text)
  }

  package static func key(_ text: String, of what: String) throws(Problem) -> String {
    try Problem.named { () throws(NameProblem) in try Names.checkKey(text, of: what) }
    return text
  }

  /// Names such as tags and screens, each once, in order. A comma or semicolon would split a name when it is written to
  /// a file.
  package static func names(_ texts: [String], _ what: String) throws(Problem) -> JSONValue {
    var found: [String] = []
    for text in texts {
      _ = try line(text, what)
      guard !text.isEmpty else { throw .usage("value.invalid", "empty \(what) name") }
      guard !text.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }) else {
        throw .usage("value.invalid", "\(what) \(MessageText.quoted(text)) has a comma or semicolon")
      }
      if !found.contains(where: { $0.hasSameBytes(as: text) }) { found.append(text) }
    }
    return list(found)
  }

  /// Texts as an array, or null for none.
  package static func list(_ texts: [String]) -> JSONValue {
    texts.isEmpty ? .null : .array(texts.map(JSONValue.string))
  }

  /// One of a closed list of words.
  static func word(_ text: String, of words: [String], _ what: String) throws(Problem) -> JSONValue {
    if text.isEmpty { return .null }
    guard let word = words.first(where: { $0.lowercased() == text.lowercased() }) else {
      let hints = Suggestion.hint(for: text, among: words)
      let wanted = words.count > 8 ? "" : "; expected \(WordList.or(words))"
      throw .usage("\(what).unknown", "invalid \(what) \(MessageText.quoted(text))\(wanted)", hints: hints)
    }
    return .string(word)
  }

  /// A kind of component from the catalog, however its words are joined: `Icon Button`, `icon_button`, `IconButton`.
  static func kind(_ text: String) throws(Problem) -> JSONValue {
    let kinds = Catalog.componentKinds
    func letters(_ text: String) -> String { text.lowercased().filter { !" -_".contains($0) } }
    let name = letters(text)
    if let kind = kinds.first(where: { letters($0).hasSameBytes(as: name) }) { return .string(kind) }
    throw .unknown("kind", text, among: kinds)
  }

  /// A button style: a built-in one, or a name that `Register` compares with custom styles.
  static func style(_ text: String) throws(Problem) -> JSONValue {
    if let builtIn = Catalog.style(text) { return .string(builtIn.name) }
    return try line(text, "style")
  }

  /// A measured size, stored as typed.
  static func size(_ text: String) throws(Problem) -> JSONValue {
    if text.isEmpty { return .null }
    do throws(MeasureError) {
      _ = try TargetSize.parse(text)
    } catch {
      throw .usage("size.invalid", error.problem, hints: error.hint.isEmpty ? [] : [error.hint])
    }
    return try line(text, "size")
  }

  static var features: [String] { FeatureNames.words }

  /// The features of a component, or the word for none of them.
  static func features(_ texts: [String]) throws(Problem) -> JSONValue {
    try names(FeatureNames.read(texts), "feature")
  }

  package static let tiers = ["44", "48", "56", "64"]

  static func targetTier(_ text: String) throws(Problem) -> JSONValue {
    if text.isEmpty { return .null }
    let word = CellText.word(text)
    let suffix = [" pt", "pt", ".0", ",0"].first { word.hasSuffix($0) } ?? ""
    guard let points = Int64(word.dropLast(suffix.count)), tiers.contains(String(points)) else {
      throw .usage(
        "tier.unknown", "invalid target tier \(MessageText.quoted(text)); expected \(WordList.or(tiers))")
    }
    return .integer(points)
  }

  /// A day, `YYYY-MM-DD`.
  static func day(_ text: String, _ what: String) throws(Problem) -> JSONValue {
    if text.isEmpty { return .null }
    let reading: TimestampReading
    do throws(TimestampError) {
      if let written = WrittenTime(text) {
        reading = try written.reading(nil, localOffset: { _ in 0 })
      } else {
        reading = try Timestamp.read(text, localOffset: { _ in 0 })
      }
    } catch {
      throw .usage(
        "date.invalid", "invalid value \(MessageText.quoted(text)) for \(what): \(error.reason)",
        hints: ["Use a date such as 2027-01-31."])
    }
    guard reading.isDateOnly else {
      throw .usage(
        "date.invalid", "invalid value \(MessageText.quoted(text)) for \(what); expected a date without a time",
        hints: ["Use a date such as 2027-01-31."])
    }
    return .string(reading.timestamp.localDate(offset: 0))
  }
}

extension ReleasePolicy {
  /// The rules of a release as typed.
  package init(typed text: String) throws(Problem) {
    do {
      try self.init(parsing: text)
    } catch {
      let rule = MessageText.quoted(error.rule)
      switch error.kind {
      case .twice: throw .usage("policy.invalid", "rule \(rule) is used twice", hints: ["Remove one of them."])
      case .value(let wanted):
        throw .usage(
          "policy.invalid", "invalid rule \(rule); expected \(wanted)",
          hints: ["Separate rules with commas, e.g. 'max-critical 0, min-coverage 80'."])
      case .unknown(let name):
        throw .usage(
          "policy.invalid", "unknown rule \(rule)",
          hints: Suggestion.hint(for: name, among: Self.names) + ["Use \(Self.names.joined(separator: ", "))."])
      }
    }
  }
}

/// `--planned CHECK=VALUE`, or a column `planned.CHECK` of a file: the planned value of a component, validated against
/// the check.
package struct PlannedFlag {
  /// The planned value for one check.
  package struct Promise {
    /// As typed: an id or unique prefix.
    var check: String
    /// Empty removes the planned value.
    var value: String
  }

  private let given: [Promise]

  package init(_ given: [Promise]) { self.given = given }

  package init(_ arguments: ParsedArguments) throws(Problem) {
    var given: [Promise] = []
    for text in arguments.strings(.planned) {
      guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")) else {
        throw .usage(
          "flag.value", "invalid value \(MessageText.quoted(text)) for --planned; expected CHECK=VALUE",
          hints: ["Pass a value such as --planned visual-feedback.scale-range=0.95."])
      }
      given.append(
        Promise(check: String(text[..<sign]), value: String(text[text.utf8.index(after: sign)...])))
    }
    self.given = given
  }

  /// The fields of the flags, null for an empty value.
  ///
  /// - Parameters:
  ///   - component: before the edit; nil if it is new.
  ///   - fields: the other fields that the same command sets.
  /// - Throws: usage: a check without a measured value, an invalid value, or one that does not meet the check.
  package func fields(of component: Component?, key: String, with fields: JSONObject, _ register: Register) throws
    -> JSONObject
  {
    guard !given.isEmpty else { return [:] }
    let component = try edited(component ?? Component(key: key), fields, register.reader)
    var found = JSONObject()
    for promise in given {
      let check = try NameFinder.check(promise.check, register.reader)
      let field = Component.plannedField + check
      guard found[field] == nil else {
        throw Problem.usage("flag.value", "\(check) is listed twice in --planned", hints: ["Specify it once."])
      }
      let value = promise.value
      found[field] = value.isEmpty ? .null : .string(try kept(value, check, component, register))
    }
    return found
  }

  /// The component after the edit: kind, profile, platforms, and style determine which values are allowed.
  private func edited(_ component: Component, _ fields: JSONObject, _ reader: Reader) throws -> Component {
    var component = component
    if let kind = fields["kind"]?.stringValue { component.kind = kind }
    if let profile = fields["profile"] {
      component.profile = profile.stringValue.flatMap(Profile.init(rawValue:)) ?? .general
    }
    if let platforms = fields["platforms"] {
      component.platforms = platforms.arrayValue?.compactMap { $0.stringValue.flatMap(Platform.init(rawValue:)) } ?? []
    }
    if let style = fields["style"] {
      component.style = style.stringValue ?? ""
      component.take(style: component.style.isEmpty ? nil : try reader.style(component.style))
    }
    return component
  }

  private func kept(_ text: String, _ id: String, _ component: Component, _ register: Register) throws -> String {
    guard let check = try register.reader.check(id)?.check else { throw Refusal.unknownCheck(id) }
    guard let measurement = check.measurement else {
      throw Problem.usage("planned.unfit", "\(id) has no measured value, so no value can be planned for it")
    }
    let value: MeasuredValue
    do throws(MeasureError) {
      value = try MeasuredValue.parse(text, of: measurement)
    } catch {
      throw Problem.usage("planned.invalid", "\(id): \(error.problem)", hints: [error.hint])
    }
    switch measurement.judge(value, on: component) {
    case .pass: break
    case .notComparable(let reason):
      guard measurement.threshold.isEmpty else { throw Problem.usage("planned.invalid", "\(id): \(reason)") }
    case .fail:
      let faults = measurement.faults(of: value, on: component)
      let reason = faults.isEmpty ? "" : ": " + faults.joined(separator: "; ")
      throw Problem.usage(
        "planned.broken",
        "\(value.text) does not meet \(id) (required: "
          + "\(measurement.wording(on: component)))\(reason)",
        hints: ["Use a value that meets the requirement. Run \"a11y show \(ShellWord.quoted(id))\" for details."]
          + Catalog.conflicts(for: check).map { "See source conflict \($0.id): \($0.reading)" })
    }
    if let list = measurement.list(of: value), measurement.parts?.fit == .haptics {
      for remark in HapticFit.remarks(on: list, component) { register.remark(remark) }
    }
    if case .out(let reason) = check.applies(to: component) { register.remark(reason) }
    let readings = Catalog.conflicts(for: check).map(\.id)
    if !readings.isEmpty {
      register.remark(
        "\(id) follows \(readings.joined(separator: ", ")); run \"a11y show \(ShellWord.quoted(id))\" for details",
        once: true
      )
    }
    return value.text
  }
}
