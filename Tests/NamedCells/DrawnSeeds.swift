import Base

/// A stretch of the seeds of a law, a tenth of all: others in each run, or those from `A11Y_START` on; all with
/// `A11Y_SWEEPS=all`. A failure names its seed.
public func drawnSeeds(of all: Int) -> Range<Int> {
  func setting(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
  if setting("A11Y_SWEEPS") == "all" { return 0..<all }
  let start = setting("A11Y_START").flatMap(Int.init) ?? .random(in: 0..<all)
  let first = start % (all - all / 10 + 1)
  return first..<first + all / 10
}

/// Of these the ones of one of so many parts, which run side by side.
public func drawnSeeds(of all: Int, part: Int, parts: Int) -> StrideTo<Int> {
  let seeds = drawnSeeds(of: all)
  return stride(from: seeds.lowerBound + part, to: seeds.upperBound, by: parts)
}
