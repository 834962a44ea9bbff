import Base

/// An edition of the rules by which checks are asked and rated: which checks there are, for which platforms, which
/// criteria they test, and how severe a failure is that no tester rates.
///
/// A tracker keeps the edition with which it began, so that a newer program changes neither its plan nor its figures,
/// until its team chooses another one. The texts of the checks are those of today in every edition.
package enum CatalogEdition: Int, CaseIterable, Comparable, Sendable {
  case first = 1
  case second
  /// Each check is asked once for what it is about: a component, a screen, or the app.
  case third

  package static let newest = third

  /// With what the ID of a tracker ends that began with it: a letter that the alphabet of IDs leaves out.
  private var mark: String {
    switch self {
    case .first: ""
    case .second: "u"
    case .third: "l"
    }
  }

  /// The list that a tracker of this edition has for its plan until its team chooses one; nil where every check is asked.
  package var usualChecklist: String? { self < .third ? nil : Checklist.essentials }

  /// The edition with which a tracker began. Every machine of a team has its ID from the start, with any list of followed
  /// machines, and no entry changes it.
  package init(tracker: String) {
    let marked = Self.allCases.last { !$0.mark.isEmpty && tracker.utf8.last == $0.mark.utf8.last }
    self = marked ?? .first
  }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// What the settings of a team name; nil where they name none. Of a later one this program has the newest.
  package init?(setting: Int64?) {
    guard let number = setting, number >= Self.first.rawValue else { return nil }
    self = Self.allCases.last { $0.rawValue <= number } ?? .newest
  }

  /// The ID of a tracker that begins with it.
  package func marking(_ identifier: String) -> String { String(identifier.dropLast(mark.count)) + mark }

  /// A row of the file of checks as this edition has it; nil where it does not have the check.
  ///
  /// A row has the newest rules, and of each edition what was different until then.
  func row(_ value: JSONValue) -> JSONValue? {
    guard self != .newest, var object = value.objectValue else { return value }
    if let from = object["edition"]?.integerValue, from > rawValue { return nil }
    for edition in Self.allCases.reversed() where edition >= self {
      let members = object["edition_\(edition.rawValue)"]?.objectValue?.members ?? []
      for member in members { object[member.key] = member.value }
    }
    return .object(object)
  }
}
