import Foundation
import Testing

@testable import Audit

private typealias Samples = EvidenceSamples

@Suite("what is kept of a picture")
struct EvidenceCleaningTests {
  @Test("place, time and camera are gone, and the picture is what it was")
  func theRestGoes() throws {
    #expect(try CleanedEvidence(Samples.png).bytes == Samples.cleanPNG)
    #expect(try CleanedEvidence(Samples.jpeg(orientation: 1)).bytes == Samples.cleanJPEG)
    #expect(try CleanedEvidence(Samples.webp).bytes == Samples.cleanWebP)
  }

  @Test("what was clean is not touched", arguments: [Samples.cleanPNG, Samples.cleanJPEG, Samples.cleanWebP])
  func cleanStays(_ bytes: [UInt8]) throws {
    let cleaned = try CleanedEvidence(bytes)
    #expect(cleaned.bytes == bytes)
    #expect(!cleaned.isChanged)
  }

  @Test("a photo stays the right way up", arguments: UInt8(2)...8)
  func orientation(_ orientation: UInt8) throws {
    let given = Samples.jpeg(orientation: orientation)
    let cleaned = try CleanedEvidence(given)
    #expect(!Samples.holdsPlace(cleaned.bytes))
    #expect(cleaned.bytes.count == Samples.cleanJPEG.count + 36)
    // Exif, big-endian, one entry: tag 0x0112, one short.
    let exif = Array("Exif\0\0MM\0*\0\0\0\u{8}\0\u{1}".utf8) + [1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation]
    #expect(cleaned.bytes.indices.contains { cleaned.bytes[$0...].starts(with: exif) })
    #expect(try CleanedEvidence(cleaned.bytes).bytes == cleaned.bytes)
  }

  @Test("a picture that is cut short is refused, wherever the cut is")
  func cuts() throws {
    for whole in [Samples.cleanPNG, Samples.cleanJPEG, Samples.cleanWebP] {
      for count in 12..<whole.count {
        #expect(throws: EvidenceProblem.self) { try CleanedEvidence(Array(whole.prefix(count))) }
      }
    }
  }

  @Test("a check sum that does not fit refuses a PNG")
  func checkSums() throws {
    for index in Samples.pngHead.count..<Samples.cleanPNG.count {
      var bytes = Samples.cleanPNG
      bytes[index] ^= 0x20
      #expect(throws: EvidenceProblem.self, "byte \(index)") { try CleanedEvidence(bytes) }
    }
  }

  @Test("nothing that can be in a file makes it crash or grow, and what comes out is clean")
  func mutations() throws {
    let start = ProcessInfo.processInfo.environment["A11Y_START"].flatMap(UInt64.init)
    let seed = start ?? UInt64.random(in: .min ... .max)
    var random = SplitMix(seed)
    let files = [Samples.png, Samples.jpeg(orientation: 6), Samples.webp]
    var taken = 0
    for _ in 0..<20_000 {
      var bytes = files[Int(random.next() % 3)]
      for _ in 0...(random.next() % 4) {
        let index = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 5 {
        case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes[index] = [0, 0x7f, 0x80, 0xff][Int(random.next() % 4)]
        case 2: bytes.remove(at: index)
        case 3: bytes.insert(contentsOf: bytes[index...].prefix(Int(random.next() % 40)), at: index)
        default: if index > 12 { bytes.removeLast(bytes.count - index) }
        }
      }
      guard let cleaned = try? CleanedEvidence(bytes) else { continue }
      taken += 1
      #expect(cleaned.bytes.count <= bytes.count, "seed \(seed)")
      #expect(try CleanedEvidence(cleaned.bytes).bytes == cleaned.bytes, "seed \(seed)")
    }
    #expect(taken > 500, "seed \(seed)")
  }

  @Test("a file beyond the limit and an empty one are refused")
  func sizes() throws {
    #expect(throws: EvidenceProblem("is empty")) { try CleanedEvidence([]) }
    let most = [UInt8](repeating: 0x61, count: EvidenceType.largest)
    #expect(try CleanedEvidence(most).type == .text)
    #expect(throws: EvidenceProblem.self) { try CleanedEvidence(most + [0x61]) }
  }
}

/// A seeded source of numbers.
private struct SplitMix {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}
