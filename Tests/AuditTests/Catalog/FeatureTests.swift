import Testing

@testable import Audit

@Suite("What a component has decides which checks are asked")
struct FeatureTests {
  private func component(_ kind: String, _ features: String...) -> Component {
    var component = Component(key: "x", kind: kind)
    component.features = features
    component.take(features: Catalog.features)
    return component
  }

  private func asks(_ id: String, _ component: Component) throws -> Bool {
    let check = try #require(Catalog.checks[id: id])
    let answer = check.applies(to: component)
    #expect((answer == .inScope) == check.isInScope(for: component), "\(id)")
    return check.isInScope(for: component)
  }

  @Test("The file names checks that there are, and asks none of a control that is asked of a screen")
  func file() throws {
    #expect(Catalog.problems.isEmpty && Catalog.features.count == 23)
    for feature in Catalog.features {
      for id in feature.asks + feature.only { #expect(Catalog.checks[id: id] != nil, "\(feature.id) \(id)") }
      for id in feature.asks { #expect(Catalog.checks[id: id]?.unit == .component, "\(feature.id) \(id)") }
      #expect(!feature.title.isEmpty && feature.id != Feature.none)
    }
  }

  @Test("Without a feature that is named the kind alone decides")
  func unknown() {
    for kind in Catalog.componentKinds {
      let (bare, plain) = (component(kind), Component(key: "x", kind: kind))
      for check in Catalog.checks {
        #expect(check.applies(to: bare) == check.applies(to: plain), "\(kind) \(check.id)")
      }
    }
  }

  @Test("From the fourth edition on a control is not asked for features that nobody named")
  func unnamed() throws {
    func control(_ kind: String, _ profile: Profile = .general, style: String? = nil) -> Component {
      var component = Component(key: "x", kind: kind)
      component.profile = profile
      component.take(features: Catalog.features, asksUnnamed: false)
      if let style { component.take(style: Catalog.style(style)) }
      return component
    }
    for id in ["haptics.type-heavy", "visual-feedback.damping", "components.destructive-role"] {
      #expect(try !asks(id, control("button")), "\(id)")
    }
    #expect(try asks("voiceover.label-present", control("button")), "what needs no feature stays")
    #expect(try asks("voiceover.no-redundant-state", control("toggle")), "a toggle has a state for certain")
    #expect(try asks("components.tab-badge", control("badge")) && !asks("components.tab-badge", control("tab-bar")))
    #expect(try asks("gestures.alternatives", control("screen")) && asks("patterns.authentication", control("app")))
    #expect(try asks("haptics.type-medium", control("button", .child)), "the guide asks it of a child's controls")
    let styled = control("button", style: "child-friendly")
    #expect(try asks("haptics.type-medium", styled) && asks("visual-feedback.damping", styled), "its style promises it")
    #expect(try !asks("components.destructive-role", styled))
    #expect(try asks("components.destructive-role", control("button", style: "destructive")))
    let heavy = try #require(Catalog.checks[id: "haptics.type-heavy"])
    let reason = "haptics.type-heavy applies to components with haptics; to name what this one has, use --has."
    #expect(heavy.applies(to: control("button")) == .out(reason: reason))
    for kind in Catalog.componentKinds {
      let certain = Set(Catalog.features.filter { $0.kinds.contains(kind) }.flatMap(\.only))
      let needs = Set(Catalog.features.flatMap(\.only)).subtracting(certain)
      let (unnamed, plain) = (control(kind), Component(key: "x", kind: kind))
      for check in Catalog.checks {
        let isLeftOut = check.unit == .component && needs.contains(check.id)
        #expect(check.isInScope(for: unnamed) == (check.isInScope(for: plain) && !isLeftOut), "\(kind) \(check.id)")
      }
    }
  }

  @Test("A named feature brings its checks to any kind, and the others leave")
  func named() throws {
    let trash = component("icon-button", "destructive", "haptics")
    #expect(try asks("components.destructive-role", trash) && asks("haptics.max-one-per-interaction", trash))
    #expect(try !asks("components.destructive-role", component("icon-button")))
    #expect(try !asks("visual-feedback.scale-range", trash))
    #expect(try asks("voiceover.icon-button-label", trash), "what needs no feature stays")
    let none = component("button", Feature.none)
    #expect(try !asks("components.destructive-role", none) && !asks("haptics.type-heavy", none))
    #expect(try asks("voiceover.label-present", none))
    let screen = component("screen", "glass")
    #expect(try asks("reduce-transparency.solid-fallback", screen) && !asks("gestures.drag-alternative", screen))
    #expect(try !asks("reduce-transparency.solid-fallback", component("button", "glass")), "it is asked of a screen")
  }

  @Test("A check is left out only where none of the features that need it is there")
  func shared() throws {
    #expect(try asks("reduce-transparency.readable-on-any-background", component("screen", "on-image")))
    #expect(try asks("media.sound-control", component("app", "sound")))
    #expect(try asks("media.sound-control", component("app", "media")))
    #expect(try !asks("media.sound-control", component("app", "glass")))
  }

  @Test("Checks of the newest edition are for the systems that have what they are about")
  func systems() throws {
    let usual = Set(Platform.usual)
    let newer = Catalog.checks.filter { !usual.isSuperset(of: $0.platforms) }
    #expect(newer.count > 150)
    for edition in [CatalogEdition.first, .second, .third] {
      for check in Catalog.checks(of: edition) { #expect(usual.isSuperset(of: check.platforms), "\(check.id)") }
    }
    func platforms(_ id: String) -> Set<Platform> { Set(Catalog.checks[id: id]?.platforms ?? []).subtracting(usual) }
    #expect(platforms("voiceover.label-present") == [.tvOS, .watchOS, .visionOS])
    #expect(platforms("touch-target.minimum-44pt") == [.watchOS], "a TV has no touch; visionOS wants 60 pt")
    #expect(platforms("voice-control.input-labels") == [.visionOS])
    #expect(platforms("keyboard.focus-visible") == [.tvOS, .visionOS])
    #expect(platforms("typography.minimum-11pt").isEmpty, "each system has another smallest size")
    #expect(platforms("typography.text-styles").isEmpty && platforms("dynamic-type.no-truncation-ax3") == [.visionOS])
    #expect(platforms("switch-control.operable") == [.tvOS, .visionOS])
  }
}
