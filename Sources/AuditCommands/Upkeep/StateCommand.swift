import Arguments
import AuditStore
import CanonicalJSON
import Terminal
import TrackerAccess

/// `a11y __state`: the decisions of merging, for the comparison with its model; not shown in help.
enum StateCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "__state", "print merge decisions as JSON", isHidden: true,
      run: { context in
        let state = try context.openTracker(.read).read { try $0.mergeState() }
        var options = JSONOptions.standard
        options.members = 1 << 24
        try context.print(String(decoding: try CanonicalWriter.bytes(of: state, options: options), as: UTF8.self))
        return .done
      })
  }
}
