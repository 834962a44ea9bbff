import Arguments
import CanonicalJSON
package import Terminal

/// Components in a JSON document: an array of objects, one object, or the output of `a11y list components --json`.
package struct ComponentDocument {
  /// Whether it is output of `a11y list components`, whose further members are ignored.
  private let isList: Bool
  private let rows: [JSONValue]
  private let path: String

  /// The entries of the document, in order.
  package static func read(_ bytes: [UInt8]) throws(Problem) -> ComponentEntries {
    var options = JSONOptions.standard
    options.allowsFractions = true
    do throws(JSONError) {
      return ComponentDocument(try JSONReader.parse(bytes, options: options)).entries()
    } catch {
      throw Problem(
        .badInput, code: "json.invalid",
        "line \(error.line), column \(error.column), at \(error.path): expected \(error.wanted), found \(error.found)")
    }
  }

  private init(_ value: JSONValue) {
    switch value {
    case .array(let elements): (isList, rows, path) = (false, elements, "$")
    case .object(let object):
      if let elements = object["rows"]?.arrayValue {
        (isList, rows, path) = (true, elements, "$.rows")
      } else {
        (isList, rows, path) = (false, [value], "")
      }
    default: (isList, rows, path) = (false, [value], "")
    }
  }

  private func entries() -> ComponentEntries {
    ComponentEntries(
      rows.enumerated().map { index, row in
        let place = path.isEmpty ? "$" : "\(path)[\(index)]"
        let text = (try? CanonicalWriter.bytes(of: row)) ?? []
        guard case .object(let object) = row else {
          return (.refused(place: place, reason: "expected an object with a key, found \(Self.form(row))"), text)
        }
        return (entry(object, at: place), text)
      })
  }

  private func entry(_ object: JSONObject, at place: String) -> ComponentEntry {
    var draft = ComponentDraft(place: place, key: "", fields: [:])
    for member in object.members where !member.value.isNull {
      if member.key == "key" {
        guard let key = member.value.stringValue else {
          return .refused(place: "\(place).key", reason: "expected text, found \(Self.form(member.value))")
        }
        draft.key = key
      } else if let field = ComponentField(rawValue: member.key) {
        do throws(Problem) {
          if let value = try Self.value(member.value, of: field) { draft.fields[field.rawValue] = value }
        } catch {
          return .refused(place: "\(place).\(member.key)", reason: error.sentence)
        }
      } else if let check = ComponentLines.plannedCheck(member.key) {
        switch member.value {
        case .string(let text): if !text.isEmpty { draft.planned.append(.init(check: check, value: text)) }
        case .integer(let number): draft.planned.append(.init(check: check, value: String(number)))
        case .decimal(let text): draft.planned.append(.init(check: check, value: text))
        default:
          return .refused(
            place: "\(place).\(member.key)", reason: "expected text or a number, found \(Self.form(member.value))")
        }
      } else if member.key == "line", case .integer = member.value {
        // It belongs to the source, wherever that is in the object.
      } else if !isList {
        let hint = Suggestion.hint(for: member.key, among: ["key"] + ComponentField.allCases.map(\.rawValue))
        let reason = ["unknown field \(MessageText.quoted(member.key))"] + hint
        return .refused(place: place, reason: reason.joined(separator: ". "))
      }
    }
    if case .integer(let line)? = object["line"] { draft.addLine(String(line)) }
    return .draft(draft)
  }

  /// The value of a field; nil for an empty member.
  private static func value(_ value: JSONValue, of field: ComponentField) throws(Problem) -> JSONValue? {
    switch value {
    case .string(let text):
      if text.isEmpty { return nil }
      return try field.isList ? field.value(of: ComponentLines.parts(text)) : field.value(of: text)
    case .integer(let number) where field == .targetTier || field == .size:
      return try field.value(of: String(number))
    case .bool(let flag) where field == .retired: return .bool(flag)
    case .array(let elements) where field.isList:
      if elements.isEmpty { return nil }
      var texts: [String] = []
      for element in elements {
        guard let text = element.stringValue else {
          throw .usage("value.invalid", "expected a list of texts, found \(form(element)) in it")
        }
        texts.append(text)
      }
      return try field.value(of: texts)
    default:
      let wanted = field.isList ? "a list of texts" : field == .retired ? "true or false" : "text"
      throw .usage("value.invalid", "expected \(wanted), found \(form(value))")
    }
  }

  private static func form(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .integer, .decimal: "a number"
    case .string(let text): MessageText.quoted(text, limit: 40)
    case .array: "an array"
    case .object: "an object"
    }
  }
}
