extension JSONText {
  /// The placeholder for numbers that are hidden because they could identify single children. Never 0, never
  /// null: those are results.
  package static var suppressed: JSONText { .object([("suppressed", .bool(true))]) }
}
