package import Audit
import Base

/// A worksheet: the items for a tester without the tool, as values. `page` makes the HTML of it.
package struct Worksheet: Sendable {
  /// How the items are grouped under headings.
  package enum Grouping: String, CaseIterable, Sendable {
    case component
    case check
  }

  /// One cell to test.
  package struct Item: Sendable {
    package var component: String
    /// The title and the place of the component, as phrases.
    package var about: [String]
    package var check: String
    package var title: String
    package var how: String
    package var expected: String
    /// Who is affected where it fails; empty where the check does not say.
    package var affects: String
    /// How bad a fail is where the tester does not say otherwise.
    package var usual: Severity
    /// Sorted tokens; empty for the default.
    package var condition: String
    /// The same with the setting of its check.
    package var seenUnder: String
    /// The measurement of the check; nil without one.
    package var measured: Measured?
    /// Nil if untested.
    package var last: Last?
    /// Version of the check's text: eight hex digits.
    package var text: String
    /// Digest of the component's source; empty if unknown.
    package var source: String
    /// References of the results that the worksheet shows, 32 hex digits each.
    package var saw: [String]
    /// When the last of them was observed, ms UTC; 0 without any.
    package var after: Int64
    /// Whether the answer is a retest of results of other testers.
    package var isRetest: Bool
    /// The components that a fail may name, in the order of their keys; empty where the check is not of a whole screen.
    package var parts: [(key: String, title: String)] = []
    /// Why it cannot pass under its condition; nil where it can.
    package var noPass: String?

    package init(
      component: String, about: [String] = [], check: String, title: String, how: String, expected: String,
      affects: String = "", usual: Severity = .serious, condition: String = "",
      measured: Measured? = nil, last: Last? = nil, text: String, source: String = "",
      saw: [String] = [], after: Int64 = 0, isRetest: Bool = false
    ) {
      self.component = component
      self.about = about
      self.check = check
      self.title = title
      self.how = how
      self.expected = expected
      self.affects = affects
      self.usual = usual
      self.condition = condition
      seenUnder = condition
      self.measured = measured
      self.last = last
      self.text = text
      self.source = source
      self.saw = saw
      self.after = after
      self.isRetest = isRetest
    }
  }

  /// What a check measures.
  package struct Measured: Sendable {
    /// The unit a value without one is in: `pt`, `ratio`, `percent`, a counted thing, or empty.
    package var unit: String
    /// As in `at least 44 pt`.
    package var wanted: String
    /// The rule for named parts; nil if the value is not a list.
    package var parts: PartRule?
    /// Whether a total is required, which can be written as a sum.
    package var isSum: Bool
    /// What a value is compared with on the page; nil where a figure alone does not decide.
    package var limit: FigureLimit?
    package var partLimits: [(names: [String], limit: FigureLimit)] = []

    package init(unit: String, wanted: String, parts: PartRule? = nil, isSum: Bool = false) {
      self.unit = unit
      self.wanted = wanted
      self.parts = parts
      self.isSum = isSum
    }
  }

  /// The status of a cell, without its tester.
  package struct Last: Sendable {
    /// `pass`, `fail`, `na` or `cant-tell`.
    package var outcome: String
    /// That a tester gave.
    package var severity: Severity?
    /// As in `serious`, `build 3.2`, `disputed`.
    package var phrases: [String]
    package var note: String
    /// ms UTC.
    package var time: Int64
    /// The components that it names, where it is a fail of their screen.
    package var on: [String]

    package init(
      outcome: String, severity: Severity? = nil, phrases: [String], note: String = "", time: Int64, on: [String] = []
    ) {
      self.outcome = outcome
      self.on = on
      self.severity = severity
      self.phrases = phrases
      self.note = note
      self.time = time
    }
  }

  /// Another page of the same work, next to this one.
  package struct Part: Sendable {
    /// The name of its file.
    package var file: String
    /// The `id` of its worksheet.
    package var worksheet: String
    package var items: Int

    package init(file: String, worksheet: String, items: Int) {
      self.file = file
      self.worksheet = worksheet
      self.items = items
    }
  }

  /// Of this file alone: a version 4 UUID.
  package var id: String
  package var tracker: String
  /// The subject, such as `audit spring-24`.
  package var subject: String
  /// The part and the number of parts.
  package var part: (number: Int, of: Int)
  /// All parts with this one, where they were written together; empty where the others are not known.
  package var parts: [Part] = []
  package var grouping: Grouping
  package var audit: String
  /// The initial values of the fields at the top.
  package var build: String
  package var tester: String
  /// When it was made, ms UTC.
  package var made: Int64
  package var items: [Item]
  package var origin: PageOrigin

  package init(
    id: String, tracker: String, subject: String, part: (number: Int, of: Int) = (1, 1),
    grouping: Grouping = .component, audit: String = "", build: String = "", tester: String = "", made: Int64,
    items: [Item], origin: PageOrigin
  ) {
    self.id = id
    self.tracker = tracker
    self.subject = subject
    self.part = part
    self.grouping = grouping
    self.audit = audit
    self.build = build
    self.tester = tester
    self.made = made
    self.items = items
    self.origin = origin
  }

  var title: String {
    "Worksheet: \(subject)" + (part.of > 1 ? ", part \(part.number) of \(part.of)" : "")
  }

  /// The items that follow one another and share a heading, by their places.
  var groups: [(name: String, places: Range<Int>)] {
    var groups: [(name: String, places: Range<Int>)] = []
    for (place, item) in items.enumerated() {
      let name = heading(of: item)
      if let last = groups.last, last.name == name {
        groups[groups.count - 1].places = last.places.lowerBound..<(place + 1)
      } else {
        groups.append((name, place..<(place + 1)))
      }
    }
    return groups
  }

  private func heading(of item: Item) -> String {
    switch grouping {
    case .component: item.component
    case .check: item.title
    }
  }
}
