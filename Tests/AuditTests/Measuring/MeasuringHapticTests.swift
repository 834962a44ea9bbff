import Audit
import Testing

@Suite("Haptics") struct MeasuringHapticTests {
  @Test(
    "haptic-type-table: a planned haptic is checked against its moment",
    arguments: [
      ("light", "toggle", true), ("selection", "toggle", true), ("medium", "toggle", false), ("medium", "press", true),
      ("medium", "navigation", true), ("light", "press", false), ("heavy", "deletion", true),
      ("medium", "deletion", false), ("heavy", "important", true), ("success", "completion", true),
      ("error", "failure", true), ("warning", "failure", false), ("warning", "caution", true),
      ("error", "caution", false), ("selection", "choice", true), ("selection", "tab", true), ("light", "tab", false),
      ("medium", "primary", true), ("heavy", "primary", true), ("light", "primary", false),
    ])
  func fits(type: String, moment: String, fits: Bool) throws {
    let report = try Calculations.haptic(type, moment: moment)
    let verdict = report.verdicts.first { $0.rule.contains("When to Use") }
    #expect(verdict?.outcome == (fits ? .pass : .fail))
  }

  @Test(
    "a moment is known by its name or by words for it, and what ended an action decides",
    arguments: [
      ("deletion", HapticMoment.deletion), ("Delete", .deletion), ("stop recording", .important),
      ("delete failed", .failure), ("quiz passed", .completion), ("switch tab", .tab), ("low battery", .caution),
      ("select-subject", .choice), ("checkbox", .toggle), ("open material", .navigation), ("tap", .press),
      ("sparkle", nil), ("low", nil), ("", nil),
    ] as [(String, HapticMoment?)])
  func words(name: String, moment: HapticMoment?) {
    #expect(HapticMoment(naming: name) == moment)
  }

  @Test("There are seven types, each with a use and its own importance") func seven() {
    #expect(HapticType.allCases.count == 7)
    #expect(Set(HapticType.allCases.map { $0.importance }) == Set(1...7))
    #expect(Set(HapticType.allCases.map { $0.use }).count == 7)
    #expect(HapticType.light.importance < HapticType.medium.importance)
    #expect(HapticType.medium.importance < HapticType.heavy.importance)
    // Every type fits some moment.
    #expect(Set(HapticMoment.allCases.flatMap { $0.fitting }) == Set(HapticType.allCases))
  }

  @Test("Two haptics for one interaction fail, and the more important one is kept") func onlyOne() throws {
    let report = try Calculations.haptic("medium, heavy", moment: "deletion")
    #expect(report.verdicts[0].outcome == .fail)
    #expect(report.verdicts[0].note == "Keep heavy.")
    #expect(report.verdicts[1].outcome == .pass)
    #expect(try Calculations.haptic("heavy").verdicts.map { $0.outcome } == [.pass])
  }

  @Test("haptic-profiles: every press for a child, meaningful events in general") func profiles() throws {
    func use(_ moment: String, _ profile: Profile) throws -> CalcReport.CalcOutcome? {
      let checks = ["haptics.feedback-on-press", "haptics.meaningful-only"]
      return try Calculations.haptic("medium", moment: moment, profile: profile).verdicts.first {
        checks.contains($0.check ?? "")
      }?.outcome
    }
    #expect(try use("press", .child) == .pass)
    #expect(try use("press", .general) == .notJudged)
    #expect(try use("completion", .general) == .pass)
  }

  @Test("An important action never takes light") func notLight() throws {
    let report = try Calculations.haptic("light", moment: "important")
    #expect(report.verdicts.last?.check == "haptics.no-light-for-important")
    #expect(report.verdicts.last?.outcome == .fail)
  }

  @Test(
    "haptic-version-matrix: the deployment target decides the branch",
    arguments: [
      ("9.3", .none), ("10", .generatorsAndModifier), ("14.0", .generatorsAndModifier),
      ("iOS 16.4", .generatorsAndModifier), ("16.9.9", .generatorsAndModifier), ("17", .modifier), ("17.0", .modifier),
      ("26", .modifier),
    ] as [(String, HapticBranch)])
  func branches(target: String, branch: HapticBranch) throws {
    #expect(HapticBranch.expected(forMajor: try HapticBranch.major(of: target)) == branch)
    let report = try Calculations.haptic("heavy", deploymentTarget: target)
    #expect(report.figures.contains { $0.name == "interface" && $0.value == branch.text })
    #expect(report.figures.contains { $0.name == "below iOS 17" } == (branch == .generatorsAndModifier))
    #expect(report.figures.contains { $0.name == "from iOS 17" } == (branch != .none))
  }

  @Test(
    "What is no version is refused", arguments: ["", "iOS", "16.", ".4", "-16", "+16", "16.4.1.2", "x", "0", "99999"])
  func versions(text: String) {
    #expect(measureError { () throws(MeasureError) in try HapticBranch.major(of: text) }?.reason == .wrongShape)
  }
}

@Suite("Reports") struct MeasuringReportTests {
  @Test("Every verdict names its rule and its check, and every report has a title and figures") func complete() throws {
    let reports = [
      try Calculations.contrast("#3C3C43/60%", "white"), try Calculations.area("24x24", padding: "12"),
      try Calculations.gap(["0,0,20,20", "30,0,44,44"]), try Calculations.type("ax1"),
      try Calculations.target("40x40", profile: .child, pointsPerInch: "163"),
      try Calculations.haptic("medium", moment: "press", profile: .child, deploymentTarget: "16"),
      try Calculations.grid("44"),
    ]
    for report in reports {
      #expect(!report.title.isEmpty && !report.figures.isEmpty && !report.verdicts.isEmpty)
      for verdict in report.verdicts {
        #expect(!verdict.rule.isEmpty && !verdict.threshold.isEmpty)
        #expect(verdict.check != nil || verdict.rule.contains("level AAA"))
        #expect(verdict.rule.contains("WCAG") == verdict.rule.contains("level A"))
      }
      for note in report.notes { #expect(note.hasSuffix(".")) }
    }
  }
}
