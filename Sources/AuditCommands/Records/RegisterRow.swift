import CanonicalJSON

/// What a command did to one record.
struct RegisterRow {
  enum Change: String {
    case added, changed, same
  }

  var kind: String
  var key: String
  var change: Change
  var fields: [FieldChange] = []
}

/// One field before and after; null is "not there".
struct FieldChange {
  var name: String
  var before: JSONValue
  var after: JSONValue
  /// The other values in view, where machines disagreed and this edit settles it.
  var rivals: [JSONValue] = []
}
