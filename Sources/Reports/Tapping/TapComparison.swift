package import Base
import Children

/// A comparison of two groups of children, or of the same children twice.
package struct TapComparison: Sendable {
  /// What the groups differ in.
  package enum Subject: String, Sendable {
    case hand, age, size, version
  }

  package let subject: Subject
  /// The plan whose groups they are; nil for two plans.
  package let plan: String?
  package let names: (first: String, second: String)
  /// Nil where it is hidden.
  package fileprivate(set) var report: ComparisonReport?
}

/// Makes the comparisons of the plans of one component, from the first plan on, so that what was shown once is shown
/// again, regardless of later plans: what a comparison hides depends only on those before it.
struct TapComparing {
  private let rule: DisclosureRule
  private(set) var comparisons: [TapComparison] = []
  /// Groups whose children were in a comparison of the same children.
  private var groups: [ToldGroup<String>] = []
  private var pairs: [(first: Int, second: Int)] = []
  private var marks: [String: Set<String>] = [:]

  init(isRedacted: Bool) { rule = isRedacted ? .redacted : .standard }

  /// Groups of one plan: hands, ages, sizes in mm.
  mutating func compareGroups(of plan: String, _ breakdowns: [TapBreakdown], _ crowd: TapParticipants) {
    for breakdown in breakdowns {
      guard let subject = Self.subject(of: breakdown.name) else { continue }
      let named = breakdown.groups.filter { subject != .hand || $0.name == "left" || $0.name == "right" }
      for place in named.indices {
        for other in named.indices.dropFirst(place + 1) {
          add(
            subject, plan, ("\(named[place].name)", "\(named[other].name)"), named[place].members,
            named[other].members, Self.marks(crowd, of: plan))
        }
      }
    }
  }

  /// Two plans: versions, or sizes.
  mutating func compare(
    _ subject: TapComparison.Subject, _ first: (plan: String, name: String, crowd: TapParticipants),
    _ second: (plan: String, name: String, crowd: TapParticipants)
  ) {
    let marks = Self.marks(first.crowd, of: first.plan).merging(Self.marks(second.crowd, of: second.plan)) {
      $0.union($1)
    }
    add(subject, nil, (first.name, second.name), first.crowd.members, second.crowd.members, marks)
  }

  /// With many comparisons at once, each requires more evidence.
  mutating func adjust() {
    let places = comparisons.indices.filter { comparisons[$0].report?.p != nil }
    guard let adjusted = Multiplicity.holm(places.compactMap { comparisons[$0].report?.p }) else { return }
    for (place, p) in zip(places, adjusted) { comparisons[place].report?.adjusted = p }
  }

  private static func subject(of breakdown: String) -> TapComparison.Subject? {
    switch breakdown {
    case "age": .age
    case "hand": .hand
    case "size_mm": .size
    default: nil
    }
  }

  private static func marks(_ crowd: TapParticipants, of plan: String) -> [String: Set<String>] {
    crowd.marks.mapValues { Set($0.map { "\(plan): \($0)" }) }
  }

  private mutating func add(
    _ subject: TapComparison.Subject, _ plan: String?, _ names: (String, String), _ first: ToldGroup<String>,
    _ second: ToldGroup<String>, _ more: [String: Set<String>]
  ) {
    var comparison = TapComparison(subject: subject, plan: plan, names: (names.0, names.1), report: nil)
    defer { comparisons.append(comparison) }
    let both = first.keys.filter { second[$0] != nil }.sorted()
    guard !both.isEmpty else {
      // It follows from the two rates, which are shown.
      comparison.report = ComparisonReport(
        first: .init(names.0, first.taps), second: .init(names.1, second.taps))
      comparison.report?.isReserved = true
      return
    }
    let asked = groups + [first, second]
    let pair = (first: groups.count, second: groups.count + 1)
    let allMarks = marks.merging(more) { $0.union($1) }
    guard rule.allows(pairs: pairs + [pair], of: asked, marks: allMarks) else { return }
    (groups, pairs, marks) = (asked, pairs + [pair], allMarks)
    comparison.report = ComparisonReport(
      pairs: both.map { (first: first[$0] ?? .none, second: second[$0] ?? .none) }, names: (names.0, names.1))
    comparison.report?.isReserved = true
  }
}

extension TapComparison {
  static let hiddenSentence = "Not compared, to protect privacy: the result could identify single children."

  /// The results and the conclusion.
  package var sentence: String { report?.sentence() ?? Self.hiddenSentence }

  var title: String {
    let what = "\(subject.rawValue.capitalizedFirst): \(names.first) and \(names.second)"
    return plan.map { "\($0), \(what)" } ?? what
  }

  package var json: JSONText {
    var members: [(String, JSONText)] = [
      ("subject", .string(subject.rawValue)), ("plan", .string(orNull: plan)), ("first", .string(names.first)),
      ("second", .string(names.second)),
    ]
    guard let report else { return .object(members + [("suppressed", .bool(true)), ("sentence", .string(sentence))]) }
    members += [
      ("paired", .bool(report.isPaired)), ("difference", .number(orNull: report.difference?.difference)),
      ("low", .number(orNull: report.difference?.interval.low)),
      ("high", .number(orNull: report.difference?.interval.high)), ("finding", .string(report.finding.rawValue)),
      ("sentence", .string(sentence)), ("notes", .strings(report.notes)),
    ]
    return .object(members)
  }
}
