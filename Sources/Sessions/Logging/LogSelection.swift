import Audit
import Base
import CommandLine
import Store

/// The items that the words of `a11y log` select: every named check on every named component; where a pattern or a query
/// selects checks, those that the audit or the plan asks for, and where it selects components alone, those that the check
/// applies to.
struct LogSelection {
  /// Check and component of each item, by check.
  private(set) var items: [(check: String, component: String)] = []
  /// Whether a pattern or a query selected them.
  private(set) var isPattern: Bool
  /// How many a pattern of checks matches that apply and that no one asks for.
  private var unasked = 0
  private let shadowed: String?
  private let audit: String

  /// - Parameters:
  ///   - check: as `CheckSelection` reads it.
  ///   - components: as `ComponentSelection` reads them.
  ///   - audit: the one that the results are logged for; empty for none, and then the plan asks.
  init(
    check: String, components words: [String], where terms: [Filter.Term], audit: String, _ writer: Writer
  ) throws {
    let reader = writer.reader
    let checks = try CheckSelection(check, reader) { try TypedLog.name(ofCheck: $0, writer) }
    let components = try ComponentSelection(words, where: terms, reader)
    (isPattern, shadowed) = (components.isPattern || checks.isPattern, components.remark)
    self.audit = audit
    let work = try checks.isPattern ? reader.workScope(of: audit.isEmpty ? nil : reader.audit(audit)) : nil
    let asked = Dictionary(firstOf: (work?.checks ?? []).map { ($0.id, $0) })
    let asking = Dictionary(firstOf: (work?.components ?? []).map { (ExactText($0.key), $0) })
    for id in checks.ids {
      let rules = try writer.check(id)
      for key in components.keys {
        if let asked = asked[id], let component = asking[ExactText(key)], asked.isInScope(for: component) {
          items.append((id, key))
          continue
        }
        if isPattern, case .out = rules.applies(to: try writer.component(key)) { continue }
        if checks.isPattern { unasked += 1 } else { items.append((id, key)) }
      }
    }
    guard items.isEmpty else { return }
    let typed = MessageText.quoted(check)
    if unasked > 0 {
      throw Problem(
        .notFound, code: "log.nothing",
        "no item matches: \(asker) does not ask for what \(typed) matches",
        hints: ["Name a check in full to log it all the same."])
    }
    throw Problem(
      .notFound, code: "log.nothing", "no item matches: \(typed) applies to none of these components",
      hints: ["Run \"a11y show \(ShellWord.quoted(checks.ids.first ?? check))\" for the kinds that it applies to."])
  }

  private var asker: String { audit.isEmpty ? "the plan" : "audit \(audit)" }

  /// `86 matching items not logged: audit r1 does not ask for them`, and names that mean something else than they seem to;
  /// nil for none.
  var remark: String? {
    let them = unasked == 1 ? "it" : "them"
    let left = "\(counted(unasked, "matching item")) not logged: \(asker) does not ask for \(them)"
    return ComponentSelection.sentence([shadowed, unasked > 0 ? left : nil].compactMap(\.self))
  }
}

