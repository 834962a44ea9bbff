package import Store

/// The names of machines in sentences.
package struct MachineWords {
  let own: String

  /// - Parameter own: of this machine; empty for words that are the same on each machine.
  package init(own: String) {
    self.own = own
  }

  /// `on this machine`, `on machine 4k2m9x7c1p0q`
  package func place(_ replica: String) -> String {
    replica.utf8.elementsEqual(own.utf8) ? "on this machine" : "on machine \(replica)"
  }

  /// The machine of a result, by its name `<replica>-<sequence>`.
  package static func replica(ofResult id: String) -> String {
    id.lastIndex(of: "-").map { String(id[..<$0]) } ?? id
  }

  /// Who logged each of some results. One person on several machines is one tester, so what tells the results apart is the
  /// machine: `ana on this machine`.
  package func testers(of results: [Cell]) -> [String] {
    let machines = results.map { Self.replica(ofResult: $0.id) }
    var known: [String: Set<String>] = [:]
    for (result, machine) in zip(results, machines) { known[result.tester, default: []].insert(machine) }
    return zip(results, machines).map { result, machine in
      known[result.tester, default: []].count > 1 ? "\(result.tester) \(place(machine))" : result.tester
    }
  }
}
