import Audit
import Testing

/// The built-in files, and whether everything they refer to is there.
@Suite struct BuiltInTests {
  @Test("every built-in file is read without a problem")
  func noProblems() {
    #expect(Catalog.problems.map(\.description) == [])
  }

  @Test("the catalogue has as many rows as its sources")
  func counts() {
    #expect(Catalog.checks.count == 337)
    #expect(Catalog.checklists.count == 32)
    #expect(Catalog.categories.count == 31)
    #expect(Catalog.componentKinds.count == 35)
    #expect(Catalog.criteria.count == 87)
    #expect(Catalog.criteria.filter { !$0.isObsolete }.count == 86)
    #expect(Catalog.conflicts.count == 78)
    #expect(Catalog.traits.count == 17)
    #expect(Catalog.uiKitTraits.count == 6)
    #expect(Catalog.auditTypes.count == 10)
  }

  @Test("checks keep the order of their file")
  func order() {
    #expect(Catalog.checks.first?.id == "voiceover.label-present")
    #expect(Catalog.checks.last?.id == "automated-audit.toggle-state-assertable")
  }

  @Test("no identifier is there twice")
  func unique() {
    let lists: [(what: String, ids: [String])] = [
      ("checks", Catalog.checks.map(\.id)), ("checklists", Catalog.checklists.map(\.id)),
      ("categories", Catalog.categories.map(\.id)), ("kinds", Catalog.componentKinds),
      ("criteria", Catalog.criteria.map(\.id)), ("conflicts", Catalog.conflicts.map(\.id)),
      ("traits", Catalog.traits.map(\.name)), ("audits", Catalog.auditTypes.map(\.name)),
      ("limits", Catalog.limits.map(\.name)), ("reference", Catalog.reference.map(\.key)),
      ("profile rules", Catalog.profileRules.map(\.check)),
      ("standards", Catalog.standards.map(\.id)),
    ]
    for (what, ids) in lists {
      #expect(!ids.isEmpty && Set(ids).count == ids.count, "\(what)")
    }
  }

  @Test("every check finds its category, which its identifier begins with, and every category has checks")
  func categories() {
    let categories = Set(Catalog.categories.map(\.id))
    for check in Catalog.checks {
      #expect(categories.contains(check.category), "\(check.id)")
      #expect(check.id.hasPrefix(check.category + "."))
    }
    #expect(Set(Catalog.checks.map(\.category)) == categories)
  }