/// The items that one table has answered, each with the first line that did: two lines that answer one item in different
/// words have no order, unless they say when.
package final class AnsweredItems {
  /// Two lines that answer an item differently.
  package typealias Pair = (first: Int, second: Int)

  /// By the hash of an item: the first line, and the hash of its answer.
  private var answers: [Int: (line: Int, words: Int)] = [:]
  /// By the hash of an item.
  package private(set) var disputed: [Int: Pair] = [:]
  /// The items with several problems, which are one finding.
  package private(set) var joined: [Int: Pair] = [:]
  /// The items that a later answer of the same tester changes, and the lines of both answers.
  package private(set) var changed: [Int: Pair] = [:]
  /// What the failures of an item on a build say together.
  private var problems: [Int: Problems] = [:]
  /// By the hash of an item without its build and time.
  private var latest: [Int: (line: Int, result: NewResult)] = [:]

  /// The last problem of each place, until it is known whether there is one more: only the last has the notes of all, as
  /// the rows would otherwise hold each note as often as there are problems behind it.
  private var held: [Int: Held] = [:]

  private final class Problems {
    /// The line of the first one.
    let line: Int
    /// The last one, with its own note and what it has of those before.
    var result: NewResult
    var rows = 1
    /// The notes without those that are lines of others, in their order.
    private(set) var notes: [String] = []
    private var lines: Set<Substring> = []
    private var bytes = 0
    /// What the item showed before them.
    var shown: ShownAnswer?

    init(_ result: NewResult, line: Int) {
      (self.result, self.line) = (result, line)
      _ = add(result.note ?? "")
    }

    /// - Returns: false for a note that is too long together with the others.
    func add(_ note: String) -> Bool {
      guard !note.isEmpty, !lines.contains(note[...]) else { return true }
      let count = bytes + note.utf8.count + (notes.isEmpty ? 0 : 1)
      guard notes.isEmpty || count <= Names.longestNote else { return false }
      bytes = count
      notes.append(note)
      lines.formUnion(note.split(separator: "\n"))
      return true
    }

    /// The last one with the notes of all.
    var joined: NewResult { with(result) { $0.note = notes.isEmpty ? nil : notes.joined(separator: "\n") } }
  }

  private struct Held {
    var order: Int
    var known: Problems
    var target: ResultTarget
    var result: NewResult
  }

  /// What makes two results answers of the same question: also who saw it, of which build, and when.
  func item(of result: NewResult) -> Int { Self.hash(result, result.build, result.time) }

  private static func hash(_ result: NewResult, _ build: String = "", _ time: Int64? = nil) -> Int {
    var hasher = Hasher()
    for text in [result.component, result.check, result.condition.text, result.tester, build] { hasher.combine(text) }
    hasher.combine(time)
    return hasher.finalize()
  }

  /// Whether a line before answers an item.
  func has(_ item: Int) -> Bool { answers[item] != nil }

  func add(_ item: Int, _ result: NewResult, line: Int) {
    var note = result.note ?? ""
    note.withUTF8 {
      add(
        item, result.outcome, result.severity, value: result.value?.text ?? "", note: UnsafeRawBufferPointer($0),
        line: line)
    }
  }

  /// Looks at rows that say their builds or times: what a row replaces that the table has, too, is named.
  func follow(_ result: NewResult, line: Int, isJoined: Bool) {
    let place = Self.hash(result)
    defer { latest[place] = (line, result) }
    guard !isJoined, let (first, before) = latest[place],
      (before.build, before.time) != (result.build, result.time)
    else { return }
    let isSame =
      before.outcome == result.outcome && before.severity == result.severity
      && (before.note ?? "") == (result.note ?? "") && before.value?.text == result.value?.text
    if !isSame, changed[place] == nil { changed[place] = (first, line) }
  }

  func add(
    _ item: Int, _ outcome: Outcome, _ severity: Severity?, value: String = "", note: UnsafeRawBufferPointer, line: Int
  ) {
    var hasher = Hasher()
    hasher.combine(outcome)
    hasher.combine(severity)
    hasher.combine(value)
    hasher.combine(bytes: note)
    let words = hasher.finalize()
    guard let first = answers[item] else {
      answers[item] = (line, words)
      return
    }
    if first.words != words, disputed[item] == nil { disputed[item] = (first.line, line) }
  }

  /// Adds a failure to the problems that a table names before of the same item: a list of problems has a row for each,
  /// and the day of one does not end another.
  ///
  /// - Returns: false for what is no further problem: the first one, and another answer.
  func join(_ result: inout NewResult, line: Int) throws -> Bool {
    let item = Self.hash(result, result.build)
    guard result.outcome == .fail, let known = problems[item] else {
      problems[item] = result.outcome == .fail ? Problems(result, line: line) : nil
      return false
    }
    let (before, note) = (known.result, result.note ?? "")
    if let value = before.value, let other = result.value, value.text != other.text { return false }
    if known.notes != [note].filter({ !$0.isEmpty }) || before.severity != result.severity {
      joined[item] = joined[item] ?? (known.line, line)
    }
    guard known.add(note) else {
      throw Refusal.invalid(
        "the notes of this item, from line \(known.line) on, are longer than \(Names.longestNote) bytes together")
    }
    if note.isEmpty { result.note = known.notes.first }
    result.severity = [before.severity, result.severity].compactMap(\.self).min { $0.rawValue < $1.rawValue }
    result.value = result.value ?? before.value
    (known.result, known.rows) = (result, known.rows + 1)
    return true
  }

  /// What was held back and has to be logged before a result: a problem of the same item with its own note, as this one is
  /// behind it, and one of another tester or build with all of them.
  func release(before result: NewResult, isJoined: Bool) -> (target: ResultTarget, result: NewResult)? {
    guard let last = held.removeValue(forKey: Self.place(of: result)) else { return nil }
    let isBehind = isJoined && problems[Self.hash(result, result.build)] === last.known
    return (last.target, isBehind ? last.result : last.known.joined)
  }

  /// Holds a further problem back.
  func hold(_ target: ResultTarget, _ result: NewResult, order: Int) {
    guard let known = problems[Self.hash(result, result.build)] else { return }
    held[Self.place(of: result)] = Held(order: order, known: known, target: target, result: result)
  }

  /// All that is held back, in the order of its rows.
  func releaseAll() -> [(target: ResultTarget, result: NewResult)] {
    defer { held = [:] }
    return held.values.sorted { $0.order < $1.order }.map { ($0.target, $0.known.joined) }
  }

  private static func place(of result: NewResult) -> Int {
    var hasher = Hasher()
    for text in [result.component, result.check, result.condition.text] { hasher.combine(text) }
    return hasher.finalize()
  }

  /// Keeps what an item showed before its first problem.
  ///
  /// - Returns: false for a row that is not the first problem of its item.
  func keep(_ shown: ShownAnswer?, before result: NewResult, line: Int) -> Bool {
    let item = Self.hash(result, result.build)
    guard problems[item]?.line == line else { return false }
    problems[item]?.shown = shown
    return true
  }

  /// How many problems are of items that showed before what all of them say together.
  func repeatedProblems() throws -> Int {
    try problems.values.reduce(0) { count, known in
      try known.shown?.says(known.joined) == true ? count + known.rows : count
    }
  }

  /// Why a line of an item that two lines answer differently is rejected.
  static func reason(_ pair: Pair, line: Int) -> String {
    let other = line == pair.first ? pair.second : pair.first
    return "line \(other) has another answer for the same item; merge them in one row, or put the times in a column at"
  }
}

