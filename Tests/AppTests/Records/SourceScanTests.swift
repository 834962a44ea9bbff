import Foundation
import Testing

@testable import App

@Suite("Components from SwiftUI sources")
struct SourceScanTests {
  private func scan(_ body: String) -> [SourceScan.Found] {
    SourceScan.find([(path: "A.swift", bytes: Array("struct AView: View { var body: some View { \(body) } }".utf8))])
      .found
  }

  /// `kind key` of each control.
  private func controls(_ body: String) -> [String] {
    scan(body).filter { $0.key != "a" }.map { "\($0.kind) \($0.key)" }
  }

  @Test(
    "What the code names of a component is said beside it",
    arguments: [
      (##"Button("Go", role: .destructive) { }"##, "a/go", ["destructive"]),
      (##"ShareLink(item: url)"##, "a/share", ["share"]),
      (
        ##"Button("Go") { withAnimation { x.toggle() } }.padding().glassEffect()"##, "a/go", ["glass", "own-animation"]
      ),
      (##"Toggle("Go", isOn: $x).sensoryFeedback(.selection, trigger: x)"##, "a/go", ["haptics"]),
      (##"Button("Go") { UIImpactFeedbackGenerator().impactOccurred() }"##, "a/go", ["haptics"]),
      (
        ##"Button("Go") { CLLocationManager().requestWhenInUseAuthorization() }.contextMenu { }"##, "a/go",
        ["permission", "context-menu"]
      ),
      (##"Button("Go") { }.badge(3).onLongPressGesture { }"##, "a/go", ["badge", "gesture-only"]),
      (##"Button("Go") { x.animate() }"##, "a/go", []),
      // What is of no control is of the screen.
      (##"Button("Go") { withAnimation { } }; Text("x").draggable(y)"##, "a", ["drag"]),
      (
        ##"List { Text("x").swipeActions { Button("Go") { } } }.background(.ultraThinMaterial)"##, "a",
        ["blur", "swipe-actions"]
      ),
      (##"Text("x").onAppear { withAnimation { } }.gesture(DragGesture())"##, "a", ["own-animation", "gesture-only"]),
    ])
  func features(_ body: String, _ key: String, _ features: [String]) throws {
    #expect(try #require(scan(body).first { $0.key == key }).features == features)
  }

  @Test(
    "Each shape has its kind and its label",
    arguments: [
      (#"Button("Log In") { go() }"#, "button a/log-in"),
      (#"Button("Don’t Allow", role: .cancel) {}"#, "button a/dont-allow"),
      (#"Button(action: save) { Text("Save") }"#, "button a/save"),
      (#"Button(action: { save() }, label: { Text("Keep it") })"#, "button a/keep-it"),
      (#"Button { save() } label: { Image(systemName: "xmark.circle") }"#, "icon-button a/xmark-circle"),
      (#"Button { } label: { Label("Close", systemImage: "x").labelStyle(.iconOnly) }"#, "icon-button a/close"),
      (#"Button { } label: { Label("Close", systemImage: "x") }"#, "button a/close"),
      (#"Button("Add", systemImage: "plus", action: add).labelStyle(.iconOnly)"#, "icon-button a/add"),
      (#"Button { } label: { Image("logo") }.accessibilityLabel(Text("Start"))"#, "icon-button a/start"),
      (#"Button { model.refreshAll() } label: { Spinner() }"#, "button a/refresh-all"),
      (#"Button { isShown.toggle() } label: { Text(name) }"#, "button a/is-shown"),
      (#"Button(L10n.Common.signOut) { }"#, "button a/sign-out"),
      (#"Button(title) { }"#, "button a/button-1"),
      (#"Button(String(localized: "Go on", comment: "x")) { }"#, "button a/go-on"),
      (#"Button(String(localized: "pay.now", defaultValue: "Pay today")) { }"#, "button a/pay-today"),
      (#"Button(NSLocalizedString("pay.now", value: "Pay later", comment: "")) { }"#, "button a/pay-later"),
      (#"SwiftUI.Button("Ok") {}"#, "button a/ok"),
      (#"Button("\(count) of \(String("n}"))") {}"#, "button a/of"),
      (##"Button(#"Say "hi""#) {}"##, "button a/say-hi"),
      ("Button(\"\"\"\n  Two\n  lines\n  \"\"\") {}", "button a/two-lines"),
      (#"Link("Help", destination: url)"#, "link a/help"),
      (#"NavigationLink("More", destination: Text("x"))"#, "link a/more"),
      (#"List { NavigationLink { Text("x") } label: { Text("Row") } }"#, "list-row a/row"),
      (#"Menu { } label: { Label("Options", systemImage: "x") }"#, "menu a/options"),
      (#"ShareLink(item: url)"#, "button a/share"), (#"EditButton()"#, "button a/edit"),
      (#"Toggle("Wi-Fi", isOn: $isOn)"#, "toggle a/wi-fi"),
      (#"Toggle(isOn: $usesData) { EmptyView() }"#, "toggle a/uses-data"),
      (#"Picker("Color", selection: $color) { Text("Red") }"#, "picker a/color"),
      (#"Slider(value: $model.volume)"#, "slider a/volume"), (#"Stepper("Count", value: $n)"#, "stepper a/count"),
      (#"TextField("Name", text: $name)"#, "form-field a/name"),
      (#"SecureField("PIN", text: $pin)"#, "form-field a/pin"), (#"TextEditor(text: $notes)"#, "form-field a/notes"),
      (#"Image(systemName: "star").padding().onTapGesture { rate() }"#, "icon-button a/star"),
      (#"Image("hero").onTapGesture { open() }"#, "button a/hero"),
      (#"HStack { Text("Card") }.frame(width: 4).onTapGesture(count: 1, perform: f)"#, "custom-control a/card"),
      (#"Text("x").alert("Remove?", isPresented: $b) { }"#, "alert a/remove"),
      (#"Text("x").sheet(isPresented: $showsHelp) { Text("Help") }"#, "sheet a/shows-help"),
      (#"Text("x").searchable(text: $t, prompt: "Find")"#, "search-field a/find"),
      (#"Button("", systemImage: "x.circle") { }"#, "icon-button a/x-circle"),
      (#"Button { } label: { Label("Close", systemImage: isOpen ? "chevron.down" : "xmark") }"#, "button a/close"),
      (#"Button { } label: { Label { Text("Share") } icon: { Image(systemName: "x") } }"#, "button a/share"),
      (#"Button(name ?? "Unknown") { }"#, "button a/button-1"),
      (#"Button(mode == "dark" ? "Use light" : "Use dark") { }"#, "button a/use-light"),
      (#"Button { go() } label: { Image(systemName: "gear") }.help("Options")"#, "icon-button a/options"),
      (#"Button { route(to: .quick) } label: { Text(Words.quickConnect) }"#, "button a/quick-connect"),
      (#"HStack { Button("Play", systemImage: "play") {} }.labelStyle(.iconOnly)"#, "icon-button a/play"),
      (#"TextField("", text: $t, prompt: Text("Name"))"#, "form-field a/name"),
      (
        #"Text("x").alert(isPresented: $b) { Alert(title: Text("Sorry"), dismissButton: .default(Text("OK"))) }"#,
        "alert a/sorry"
      ),
      (#"Text("x").alert(problem, isPresented: $isWrong) { }"#, "alert a/is-wrong"),
      (#"Wave().gesture(DragGesture().onChanged { _ in })"#, "custom-control a/wave"),
      (#"Image("a").onLongPressGesture { }.accessibilityLabel("Photo")"#, "custom-control a/photo"),
      (#"TabView { Text("x") }"#, "tab-bar a/tab-bar-1"),
      (#"TabView { Text("x") }.tabViewStyle(.page)"#, "carousel a/carousel-1"),
      (#"Map(position: $place)"#, "map a/place"), (#"VideoPlayer(player: player)"#, "media-player a/media-player-1"),
      (#"Gauge(value: 1) { Text("Speed") }"#, "progress a/speed"), (#"ProgressView("Loading")"#, "progress a/loading"),
      (#"DisclosureGroup("More") { Text("x") }"#, "custom-control a/more"),
      (#"SignInWithAppleButton(.signIn) { _ in } onCompletion: { _ in }"#, "button a/sign-in-with-apple"),
      (#"KitSlider(value: $speed)"#, "slider a/speed"), (#"AsyncButton { } label: { Text("Send") }"#, "button a/send"),
      (#"Button("Über uns") {}"#, "button a/uber-uns"), (#"Button("Настройки") {}"#, "button a/nastroyki"),
      (#"Button("もどる") {}"#, "button a/modoru"), (#"Button("Ρυθμίσεις") {}"#, "button a/rythmiseis"),
      (#"Button("登录 Apple") {}"#, "button a/apple"), (#"Toggle("Wi-Fi 设置", isOn: .constant(true))"#, "toggle a/wi-fi"),
      (#"Button("登录 2A") {}"#, "button a/button-1"), (#"Button("用 Apple 登录") { signIn() }"#, "button a/sign-in"),
    ])
  func shapes(body: String, expected: String) {
    #expect(controls(body) == [expected], "\(body)")
  }

  @Test(
    "What is no control is not proposed",
    arguments: [
      #"// Button("a") {}"#, #"/* /* Button("a") {} */ Link("b", destination: c) */ Text("Button(\"c\") {}")"#,
      #"UIButton(type: .custom)"#, #"Text("\(Button("a") {})")"#, "let a: Button<Text>? = nil", "Kit.Menu { }",
      "Alerts.alert(title: a)", "UISlider()", "NSButton()", "chart.gesture(zoom)",
      "func Toggle(isOn: Bool) {}", "func button() -> Menu { a }", "var b: Link { a }",
    ])
  func nothing(body: String) {
    #expect(controls(body) == [], "\(body)")
  }

  @Test(
    "A control that shows one text or the other has both as its title, and the first in its key",
    arguments: [
      (#"Button(isOn ? "Pause" : "Play") { }"#, "a/pause", "Pause / Play"),
      (#"Button { } label: { Text(isOn ? "Mute" : "Unmute") }"#, "a/mute", "Mute / Unmute"),
      (#"Button { } label: { Label(isOn ? "Stop" : "Record", systemImage: "x") }"#, "a/stop", "Stop / Record"),
      (
        #"Button { } label: { Image(systemName: "heart") }.accessibilityLabel(isOn ? "Unlike" : "Like")"#, "a/unlike",
        "Unlike / Like"
      ),
      (#"Toggle("On", isOn: isOn ? $one : $other)"#, "a/on", "On"), (#"Button(name ?? "Name") { }"#, "a/button-1", ""),
      (#"Button(isOn ? "Go" : "Go") { }"#, "a/go", "Go"), (#"Button("Yes / No") { }"#, "a/yes-no", "Yes / No"),
      (#"Button(isOn ? "Go" : goal) { }"#, "a/go", "Go"),
    ])
  func choice(body: String, key: String, title: String) {
    let source = "struct A: View { var body: some View { \(body) } }"
    let found = SourceScan.find([(path: "A.swift", bytes: Array(source.utf8))]).found.filter { $0.kind != "screen" }
    #expect(found.map(\.key) == [key] && found.map(\.title) == [title], "\(body)")
  }

  @Test("Previews and styles are passed over, and a type of the app replaces a control of its name")
  func notInTheApp() {
    let source = """
      #Preview("One") { Button("a") {} }
      struct A_Previews: PreviewProvider { static var previews: some View { Button("b") {} } }
      struct Round: ButtonStyle { func makeBody(configuration: C) -> some View { Button("c") {} } }
      struct Link: View { var body: some View { Text("x") } }
      struct Home: View { var body: some View { Link(); Button("d") {} } }
      """
    #expect(SourceScan.find([(path: "A.swift", bytes: Array(source.utf8))]).found.map(\.key) == ["home/d"])
  }

  @Test("A control of a part is on each screen that shows the part, in the order of files and lines")
  func screens() {
    let parts = "struct BarView: View { var body: some View { Button(\"Close\") {} } }"
    let screens = """
      struct One: View { var body: some View { BarView().navigationTitle("One") } }
      struct TwoScreen: View { var body: some View { Wrap { BarView() } } }
      struct Wrap<Content: View>: View { var body: some View { content } }
      struct Root: App { var body: some Scene { WindowGroup { One() } } }
      """
    let found = SourceScan.find([("A.swift", Array(parts.utf8)), ("B.swift", Array(screens.utf8))]).found
    #expect(found.map(\.key) == ["bar/close", "one", "two"])
    #expect(found.map(\.screens) == [["one", "two"], ["one"], ["two"]])
  }

  @Test("A view that UIKit or AppKit hosts is a screen")
  func hosted() {
    let source = """
      struct Account: View { var body: some View { Button("Close") {} } }
      final class Window { func show() { push(UIHostingController(rootView: Account())) } }
      """
    #expect(SourceScan.find([("A.swift", Array(source.utf8))]).found.map(\.key) == ["account", "account/close"])
  }

  @Test("Keys are unique, plain, and short, from any label")
  func keys() {
    let long = String(repeating: "word ", count: 40)
    let found = scan(#"Button("戻る") {}; Button("A") {}; Button("a!") {}; Button("\#(long)") {}; Button("=1+2") {}"#)
    #expect(
      found.map(\.key) == [
        "a", "a/button-1", "a/a", "a/a-2", "a/word-word-word-word-word-word-word-word", "a/1-2",
      ])
    #expect(found[1].title == "戻る" && found.allSatisfy { $0.key.utf8.count < 60 })
  }

  @Test("A component of the tracker is left out, by source and title or by source and key; other keys are not taken")
  func known() {
    let source = #"Button("x") {}; Button("x") {}; EditButton(); Slider()"#
    let found = SourceScan.find(
      [("A.swift", Array("struct AView: View { var body: some View { \(source) } }".utf8))],
      known: [
        .init(keys: ["renamed"], source: "A.swift", title: "x"),
        .init(keys: ["a/edit"], source: "B.swift", title: "Edit"),
        .init(keys: ["a/slider-1"], source: "A.swift", title: ""),
      ]
    ).found
    #expect(found.map(\.key) == ["a", "a/x", "a/edit-2"])
  }

  @Test("Any bytes are read to their end")
  func hostile() throws {
    for app in ["truck", "social", "reader"] {
      for (path, bytes) in try SourceScanAccuracyTests.files(app) {
        for end in stride(from: 0, to: bytes.count, by: 101) {
          _ = SourceScan.find([(path, Array(bytes[..<end]))])
          _ = SourceScan.find([(path, Array(bytes[end...]))])
        }
      }
    }
    var state: UInt64 = 7
    let pieces =
      [
        "Button", "(", ")", "{", "}", "[", "]", "\"", "\"\"\"", "\\(", "#", "/*", "*/", "//", "\n", ".", ":", ",", "$",
        "struct", "View", "extension", "onTapGesture", "sheet", "Label", "Image", "systemName", "label",
        "NavigationLink",
        "ForEach", "#Preview", "func", "var", "x", "=", "<", ">", "\u{0}", "é",
      ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xED, 0xA0, 0x80]]
    for _ in 0..<200 {
      var bytes: [UInt8] = []
      for _ in 0..<200 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes += pieces[Int(state >> 33) % pieces.count] + (state & 1 == 0 ? [0x20] : [])
      }
      _ = SourceScan.find([("A.swift", bytes)])
    }
  }

  @Test("Deep nesting and long chains are read to their end")
  func deep() {
    // Whoever reads what is nested again and again does not come to the end of these.
    let texts = [
      String(repeating: "Button {", count: 1_000), String(repeating: "\"\\(", count: 1_000),
      "Image(\"a\")" + String(repeating: ".onTapGesture { }", count: 1_000), String(repeating: "/*", count: 4_000),
      String(repeating: "struct A: View {", count: 1_000), String(repeating: "(", count: 4_000) + "}",
      String(repeating: "Button(\"x\") {};", count: 1_000), String(repeating: "#if os(iOS)\n", count: 4_000),
      String(repeating: "HStack { Button(a) {", count: 600)
        + String(repeating: "} }.labelStyle(.iconOnly)", count: 600),
      "struct A: View {" + (0..<600).map { "var a\($0): some View { a\($0 + 1) a\($0 + 2) }\n" }.joined()
        + "Button { } label: { a0 } }",
      String(repeating: "protocol A: B {}\n", count: 1_000) + String(repeating: "Text(x == 1 ? (", count: 600),
      String(repeating: "NavigationLink(", count: 1_000),
    ]
    let found = texts.map { SourceScan.find([("A.swift", Array($0.utf8))]).found.count }
    #expect(found == [1_000, 0, 1, 0, 0, 0, 1_000, 0, 600, 1, 0, 1_000])
  }
}
