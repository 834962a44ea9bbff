import Arguments
import Terminal

extension HelpTopic {
  static var exitCodes: HelpTopic {
    HelpTopic(
      name: "exit-codes", summary: "exit codes",
      sections: [
        .init(
          "Codes",
          [
            .entries(ExitCode.allCases.map { .init(String($0.rawValue), $0.meaning) }),
            .paragraph(
              "Results are on standard output, and all other text is on standard error, so a pipe carries only "
                + "results. If the code is not 0, the reason is on standard error, often with a hint for the next "
                + "command."),
          ])
      ])
  }
}
