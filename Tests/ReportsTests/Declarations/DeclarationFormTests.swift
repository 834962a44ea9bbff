import Base
import Foundation
import Testing

@testable import Audit
@testable import Reports

@Suite("Forms of a draft of declarations")
struct DeclarationFormTests {
  private static func blocker(_ component: String, _ text: String, isWaived: Bool = false) -> DeclarationDraft.Blocker {
    DeclarationDraft.Blocker(
      component: component, check: "hand.a", title: "T", condition: "dark", severity: isWaived ? .serious : .minor,
      note: text, device: isWaived ? text : "", waivedUntil: isWaived ? "2026-02-28" : nil)
  }

  /// An iPhone with one of everything, an iPad that nobody looked at, and a Mac where nothing is known.
  private static func draft(_ text: String = "words") -> DeclarationDraft {
    var places = DeclarationDraft.Places()
    (places.passed, places.notApplicable, places.failing, places.doubtful) = (4, 1, 2, 1)
    (places.stale, places.deviceUnknown, places.untested) = (1, 1, 1)
    var task = DeclarationDraft.Task(name: text)
    task.places = places
    task.blockers = [blocker("a", text, isWaived: true), blocker("b", "")]
    var nowhere = DeclarationDraft.Task(name: "")
    nowhere.blockers = [blocker("c", "")]
    func feature(_ verdict: DeclarationVerdict, _ places: DeclarationDraft.Places, _ tasks: [DeclarationDraft.Task])
      -> DeclarationDraft.Feature
    {
      DeclarationDraft.Feature(
        feature: DeclaredFeature(id: "f", title: "F", attribute: "supportsF", families: [.iPhone], checks: []),
        verdict: verdict, places: places, blockers: tasks.flatMap(\.blockers), tasks: tasks)
    }
    let none = DeclarationDraft.Places()
    return DeclarationDraft(
      families: [
        .init(
          family: .iPhone,
          features: [feature(.notSupported, places, [task, nowhere]), feature(.supported, none, [])], isSeen: true),
        .init(family: .iPad, features: [feature(.notEvaluated, none, [nowhere])], isSeen: false),
        .init(family: .mac, features: [feature(.notEvaluated, none, [])], isSeen: false),
      ], taskSource: .tags, asOf: 0, audit: text, filter: "tag:new")
  }

  @Test("People read what stands in the way of which task, and that nobody looked where nobody did")
  func page() {
    var draft = Self.draft()
    let text = draft.page.text(width: 200)
    for sentence in [
      "the audit words, items matching tag:new", "tags task:NAME of components", "NOT SUPPORTED",
      "5 of 11 items pass or do not apply", "2 fail", "1 inconclusive", "1 stale", "1 on an unspecified device",
      "1 untested",
      "words: a, T (serious, waived): words; b, T (minor)", "no task: c, T (minor)", "SUPPORTED (based on results)",
      "NOT EVALUATED: no results on this device type. Results without a device are not counted.",
      "Failures on an unspecified device. They may block iPad.", "1 failing item",
    ] {
      #expect(text.contains(sentence), "\(sentence)\n\(text)")
    }
    draft.limit = 1
    draft.taskSource = .screens
    #expect(draft.page.plain.contains("and 1 more") && draft.page.plain.contains("screens (to name the common tasks"))
    draft.families = draft.families.filter { $0.isSeen }
    #expect(!draft.page.plain.contains("Unspecified device"))
  }

  @Test("Machines read all of it, with null where nothing was said")
  func json() throws {
    let value = try JSONSerialization.jsonObject(with: Data(Self.draft().json.render().utf8))
    let families = try #require((value as? [String: Any])?["families"] as? [[String: Any]])
    #expect(families.map { $0["device_family"] as? String } == ["IPHONE", "IPAD", "MAC"])
    let feature = try #require((families[0]["features"] as? [[String: Any]])?.first)
    #expect(feature["verdict"] as? String == "not-supported")
    #expect((feature["places"] as? [String: Int])?["needed"] == 11)
    let tasks = try #require(feature["tasks"] as? [[String: Any]])
    #expect(tasks[0]["task"] as? String == "words" && tasks[1]["task"] is NSNull)
    let findings = try #require(tasks[0]["findings"] as? [[String: Any]])
    #expect(findings.map { $0["severity"] as? Int } == [2, 4])
    #expect(findings.map { $0["device"] as? String } == ["words", nil])
    #expect(findings.map { $0["waived_until"] as? String } == ["2026-02-28", nil])
  }

  @Test("No text does harm in any form", arguments: Hostile.texts)
  func harmless(name: String, text: String) throws {
    let draft = Self.draft(text)
    for form in [draft.page.text(width: 50), draft.page.plain, draft.page.markdown, draft.json.render()] {
      #expect(Hostile.harm(in: form).isEmpty, "\(name)")
    }
  }
}
