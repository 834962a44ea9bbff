/// A value that few of very many rows have: it lies apart, and the others keep no room for it. In the room that makes
/// rows, so that none asks at run time what the value is.
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
