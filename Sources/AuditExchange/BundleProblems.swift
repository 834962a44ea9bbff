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
    case .incomplete: ["Nothing was taken in. Wait until it is copied, or have it sent again, and do it again."]
    case .syntax, .header, .fact, .digest:
      ["Nothing was taken in. Have the bundle sent again: a11y export writes it anew."]
    case .foreign:
      [
        "a11y import reads bundles, which a11y export writes, and reports of XCTest, Appium, axe-core, a11y-check, "
          + "Lighthouse, pa11y, Accessibility Insights, axe-android and Evinced, SARIF and EARL. Tables are read by a11y "
          + "new component --from and a11y log -."
      ]
    case .tracker: ["Nothing was taken in. A bundle goes only where its tracker is."]
    case .join: ["--adopt makes this empty tracker part of the one the bundle is from."]
    case .changed:
      [
        "Nothing was taken in. If the worksheet is from another machine, exchange with that one first. "
          + "--accept-changed takes the answers all the same; they show as stale until somebody looks again."
      ]
    case .unsigned:
      ["Nothing was taken in. Run a11y import --unsigned FILE to take it in and to vouch for what it says."]
    case .signature: ["Nothing was taken in. a11y verify FILE shows the bundle and its signature."]
    case .newer: ["Install the newer a11y on this machine."]
    case .limit: ["Nothing was taken in. --max raises a limit, for instance --max facts=5000000,file=1G."]
    case .exists: ["Name another file, or give --yes to replace it."]
    case .unwritable: ["Nothing was left half-written."]
    case .kind, .missing, .unreadable: []
    }
  }
}
