/// Words from other programs, each with the names for the same thing here.
///
/// Looked up only where a word is unknown, among the names that are valid there: a word is suggested, never replaced.
enum OtherWords {
  /// The names among the candidates that a word may mean, in the order of the table.
  ///
  /// - Parameter typed: in small letters.
  static func meant(by typed: String, among candidates: [String]) -> [String] {
    (table[typed] ?? []).filter(candidates.contains)
  }

  static let table: [String: [String]] = [
    // Commands.
    "add": ["new"], "create": ["new"], "make": ["new"], "register": ["new"],
    "ls": ["list"], "find": ["list", "lookup"], "search": ["list", "lookup"], "query": ["list"], "view": ["show"],
    "get": ["show"], "info": ["show"], "history": ["show"], "details": ["show"],
    "record": ["log"], "result": ["log"], "answer": ["log"], "enter": ["log"],
    "start": ["walk"], "begin": ["walk"], "run": ["walk"], "test": ["walk"], "scan": ["walk"], "next": ["walk"],
    "resume": ["walk"], "continue": ["walk"], "checklist": ["walk", "list"],
    "summary": ["status", "report"], "overview": ["status"], "stats": ["status"], "dashboard": ["report", "status"],
    "progress": ["status", "trend"], "score": ["status"], "diff": ["trend"], "compare": ["trend", "report"],
    "ci": ["gate"], "assert": ["gate"], "merge": ["sync", "resolve"], "pull": ["sync"], "push": ["sync"],
    "share": ["export", "sync"], "send": ["export"], "load": ["import"], "save": ["export", "backup"],
    "restore": ["import"], "delete": ["undo", "edit", "erase"], "remove": ["undo", "edit", "erase"],
    "rm": ["undo", "edit", "erase"], "revert": ["undo"], "change": ["edit"], "update": ["edit"],
    "set": ["edit", "config"],
    "rename": ["edit"], "settings": ["config"], "setup": ["init"], "example": ["demo"], "tutorial": ["demo", "help"],
    "repair": ["doctor"], "session": ["tap"], "children": ["tap"], "contrast": ["calc"], "man": ["help"],
    // Flags.
    "-v": ["--version"], "--note": ["--message"], "--notes": ["--message"], "--comment": ["--message"],
    "--text": ["--message", "--title"], "--sev": ["--severity"], "--priority": ["--severity"],
    "--user": ["--tester"], "--who": ["--tester"], "--by": ["--tester"], "--assignee": ["--owner"],
    "--photo": ["--evidence"], "--screenshot": ["--evidence"], "--picture": ["--evidence"], "--image": ["--evidence"],
    "--attach": ["--evidence"], "--date": ["--at", "--as-of"], "--time": ["--at"], "--force": ["--yes"],
    "--type": ["--kind"], "--name": ["--title"], "--file": ["--from", "--output"], "--out": ["--output"],
    "--csv": ["--format"], "--markdown": ["--format"], "--md": ["--format"], "--settings": ["--condition"],
    "--silent": ["--quiet"], "--preview": ["--dry-run"], "--simulate": ["--dry-run"],
    // Outcomes.
    "passed": ["pass"], "ok": ["pass"], "okay": ["pass"], "yes": ["pass"], "good": ["pass"], "success": ["pass"],
    "p": ["pass"], "failed": ["fail"], "failure": ["fail"], "no": ["fail"], "bad": ["fail"], "broken": ["fail"],
    "bug": ["fail"], "f": ["fail"], "n/a": ["na"], "n": ["na"], "not-applicable": ["na"], "inapplicable": ["na"],
    "unsure": ["cant-tell"], "unknown": ["cant-tell"], "maybe": ["cant-tell"], "can't-tell": ["cant-tell"],
    "cannot-tell": ["cant-tell"], "blocked": ["cant-tell"], "inconclusive": ["cant-tell"], "c": ["cant-tell"],
    // Severities.
    "blocker": ["critical"], "highest": ["critical"], "high": ["serious"], "major": ["serious"],
    "medium": ["moderate"], "normal": ["moderate"], "low": ["minor"], "trivial": ["minor"],
  ]
}