/// The open audits, by what they ask: where no audit is named, a result counts for the only one that asks for it.
package struct OpenAudits {
  private struct Scope {
    var round: AuditRound
    /// Patterns; empty for all.
    var components: [Glob]
  }

  private let scopes: [Scope]
  private let reader: Reader
  private let asking: AskingAudits

  init(_ reader: Reader) throws {
    self.reader = reader
    // An audit that someone begins who is not followed takes no result from another.
    let open = try reader.followedAudits().filter { $0.closed == nil }
    scopes = try open.map { round in
      Scope(round: round, components: try Self.components(of: round, reader).map { Glob($0) })
    }
    asking = try AskingAudits(open, reader)
  }

  private static func components(of round: AuditRound, _ reader: Reader) throws -> [String] {
    round.isOfApp ? try reader.components().filter(\.isApp).map(\.key) : round.components
  }

  package var names: [String] { scopes.map(\.round.name) }

  /// The names of those that ask for an item.
  func asking(for place: ScopeCell) throws -> [String] {
    let (known, settings) = try (reader.names, reader.checkSettings)
    let asked = asking.audits(for: place, settings)
    guard asked.contains(true) else { return [] }
    let isMeant = try reader.applies(place) || reader.countsAnyKind
    return zip(scopes, asked).filter { scope, isAsked in
      let components = scope.components
      return isAsked && (components.isEmpty || components.contains { known.matches($0, place.component) })
        && (scope.round.isOfApp || isMeant)
    }.map(\.0.round.name)
  }

  /// The only one that asks for an item; nil for none or several.
  func only(for place: ScopeCell) throws -> AuditRound? {
    let found = try asking(for: place)
    return found.count == 1 ? scopes.first { $0.round.name == found[0] }?.round : nil
  }
}

/// Which of some audits ask for a check and a condition, worked out once for all items that have the same.
///
/// Audits of others name any number of checklists and conditions, each any number of checks: what they name is looked at once
/// for each name, and not for each audit.
final class AskingAudits {
  private let audits: [AuditRound]
  /// Of each audit the numbers of its checklists.
  private let lists: [[Int]]
  /// By check: the numbers of the checklists that it is on.
  private var listsOfChecks: [String: [Int]] = [:]
  private var askingForChecks: [String: [Bool]] = [:]
  /// By the setting of a check, of each audit the items that it asks for.
  private var items: [Condition?: [Set<String>]] = [:]
  private let alike = SettingItems()
  private lazy var conditions = audits.map { $0.conditions.map(SettingItems.Asked.init) }
  /// How many names of checks were looked at.
  private(set) var looked = 0

  init(_ audits: [AuditRound], _ reader: Reader) throws {
    self.audits = audits
    var numbers: [String: Int] = [:]
    lists = audits.map { audit in
      audit.checklists.map { list in
        let count = numbers.count
        return numbers.value(list) { count }
      }
    }
    let checklists = try reader.checklists()
    for (list, number) in numbers {
      let checks = try checklists.checks(on: [list])
      looked += checks.count
      for check in checks { listsOfChecks[check, default: []].append(number) }
    }
  }

  func audits(for place: ScopeCell, _ settings: CheckSettings) -> [Bool] {
    let setting = settings.areAskedOnce ? settings.setting(of: place.check) : nil
    let items = items.value(setting) {
      guard let setting else { return audits.map { Set($0.conditions.map(\.text)) } }
      return conditions.map { Set(alike.items(under: $0, of: setting).map(\.text)) }
    }
    return zip(audits(forCheck: place.check), items).map { $0 && $1.contains(place.condition) }
  }

  private func audits(forCheck check: String) -> [Bool] {
    askingForChecks.value(check) {
      let named = Set(listsOfChecks[check] ?? [])
      return zip(audits, lists).map { audit, lists in
        audit.checklists.isEmpty || lists.contains(where: named.contains)
      }
    }
  }
}

extension Reader {
  /// Whether the check of an item applies to its component; true where one of them is not known.
  func applies(_ place: ScopeCell) throws -> Bool {
    guard let component = try component(place.component), let check = try check(place.check)?.check else { return true }
    if case .out = check.applies(to: component) { return false }
    return true
  }
}
