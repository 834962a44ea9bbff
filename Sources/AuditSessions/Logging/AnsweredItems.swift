import AuditModel
import AuditStore
import Measuring

/// The items that one table has answered, each with the first line that did: two lines that answer one item in different
/// words have no order, unless they say when.
package final class AnsweredItems {
  /// Two lines that answer an item differently.
  package typealias Pair = (first: Int, second: Int)

  /// By the hash of an item: the first line, and the hash of its answer.
  private var answers: [Int: (line: Int, words: Int)] = [:]
  /// By the hash of an item.
  package private(set) var disputed: [Int: Pair] = [:]

  /// What makes two results answers of the same question: also who saw it, of which build, and when.
  func item(of result: NewResult) -> Int {
    var hasher = Hasher()
    for text in [result.component, result.check, result.condition.text, result.tester, result.build] {
      hasher.combine(text)
    }
    hasher.combine(result.time)
    return hasher.finalize()
  }

  func add(_ item: Int, _ result: NewResult, line: Int) {
    var note = result.note ?? ""
    note.withUTF8 {
      add(
        item, result.outcome, result.severity, value: result.value?.text ?? "", note: UnsafeRawBufferPointer($0),
        line: line)
    }
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

  /// Why a line of an item that two lines answer differently is rejected.
  static func reason(_ pair: Pair, line: Int) -> String {
    let other = line == pair.first ? pair.second : pair.first
    return "line \(other) has another answer for the same item; merge them in one row, or put the times in a column at"
  }
}
