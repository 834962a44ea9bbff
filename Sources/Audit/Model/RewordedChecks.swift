/// Texts of built-in checks that were reworded without a change of what they require.
///
/// A result that was given against the earlier text is not stale. Both are text versions: see `Check.textVersion`.
package enum RewordedChecks {
  /// Whether 2 texts of a check require the same.
  package static func areSame(_ earlier: UInt32, _ current: UInt32) -> Bool {
    earlier == current || versions[earlier] == current
  }

  /// The current text version by the earlier one.
  static var versions: [UInt32: UInt32] { Catalog.rewordings }
}
