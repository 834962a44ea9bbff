import AuditModel
package import AuditStore

/// Logs lines of bulk input whose check, component, and condition occurred before without creating strings for them:
/// 1,000,000 lines name a few thousand places.
package struct BulkShortcut {
  /// The maximum number of remembered places.
  private static let capacity = 100_000

  /// The column that each field of a line belongs to.
  private let columns: [Int]
  /// By a hash of the bytes of the place; of two places with the same hash the first is remembered.
  private var targets: [UInt64: (place: [UInt8], target: ResultTarget, item: Int)] = [:]

  /// Nil if the layout has further columns or other words: all such lines take the slow path.
  package init?(_ layout: RowLayout) {
    let known: [RowLayout.Column] = [.outcome, .check, .component, .condition, .value, .note, .severity]
    let columns = layout.columns.compactMap { $0.flatMap(known.firstIndex) }
    guard columns.count == layout.columns.count, !layout.isList, layout.map == nil else { return nil }
    self.columns = columns
  }

  /// Logs a line whose place is known; false if the slow path is required, for example to report an error.
  ///
  /// - Parameter number: of the line.
  package func log(
    _ line: UnsafeBufferPointer<UInt8>, number: Int, _ answered: AnsweredItems, _ writer: Writer
  ) throws -> Bool {
    guard let parts = LineParts(line, columns), parts.value.isEmpty, let outcome = Self.outcome(parts.outcome),
      let known = targets[parts.placeHash], parts.isAt(known.place), parts.note.count <= Names.longestNote,
      // Possibly a prefix against spreadsheet formulas, or blanks: the slow path decides.
      parts.note.first != UInt8(ascii: "'"), parts.note.first != 0x20, parts.note.last != 0x20
    else { return false }
    var severity: Severity?
    if let digit = parts.severity.first {
      severity = Severity(rawValue: Int(digit) - Int(UInt8(ascii: "0")))
      guard severity != nil, parts.severity.count == 1, outcome == .fail else { return false }
    }
    answered.add(known.item, outcome, severity, note: UnsafeRawBufferPointer(parts.note), line: number)
    try writer.log(known.target, outcome, severity: severity, note: parts.note.isEmpty ? nil : parts.note)
    return true
  }

  /// Remembers the place of a line that took the slow path.
  package mutating func remember(_ line: [UInt8], _ target: ResultTarget, item: Int) {
    guard targets.count < Self.capacity else { return }
    line.withUnsafeBufferPointer { bytes in
      guard let parts = LineParts(bytes, columns), targets[parts.placeHash] == nil else { return }
      targets[parts.placeHash] = (parts.place, target, item)
    }
  }

  private static func outcome(_ bytes: UnsafeBufferPointer<UInt8>) -> Outcome? {
    let outcome: Outcome
    switch bytes.first {
    case UInt8(ascii: "p"): outcome = .pass
    case UInt8(ascii: "f"): outcome = .fail
    case UInt8(ascii: "n"): outcome = .na
    case UInt8(ascii: "c"): outcome = .cantTell
    default: return nil
    }
    return outcome.rawValue.utf8.elementsEqual(bytes) ? outcome : nil
  }
}
