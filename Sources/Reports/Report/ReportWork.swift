package import Audit
import Base
package import Store

/// What a team keeps beside its results, as every form of a report shows it: open questions and tasks, registers, and the
/// decisions that its findings rest on.
package struct ReportWork: Sendable {
  /// A question that is not decided, or a task that is not done.
  package struct Item: Sendable {
    package var key: String
    package var title: String
    /// Empty where it is about the app as a whole.
    package var component: String
    package var check: String
    package var owner: String
    /// The day by which a task is due; empty where none is set.
    package var until: String

    package init(_ record: Reader.Record) {
      key = record.key
      (title, component, check) = (record.text("title"), record.text("component"), record.text("check"))
      (owner, until) = (record.text("owner"), record.text("until"))
    }
  }

  package var questions: [Item] = []
  package var tasks: [Item] = []
  /// A sentence for each register that has entries.
  package var registers: [String] = []
  /// How a conflict between the source documents was settled, where a finding rests on it; each once.
  package var decisions: [SourceConflict] = []

  package init() {}

  static let (questionTitle, taskTitle, registerTitle) = ("Open questions", "Open tasks", "Shortcuts and gestures")
  static let decisionTitle = "Decisions on source conflicts"

  /// Their texts in one line, each a sentence.
  static func titles(_ items: [Item]) -> String {
    items.map { $0.title.last.map { "?!.".contains($0) } ?? true ? $0.title : $0.title + "." }.joined(separator: " ")
  }
}

extension ReportWork.Item {
  /// `voiceover.label-present`, `owner dev-1`, `due 2027-01-09`
  fileprivate var phrases: [String] {
    [check, owner.isEmpty ? "" : "owner \(owner)", until.isEmpty ? "" : "due \(until)"].filter { !$0.isEmpty }
  }

  fileprivate var json: JSONText {
    .object([
      "key": key, "title": title, "component": component.filled, "check": check.filled, "owner": owner.filled,
      "until": until.filled,
    ])
  }
}

extension ReportWork {
  /// For a terminal, and as lines for a screen reader.
  func sections(_ limit: Int) -> [PageSection] {
    func rows(_ items: [Item], _ list: String) -> [PageItem] {
      PageItem.rows(items, limit, "run \"a11y list \(list)\"") { item in
        PageRow([item.component.filled ?? "app"], words: item.phrases, details: [("Text", item.title)])
      }
    }
    return [
      PageSection(Self.questionTitle, rows(questions, "questions state:open")),
      PageSection(Self.taskTitle, rows(tasks, "tasks state:open")),
      PageSection(Self.registerTitle, registers.map { .text($0) }),
      PageSection(
        Self.decisionTitle,
        PageItem.rows(decisions, limit, "run \"a11y lookup conflicts\"") { conflict in
          PageRow([conflict.id], words: [conflict.title], details: [("Decision", conflict.reading)])
        }),
    ]
  }

  func markdown(_ limit: Int) -> String {
    func table(_ title: String, _ items: [Item]) -> String {
      guard !items.isEmpty else { return "" }
      let rows = MarkdownText.table(
        ["Text", "Component", "Check", "Owner", "Due"],
        items.prefix(limit).map { ["\($0.title)", "\($0.component)", "\($0.check)", "\($0.owner)", "\($0.until)"] })
      let more = items.count - limit
      return "\n### \(title)\n\n\(rows)" + (more > 0 ? "\nand \(counted(more)) more.\n" : "")
    }
    var output = table(Self.questionTitle, questions) + table(Self.taskTitle, tasks)
    for sentence in registers { output += "\n\(MarkdownText(escaping: sentence).text)\n" }
    guard !decisions.isEmpty else { return output }
    output += "\n### \(Self.decisionTitle)\n\n"
    for conflict in decisions {
      let line: MarkdownText = "- \(conflict.id), \(conflict.title): \(conflict.reading)\n"
      output += line.text
    }
    return output
  }

  /// Keys are a contract and only ever added to.
  var members: JSONMembers {
    [
      "questions": questions.map(\.json), "tasks": tasks.map(\.json), "registers": registers,
      "source_conflicts": decisions.map { conflict in
        JSONText.object(["id": conflict.id, "title": conflict.title, "reading": conflict.reading])
      },
    ]
  }
}

extension HTMLReport {
  /// Questions and tasks that are open, and a sentence for each register.
  var work: Part {
    let work = report.work
    let parts = [
      Self.list(HTMLText(escaping: ReportWork.questionTitle), work.questions.map(item)),
      Self.list(HTMLText(escaping: ReportWork.taskTitle), work.tasks.map(item)),
      Self.list(HTMLText(escaping: ReportWork.registerTitle), work.registers.map { HTMLText.people($0) }),
    ].filter { !$0.text.isEmpty }
    guard !parts.isEmpty else { return ("work", "Questions", "", "") }
    let counts = [
      counted(work.questions.count, "open question"), counted(work.tasks.count, "open task"),
    ].joined(separator: ", ")
    return (
      "work", "Questions", "Questions and tasks",
      """
      <p class="lead">\(counts).</p>
      <div class="two">\(parts.map { "<div class=\"card\">\($0)</div>\n" as HTMLText }.joined())</div>

      """
    )
  }

  /// How conflicts between the source documents were settled, for who asks why a finding is one.
  var decisions: HTMLText {
    let decisions = report.work.decisions
    guard !decisions.isEmpty else { return "" }
    let rows: HTMLText = decisions.map { conflict in
      "<li>Source conflict \(conflict.id), \(Self.coded(conflict.title)): \(Self.coded(conflict.reading))</li>\n"
    }.joined()
    return """
      <details class="card conf"><summary><b>\(ReportWork.decisionTitle): \(counted(decisions.count))</b></summary><ul class="meth">
      \(rows)</ul></details>

      """
  }

  private func item(_ item: ReportWork.Item) -> HTMLText {
    let place: HTMLText = item.component.isEmpty ? "" : "<b>\(name(item.component))</b>: "
    let check: HTMLText = item.check.isEmpty ? "" : " · <code>\(HTMLText.brief(item.check))</code>"
    let owner: HTMLText = item.owner.isEmpty ? "" : " · owner \(HTMLText.owner(item.owner))"
    let until: HTMLText = item.until.isEmpty ? "" : " · due \(LongDate.day(item.until))"
    return "\(place)\(Self.short(item.title, noteLength))\(check)\(owner)\(until)"
  }
}
