import Audit
import Base
import Reports
import Store

/// One item: the check, the component, and the current result.
struct WalkItem {
  let place: ScopeCell
  let component: Component?
  let check: Reader.CurrentCheck?
  let now: CellNow?
  /// Tool findings.
  let signals: SignalCell?
  /// All that is set where it is tested, with the setting of its check.
  let seenUnder: String

  init(_ place: ScopeCell, _ reader: Reader) throws {
    self.place = place
    seenUnder = try reader.checkSettings.seen(place.condition, of: place.check)
    component = try reader.component(place.component)
    check = try reader.check(place.check)
    now = try reader.cellNow(place, component, check)
    signals = try reader.signals(in: place)
  }

  /// Its size is found by tapping along the edges, which no other check asks for.
  private static let edges = "touch-target.hit-area-measured"

  /// Whether a size that was measured for another check answers this one: size checks of the same category and
  /// platforms.
  func isMeasuredWith(_ other: WalkItem) -> Bool {
    guard place.check != Self.edges else { return false }
    guard let (mine, its) = check.flatMap({ one in other.check.map { (one.check, $0.check) } }) else { return false }
    let isShared =
      mine.platforms.isEmpty || its.platforms.isEmpty || mine.platforms.contains(where: its.platforms.contains)
    return mine.category == its.category && isShared && measurement?.takesSize == true
  }

  var measurement: Measurement? { check?.check.measurement?.under(place.condition) }

  /// Why it cannot be answered like this under its condition, and what to do; nil where it can.
  func refusal(of outcome: Outcome, on device: String) -> (words: String, hint: String)? {
    guard let condition = try? Condition(parsing: place.condition) else { return nil }
    if let words = condition.contradiction(on: device) { return (words, WalkSentences.otherDevice) }
    guard outcome == .pass else { return nil }
    return LogEntry.smallerText(place.check, measurement, condition).map { ($0, WalkSentences.smallerText) }
  }

  /// The default severity of a fail.
  var usualSeverity: Severity { check?.check.impact ?? .moderate }

  /// The order in which checks that one measurement fails make its finding: a requirement of a criterion, the target
  /// size of the component, advice; of these the one that harms most.
  var duty: (Int, Int) {
    let isRequired = check?.check.wcag.contains { $0.relation == .tests } ?? false
    let isTier = component?.tier.map { $0 == measurement?.threshold.first?.wholePart } ?? false
    return (isRequired ? 0 : isTier ? 1 : 2, usualSeverity.rawValue)
  }

  /// Whether a failure may name components of the screen.
  var isOfScreen: Bool { FailingParts.isAsked(check?.check.unit, of: component) }

  /// By what those say who are followed: of others an answer takes over nothing.
  var isFailing: Bool { now?.followed?.state.outcome == .fail }

  /// The severity of a fail that is given none: that of the finding, else the default.
  var nextSeverity: Severity { (isFailing ? now?.followed?.state.severity : nil) ?? usualSeverity }

  /// An answer to this item: a new fail without a severity has the default, one that fails already keeps its own.
  func rated(_ answer: WalkWriter.Answer) -> WalkWriter.Answer {
    var answer = answer
    if answer.outcome == .fail, answer.severity == nil, !isFailing { answer.severity = usualSeverity }
    return answer
  }
}

struct WalkItemText {
  let item: WalkItem
  /// The device of the answer; nil if it is the same for the whole walk.
  var device: String?
  let number: Int
  let count: Int
  let isPlain: Bool
  /// The kind of device that it is tested on; nil if unknown.
  let family: DeviceFamily?
  /// What a listener knows already and need not hear again.
  enum Known {
    case nothing
    /// How to test the check.
    case steps
    /// That it is the check of the item before, too.
    case check
  }

  let known: Known
  /// Whether the item before was on the same screens.
  var isSameScreen = false
  /// Whether the walk goes from component to component, and not from check to check.
  var isByComponent = true
  /// Whether the default condition is shown too.
  let saysCondition: Bool
  /// Whether the title names the component without its key.
  var isOnlyTitle = false
  /// The audit of the walk; empty for none.
  let audit: String
  /// Formats a time.
  let clock: (Int64) -> String

  var page: Page {
    let check = item.check?.check
    let component = item.component
    let isShort = isPlain && known != .nothing
    var page = Page(title: isPlain ? spokenTitle : "\(number)/\(count) \(item.place.component)")
    let about: [PageItem] = [
      .fact("Kind", kind), .fact("Screens", component?.screens.joined(separator: ", ") ?? ""),
      .fact("Source", component?.source ?? ""),
    ]
    var items: [PageItem] = []
    if !isPlain {
      items.append(.fact("Component", component?.title ?? ""))
      items += about + [.names("Check", [item.place.check]), .fact("Title", check?.title ?? "")]
    }
    if saysCondition || !item.seenUnder.isEmpty {
      items.append(.fact("Condition", Condition.shown(item.seenUnder)))
    }
    if let device { items.append(.fact("Device", device.isEmpty ? "not recorded" : device)) }
    if let check, !isShort { items += ShowCheck.howTo(check, how: check.how(on: family)) }
    items.append(.fact("Specified", component?.promise(for: item.place.check)?.value ?? ""))
    items.append(.fact(isShort ? "Last" : "Last result", lastResult(isShort: isShort)))
    let signals = item.signals.map { $0.isOpen ? $0.signals : [] } ?? []
    items.append(.fact("Tool findings", signals.map { SignalWords.note($0.signal) }.joined(separator: " ")))
    // A listener hears first what to test, and names to type last.
    if isPlain, !isShort {
      items += about + [.names("Component", [item.place.component]), .names("Check", [item.place.check])]
    }
    page.sections = [PageSection(nil, items)]
    return page
  }

