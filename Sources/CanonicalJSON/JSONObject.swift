/// The members of a JSON object, always sorted by the UTF-8 bytes of their keys.
///
/// Keys are compared as bytes: `é` as one scalar and as `e` with an accent are two keys.
package struct JSONObject: Sendable {
  /// One key with its value.
  package struct Member: Sendable, Equatable {
    package let key: String
    package var value: JSONValue

    package static func == (left: Member, right: Member) -> Bool {
      ByteOrder.areEqual(left.key, right.key) && left.value == right.value
    }
  }

  /// Sorted by the bytes of the keys; no key is there twice.
  package private(set) var members: [Member] = []

  package init() {}

  /// Takes members in any order; a key that is repeated keeps its last value.
  package init(_ pairs: [(String, JSONValue)]) {
    members.reserveCapacity(pairs.count)
    for (key, value) in pairs { self[key] = value }
  }

  /// Takes members whose keys are known to be distinct, in any order.
  init(distinct unordered: [Member]) {
    members = unordered
    let ascending = zip(unordered, unordered.dropFirst()).allSatisfy { ByteOrder.isAscending($0.key, $1.key) }
    if !ascending { members.sort { ByteOrder.isAscending($0.key, $1.key) } }
  }

  package var count: Int { members.count }

  package var isEmpty: Bool { members.isEmpty }

  /// The value of a key; nil when there is none. Setting nil removes the member; a JSON null is set as `.null`.
  package subscript(key: String) -> JSONValue? {
    get {
      let place = place(of: key)
      return place.found ? members[place.index].value : nil
    }
    set {
      let place = place(of: key)
      switch (newValue, place.found) {
      case (let value?, true): members[place.index].value = value
      case (let value?, false): members.insert(Member(key: key, value: value), at: place.index)
      case (nil, true): members.remove(at: place.index)
      case (nil, false): break
      }
    }
  }

  /// Takes a member out and returns its value; nil when there was none.
  @discardableResult
  package mutating func removeValue(forKey key: String) -> JSONValue? {
    let place = place(of: key)
    return place.found ? members.remove(at: place.index).value : nil
  }

  /// Where a key is, or where it would have to be inserted.
  private func place(of key: String) -> (index: Int, found: Bool) {
    // Members mostly arrive in order, so the end is tried first.
    if let last = members.last, ByteOrder.isAscending(last.key, key) { return (members.count, false) }
    var low = 0
    var high = members.count
    while low < high {
      let middle = low + (high - low) / 2
      if ByteOrder.isAscending(members[middle].key, key) { low = middle + 1 } else { high = middle }
    }
    return (low, low < members.count && ByteOrder.areEqual(members[low].key, key))
  }
}

extension JSONObject: Equatable {
  package static func == (left: JSONObject, right: JSONObject) -> Bool { left.members == right.members }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// A key that is repeated keeps its last value.
  package init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}
