import Audit
import Base
import CommandLine
package import Store

/// Handles outcomes that are better than those of other testers on the same build: a retest replaces them, a
/// disagreement keeps both.
struct Contradictions {
  enum Answer: String {
    case retest, disagree
  }

  /// Thrown from a transaction that would contradict other testers' results without an answer to the question.
  struct Question: Error {
    var results: [Cell]
  }

  /// The answer of a flag, for all results.
  private let flag: Answer?
  /// The answers to questions, by the ids of the contradicted results.
  private var answers: [String: Answer] = [:]

  init(_ context: Context) throws(Problem) {
    let arguments = context.arguments
    flag = arguments.has(.retest) ? .retest : arguments.has(.disagree) ? .disagree : nil
  }

  /// Marks a result as a retest or not.
  ///
  /// - Returns: the contradicted result that requires a question; nil for none.
  func judge(_ result: inout NewResult, _ writer: Writer) throws -> Cell? {
    if let flag {
      result.isRetest = flag == .retest
      return nil
    }
    guard let standing = try Self.standing(against: &result, writer) else { return nil }
    guard let answer = answers[standing.id] else { return standing }
    result.isRetest = answer == .retest
    return nil
  }

  /// The result of another tester that one contradicts; a "can't tell" whose place it takes is none, and makes it a retest.
  static func standing(against result: inout NewResult, _ writer: Writer) throws -> Cell? {
    guard let standing = try writer.contradicted(by: result) else { return nil }
    guard try standing.outcome == .cantTell && writer.answersCantTell(result) else { return standing }
    result.isRetest = true
    return nil
  }

  /// A result that would not count, as its item shows one of a newer build, is refused: its tester would not know. One
  /// of the past, or one that the tester wants to keep beside it, is logged.
  ///
  /// - Throws: `log.overtaken`, exit code 5.
  func refuse(_ result: NewResult, _ shown: Outcome?, _ build: String, _ writer: Writer) throws {
    guard flag != .disagree, result.time == nil else { return }
    let typo = try writer.reader.cellNow(result.place, nil, nil).map { try LogReport.typo(of: $0.row, writer.reader) }
    throw Problem(
      .decision, code: "log.overtaken",
      "\(result.outcome.rawValue) \(result.check) \(result.component) \(LogReport.overtaken(shown, build)); "
        + "nothing was logged",
      hints: LogReport.waysOut(build: build, keepsBoth: true, typo: typo))
  }

  /// Asks about each contradicted result.
  ///
  /// - Throws: `log.contradicts`, exit code 5, if prompts are not possible or the answer is "cancel".
  mutating func ask(_ question: Question, _ context: Context) throws {
    if question.results.count > Self.mostAsked, Prompt.isPossible(context), try askOnce(question.results, context) {
      return
    }
    for standing in question.results {
      guard Prompt.isPossible(context) else {
        throw Problem(
          .decision, code: "log.contradicts", Self.refusal(standing, by: context.tester()) + "; nothing was logged",
          hints: Self.hints)
      }
      let question = "\(Self.words(standing)):"
      let answer = try Prompt.word(context, question: question, among: ["retest", "disagree", "cancel"])
      guard let answer = answer.flatMap(Answer.init) else {
        throw Problem(.decision, code: "log.contradicts", "nothing was logged", hints: Self.hints)
      }
      answers[standing.id] = answer
    }
  }

  /// More results than this are first asked about together.
  private static let mostAsked = 5

  /// Asks about all results at once; false if each is to be asked about.
  private mutating func askOnce(_ results: [Cell], _ context: Context) throws -> Bool {
    let count = counted(results.count, "item")
    let example = Self.words(results[0])
    let words = ["retest", "disagree", "one", "cancel"]
    let question = "\(count) contradict other testers' outcomes, e.g. \(example). For all, or one by one:"
    let typed = try Prompt.word(context, question: question, among: words)
    if typed == "one" { return false }
    guard let answer = typed.flatMap(Answer.init) else {
      throw Problem(.decision, code: "log.contradicts", "nothing was logged", hints: Self.hints)
    }
    for standing in results { answers[standing.id] = answer }
    return true
  }

  /// The remark on a retest without a value, which does not replace a measured result.
  ///
  /// - Parameter what: how a value is given.
  static func remark(on result: NewResult, _ writer: Writer, without what: String = "--value") throws -> String? {
    guard result.isRetest, result.value == nil, let standing = try writer.contradicted(by: result),
      let value = standing.value
    else { return nil }
    return "\(standing.tester) measured \(value.text): without \(what), both results are kept"
  }

  /// `outcome contradicts another tester's: t2 logged FAIL, critical, on build 3 for voiceover.label-present home`
  static func refusal(_ standing: Cell, by tester: String?) -> String {
    let whose = standing.tester == tester ? "one of yours from another machine" : "another tester's"
    return "outcome contradicts \(whose): \(words(standing))"
  }

  static func words(_ standing: Cell) -> String {
    let build = standing.build.isEmpty ? "without a build" : "on build \(standing.build)"
    let severity = standing.severity.map { ", \($0.word)," } ?? ""
    let place = "\(standing.check) \(standing.component)"
    return "\(standing.tester) logged \(standing.outcome?.rawValue.uppercased() ?? "")\(severity) \(build) for \(place)"
  }

  private static let hints = [
    "Pass --retest if you tested it again after that.", "Pass --disagree to keep both outcomes.",
  ]
}

