import Audit
import Base
import Children
import Reports
import Testing

@Suite("the tap page")
struct TapPageTests {
  private func page(component: String = "sign-in/close-button", parts: [String] = [], taps: Int = 10) -> String {
    let plan = TapPlan(key: "close-44", component: component, width: 440, height: 445, taps: taps, parts: parts)
    let origin = PageOrigin(digest: "0", facts: 1, asOf: "", filter: "", catalogue: "", program: "")
    return TapPage(
      id: "1a2b3c4d-0000-4000-8000-000000000000", tracker: "t", plan: plan,
      asked: (0..<taps).map { parts.isEmpty ? "" : parts[$0 % parts.count] }, seed: 7, made: 0, origin: origin
    ).page.text
  }

  @Test("offers devices only by words of makers", arguments: TapDevice.all.map(\.model))
  func devices(model: String) {
    #expect(DeviceModel.isModel(model))
  }

  @Test("has every word of every closed list, and no field for anything else about a child")
  func lists() {
    let page = page()
    let words =
      AgeBand.allCases.map(\.rawValue) + DeviceHold.allCases.map(\.rawValue) + Seating.allCases.map(\.rawValue)
      + AssistiveTechnology.allCases.map(\.rawValue) + SizeCode.allCases.map(\.rawValue)
      + FrustrationCode.allCases.map(\.rawValue) + EndCode.allCases.map(\.rawValue) + TapHand.allCases.map(\.rawValue)
    for word in words { #expect(page.contains("value=\"\(word)\""), "\(word)") }
    #expect(page.split(separator: "<textarea").count == 2, "the text of the file alone")
  }

  @Test("shows what a component is called as text")
  func hostile() {
    let page = page(component: "</script><img src=x onerror=alert(1)>")
    #expect(!page.contains("<img"))
    #expect(page.split(separator: "</script>").count == 3)
  }

  @Test("prints a row for each tap, and what is asked for in it")
  func paper() {
    let page = page(parts: ["close", "menu"], taps: 4)
    #expect(page.split(separator: "<th scope=\"row\">").count - 1 == 6)
    #expect(page.split(separator: "<bdi>menu</bdi>").count - 1 == 2)
    #expect(page.contains("Order 7."))
  }

  @Test("is content with its own policy: no style or handler stands in the markup")
  func policy() {
    let markup = page().split(separator: "<script").first.map(String.init) ?? ""
    for part in [" style=", " onclick=", " onload=", "javascript:", "http://", "https://"] {
      #expect(!markup.contains(part), "\(part)")
    }
  }
}
