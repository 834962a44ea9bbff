package import AuditModel
package import CanonicalJSON

/// Why content is to be destroyed: one of a closed list, since what an `erase` fact says is never erased itself.
package enum ErasingReason: String, CaseIterable, Sendable {
  /// Consent was withdrawn.
  case withdrawn
  /// It says something of a person.
  case personal
  case mistake
  /// It was kept as long as it should be.
  case retention
  case legal
  case other
}

/// The forms of what acts on other facts. Nothing else may stand in such a body: it is never erased, and it has no
/// salt.
package enum ControlForm {
  /// What the body of a control kind has to be; nil where it is that, or the kind is another.
  package static func problem(kind: String, body: JSONObject) -> String? {
    switch ControlKind(rawValue: kind) {
    case .replica:
      isReplica(body)
        ? nil : "the body of a replica fact must have \"parent\", a replica, or \"signer\", a key fingerprint"
    case .retract:
      isRetract(body)
        ? nil : "the body of a retract fact must have \"targets\", 32 hex digits each, and may have \"by\""
    case .erase:
      isErase(body)
        ? nil
        : "the body of an erase fact must have a known \"reason\" and \"targets\", 32 hex digits each, or a \"sitting\""
    case nil: nil
    }
  }

  private static func isReplica(_ body: JSONObject) -> Bool {
    !body.isEmpty
      && body.members.allSatisfy { member in
        guard let text = member.value.stringValue else { return false }
        switch member.key {
        case "parent": return isReplicaName(text)
        case "signer": return isFingerprint(text)
        default: return false
        }
      }
  }

  private static func isRetract(_ body: JSONObject) -> Bool {
    targets(body) != nil
      && body.members.allSatisfy { member in
        switch member.key {
        case "targets": true
        case "by": isAuthor(member.value)
        case "deletes": member.value == true
        default: false
        }
      }
  }

  private static func isErase(_ body: JSONObject) -> Bool {
    guard let reason = body["reason"]?.stringValue, ErasingReason(rawValue: reason) != nil,
      body["targets"] != nil || body["sitting"] != nil
    else { return false }
    return body.members.allSatisfy { member in
      switch member.key {
      case "reason": true
      case "targets": targets(body) != nil
      case "sitting": member.value.stringValue.map(isReplicaName) ?? false
      case "by": isAuthor(member.value)
      default: false
      }
    }
  }

  /// The facts that a body names in `targets`; nil where there is no such list of one or more references.
  package static func targets(_ body: JSONObject) -> [FactReference]? {
    guard let list = body["targets"]?.arrayValue, !list.isEmpty else { return nil }
    let targets = list.compactMap { $0.stringValue.flatMap { FactReference(hex: $0) } }
    return targets.count == list.count ? targets : nil
  }

  private static func isAuthor(_ value: JSONValue) -> Bool { value.stringValue.map { $0.utf8.count <= 64 } ?? false }

  private static func isReplicaName(_ text: String) -> Bool {
    (8...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) }
  }

  /// `SHA256:` and 43 characters of Base64.
  private static func isFingerprint(_ text: String) -> Bool {
    let prefix = "SHA256:"
    guard text.utf8.starts(with: prefix.utf8), text.utf8.count == prefix.utf8.count + 43 else { return false }
    return text.utf8.dropFirst(prefix.utf8.count).allSatisfy { byte in
      (0x61...0x7a).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "+")
        || byte == UInt8(ascii: "/")
    }
  }
}
