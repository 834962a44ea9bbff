import Testing

@testable import App

/// What a scan finds beyond one control by itself: words that are elsewhere, platforms, wrappers, and what is known.
@Suite("Components from several places of sources")
struct SourceScanReachTests {
  /// `kind key` of each control.
  private func controls(_ body: String) -> [String] {
    SourceScan.find([(path: "A.swift", bytes: Array("struct AView: View { var body: some View { \(body) } }".utf8))])
      .found.filter { $0.key != "a" }.map { "\($0.kind) \($0.key)" }
  }

  @Test("A label leads to properties and views of the same file, where they have one text")
  func properties() {
    #expect(controls("rest } var rest: some View { Button(title) {} } var title: String { \"Go\" ") == ["button a/go"])
    #expect(controls("Button {} label: { name } } var name: some View { HStack { Text(\"Pay\") }") == ["button a/pay"])
    #expect(controls("Button(name) {} } let name = String(localized: \"Open\"); func f() {") == ["button a/open"])
    #expect(
      controls("Button(name) {} } var name: String { if a { return \"On\" }; return \"Off\" ") == ["button a/button-1"])
    let row = "struct Row: View { var body: some View { Text(\"Language\") } }"
    #expect(
      controls("Button {} label: { Row() } } } \(row) struct Z { func f() { ") == ["button a/language"])
    // One that leads to itself ends.
    #expect(controls("Button {} label: { a } } var a: some View { b } var b: some View { a") == ["button a/button-1"])
  }

  @Test("A style of a package is no control, whatever it is called")
  func styles() {
    #expect(controls("Button(\"Go\") {}.buttonStyle(RoundedButton()).padding()") == ["button a/go"])
    #expect(controls("Toggle(\"On\", isOn: $a).toggleStyle(CheckToggle(color: b))") == ["toggle a/on"])
    #expect(controls("RoundedButton(\"Go\") {}.buttonStyle(.plain)") == ["button a/go"])
  }

  private func found(_ source: String) -> [SourceScan.Found] {
    SourceScan.find([(path: "A.swift", bytes: Array(source.utf8))]).found
  }

  @Test("A screen has the title of its navigation, behind it or where it is shown")
  func titles() {
    let source = """
      struct HomeView: View { var body: some View { NavigationStack { List { NavigationLink(destination: DetailView()) { Text("x") } }
        .navigationTitle("Home") } } }
      struct DetailView: View { var body: some View { Text("x").navigationBarTitle(Text("Details"), displayMode: .inline) } }
      struct NameView: View { let pet: Pet; var body: some View { NavigationStack { Text("x").navigationTitle(pet.name) } } }
      struct RootView: View { var body: some View { NavigationStack { GridView().navigationTitle("Grid") } } }
      struct GridView: View { var body: some View { Text("x") } }
      struct TwoView: View { var body: some View { NavigationStack { Text("x") }.sheet(isPresented: $on) {
        NavigationStack { Text("x").navigationTitle("In the sheet") } } } }
      """
    let titles = Dictionary(
      uniqueKeysWithValues: found(source).filter { $0.kind == "screen" }.map { ($0.key, $0.title) })
    #expect(titles == ["home": "Home", "detail": "Details", "name": "", "root": "", "grid": "Grid", "two": ""])
    // A control with the words of its screen is another component.
    let known = [KnownComponent(keys: ["shop/help"], source: "A.swift", kind: "button", title: "Help")]
    let help =
      "struct HelpView: View { var body: some View { NavigationStack { Button(\"Help\") {} }.navigationTitle(\"Help\") } }"
    let outcome = SourceScan.find([(path: "A.swift", bytes: Array(help.utf8))], known: known)
    #expect(outcome.found.map(\.kind) == ["screen"] && outcome.known == 1)
  }

  @Test("An alert that a member makes has its title, and one that is handed in is nobody's")
  func alerts() {
    let source = """
      struct AView: View { var body: some View { Text("x").alert(isPresented: $a) { self.warning }
        .actionSheet(isPresented: $b) { choices() } }
        var warning: Alert { Alert(title: Text("Not now"), message: Text("m")) }
        func choices() -> ActionSheet { let first = Text("Reset"); return ActionSheet(title: Text("Choose"), buttons: [.default(first)]) } }
      struct Present<Inner: View>: ViewModifier { let inner: () -> Inner
        func body(content: Content) -> some View { content.sheet(isPresented: $on, content: inner) } }
      struct BView: View { var body: some View { Text("x").sheet(isPresented: $on, content: form) } ; func form() -> some View { Text("x") } }
      """
    #expect(found(source).filter { $0.kind == "alert" }.map(\.title) == ["Not now", "Choose"])
    #expect(found(source).filter { $0.kind == "sheet" }.map(\.key).count == 1)
  }

  @Test("A search field of the app is one, a store sells, and a symbol in a text has no words")
  func searchAndStore() {
    let source = """
      struct AView: View { var body: some View { SearchField(text: $text, placeholder: "Search pets")
        ProductView(id: id) { Image("x") }
        SubscriptionStoreView(groupID: id)
        Button("Go on \\(Image(systemName: "chevron.forward"))") {}
        Button("Add \\(count)") {} } }
      struct SearchField: View { @Binding var text: String; var placeholder: LocalizedStringKey = "Search"
        var body: some View { TextField(placeholder, text: $text); Button { text = "" } label: { Image(systemName: "xmark") } } }
      """
    #expect(
      found(source).filter { $0.source == "A.swift" && $0.key.hasPrefix("a/") }.map { "\($0.kind) \($0.title)" } == [
        "search-field Search pets", "button ", "custom-control ", "button Go on", "button Add …",
      ])
  }

  @Test("Words come from constants, .strings files, and catalogs, in the language of the app")
  func strings() {
    let source = """
      struct AView: View { var body: some View {
        Button(L10n.signIn.localizedCapitalized) {}; Button("close_button") {}; Button(Words.settings_title) {}
        Button { go() } label: { Text(L10n.Player.play) }; Button(Fixed.help) {}; Button(.welcomeBack) {}
        Button("%lld items") {}; Button(Text.name) {}; Button("retry".localized) {}; Button(R.string.localizable.undo()) {}
      } }
      enum L10n {
        static let signIn = L10n.tr("Localizable", "signIn", fallback: "Sign in")
        enum Player { static var play: String { NSLocalizedString("player.play", comment: "x") } }
      }
      enum Fixed { static let help = "Help"; static let name = URL(string: "a") }
      """
    let english = """
      /* "no" = "no"; */ "close_button" = "Close"; "settings.title" = "Settings"; "player.play" = "Play \\"now\\"";
      retry = "Try again"; "undo" = "Undo";
      """
    let catalog = """
      {"sourceLanguage":"en","version":"1.0","strings":{"welcome_back":{"localizations":{"de":{"stringUnit":{"value":"x"}},
      "en":{"stringUnit":{"state":"new","value":"Welcome back"}}}},"%lld items":{"localizations":{"en":{"variations":
      {"plural":{"one":{"stringUnit":{"value":"%lld item"}},"other":{"stringUnit":{"value":"%lld things"}}}}}}}}}
      """
    let german = "\"close_button\" = \"Zu\";"
    let units = english.utf16.reduce(into: [UInt8]()) { $0 += [UInt8($1 & 0xFF), UInt8($1 >> 8)] }
    let wide: [UInt8] = [0xFF, 0xFE] + units
    for bytes in [Array(english.utf8), wide] {
      let found = SourceScan.find(
        [("A.swift", Array(source.utf8))],
        catalogs: [
          ("de.lproj/Localizable.strings", Array(german.utf8)), ("en.lproj/Localizable.strings", bytes),
          ("Localizable.xcstrings", Array(catalog.utf8)),
        ]
      ).found
      #expect(
        found.dropFirst().map(\.title) == [
          "Sign in", "Close", "Settings", "Play \"now\"", "Help", "Welcome back", "… things", "", "Try again", "Undo",
        ])
    }
    // An app of one other language has its words in it.
    let other = SourceScan.find(
      [("A.swift", Array("struct A: View { var body: some View { Button(\"close_button\") {} } }".utf8))],
      catalogs: [("de.lproj/Localizable.strings", Array(german.utf8)), ("fr.lproj/A.strings", [0x22] as [UInt8])]
    ).found
    #expect(other.map(\.title) == ["Zu"])
  }

  @Test("Conditions and folders say which platforms a component is for")
  func platforms() {
    let source = """
      struct AView: View { var body: some View {
        Button("all") {}
        #if os(iOS)
        Button("phone") {}
        #elseif os(macOS) && DEBUG
        Button("mac") {}
        #else
        Button("rest") {}
        #endif
        #if !os(macOS)
        Button("no mac") {}
        #endif
        #if DEBUG
        Button("debug") {}
        #else
        Button("release") {}
        #endif
        #if os(tvOS) || os(watchOS)
        Button("none") {}
        #endif
        #if canImport(AppKit)
        Button("appkit") {}
        #endif
        Button("end") {}
      } }
      """
    let outcome = SourceScan.find([
      ("A.swift", Array(source.utf8)),
      ("App tvOS/B.swift", Array("struct BView: View { var body: some View { Button(\"tv\") {} } }".utf8)),
      ("App/Home_macOS.swift", Array("struct Home: View { var body: some View { Button(\"h\") {} } }".utf8)),
    ])
    let phone = ["iOS", "iPadOS"]
    #expect(
      Dictionary(uniqueKeysWithValues: outcome.found.map { ($0.title.isEmpty ? $0.key : $0.title, $0.platforms) }) == [
        "a": [], "all": [], "phone": phone, "mac": ["macOS"], "rest": ["macOS"], "no mac": phone, "debug": [],
        "release": [], "appkit": ["macOS"], "end": [], "h": ["macOS"],
      ])
    #expect(outcome.ofOthers == 3)
  }

  @Test("A type for another system hides no control, and protocols of the app are views")
  func otherSystems() {
    let found = SourceScan.find([
      (
        "Shared/A.swift",
        Array("protocol Both: View {}; struct AView: Both { var b: some View { ColorPicker(\"Tint\") } }".utf8)
      ),
      ("App tvOS/ColorPicker.swift", Array("struct ColorPicker: View { var body: some View { Text(\"x\") } }".utf8)),
    ]).found
    #expect(found.map(\.key) == ["a", "a/tint"])
  }

  @Test("A view that is given its words is a control where it is used")
  func wrappers() {
    let source = """
      struct RowButton: View { let title: String; let action: () -> Void
        var body: some View { AsyncOne(action: action) { Text(title) } } }
      struct AsyncOne<L: View>: View { let label: L
        var body: some View { Button(action: act) { label; ProgressView() } } }
      struct Own: View { var body: some View { Button("Mine") {} } }
      struct AView: View { var body: some View { RowButton(title: "Logs") { go() }; RowButton(title: "Help") {}; Own() } }
      struct BView: View { var body: some View { AsyncOne { } label: { Text("Send") }; Own() } }
      """
    let found = SourceScan.find([("A.swift", Array(source.utf8))]).found
    #expect(
      found.map { "\($0.kind) \($0.key)" } == [
        "progress async-one/progress-1", "button own/mine", "screen a", "button a/logs", "button a/help", "screen b",
        "button b/send",
      ])
    #expect(found.first { $0.title == "Mine" }?.screens == ["a", "b"])
  }

  @Test("A view of UIKit is a control where it is shown, not where it is presented or behind others")
  func wrapped() {
    let source = """
      struct VolumeSlider: UIViewRepresentable { }
      struct MailSheet: UIViewControllerRepresentable { }
      struct AView: View { var body: some View {
        VStack { VolumeSlider().accessibilityLabel("Volume") }.background(VolumeSlider())
          .sheet(isPresented: $isWriting) { MailSheet() }
      } }
      """
    let found = SourceScan.find([("A.swift", Array(source.utf8))]).found
    #expect(found.map { "\($0.kind) \($0.key)" } == ["screen a", "slider a/volume", "sheet a/is-writing"])
  }

  @Test("What is presented or alone in a navigation is a screen without a title; what presents it is none for that")
  func presented() {
    let source = """
      struct Root: View { var body: some View { Nav { PickUserView() } } }
      struct Nav<C: View>: View { var body: some View { NavigationStack { content } } }
      struct PickUserView: View { var body: some View { Button("Ana") {} } }
      enum Router { static func more() -> Route { Route(id: "x") { MoreView() } } }
      struct MoreView: View { var body: some View { OpenButton() } }
      struct OpenButton: View { var body: some View { Button("Open") {}.sheet(isPresented: $b) {
        NavigationStack { Form { Button("Done") {} }.navigationTitle("Open") } } } }
      struct Route { }
      """
    let found = SourceScan.find([("A.swift", Array(source.utf8))]).found
    #expect(found.filter { $0.kind == "screen" }.map(\.key) == ["nav", "pick-user", "more"])
    #expect(found.first { $0.title == "Open" }?.key == "more/open")
  }

  @Test("After renaming a component is known by the nearest line, one of a file that is gone by its title")
  func knownByLine() {
    let source = """
      struct AView: View { var body: some View {
        Button("New") {}

        Button("First") {}
        Button("Second") {}
      } }
      """
    func known(_ key: String, _ source: String, _ title: String, _ kind: String = "button") -> KnownComponent {
      KnownComponent(keys: [key], source: source, kind: kind, title: title)
    }
    let outcome = SourceScan.find(
      [("App/A.swift", Array(source.utf8))],
      known: [
        known("home", "App/A.swift:1", "Home", "screen"), known("home/one", "App/A.swift:2", "1st"),
        known("home/two", "App/A.swift:3", "Second"), known("home/image", "App/A.swift:3", "x", "image"),
        known("elsewhere", "Other/B.swift:3", "y"), known("by-hand", "App/A.swift", "z"),
      ], in: "App")
    #expect(outcome.found.map(\.key) == ["home/new"])
    #expect(outcome.gone == ["home/image"] && outcome.known == 3 && outcome.moved.isEmpty)
    let moved = SourceScan.find(
      [("App/New.swift", Array(source.utf8))],
      known: [known("renamed", "App/A.swift:4", "First"), known("a/new", "App/A.swift:2", "Neu")], in: "App")
    #expect(moved.found.map(\.key) == ["a", "a/second"])
    #expect(moved.moved.map(\.key) == ["a/new", "renamed"] && moved.moved[0].place == "App/New.swift:2")
  }
}
