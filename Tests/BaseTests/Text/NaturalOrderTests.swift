import Base
import Testing

@Suite("Order of names for reading")
struct NaturalOrderTests {
  @Test(
    "A number in a name goes by its value",
    arguments: [
      ["c-1", "c-2", "c-10", "c-20"], ["1.9", "1.10", "2"], ["a", "a1", "a1b", "a2", "b"], ["", "0", "00", "1"],
      ["v2/c-10", "v10/c-2"], ["x9999999999999999999999", "x10000000000000000000000"], ["c-02", "c-2", "c-03"],
      ["B", "a", "画面2", "画面10"],
    ])
  func order(names: [String]) {
    #expect(names.reversed().inNaturalOrder() == names)
    for (place, name) in names.enumerated() {
      for other in names.indices {
        #expect(NaturalOrder.precedes(name, names[other]) == (place < other), "\(name), \(names[other])")
      }
    }
  }
}
