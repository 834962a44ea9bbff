import AuditModel
import CanonicalJSON

extension Writer {
  /// Keeps what a tool found. It changes nothing in the state of its cell.
  package func add(_ signal: Signal, by tester: String) throws {
    try append("signal", signal.body(by: tester))
  }

  /// Takes signals away that a newer run of the tool does not have, or that stand elsewhere now. Unlike an undo this is
  /// something done: undo brings them back.
  ///
  /// - Parameter signals: of this machine; what others found is theirs to take away.
  package func end(_ signals: [SeenSignal], by tester: String) throws {
    for start in stride(from: 0, to: signals.count, by: 100) {
      var targets: [FactReference: Int64] = [:]
      var named: [JSONValue] = []
      for signal in signals[start..<min(start + 100, signals.count)] {
        guard let digest = try FactTable.digest(database, number: signal.number) else { continue }
        targets[digest.reference] = signal.number
        named.append(.string(digest.reference.hex))
      }
      guard !named.isEmpty else { continue }
      var body: JSONObject = ["deletes": true, "targets": .array(named)]
      if !tester.isEmpty { body["by"] = .string(tester) }
      try append("retract", body, targets: targets)
    }
  }
}
