import Arguments
import AuditModel
import AuditReports
import Terminal

/// The sentences of a walk that need nothing but numbers and names.
enum WalkSentences {
  static let question = "Answer, or ? for the keys:"
  static let unknownKey = "That key does nothing here. ? shows the keys."
  static let enter = "Enter alone answers nothing. ? shows the keys."
  static let fast =
    "Five passes in three seconds. If that was too fast: u takes them back, one at a time, and b goes back to look."
  static let nowhere = "There is no item here. b goes back, u undoes the last answer, q ends the walk."

  static func paste(_ count: Int) -> String {
    "That was pasted: \(count) characters. Nothing was answered. For many answers at once: a11y walk --keys line."
  }

  static func unknownLine(_ line: String) -> String {
    "\(MessageText.quoted(line, limit: 40)) is no key, or one that takes nothing behind it. ? shows the keys."
  }

  /// What the walk is about, before its first item.
  ///
  /// - Parameter namesDevice: the tester named a device for the whole walk.
  static func opening(
    _ count: Int, _ request: WalkRequest, _ defaults: LogDefaults, namesDevice: Bool
  ) -> String {
    var words = "\(counted(count, "item"))"
    if !defaults.audit.isEmpty { words += " of the audit \(defaults.audit)" }
    let order = request.only == .retest ? "a device and its settings at a time" : "by \(request.order.rawValue)"
    words += ", \(order). You are \(defaults.tester)"
    // A stop of the retest queue has a device of its own.
    let seenOn = request.only != .retest || namesDevice ? [defaults.device, defaults.os] : []
    let place = seenOn + [defaults.build.isEmpty ? "" : "build \(defaults.build)"]
    let known = place.filter { !$0.isEmpty }
    if !known.isEmpty { words += ", with " + known.joined(separator: ", ") }
    return words + "."
  }

  /// `Stop 2 of 5: iPad, dark,text-ax5. 12 items.`
  static func stop(_ stop: WalkStop) -> String {
    let device = stop.device.isEmpty ? "no device named" : stop.device
    let settings = stop.condition.isEmpty ? "default settings" : Condition.shown(stop.condition)
    return "Stop \(stop.number) of \(stop.count): \(device), \(settings). \(counted(stop.items, "item"))."
  }

  static let withoutBuild =
    "no build is named, so what still fails cannot be told from what failed before: --build 3.3, or a11y config build 3.3"

  static func keys(isSingle: Bool) -> String {
    let shown = "p pass, f fail, n not applicable, c can't tell, s skip, u undo, ? all keys, q quit."
    return isSingle ? "Keys: " + shown : "One line is one answer: " + shown
  }

  /// `12 answered: 9 PASS, 2 FAIL, 1 N/A.`
  static func answered(_ counts: CellCounts) -> String {
    let parts = [
      (counts.pass, "PASS"), (counts.fail, "FAIL"), (counts.na, "N/A"), (counts.cantTell, "CAN'T TELL"),
    ]
    let total = parts.reduce(0) { $0 + $1.0 }
    let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "\(total) answered" + (words.isEmpty ? "." : ": " + words.joined(separator: ", ") + ".")
  }

  /// What is left, and how to go on.
  static func closing(_ queue: WalkQueue, command: String) -> [String] {
    var lines = [answered(queue.counts)]
    if queue.overtaken > 0 { lines.append("\(queue.overtaken) answered by others meanwhile.") }
    if queue.left > 0 {
      lines.append("\(queue.left) left. To go on: \(command)")
    } else {
      lines.append("Nothing left. Where the app stands: a11y status")
    }
    return lines
  }

  /// The command that goes on with this walk.
  static func command(_ arguments: ParsedArguments) -> String {
    let kept: Set<FlagName> = [
      .audit, .component, .check, .checklist, .by, .only, .all, .condition, .keys, .plain, .tester, .device, .os,
      .build,
      .db, .width,
    ]
    return arguments.given.reduce("a11y walk") { line, flag in
      guard kept.contains(flag.name) else { return line }
      return line + " " + flag.name.long + (flag.value.map { " " + ShellWord.quoted($0) } ?? "")
    }
  }
}
