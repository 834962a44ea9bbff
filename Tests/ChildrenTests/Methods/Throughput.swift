@testable import Children

/// Throughput of pointing in one condition, for comparison with other studies.
///
/// Formula: We = 4.133 SDx, IDe = log2(Ae/We + 1), throughput = IDe / mean movement time. Source: ISO 9241-411:2012;
/// Soukoreff and MacKenzie 2004. SDx with n - 1. It is a property of a condition, not of a child.
struct Throughput: Hashable, Sendable {
  let deviation: Double
  let effectiveWidth: Double
  let effectiveAmplitude: Double
  let difficulty: Double
  let meanTime: Double
  let bitsPerSecond: Double

  /// - Parameters:
  ///   - amplitudes: the distances moved along the task axis, in mm.
  ///   - offsets: how far beyond the target's centre each ended along that axis, in mm.
  ///   - times: the movement times, in seconds.
  /// - Returns: nil unless there are two movements or more, as many of each, amplitudes and times above 0, and offsets
  ///   that vary.
  init?(amplitudes: [Double], offsets: [Double], times: [Double]) {
    guard offsets.count >= 2, amplitudes.count == offsets.count, times.count == offsets.count,
      amplitudes.allSatisfy({ $0 > 0 && $0 <= 1e6 }), times.allSatisfy({ $0 > 0 && $0 <= 1e6 }),
      offsets.allSatisfy({ abs($0) <= 1e6 })
    else { return nil }
    let count = Double(offsets.count)
    let mean = offsets.reduce(0, +) / count
    let variance = offsets.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
    guard variance > 1e-18 else { return nil }
    deviation = variance.squareRoot()
    effectiveWidth = 4.133 * deviation
    effectiveAmplitude = amplitudes.reduce(0, +) / count
    difficulty = Elementary.lnOnePlus(effectiveAmplitude / effectiveWidth) / Elementary.ln(2)
    meanTime = times.reduce(0, +) / count
    bitsPerSecond = difficulty / meanTime
  }
}
