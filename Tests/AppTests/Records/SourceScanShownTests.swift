import Testing

@testable import App

/// What a scan of three more public apps missed, or proposed without reason: Hackers (iOS, packages), Clendar (iOS and
/// watchOS, UIKit, a string catalog), and Yattee (iOS, macOS, and tvOS, a string catalog).
@Suite("What is shown of a component, and where")
struct SourceScanShownTests {
  private func found(_ sources: [String], catalog: String = "") -> [SourceScan.Found] {
    SourceScan.find(
      sources.enumerated().map { (path: "\($0.offset).swift", bytes: Array($0.element.utf8)) },
      catalogs: catalog.isEmpty ? [] : [(path: "Localizable.strings", bytes: Array(catalog.utf8))]
    ).found
  }

  /// `kind title` of each control of the view `A`.
  private func shown(_ body: String, _ others: String = "", catalog: String = "") -> [String] {
    found(["struct AView: View { var body: some View { \(body) } }\n\(others)"], catalog: catalog)
      .filter { $0.kind != "screen" }.map { "\($0.kind) \($0.title)" }
  }

  @Test("Private views of one name in several files are of their screens, and their keys have the plain name")
  func privateTypes() {
    func file(_ name: String) -> String {
      """
      struct \(name)View: View { var body: some View {
        NavigationStack { List { AboutSection(); Row() } }.navigationTitle("\(name)") }
        struct Row: View { var body: some View { Toggle("On", isOn: $on) } } }
      private struct AboutSection: View { var body: some View { Link("More", destination: url) } }
      """
    }
    let section = "private struct AboutSection: View { var body: some View { EditButton() } }"
    let source = [file("One"), file("Two"), section]
    #expect(
      found(source).map { "\($0.key) \($0.screens.joined(separator: " "))" } == [
        "one one", "one/on one", "one/more one", "two two", "two/on two", "two/more two", "about-section/edit ",
      ])
  }

  @Test("A view that only arranges what it is given has neither a title nor a screen of its own")
  func containers() {
    let container = """
      struct FormBox<Content: View>: View { let content: () -> Content; var body: some View { Form { content() } } }
      """
    let one = """
      struct OneView: View { var body: some View { FormBox { NavigationLink { FormBox { TwoView() } } label: { Text("Two") } }
        .navigationTitle("One") } }
      struct TwoView: View { var body: some View { FormBox { Text("x") }.navigationTitle("Two") } }
      """
    #expect(
      found([container, one]).map { "\($0.kind) \($0.key) \($0.title)" } == [
        "screen one One", "link one/two Two", "screen two Two",
      ])
  }

  @Test("A title of what a list leads to makes no screen of the list")
  func titleOfDestination() {
    let source = """
      struct HomeView: View { var body: some View { NavigationStack { VStack { ItemListView() } } } }
      struct ItemListView: View { var body: some View { List { NavigationLink(destination:
        ItemView().navigationBarTitle("", displayMode: .inline)) { Text("Item") } } } }
      struct ItemView: View { var body: some View { Text("x") } }
      """
    #expect(found([source]).map(\.key) == ["home", "home/item", "item"])
  }

  @Test("What a member or another type makes for a sheet is the component, and a view of UIKit beside it is one")
  func sheets() {
    let source = """
      struct HomeView: View { var body: some View { NavigationStack { Text("x") }
        .sheet(isPresented: $mails) { mail }.sheet(isPresented: $news) { maker.makeNews { done() }.padding() }
        .sheet(isPresented: $edits) { if quick { QuickView() } else { SystemEditor() } } }
        var mail: some View { MailSheet(text: text) } }
      struct MailSheet: UIViewControllerRepresentable { func makeUIViewController(context: Context) -> Mail { Mail() } }
      struct SystemEditor: UIViewControllerRepresentable { func makeUIViewController(context: Context) -> Editor { Editor() } }
      struct QuickView: View { var body: some View { Text("x") } }
      struct NewsView: View { var body: some View { Text("x") } }
      enum News { static func view(_ done: @escaping () -> Void) -> some View { NewsView(done: done) } }
      final class Maker { func makeNews(_ done: @escaping () -> Void) -> some View { News.view { done() } } }
      """
    #expect(
      found([source]).map { "\($0.kind) \($0.key)" } == [
        "screen home", "sheet home/mails", "sheet home/edits", "sheet quick", "screen news",
      ])
  }

  @Test("A label has the words of both its branches, and none of what is attached to it or is not read")
  func labels() {
    #expect(
      shown(
        """
        Button { } label: { if isBusy { HStack { ProgressView(); Text("Signing in") } } else { Text("Sign in") } }
        NavigationLink { Text("x") } label: { Text(name).contextMenu { Button("Edit") { }.help("Edit it") } }
        Button { } label: { Text("000").accessibilityHidden(true).overlay(Text(day)) }
        Button { } label: { Text("Pay").accessibilityHidden(false) }
        Button { } label: { Image(systemName: "chevron.down").accessibility(label: Text("Collapse")) }
        Button { } label: { Text(lines) }; Text("x").contextMenu(ContextMenu(menuItems: { Text("y") }))
        """) == [
          "button Signing in / Sign in", "progress ", "link ", "menu ", "button Edit", "button ", "button Pay",
          "icon-button Collapse", "button ", "menu ",
        ])
    #expect(
      shown("Button { } label: { Text(\"files.count \\(n)\") }", catalog: "\"files.count %lld\" = \"%lld files\";")
        == ["button … files"])
    let literal = #"Stepper("\(String(localized: "lines")): \(n)", value: $n)"#
    #expect(shown(literal, catalog: "\"lines\" = \"Lines\";") == ["stepper Lines: …"])
  }

  @Test("A button without a label has the words or the image of its style")
  func styles() {
    let styles = """
      struct Solid: ButtonStyle { var imageName: String?; var title: String?
        func makeBody(configuration: Configuration) -> some View { HStack { Text(title ?? "") } } }
      struct Restore: ButtonStyle { func makeBody(configuration: Configuration) -> some View { Text("Restore purchases") } }
      """
    #expect(
      shown(
        """
        Button(action: edit, label: {}).buttonStyle(Solid(imageName: "pencil", title: "Edit event"))
        Button(action: add, label: {}).buttonStyle(Solid(imageName: "plus")); Button { } label: { }.buttonStyle(Restore())
        Button(action: add, label: {}).buttonStyle(.plain); Button(name) { }.buttonStyle(Restore())
        """, styles) == ["button Edit event", "icon-button ", "button Restore purchases", "button ", "button "])
  }

  @Test("Buttons of alerts of UIKit and AppKit are controls, a cast is none")
  func alerts() {
    let source = """
      extension AView { func warn() {
        if let shown = top as? UIAlertController { shown.close() }
        let alert = UIAlertController(title: nil, message: text, preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: NSLocalizedString("Delete all", comment: ""), style: .destructive) { _ in go() })
        NSAlert().addButton(withTitle: "Not now") } }
      """
    let all = found(["struct AView: View { var body: some View { Text(\"x\") } }\n\(source)"])
    #expect(
      all.map { "\($0.kind) \($0.title)" } == ["screen ", "alert ", "button Delete all", "alert ", "button Not now"])
    #expect(all.first { $0.title == "Delete all" }?.features == ["destructive"])
  }

  @Test("Progress with the words that a function is given is one wherever it is called")
  func progress() {
    let source = "extension AView { func loading(title: String) -> some View { HStack { ProgressView(title) } } }"
    #expect(
      shown("loading(title: \"Loading tips\"); loading(title: \"Loading plans\"); Button(\"Go\") { }", source) == [
        "progress Loading tips", "progress Loading plans", "button Go",
      ])
  }

  @Test("The folder of a watch app is known by any of its usual names")
  func watch() {
    for name in ["Shop WatchApp Extension", "ShopWatch", "WatchKit App", "Shop Watch App", "WatchExtension"] {
      #expect(SourcePlatforms.named(in: "\(name)/Home.swift") == [.watchOS], "\(name)")
    }
    #expect(SourcePlatforms.named(in: "Watchlist App/Home.swift") == nil)
  }

  @Test("A control without a title is known in a file that moved, also after its screen was renamed")
  func moved() {
    let source = "struct PayView: View { var body: some View { NavigationStack { Button(name) { pay() } } } }"
    let known = [
      KnownComponent(keys: ["checkout", "pay"], source: "Old.swift:1", kind: "screen", title: "Checkout"),
      KnownComponent(keys: ["pay/pay"], source: "Old.swift:1", kind: "button", title: ""),
    ]
    let outcome = SourceScan.find([(path: "New.swift", bytes: Array(source.utf8))], known: known)
    #expect(outcome.found.map(\.key) == [] && outcome.moved.map(\.key) == ["checkout", "pay/pay"])
  }
}
