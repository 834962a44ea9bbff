/// Walks as they are seen and heard. A test of the whole program walks them again and holds each line against them.
enum WalkTranscripts {
  static let keys = ["$ a11y walk --plain --check touch-target.minimum-44pt"]
  static let lines = ["$ printf 'p'"]
}
