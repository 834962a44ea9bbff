/// A value that few of very many rows have: it lies apart, and the others keep no room for it.
///
/// It stands in the module of the rows that use it: from another one it would not be specialized, and each row would look
/// up its type at run time.
@propertyWrapper
package struct Rare<Value: Equatable & Sendable>: Equatable, Sendable {
  private final class Place: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var place: Place?

  package init(wrappedValue: Value?) {
    place = wrappedValue.map(Place.init)
  }

  package var wrappedValue: Value? {
    get { place?.value }
    set { place = newValue.map(Place.init) }
  }

  package static func == (left: Rare, right: Rare) -> Bool { left.wrappedValue == right.wrappedValue }
}
