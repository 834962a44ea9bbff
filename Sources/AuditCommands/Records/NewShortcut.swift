/// `a11y new shortcut`.
enum NewShortcut {
  static var spec: CommandSpec {
    CommandSpec(
      "shortcut", group: .setUp, "a keyboard shortcut of the app, and what it collides with",
      usage: ["KEYS --action TEXT [FLAGS]"],
      examples: [
        .init(
          "a11y new shortcut Command-Shift-N --action \"New list\" --platform iPadOS --platform macOS",
          "an ordinary one"),
        .init("a11y new shortcut cmd+d --action \"Mark as seen\" --screen movie-detail", "on one screen"),
      ],
      details: [
        "Modifiers stand in any order and spelling: Command-Shift-N, cmd+shift+n and the signs on the keys are one. It is "
          + "held against the others of the same place and platform, against those that the system and VoiceOver take, and "
          + "against those with a standard meaning: a11y list shortcuts, a11y lookup shortcut."
      ],
      positionals: [PositionalSpec("KEYS", "modifiers and a key, e.g. Command-Shift-N")],
      flags: [
        FlagSpec(.action, value: "TEXT", "what it does").required(), .screen,
        .component("the component that must have the focus"), .platform, .check("the check it serves"), .owner, .tag,
        .ticket, .message("more about it"), .dryRun,
      ],
      run: ShortcutRun.new)
  }
}

/// `a11y new gesture`.
enum NewGesture {
  static var spec: CommandSpec {
    CommandSpec(
      "gesture", group: .setUp, "a gesture of a component, and how else that can be done",
      usage: ["GESTURE --component COMPONENT --action TEXT [--alternative TEXT] [FLAGS]"],
      examples: [
        .init(
          "a11y new gesture swipe --component my-lists/row --action \"Delete the list\" --alternative \"Edit, then Delete\"",
          "with another way"),
        .init("a11y new gesture pinch --component movie-detail/poster --action Zoom", "without one, which is said"),
      ],
      details: [
        "GESTURE is one of a11y lookup gesture, by its name or another, or one of the app's own such as shake, which is "
          + "said to be one until a11y new reference adds it there. a11y list gestures says which have no alternative, "
          + "begin at an edge of the system, or mean something else than usual."
      ],
      positionals: [PositionalSpec("GESTURE", completes: .records(.gestureKind), "the gesture, e.g. long-press")],
      flags: [
        .component("the component that has it").required(), FlagSpec(.action, value: "TEXT", "what it does").required(),
        FlagSpec(.alternative, value: "TEXT", "how else that can be done: a button, a menu, a named action"),
        .check("the check it serves"), .owner, .tag, .ticket, .message("more about it"), .dryRun,
      ],
      run: GestureRun.new)
  }
}
