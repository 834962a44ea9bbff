import Arguments
import AuditStore
import CanonicalJSON
import Terminal
import TrackerAccess

/// `a11y __state`: all that merging decides, for the comparison with its model; hidden from people.
enum StateCommand {
  static var spec: CommandSpec {
    CommandSpec(
      "__state", "what merging decides, as JSON", isHidden: true,
      run: { context in
        let state = try context.openTracker(.read).read { try $0.mergeState() }
        var options = JSONOptions.standard
        options.members = 1 << 24
        try context.print(String(decoding: try CanonicalWriter.bytes(of: state, options: options), as: UTF8.self))
        return .done
      })
  }
}
