import Arguments
import Terminal

extension HelpTopic {
  static var exitCodes: HelpTopic {
    HelpTopic(
      name: "exit-codes", summary: "how a command ended, for scripts",
      sections: [
        .init(
          "Codes",
          [
            .entries(ExitCode.allCases.map { .init(String($0.rawValue), $0.meaning) }),
            .paragraph(
              "The result is on standard output and everything else on standard error, so a pipe carries results only. "
                + "A code other than 0 comes with one sentence that says why and, where there is one, a hint that names "
                + "the next command."),
          ])
      ])
  }
}
