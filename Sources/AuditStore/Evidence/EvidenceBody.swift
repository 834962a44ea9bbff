import AuditModel
import CanonicalJSON

/// The body of an `evidence` fact: a file that shows what a result says. An empty text is a member that is not there.
///
///     {"alt":"…","check":…,"component":…,"condition":…,"name":"shot.png","of":"<32 hex of the result's identity>",
///      "sha256":"<64 hex>","size":48211,"tester":…,"type":"image/png"}
///
/// The names of the cell stand here too: the file may arrive before the result, or without it.
struct EvidenceBody {
  var check: String
  var component: String
  var condition = ""
  var evidence: NewEvidence
  var result: FactReference
  var tester = ""

  init(
    _ evidence: NewEvidence, result: FactReference, check: String, component: String, condition: String, tester: String
  ) {
    self.evidence = evidence
    self.result = result
    self.check = check
    self.component = component
    self.condition = condition
    self.tester = tester
  }

  /// Reads a body; nil when a member this version needs is missing or not of its form. Others are passed over.
  init?(_ object: JSONObject) {
    guard let check = object["check"]?.stringValue, !check.isEmpty,
      let component = object["component"]?.stringValue, !component.isEmpty,
      let name = object["name"]?.stringValue, let type = object["type"]?.stringValue,
      let result = object["of"]?.stringValue.flatMap({ FactReference(hex: $0) }),
      let digest = object["sha256"]?.stringValue.flatMap(Digest.init(hex:)),
      let bytes = object["size"]?.integerValue, bytes >= 0
    else { return nil }
    self.init(
      NewEvidence(name: name, type: type, digest: digest, bytes: bytes), result: result, check: check,
      component: component, condition: "", tester: "")
    for (member, path) in [("condition", \EvidenceBody.condition), ("tester", \.tester), ("alt", \.evidence.words)] {
      guard let value = object[member] else { continue }
      guard let text = value.stringValue else { return nil }
      self[keyPath: path] = text
    }
  }

  var json: JSONObject {
    var object: JSONObject = [
      "check": .string(check), "component": .string(component), "name": .string(evidence.name),
      "of": .string(result.hex), "sha256": .string(evidence.digest.hex),
      "size": .integer(evidence.bytes), "type": .string(evidence.type),
    ]
    if !condition.isEmpty { object["condition"] = .string(condition) }
    if !evidence.words.isEmpty { object["alt"] = .string(evidence.words) }
    if !tester.isEmpty { object["tester"] = .string(tester) }
    return object
  }
}
