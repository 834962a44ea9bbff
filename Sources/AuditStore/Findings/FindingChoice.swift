/// Which cells count as findings.
package enum FindingChoice: Sendable {
  /// Those that fail.
  case open
  /// Those that fail or have failed.
  case all
}
