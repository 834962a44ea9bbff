/// The cells in memory by component, check and condition: open addressing over one array, because looking cells up is
/// much of what a bulk import does and each further place to look is a miss of the cache.
struct CellHash {
  private struct Slot {
    var hash: UInt64 = 0
    var row: CellRow?
  }

  /// A power of two, less than half full.
  private var slots = [Slot](repeating: Slot(), count: 256)
  private(set) var count = 0

  func find(component: Int64, check: Int64, condition: Int64) -> CellRow? {
    let hash = Self.hash(component, check, condition)
    var index = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while let row = slots[index].row {
      if slots[index].hash == hash, row.component == component, row.check == check, row.condition == condition {
        return row
      }
      index = (index + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds a cell that is not there.
  mutating func insert(_ row: CellRow) {
    count += 1
    if count * 2 > slots.count {
      let old = slots
      slots = [Slot](repeating: Slot(), count: old.count * 4)
      for slot in old where slot.row != nil { place(slot) }
    }
    place(Slot(hash: Self.hash(row.component, row.check, row.condition), row: row))
  }

  private mutating func place(_ slot: Slot) {
    var index = Int(truncatingIfNeeded: slot.hash) & (slots.count - 1)
    while slots[index].row != nil { index = (index + 1) & (slots.count - 1) }
    slots[index] = slot
  }

  private static func hash(_ component: Int64, _ check: Int64, _ condition: Int64) -> UInt64 {
    let mixed =
      UInt64(bitPattern: component) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(bitPattern: check) &* 0xC2B2_AE3D_27D4_EB4F
    let (high, low) = (mixed ^ UInt64(bitPattern: condition)).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return high ^ low
  }
}
