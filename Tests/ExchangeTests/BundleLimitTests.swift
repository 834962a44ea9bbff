import Exchange
import Testing

@Suite("Limits of a bundle") struct BundleLimitTests {
  @Test("are those the format names") func standard() {
    let limits = BundleLimits.standard
    #expect(limits.fileBytes == 512 * 1024 * 1024)
    #expect(limits.factBytes == 1024 * 1024)
    #expect(limits.stringBytes == 256 * 1024)
    #expect(limits.members == 256)
    #expect(limits.facts == 2_000_000)
    #expect(limits.depth == 16)
  }
}