/// Compares a measured value with the outcome that was logged with it.
enum ValueAdvice {
  /// The beginning of the note of a pass that its value contradicts.
  static let overriding = "override:"

  static func isOverride(_ note: String?) -> Bool { note?.lowercased().hasPrefix(overriding) ?? false }

  /// Rejects a pass whose value does not meet the check; with a reason it is kept, and the note begins with the reason.
  static func refuse(
    _ result: inout NewResult, _ value: MeasuredValue, _ measurement: Measurement, _ component: Component,
    _ reason: String?
  ) throws {
    guard measurement.judge(value, on: component) == .fail else { return }
    guard let reason, !reason.isEmpty else {
      let faults = measurement.faults(of: value, on: component).joined(separator: "; ")
      throw Problem.usage(
        "value.contradicts",
        "value \(value.text) does not meet \(result.check) (required: \(measurement.wording(on: component)))"
          + (faults.isEmpty ? "" : "; \(faults)"),
        hints: [
          "Log fail with this value. To keep the pass, pass --override REASON or begin the note with "
            + "\"\(overriding)\"; it then counts as a fail."
        ])
    }
    let note = "\(overriding) \(reason)" + (result.note.map { "\n\($0)" } ?? "")
    try Problem.named { () throws(NameProblem) in try Names.checkNote(note) }
    result.note = note
  }

  static func remarks(_ result: NewResult, _ measurement: Measurement, _ component: Component) -> [String] {
    guard let value = result.value else { return [] }
    let wanted = measurement.wording(on: component)
    let faults = measurement.faults(of: value, on: component).joined(separator: "; ")
    var remarks: [String] = []
    let judgement = measurement.judge(value, on: component)
    if case .notComparable(let reason) = judgement, !measurement.threshold.isEmpty || measurement.parts != nil {
      remarks.append(
        "value \(value.text) cannot be compared with the requirement (\(wanted)). \(reason) It was recorded as entered")
    }
    let judged = judgement.outcome
    if let judged, judged != result.outcome, result.outcome == .pass || result.outcome == .fail {
      remarks.append(
        "value \(value.text) indicates \(judged.rawValue) (required: \(wanted)); "
          + (faults.isEmpty ? "" : "\(faults); ") + "recorded as \(result.outcome.rawValue)")
    } else if !faults.isEmpty {
      remarks.append(faults)
    }
    if judged == .pass, result.outcome == .pass, component.planned[result.check] == nil,
      let words = component.contradiction(of: result.check, measurement)
    {
      let sides = value.numbers.map(\.description).joined(separator: "x")
      remarks.append(
        "\(words), so the item has to be tested again; if \(value.text) is its hit area, run \"a11y edit component "
          + "\(ShellWord.quoted(component.key)) --hit-area \(sides)\"")
    }
    if let list = measurement.list(of: value), measurement.parts?.fit == .haptics {
      remarks += HapticFit.remarks(on: list, component)
    }
    if let (planned, style) = component.promise(for: result.check),
      let plan = try? MeasuredValue.parse(planned, of: measurement), !measurement.areSame(plan, value)
    {
      let within = judged == .pass ? "; within the check's requirement (\(wanted))" : ""
      let by = style.map { " by style \($0)" } ?? ""
      remarks.append("specified \(planned)\(by), measured \(value.text)\(within)")
    }
    return remarks
  }
}

/// Results of one component as drafts for others: what a tester saw of one button is likely, but not known, of the
/// next. Outcome, severity, and note are copied; a measured value never is.
package struct SimilarResults {
  /// Items without a result, with what the other component has.
  package private(set) var entries: [LogEntry] = []
  /// Items that have a result of their own.
  package private(set) var answered = 0

  /// - Parameters:
  ///   - checks: nil for all that the component was tested with.
  ///   - condition: its canonical text, with the setting of a check or without it.
  ///   - isOpen: whether an item is to be answered; nil for those without a result.
  package init(
    of source: String, to components: [String], checks: Set<String>?, condition: String,
    isOpen: ((ScopeCell) -> Bool)? = nil, _ reader: Reader
  ) throws {
    func isMeant(_ cell: Cell) -> Bool { [cell.condition, cell.seenUnder].contains(condition) }
    let found = try reader.currentCells(ofComponent: source).filter {
      isMeant($0) && (checks?.contains($0.check) ?? true)
    }
    for key in components where key != source {
      guard let component = try reader.component(key) else { continue }
      let own = try Set(
        reader.currentCells(ofComponent: key).filter { isMeant($0) && $0.outcome != nil }
          .map { ScopeCell(component: key, check: $0.check, condition: $0.condition) })
      for row in found {
        guard let outcome = row.outcome, let check = try reader.check(row.check)?.check,
          case .inScope = check.applies(to: component)
        else { continue }
        let place = ScopeCell(component: key, check: row.check, condition: row.condition)
        guard isOpen?(place) ?? !own.contains(place) else {
          answered += 1
          continue
        }
        let rated = try outcome == .fail ? reader.followed(row.place)?.state : nil
        let severity = rated?.outcome == .fail ? rated?.severity : nil
        var entry = LogEntry()
        (entry.outcome, entry.check, entry.component) = (outcome.rawValue, row.check, key)
        (entry.condition, entry.isConditionOfItem) = (row.condition, true)
        (entry.note, entry.severity) = (row.note, severity?.word)
        entries.append(entry)
      }
    }
  }
}
