extension Writer {
  /// Keeps what a tool found. It changes nothing in the state of its cell.
  package func add(_ signal: Signal, by tester: String) throws {
    try append("signal", signal.body(by: tester))
  }
}
