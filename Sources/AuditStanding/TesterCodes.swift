/// How a report names testers: numbered in the order of their names, so that the same facts give the same numbers and a
/// number says nothing in another report.
struct TesterCodes {
  private let codes: [String: String]
  /// In the order of the names.
  let all: [String]

  /// - Parameter names: of everyone whose results are shown, as often as they come.
  init(_ names: [String], namesTesters: Bool) {
    let ordered = Set(names.map { Array($0.utf8) }).filter { !$0.isEmpty }
      .sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
    all = ordered.indices.map { namesTesters ? ordered[$0] : "tester \($0 + 1)" }
    codes = Dictionary(zip(ordered, all), uniquingKeysWith: { first, _ in first })
  }

  /// Empty where no tester was named.
  func code(of name: String) -> String { codes[name] ?? "" }
}
