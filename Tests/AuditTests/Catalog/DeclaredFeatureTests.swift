import Testing

@testable import Audit

@Suite struct DeclaredFeatureTests {
  @Test("there are Apple's nine features, in its order")
  func nine() {
    #expect(
      Catalog.declaredFeatures.map(\.title) == [
        "VoiceOver", "Voice Control", "Larger Text", "Dark Interface", "Differentiate Without Color Alone",
        "Sufficient Contrast", "Reduced Motion", "Captions", "Audio Descriptions",
      ])
    #expect(Set(Catalog.declaredFeatures.map(\.attribute)).count == 9)
  }

  @Test("every pattern names a check that there is, and every criterion one of WCAG")
  func names() {
    for feature in Catalog.declaredFeatures {
      for pattern in feature.checks {
        #expect(Catalog.checks.contains { Glob(pattern).matches($0.id) }, "\(feature.id): \(pattern)")
      }
      for criterion in feature.criteria { #expect(Catalog.criterion(criterion) != nil, "\(feature.id)") }
    }
  }

  @Test("all have checks to go by, in the first edition all but the two about media, and those take a team's own")
  func checks() {
    for feature in Catalog.declaredFeatures {
      #expect(Catalog.checks.contains { feature.isSpoken(toBy: $0) && $0.method != .automated }, "\(feature.id)")
      let speaking = Catalog.checks(of: .first).filter(feature.isSpoken)
      let isMedia = ["captions", "audio-descriptions"].contains(feature.id)
      #expect(speaking.contains { $0.method != .automated } != isMedia, "\(feature.id)")
    }
    let own = Check(
      id: "team.captions", category: "team", title: "t", how: "h", expected: "e", method: .manual, impact: .serious,
      wcag: [CriterionLink(criterion: "1.2.2", relation: .tests)])
    #expect(Catalog.declaredFeatures.filter { $0.isSpoken(toBy: own) }.map(\.id) == ["captions"])
  }
}