  @Test("everything a check refers to exists")
  func referencesOfChecks() {
    let kinds = Set(Catalog.componentKinds)
    for check in Catalog.checks {
      #expect(!check.appliesTo.isEmpty && kinds.isSuperset(of: check.appliesTo), "\(check.id)")
      for link in check.wcag { #expect(Catalog.criterion(link.criterion) != nil, "\(check.id)") }
      for conflict in check.conflicts { #expect(Catalog.conflict(conflict) != nil, "\(check.id)") }
      for audit in check.xcuiAudits { #expect(Catalog.auditType(audit) != nil, "\(check.id)") }
    }
  }

  @Test("every check says in a heading of its own what is wrong where it fails")
  func failures() throws {
    for check in Catalog.checks {
      let fails = try #require(check.fails, "\(check.id)")
      #expect((2...10).contains(fails.split(separator: " ").count), "\(check.id): \(fails)")
      #expect(fails.first?.isLowercase == false || fails.hasPrefix("iPad"), "\(check.id): \(fails)")
      #expect(!fails.hasSuffix(".") && fails != check.title && check.failure == fails, "\(check.id): \(fails)")
    }
    #expect(Set(Catalog.checks.compactMap(\.fails)).count == Catalog.checks.count)
  }

  @Test("every check that something else refers to exists")
  func referencesToChecks() {
    func expect(_ ids: [String], in place: String) {
      for id in ids { #expect(Catalog.checks[id: id] != nil, "\(place)") }
    }
    for checklist in Catalog.checklists { expect(checklist.checks, in: checklist.id) }
    for conflict in Catalog.conflicts { expect(conflict.checks, in: conflict.id) }
    for trait in Catalog.traits { expect([trait.check], in: trait.name) }
    for audit in Catalog.auditTypes { expect(audit.finds + [audit.run].compactMap { $0 }, in: audit.name) }
    for rule in Catalog.profileRules { expect([rule.check], in: "profiles") }
    for limit in Catalog.limits { expect([limit.check], in: limit.name) }
  }

  @Test("an audit and the checks it speaks to name each other")
  func auditsAndChecks() {
    for audit in Catalog.auditTypes {
      for id in audit.finds + [audit.run].compactMap({ $0 }) {
        #expect(Catalog.checks[id: id]?.xcuiAudits.contains(audit.name) == true, "\(audit.name) and \(id)")
      }
    }
    for check in Catalog.checks {
      #expect(Set(Catalog.auditTypes(for: check.id).map(\.name)) == Set(check.xcuiAudits), "\(check.id)")
    }
  }

  @Test("a limit is the figure of the check that judges it, or of a part of it")
  func limitsAndChecks() throws {
    for limit in Catalog.limits {
      let measurement = try #require(Catalog.checks[id: limit.check]?.measurement)
      var parts: [PartFigure] = []
      if case .figures(let figures) = measurement.parts?.form { parts = figures }
      let isWhole =
        measurement.threshold == limit.measurement.threshold && measurement.comparison == limit.measurement.comparison
        && measurement.unit == limit.measurement.unit
      let isPart = parts.contains {
        $0.threshold == limit.measurement.threshold && $0.comparison == limit.measurement.comparison
      }
      #expect(isWhole || isPart, "\(limit.name)")
    }
  }

  @Test("the checklist of WCAG 2.2 AA holds the checks that test an A or AA criterion, and beyond them related ones")
  func levelChecklist() throws {
    let listed = try #require(Catalog.checklist("wcag22-aa")).checks
    let testing = Catalog.checks.filter { check in
      Catalog.claims(of: check).contains { $0.level.map { $0 <= .aa } ?? false }
    }
    #expect(Set(listed).isSuperset(of: testing.map(\.id)))
    for id in listed {
      let check = try #require(Catalog.checks[id: id])
      let isAsked = check.wcag.contains { (Catalog.criterion($0.criterion)?.level).map { $0 <= .aa } ?? false }
      #expect(isAsked, "\(id)")
    }
  }

  @Test("a check leads to its conflicts")
  func lookups() throws {
    let check = try #require(Catalog.checks[id: "touch-target.minimum-44pt"])
    #expect(Catalog.conflicts(for: check).map(\.id) == ["E-01", "E-04", "E-05"])
    #expect(Catalog.checks[id: "touch-target.minimum-45pt"] == nil)
  }

  @Test("a trait that SwiftUI lacks is listed with the right name")
  func traits() throws {
    let wrong = Catalog.traits.filter { $0.validity == .invalidName }
    #expect(wrong.map(\.name) == [".tabBar"])
    #expect(wrong.first?.swiftUIName == "isTabBar")
    #expect(Catalog.traits.first { $0.name == ".isToggle" }?.swiftUISince["iOS"] == "17.0")
  }

  @Test("no text of the catalogue points to a file that is not part of it")
  func noDeadPointers() {
    let notes = Catalog.checks.compactMap(\.note) + Catalog.traits.compactMap(\.note)
    for note in notes { #expect(!note.contains("errors.md") && !note.contains("catalog.json"), "\(note)") }
  }

  @Test("how to test a check by hand says where its setting is, on a Mac too")
  func settingsPaths() {
    let settings = [
      "VoiceOver", "Dark", "Reduce Motion", "Reduce Transparency", "Increase Contrast", "Switch Control",
      "Voice Control", "Larger Text", "Full Keyboard", "Bold Text", "Grayscale",
    ]
    let checks = Catalog.checks.filter { check in
      check.method == .manual && settings.contains { check.how.contains($0) }
    }
    #expect(checks.count > 80)
    for check in checks {
      for family in [DeviceFamily.iPhone, .mac] where family.platform.map(check.platforms.contains) ?? false {
        let path = family == .mac ? "System Settings > " : "Settings > "
        #expect(check.how(on: family).contains(path), "\(check.id) on \(family.rawValue)")
      }
    }
  }
}
