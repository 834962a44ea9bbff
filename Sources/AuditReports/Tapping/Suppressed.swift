extension JSONText {
  /// What stands in the place of numbers that are hidden because they would tell of single children. Never 0, never
  /// null: those are answers.
  package static var suppressed: JSONText { .object([("suppressed", .bool(true))]) }
}
