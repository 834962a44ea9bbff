package import CanonicalJSON

/// What a command did to one record.
package struct RegisterRow {
  package enum Change: String {
    case added, changed, same
  }

  package var kind: String
  package var key: String
  package var change: Change
  package var fields: [FieldChange]

  package init(kind: String, key: String, change: Change, fields: [FieldChange] = []) {
    self.kind = kind
    self.key = key
    self.change = change
    self.fields = fields
  }
}

/// One field before and after; null is "not there".
package struct FieldChange {
  package var name: String
  package var before: JSONValue
  package var after: JSONValue
  /// The other values in view, where machines disagreed and this edit settles it.
  package var rivals: [JSONValue]

  package init(name: String, before: JSONValue, after: JSONValue, rivals: [JSONValue] = []) {
    self.name = name
    self.before = before
    self.after = after
    self.rivals = rivals
  }
}

/// A remark on an edit.
package enum Remark: Equatable {
  case words(String)
  /// Machines gave a field that was not edited several values; the first is shown.
  case disagreement(kind: String, key: String, field: String, values: [JSONValue])
}
