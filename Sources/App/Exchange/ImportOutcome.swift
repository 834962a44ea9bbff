package import CommandLine
package import Exchange
import Store

/// What became of one file.
package struct ImportOutcome {
  package var name: String
  package var result: Result<Imported, Problem>
  package var evidence = EvidenceCount()

  package var bundle: ImportReport? {
    guard case .success(.bundle(let report)) = result else { return nil }
    return report
  }

  /// How many entries and tool findings are new.
  var added: Int { bundle?.received.added ?? signals?.added ?? 0 }

  var signals: SignalReport? {
    guard case .success(.signals(let report)) = result else { return nil }
    return report
  }

  /// What the file was.
  package enum Imported {
    case bundle(ImportReport)
    case signals(SignalReport)
  }
}
