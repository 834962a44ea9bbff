import Audit
import Base
import Store
import Testing

@testable import App

@Suite("Components like others")
struct ComponentTemplateTests {
  private func world() throws -> RegisterWorld {
    let world = try RegisterWorld()
    try world.write("SignIn.swift", "struct SignIn {}")
    try world.must(
      "new", "component", "sign-in/close", "--kind", "icon-button", "--style", "icon", "--size", "48x48", "--screen",
      "sign-in,home", "--profile", "child", "--platform", "iOS", "--tag", "nav", "--target-tier", "56", "--planned",
      "visual-feedback.scale-range=0.95", "--owner", "qa-1", "--source", "SignIn.swift", "--title", "Close")
    return world
  }

  @Test("All that is the same for alike components is copied; owner, source, and title are not")
  func copies() throws {
    let world = try world()
    try world.must("new", "component", "sign-in/help", "--like", "sign-in/cl")
    let component = try #require(try world.read { try $0.component("sign-in/help") })
    #expect(component.kind == "icon-button" && component.style == "icon" && component.size == "48x48")
    #expect(component.screens == ["sign-in", "home"] && component.tags == ["nav"])
    #expect(component.profile == .child && component.platforms == [.iOS] && component.targetTier == 56)
    #expect(try world.field("component", "sign-in/help", "planned.visual-feedback.scale-range") == "0.95")
    #expect(component.owner == "" && component.source == "" && component.title == "")
    #expect(world.errors == "")
  }

  @Test("A flag wins, and an empty one leaves the field empty")
  func flagsWin() throws {
    let world = try world()
    try world.must(
      "new", "component", "a", "--like", "sign-in/close", "--kind", "button", "--size", "56x56", "--profile", "",
      "--tag", "x", "--planned", "visual-feedback.scale-range=", "--owner", "qa-2")
    let component = try #require(try world.read { try $0.component("a") })
    #expect(component.kind == "button" && component.size == "56x56" && component.style == "icon")
    #expect(component.profile == .general && component.tags == ["x"] && component.owner == "qa-2")
    #expect(try world.field("component", "a", "planned.visual-feedback.scale-range") == nil)
  }

  @Test("A template that is not there is refused, and nothing is added")
  func unknown() throws {
    let world = try world()
    let before = try world.file
    #expect(world.run("new", "component", "a", "--like", "sign-in/clothes") == 3)
    #expect(world.errors.contains("unknown component \"sign-in/clothes\""))
    #expect(world.run("new", "component", "--from", "x.csv", "--like", "sign-in/close") == 2)
    #expect(try world.file == before)
    try world.must("edit", "component", "sign-in/close", "--delete")
    #expect(world.run("new", "component", "a", "--like", "sign-in/close") == 5)
  }

  @Test("A kind with a style of its own is said so, where neither style nor size is set")
  func usualStyle() throws {
    let world = try RegisterWorld()
    try world.must("new", "component", "close", "--kind", "icon-button")
    #expect(
      world.errors.contains(
        "the usual style of \"icon-button\" is icon (48x48 pt, never below 44x44); run \"a11y edit component close "
          + "--style icon\" to set it"))
    #expect(try world.field("component", "close", "style") == nil)
    for words in [["--kind", "icon"], ["--kind", "button"], ["--kind", "icon-button", "--size", "44x44"]] {
      try #require(world.run(["new", "component", "k\(words.joined())".filter { $0 != "-" }] + words) == 0)
      #expect(world.errors == "", "\(words)")
    }
  }

  @Test("A kind as a template gives its usual style")
  func kindAsTemplate() throws {
    let world = try RegisterWorld()
    try world.must("new", "component", "close", "--like", "icon-button", "--screen", "home")
    let component = try #require(try world.read { try $0.component("close") })
    #expect(component.kind == "icon-button" && component.style == "icon" && component.screens == ["home"])
    #expect(world.errors == "")
    try world.must("new", "component", "button", "--kind", "icon-button", "--size", "48x48")
    try world.must("new", "component", "other", "--like", "button")
    #expect(try world.field("component", "other", "size") == "48x48", "a component of that name comes first")
  }
}
