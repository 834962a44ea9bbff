import Foundation

/// A stretch of the seeds of a law, a fifth of all: others in each run, or those from `A11Y_START` on; all with
/// `A11Y_SWEEPS=all`. A failure names its seed.
func drawnSeeds(of all: Int) -> Range<Int> {
  let settings = ProcessInfo.processInfo.environment
  if settings["A11Y_SWEEPS"] == "all" { return 0..<all }
  let start = settings["A11Y_START"].flatMap(Int.init) ?? .random(in: 0..<all)
  let first = start % (all - all / 5 + 1)
  return first..<first + all / 5
}
