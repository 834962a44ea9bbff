import AuditSync
package import Terminal

extension BundleProblem: ProblemConvertible {
  var problem: Problem { problem(of: nil) }

  /// The problem at the edge, about a file where it is known.
  package func problem(of file: String?) -> Problem {
    let message = file.map { "\(MessageText.quoted($0)): \(description)" } ?? description
    return Problem(kind, code: code.rawValue, message, hints: hints)
  }

  private var kind: Problem.Kind {
    switch code {
    case .missing: .notFound
    case .exists, .join, .changed, .unsigned: .decision
    case .unreadable, .unwritable, .newer: .storage
    case .incomplete, .syntax, .foreign, .header, .fact, .digest, .tracker, .limit, .kind, .signature: .badInput
    }
  }

  private var hints: [String] {
    switch code {
    case .incomplete: ["Wait until the file is copied, or ask for it again, then try again. Nothing was imported."]
    case .syntax, .header, .fact, .digest:
      ["Ask the sender to export the bundle again. Nothing was imported."]
    case .foreign:
      [
        "Use a bundle of \"a11y export\", or a report of XCTest, Appium, axe-core, a11y-check, Lighthouse, pa11y, "
          + "Accessibility Insights, axe-android, or Evinced, in SARIF, or in EARL. For tables, run \"a11y new "
          + "component --from\" or \"a11y log -\"."
      ]
    case .tracker: ["Import the bundle into a copy of its own tracker. Nothing was imported."]
    case .join: ["Pass --adopt to join this empty tracker to the tracker of the bundle."]
    case .changed:
      [
        "Sync first if the worksheet is from another machine, or pass --accept-changed to import the "
          + "answers anyway; they are stale until a retest. Nothing was imported."
      ]
    case .unsigned:
      ["Run \"a11y import --unsigned FILE\" to import it and vouch for its content. Nothing was imported."]
    case .signature: ["Run \"a11y verify FILE\" to check the bundle and its signature. Nothing was imported."]
    case .newer: ["Install the newer a11y on this machine."]
    case .limit: ["Pass --max to raise a limit, e.g. --max facts=5000000,file=1G. Nothing was imported."]
    case .exists: ["Choose another file, or pass --yes to replace it."]
    case .unwritable: ["Check the folder and its free space, and try again. No partial files were written."]
    case .kind, .missing, .unreadable: []
    }
  }
}
