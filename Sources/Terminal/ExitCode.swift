/// How the program ended, as scripts see it. The numbers are a promise.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case done = 0
  /// A clear no: the gate failed, damage was found, rows were found with `--exit-code`.
  case no = 1
  case usage = 2
  /// Nothing of that name, or no data to answer from.
  case notFound = 3
  /// What was read, a file or standard input, is not what it should be. A bad value on the command line is `usage`.
  case badInput = 4
  /// A person has to decide something first.
  case decision = 5
  /// Busy after the deadline, read-only, full, damaged, or newer than the program.
  case storage = 6
  case bug = 70
  case interrupted = 130
  /// The reader of our output went away; what a process killed by SIGPIPE shows.
  case pipeClosed = 141
  case terminated = 143

  /// One sentence for help and the manual.
  package var meaning: String {
    switch self {
    case .done: "done"
    case .no: "a clear no: a rule of the gate failed, damage was found, or --exit-code found rows"
    case .usage:
      "the command line was not understood: an unknown flag, a missing argument, a value that is not of its form, a "
        + "query word that means nothing; or an answer was needed and nobody could be asked"
    case .notFound: "nothing of that name, or no data to answer from (an empty audit is never a pass)"
    case .badInput: "what was read is not what it should be: a file, or a line of standard input"
    case .decision: "a person has to decide something first"
    case .storage: "the tracker is busy, read-only, full, damaged, or newer than this program"
    case .bug: "a mistake in the program itself"
    case .interrupted: "interrupted with Ctrl-C; every answer given so far is kept"
    case .pipeClosed: "the program that read the output went away; not an error"
    case .terminated: "told to stop; every answer given so far is kept"
    }
  }
}
