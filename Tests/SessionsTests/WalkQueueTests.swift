import Audit
import Store
import Testing

@testable import Sessions

@Suite("The queue of a walk")
struct WalkQueueTests {
  private static func cell(_ number: Int) -> ScopeCell {
    ScopeCell(component: "c\(number / 2)", check: "k\(number % 2)", condition: "")
  }

  private var queue = WalkQueue(WorkItems((0..<6).map(cell)))

  @Test("It goes from open item to open item, and ends behind the last")
  mutating func going() {
    queue.mark(.answered(.pass))
    queue.advance()
    #expect(queue.position == 1)
    queue.advance()
    #expect(queue.position == 2)
    _ = queue.go(to: 1)
    queue.advance()
    #expect(queue.position == 1, "what was skipped comes again, what was answered does not")
    _ = queue.go(to: 6)
    queue.mark(.answered(.fail))
    queue.advance()
    #expect(queue.current == nil && queue.position == 6)
    queue.advance()
    #expect(queue.current == nil)
    _ = queue.goBack()
    #expect(queue.position == 5)
    #expect(queue.left == 4 && queue.counts.pass == 1 && queue.counts.fail == 1)
  }

  @Test("Only numbers of items are gone to", arguments: [0, -1, 7, Int.min, Int.max])
  func numbers(number: Int) {
    var queue = queue
    let isThere = queue.go(to: number)
    #expect(!isThere && queue.position == 0)
  }

  @Test("A visit leads to an item, also to one that was answered before the walk")
  mutating func visits() {
    queue.visit(Self.cell(3))
    #expect(queue.position == 3 && queue.currentMark == .open)
    queue.mark(.overtaken)
    let older = ScopeCell(component: "older", check: "k", condition: "")
    queue.visit(older)
    #expect(queue.current == older && queue.currentMark == .earlier && queue.left == 5)
    #expect(queue.open == [0, 1, 2, 4, 5].map(Self.cell) && queue.overtaken == 1 && queue.counts.pass == 0)
    queue.advance()
    #expect(queue.current == Self.cell(4), "what was answered before is not asked again")
  }

  @Test("What is taken back is open again, also where it was none of this walk")
  mutating func back() {
    queue.mark(.answered(.pass))
    queue.advance()
    queue.bringBack(Self.cell(0))
    #expect(queue.position == 0 && queue.currentMark == .open && queue.count == 6)
    let older = ScopeCell(component: "older", check: "k", condition: "dark")
    queue.bringBack(older)
    #expect(queue.current == older && queue.count == 7)
    queue.mark(.answered(.fail))
    queue.advance()
    #expect(queue.current == Self.cell(0))
  }

  @Test("An empty queue is at its end")
  func empty() {
    var queue = WalkQueue(WorkItems([]))
    #expect(queue.current == nil && queue.left == 0)
    let moves = [queue.go(to: 1), queue.goBack()]
    #expect(moves == [false, false])
    queue.advance()
    queue.mark(.overtaken)
    #expect(queue.current == nil)
  }
}