  /// `Item 3 of 45. Hit area is at least 44x44 pt. Close button on sign-in`
  private var spokenTitle: String {
    let key = item.place.component
    let title = item.component?.title ?? ""
    let name = isOnlyTitle ? title : title.isEmpty ? key : "\(title), \(key)"
    let screens = item.component?.screens ?? []
    // The name of a component often begins with its screen.
    let isNamed = screens.count == 1 && name.hasPrefix(screens[0])
    let place = screens.count == 1 ? screens[0] : counted(screens.count, "screen")
    let component = name + (screens.isEmpty || isNamed || isSameScreen ? "" : " on \(place)")
    let check = known == .check ? nil : item.check?.check.title ?? item.place.check
    let words = isByComponent ? [check, component] : [component, check]
    return (["Item \(counted(number, of: count))"] + words.compactMap(\.self)).joined(separator: ". ")
  }

  /// `icon-button, registered size 40x40, target 48 pt, style PrimaryButton`
  private var kind: String {
    guard let component = item.component, !component.kind.isEmpty else { return "" }
    let size = component.size.isEmpty ? "" : "registered size \(component.size)"
    let area = component.hitArea.isEmpty ? "" : "hit area \(component.hitArea)"
    let target = component.tier.map { "target \($0) pt" } ?? ""
    let style = component.style.isEmpty ? "" : "style \(component.style)"
    return [component.kind, size, area, target, style].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// `FAIL, serious, 40x40, by t2, 2026-02-01 10:41, build 3.1. Note: close cross too small`
  ///
  /// - Parameter isShort: without who tested it, when, and on which build.
  private func lastResult(isShort: Bool) -> String {
    guard let row = item.now?.row else { return isShort ? "" : "none" }
    var words =
      [
        row.outcomeWord, row.severity.map { _ in SeverityWords.word(of: row) }, row.value?.text, OnWords.phrase(row.on),
        row.judgedWords,
      ] + row.doubtWords + [row.staleWords]
    if !isShort {
      words += [
        row.tester.filled.map { "by \($0)" }, clock(row.time), row.build.filled.map { "build \($0)" },
      ]
    }
    if !audit.isEmpty, row.audit != audit { words.append("not in this audit") }
    let note = row.note.map { ". Note: \($0)" } ?? ""
    return words.compactMap(\.self).joined(separator: ", ") + note
  }
}

/// Finds items by a text in their names, or else by words: each begins a part of the check's id or title, or of the component's key, title, or screens.
///
/// `lab cl` finds `voiceover.label-present` of `sign-in/close-button`.
struct ItemSearch {
  /// A thing with a name, in the parts of its texts.
  private struct Entry {
    var text: String
    var parts: [String]

    init(_ texts: [String]) {
      text = texts.joined(separator: "\n").lowercased()
      parts = Self.parts(of: text)
    }

    /// `jump-forward` is two: so it is in what is typed and in what is looked through.
    static func parts(of text: String) -> [String] {
      text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    func accepts(_ word: String) -> Bool { parts.contains { $0.hasPrefix(word) } }
  }

  private let checks: [String: Entry]
  private let components: [String: Entry]

  /// - Parameters:
  ///   - checks: the id and title of every check.
  ///   - components: by key.
  init(checks: [(id: String, title: String)], components: [String: Component]) {
    self.checks = Dictionary(firstOf: checks.map { ($0.id, Entry([$0.id, $0.title])) })
    self.components = components.mapValues { Entry([$0.key, $0.title] + $0.screens) }
  }

  /// The items of a list that a typed text finds, in their order.
  func find(_ typed: String, in items: WorkItems) -> [Int] {
    let text = WalkLine.trimmed(typed).lowercased()
    guard !text.isEmpty else { return [] }
    let wholes = (names(checks) { $0.text.contains(text) }, names(components) { $0.text.contains(text) })
    let exact = items.indices.filter { wholes.0.contains(items[$0].check) || wholes.1.contains(items[$0].component) }
    guard exact.isEmpty else { return exact }
    let words = Entry.parts(of: text)
    guard !words.isEmpty else { return [] }
    let found = words.map { word in (names(checks) { $0.accepts(word) }, names(components) { $0.accepts(word) }) }
    return items.indices.filter { index in
      found.allSatisfy { $0.0.contains(items[index].check) || $0.1.contains(items[index].component) }
    }
  }

  private func names(_ entries: [String: Entry], where isFound: (Entry) -> Bool) -> Set<String> {
    Set(entries.filter { isFound($0.value) }.keys)
  }
}
