package import AuditFigures
package import AuditModel

/// The gestures of the reference, the team's own among them.
package struct GestureTable {
  package let entries: [ReferenceEntry]

  package init(_ reader: Reader) throws {
    entries = try reader.reference().filter { $0.table == ReferenceTable.gesture.rawValue }
  }

  /// What a record's gesture has against it.
  package func concerns(_ record: Reader.Record) -> [GestureConcern] { concerns(record.text) }

  /// - Parameter text: the fields of a record.
  package func concerns(_ text: (String) -> String) -> [GestureConcern] {
    let name = text("gesture")
    // Records keep full names; a gesture of the app's own has no entry.
    let entry = entries.first { ReferenceEntry.folded($0.name) == ReferenceEntry.folded(name) }
    return GestureConcern.all(name, entry, action: text("action"), alternative: text("alternative"))
  }
}
