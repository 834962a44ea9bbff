import AuditStore
package import AuditSync
package import Terminal

/// What became of one file.
package struct ImportOutcome {
  package var name: String
  package var result: Result<Imported, Problem>
  package var evidence = EvidenceCount()

  package init(name: String, result: Result<Imported, Problem>, evidence: EvidenceCount = EvidenceCount()) {
    self.name = name
    self.result = result
    self.evidence = evidence
  }

  package var bundle: ImportReport? {
    guard case .success(.bundle(let report)) = result else { return nil }
    return report
  }

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
