import Arguments
import AuditModel
import AuditStore
import Terminal

/// What is to become of outcomes that are better than what others saw of the same build: a retest ends the matter, a
/// disagreement leaves both in view.
struct Contradictions {
  enum Answer: String {
    case retest, disagree
  }

  /// Thrown out of a transaction in which somebody would be contradicted without having been asked about it.
  struct Question: Error {
    var results: [ResultRow]
  }

  /// For all results, as a flag says.
  private let flag: Answer?
  /// For those that somebody was asked about, by the names of the results that stand.
  private var answers: [String: Answer] = [:]

  init(_ context: Context) throws(Problem) {
    let arguments = context.arguments
    flag = arguments.has(.retest) ? .retest : arguments.has(.disagree) ? .disagree : nil
  }

  /// Marks a result as its tester wants it.
  ///
  /// - Returns: the result that it contradicts and that has to be asked about; nil where there is none.
  func judge(_ result: inout NewResult, _ writer: Writer) throws -> ResultRow? {
    if let flag {
      result.isRetest = flag == .retest
      return nil
    }
    guard let standing = try writer.contradicted(by: result) else { return nil }
    // What somebody or a tool could not tell waits for exactly this.
    if standing.outcome == .cantTell {
      result.isRetest = true
      return nil
    }
    guard let answer = answers[standing.id] else { return standing }
    result.isRetest = answer == .retest
    return nil
  }

  /// Asks about each result that would be contradicted.
  ///
  /// - Throws: `log.contradicts`, exit code 5, where nobody can be asked or the answer is to leave it.
  mutating func ask(_ question: Question, _ context: Context) throws {
    for standing in question.results {
      let words = Self.words(standing)
      guard Prompt.isPossible(context) else {
        throw Problem(
          .decision, code: "log.contradicts", "\(words), and a better outcome contradicts it; nothing was logged",
          hints: Self.hints)
      }
      let answer = try Prompt.word(context, question: "\(words):", among: ["retest", "disagree", "cancel"])
      guard let answer = answer.flatMap(Answer.init) else {
        throw Problem(.decision, code: "log.contradicts", "nothing was logged", hints: Self.hints)
      }
      answers[standing.id] = answer
    }
  }

  /// What is to be said beside a retest that ends nothing.
  static func remark(on result: NewResult, _ writer: Writer) throws -> String? {
    guard result.isRetest, result.value == nil, let standing = try writer.contradicted(by: result),
      let value = standing.value
    else { return nil }
    return "\(standing.tester) measured \(value.text): without a --value of your own both stay in view"
  }

  private static func words(_ standing: ResultRow) -> String {
    let build = standing.build.isEmpty ? "without a build" : "on build \(standing.build)"
    let severity = standing.severity.map { ", \($0.word)," } ?? ""
    let place = "\(standing.check) \(standing.component)"
    return "\(standing.tester) logged \(standing.outcome?.rawValue.uppercased() ?? "")\(severity) \(build) for \(place)"
  }

  private static let hints = [
    "If you tested it again after that: --retest.", "If you saw it otherwise: --disagree, and both stay in view.",
  ]
}
