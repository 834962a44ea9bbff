/// The values of a text that has several, one behind the other: JSON lines, and the pages that programs of trackers join.
package enum JSONPieces {
  /// Where each value is, and its line from 0. A value may be on one line or on several; any other text is a piece as
  /// well, and refused when it is read.
  ///
  /// - Parameter most: where there are more pieces, one more than this is found, and the rest is not looked at.
  package static func all(in bytes: ArraySlice<UInt8>, atMost most: Int) -> [(range: Range<Int>, line: Int)] {
    var pieces: [(range: Range<Int>, line: Int)] = []
    var line = 0
    var depth = 0
    var isText = false
    var begin: (place: Int, line: Int)?
    var index = bytes.startIndex
    while index < bytes.endIndex {
      guard pieces.count <= most else { return pieces }
      let byte = bytes[index]
      if byte == 0x0A, !isText || depth == 0 {
        // A value that is no object ends with its line.
        if depth == 0, let start = begin {
          pieces.append((start.place..<index, start.line))
          (begin, isText) = (nil, false)
        }
        line += 1
      } else if begin == nil {
        // A sequence of JSON has the sign 30 before each value.
        if ![0x20, 0x09, 0x0D, 0x1E].contains(byte) { begin = (index, line) }
      }
      if begin != nil {
        switch byte {
        case UInt8(ascii: "\\") where isText: index += 1
        case UInt8(ascii: "\""): isText.toggle()
        case UInt8(ascii: "{") where !isText, UInt8(ascii: "[") where !isText: depth += 1
        case UInt8(ascii: "}") where !isText, UInt8(ascii: "]") where !isText:
          depth = max(0, depth - 1)
          if depth == 0, let start = begin {
            pieces.append((start.place..<index + 1, start.line))
            begin = nil
          }
        default: break
        }
      }
      index += 1
    }
    if let start = begin { pieces.append((start.place..<bytes.endIndex, start.line)) }
    return pieces
  }

  /// The values of several documents, those of an array one by one; nil where there are not several, or one is none.
  package static func values(in bytes: [UInt8], _ options: JSONOptions, atMost most: Int) -> [JSONValue]? {
    let pieces = all(in: bytes[...], atMost: most)
    guard (2...most).contains(pieces.count) else { return nil }
    var values: [JSONValue] = []
    for piece in pieces {
      guard let value = try? JSONReader.parse(Array(bytes[piece.range]), options: options) else { return nil }
      values += value.arrayValue ?? [value]
    }
    return values
  }
}

