import Testing

@testable import App

/// What a scan finds of views that are given their words: by the names of their arguments, through other views, in cases,
/// and of those that show nothing.
@Suite("Words that views are given")
struct SourceScanGivenTests {
  /// `kind title` of each control of the view `A`.
  private func shown(_ body: String, _ others: String = "") -> [String] {
    let source = "struct AView: View { var body: some View { \(body) } }\n\(others)"
    return SourceScan.find([(path: "A.swift", bytes: Array(source.utf8))]).found
      .filter { $0.screens == ["a"] && $0.kind != "screen" }.map { "\($0.kind) \($0.title)" }
  }

  @Test("A control of the app has the words of the argument that it shows, whatever its name")
  func arguments() {
    let toggle = """
      struct OwnToggle: View { @Binding var isOn: Bool; var blurb: LocalizedStringKey; var icon: String?
        var body: some View { Toggle(isOn: $isOn, label: { HStack { if let icon = icon { Label(blurb, systemImage: icon) }
          else { Text(blurb) } } }) } }
      struct ServerToggle: View { let note: LocalizedStringKey
        var body: some View { OwnToggle(isOn: $value, blurb: note, icon: "gear").task { load() } } }
      struct AmountStepper: View { var caption: String; var body: some View {
        Stepper(value: $n, label: { VStack { Text(caption); TextField("", value: $n); Text("At most \\(max)") } }) } }
      struct PathRow: View { let text: String; let actionName: String
        var body: some View { HStack { Text(text); Button(actionName) { go() } } } }
      """
    #expect(
      shown(
        """
        OwnToggle(isOn: $a, blurb: "Reload", icon: "arrow"); ServerToggle(note: "Sync")
        AmountStepper(caption: "Days"); PathRow(text: "Folder:", actionName: "Browse")
        """, toggle) == ["toggle Reload", "toggle Sync", "stepper Days", "button Browse"])
  }

  @Test("A control of a package has the words of its arguments, and one that is given a binding is a switch")
  func packages() {
    #expect(
      shown(
        """
        BrandTextField(placeholder: "Email", text: $email); BrandButton(title: "Pay", icon: "card") {}
        FormRow(title: "Notify me", trailing: .toggle($on)); BrandSwitchRow(title: "Dark", isOn: $dark)
        """) == ["form-field Email", "button Pay", "toggle Notify me", "toggle Dark"])
  }

  @Test("Words are in the cases that a view is given, and none in the names of symbols")
  func cases() {
    #expect(
      shown(
        """
        Button {} label: { Row(leading: .text("Language"), trailing: .icon("chevron")) }
        Link(destination: url) { Line(iconName: "cart", caption: "Shop") }
        Button {} label: { Row(leading: .image("star"), font: .custom("Avenir", size: 3)) }
        Button {} label: { Image(systemName: "plus").help("Create") }
        Button(role: .cancel, action: leave)
        """) == ["button Language", "link Shop", "button ", "icon-button Create", "button Cancel"])
  }

  @Test("A function of a view that draws a control is one wherever it is called, and so is a view that is tapped")
  func functions() {
    let rows = """
      extension AView {
        @ViewBuilder func ToggleRow(icon: String, text: String, onTap: @escaping () -> Void) -> some View {
          HStack { Image(systemName: icon); Text(text); ZStack { Capsule() }.onTapGesture { onTap() } } }
        func row(_ title: String) -> some View { titled(title: title) }
        func titled(title: String) -> some View { Button(title) { go() } }
        func lines(_ count: Int) -> some View { Button("More") { } }
      }
      struct Chip: View { let title: String; var body: some View { Text(title).padding().onTapGesture { pick() } } }
      """
    #expect(
      shown(
        """
        ToggleRow(icon: "faceid", text: "Lock") { lock() }; ToggleRow(icon: "x", text: "Hide") { }
        titled(title: "Help"); self.titled(title: "About"); Chip(title: "New"); lines(3)
        """, rows) == [
          "custom-control Lock", "custom-control Hide", "button Help", "button About", "custom-control New",
          "button More",
        ])
  }

  @Test("Labels are made of views of other files")
  func files() {
    let source =
      "struct AView: View { var body: some View { Button { back() } label: { BackMark() }; Button { } label: { HelpMark() } } }"
    let marks = """
      struct BackMark: View { var body: some View { Image(systemName: "chevron.left").padding() } }
      struct HelpMark: View { var body: some View { HStack { Image("x"); Text("Help") } } }
      """
    let found = SourceScan.find([
      (path: "A.swift", bytes: Array(source.utf8)), (path: "B.swift", bytes: Array(marks.utf8)),
    ]).found
    #expect(
      found.filter { $0.kind.hasSuffix("button") }.map { "\($0.kind) \($0.title)" } == ["icon-button ", "button Help"])
  }

  @Test("A section that opens is a control, and so is an alert of UIKit or AppKit")
  func sectionsAndAlerts() {
    #expect(
      shown(
        """
        Section("Wine", isExpanded: $isOpen) { Text("x") }; Section("Plain") { Text("x") }
        Section(isExpanded: $other) { Text("x") } header: { Label("Master data", systemImage: "folder") }
        """) == ["custom-control Wine", "custom-control Master data"])
    #expect(
      shown(
        "Text(name)",
        "extension AView { func warn() { show(UIAlertController(title: \"Not saved\", message: nil)); NSAlert() } }")
        == ["alert Not saved", "alert "])
  }

  @Test("What shows nothing, or only puts the keyboard away, is no control")
  func invisible() {
    #expect(
      shown(
        """
        NavigationLink(destination: next, isActive: $go) { EmptyView() }
        NavigationLink(destination: next, isActive: $go, label: EmptyView.init); NavigationLink(destination: next, isActive: $go)
        ScrollView { }.simultaneousGesture(DragGesture().onChanged { _ in focus = nil })
        VStack { }.onTapGesture { UIApplication.shared.endEditing() }; ZStack { }.onTapGesture { isFocused = false }
        VStack { Text("Open") }.onTapGesture { open() }
        VStack { Text("Date") }.onTapGesture { UIApplication.shared.endEditing(); isPicking = true }
        """) == ["custom-control Open", "custom-control Date"])
    let source = """
      struct HomeView: View { var body: some View { NavigationStack { Text("x") }.sheet(item: $item, content: makeSheet) }
        func makeSheet(_ item: Item) -> some View { EditorCard(item: item) } }
      struct EditorCard: View { var body: some View { Button("Save") {} } }
      private struct OldView: View { var body: some View { Text("x") } }
      """
    let found = SourceScan.find([(path: "A.swift", bytes: Array(source.utf8))]).found
    #expect(found.map { "\($0.kind) \($0.key)" } == ["screen home", "sheet editor-card", "button editor-card/save"])
  }
}
