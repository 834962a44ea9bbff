import Arguments

/// `a11y walk`: goes from item to item and takes an answer to each.
enum WalkCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "walk", group: .tester, "answer what has no answer yet, item by item",
      usage: ["[FLAGS]"],
      examples: [
        .init("a11y walk", "everything that is still untested, component by component"),
        .init("a11y walk --audit spring-24 --by check", "an audit, one check across all components after the other"),
        .init("a11y walk --component 'sign-in/**' --condition dark", "some components under one condition"),
        .init("a11y walk --only retest --build 3.3", "what has to be seen again, with the fewest changes of settings"),
        .init("a11y walk --keys line < answers.txt", "one answer per line, from a file or a pipe"),
      ],
      details: [
        "Each item is printed once, with how to test it, what is expected and the last result; one key answers it: p "
          + "pass, f fail, n not applicable, c can't tell. ? shows all keys, and so does a11y help keys. Every answer is "
          + "on disk when it is given: Ctrl-C, a closed terminal or a dead battery lose nothing, and the next walk goes "
          + "on where data is missing. u takes the last answer back, as often as you like.",
        "The scope is the audit's, if one is named or configured: its checklists, components and conditions, and only "
          + "answers in its name count. Otherwise it is every component in use with every check that applies, under the "
          + "condition that is named or configured. --only fail, stale and disputed walk the cells that a11y list cells "
          + "shows for these words, under every condition unless one is named; --only signals those in which tools found "
          + "something that nobody has looked at since; --only retest what a11y list retest shows, in its order: a "
          + "device and a set of settings at a time. Each such stop is named before its items, and answers are recorded "
          + "with its device unless --device names another; --build says in which build they are seen again.",
        "Where standard input or output is no terminal, or with --keys line, a line is an answer: f 2 close cross too "
          + "small. In a script the first line that is not understood ends the walk with exit code 4; the answers before "
          + "it are kept. The end of input ends the walk.",
        "A walk files no anti-pattern: a11y log fail CHECK COMPONENT --pattern PATTERN does.",
      ],
      flags: [
        .audit("the audit to walk; '' for none, whatever is configured"),
        .component("only this component, or a pattern such as 'sign-in/**'"),
        .check("only this check, or a pattern such as 'voiceover.*'"),
        FlagSpec(
          .checklist, value: "CHECKLIST", repeatable: true, completes: .records(.checklist),
          "only the checks of this checklist"),
        .by, .only,
        FlagSpec(switch: .all, "every cell, answered or not").excludes(.only),
        .condition("only under these settings, e.g. dark,text-ax5"),
        FlagSpec(.keys, value: "MODE", choices: ["single", "line"], "one key or one line per answer"),
        .tester, .build, .device, .os,
      ],
      formats: [.table, .plain], run: WalkRun.run)
  }
}
