/// Values by the numbers that a file gives to names, contexts and cells, from 1 up without gaps: found without hashing.
struct ByTerm<Value> {
  /// A file from elsewhere may use any number; beyond this one they are hashed, so that it cannot ask for memory.
  private let largest: UInt64
  private var values: [Value?] = []
  private var others: [Int64: Value] = [:]

  init(largest: Int = 1 << 20) { self.largest = UInt64(clamping: largest) }

  subscript(term: Int64) -> Value? {
    get {
      let place = UInt64(bitPattern: term)
      guard place < largest else { return others[term] }
      return place < UInt64(values.count) ? values[Int(place)] : nil
    }
    set {
      guard let place = Int(exactly: term), UInt64(bitPattern: term) < largest else {
        others[term] = newValue
        return
      }
      if place >= values.count {
        values.append(contentsOf: repeatElement(nil, count: max(place + 1 - values.count, values.count / 2)))
      }
      values[place] = newValue
    }
  }

  subscript(term: Int32) -> Value? {
    get { self[Int64(term)] }
    set { self[Int64(term)] = newValue }
  }

  subscript(term: Int32, default value: Value) -> Value {
    get { self[term] ?? value }
    set { self[term] = newValue }
  }

  /// Those that were set.
  func visit(_ body: (Int64, Value) throws -> Void) rethrows {
    for (term, value) in values.enumerated() { if let value { try body(Int64(term), value) } }
    for (term, value) in others { try body(term, value) }
  }

  /// What is known already, or what `find` finds now.
  mutating func value(_ term: Int64, _ find: () throws -> Value) rethrows -> Value {
    if let known = self[term] { return known }
    let found = try find()
    self[term] = found
    return found
  }
}