/// The nodes of JSON-LD in one file, compact, expanded, or flattened: a member may be spelled in full or by a word of the
/// file's own context, a value may be a list or have its type beside it, and a node may be named in one place and described
/// in another one. A name is looked up once, and nothing is followed out of the file.
package struct LinkedNodes {
  /// The vocabularies whose members are read, under any prefix.
  private let vocabularies: [String]
  /// The prefixes that their members have where no context is read.
  private let prefixes: [String]

  /// By its name, the object that says most of a node.
  private var nodes: [String: JSONObject] = [:]
  /// What the context of the file has for words and prefixes of its own.
  private var terms: [String: String] = [:]
  private var hasFullNames = false
  /// The members that were found in large nodes, which many others may name: such a node is searched once for each.
  private final class Found { var members: [String: JSONValue?] = [:] }
  private let found = Found()
  private static let few = 32

  package init(_ document: JSONValue, vocabularies: [String], prefixes: [String]) {
    (self.vocabularies, self.prefixes) = (vocabularies, prefixes)
    index(document)
  }

  private mutating func index(_ value: JSONValue) {
    switch value {
    case .array(let values): for value in values { index(value) }
    case .object(let object):
      if let id = Self.id(value), object.count > nodes[id]?.count ?? 1 { nodes[id] = object }
      for member in object.members {
        if member.key == "@context" {
          for context in member.value.arrayValue ?? [member.value] { take(context: context) }
          continue
        }
        if Self.isFull(member.key) { hasFullNames = true }
        index(member.value)
      }
    default: break
    }
  }

  private mutating func take(context: JSONValue) {
    for (key, value) in (context.objectValue?.members ?? []).map({ ($0.key, $0.value) }) {
      guard let meaning = Self.id(value), !prefixes.contains(key), terms[key] == nil,
        vocabularies.contains(meaning) || !Self.end(meaning).hasSameBytes(as: key)
      else { continue }
      terms[key] = meaning
    }
  }

  /// The name of a node, which may be all that is here of it.
  package static func id(_ value: JSONValue) -> String? {
    value.stringValue ?? value["@id"]?.stringValue ?? value["id"]?.stringValue
  }

  /// What is behind the prefix or the address of a vocabulary.
  package static func end(_ name: String) -> String { name.split { ":#/".contains($0) }.last.map(String.init) ?? name }

  private static func isFull(_ key: String) -> Bool {
    key.utf8.starts(with: "http://".utf8) || key.utf8.starts(with: "https://".utf8)
  }

  /// The name of a member without its vocabulary; nil for one of another prefix.
  private func plain(_ key: String) -> String? {
    if let meaning = terms[key] { return Self.end(meaning) }
    if Self.isFull(key) { return Self.end(key) }
    guard let colon = key.firstIndex(of: ":"), let meaning = terms[String(key[..<colon])],
      vocabularies.contains(meaning)
    else { return nil }
    return String(key[key.index(after: colon)...])
  }

  private func written(_ name: String, of value: JSONValue?) -> JSONValue? {
    guard let object = value?.objectValue else { return nil }
    if let found = object[name] { return found }
    for prefix in prefixes {
      if let found = object["\(prefix):\(name)"] { return found }
    }
    guard hasFullNames || !terms.isEmpty else { return nil }
    func search() -> JSONValue? {
      object.members.first { plain($0.key).map { $0.hasSameBytes(as: name) } ?? false }?.value
    }
    guard object.count > Self.few, let id = value.flatMap(Self.id), nodes[id]?.count == object.count else {
      return search()
    }
    return found.members.value("\(name) \(id)", search)
  }

  /// The value of a member; of a list its first one.
  package func member(_ name: String, of value: JSONValue?) -> JSONValue? {
    written(name, of: value).flatMap(Self.single)
  }

  /// The values of a member, each described.
  package func all(_ name: String, of value: JSONValue?) -> [JSONValue] {
    guard let written = written(name, of: value) else { return [] }
    let values = (written.arrayValue ?? [written]).flatMap { value in
      let list = value["@list"] ?? value["@set"] ?? value
      return list.arrayValue ?? [list]
    }
    return values.compactMap(Self.single).map(described)
  }

  /// The text of a member, or the name of the node that it is.
  package func text(_ name: String, of value: JSONValue?) -> String? {
    member(name, of: value).flatMap { $0.stringValue ?? $0["@id"]?.stringValue }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// What says most of a node, where another object does.
  package func described(_ value: JSONValue) -> JSONValue {
    Self.id(value).flatMap { nodes[$0] }.map { .object($0) } ?? value
  }

  /// The types of a node, without their vocabularies.
  package func types(_ value: JSONValue?) -> [String] {
    let type = value?["@type"] ?? value?["type"]
    let list = type?.arrayValue?.prefix(20) ?? [type].compactMap(\.self)[...]
    return list.compactMap(\.stringValue).map { Self.end(terms[$0] ?? $0) }
  }

  private static func single(_ value: JSONValue) -> JSONValue? {
    var value = value
    // A list of one, in which is a list of one value with its type.
    for _ in 0..<4 {
      if let list = value.arrayValue {
        guard let first = list.first else { return nil }
        value = first
      } else if let inner = value["@value"] ?? value["@list"] ?? value["@set"] {
        value = inner
      }
    }
    return value
  }
}
