import Base
import Children
import CommandLine
import Reports
import Sessions
import Store

/// What `a11y tap page` does: creates the page of a plan.
enum TapPageRun {
  static func run(_ context: Context) throws -> ExitCode {
    let file = try PageFile(context, noun: "a tap page", area: "tap page PLAN", example: "page.html")
    let tracker = try context.openTracker(.read)
    let page = try tracker.read { try tapPage(context, $0) }
    // Sessions come back from a tablet under the ID of the page; where the tracker cannot be written they wait like others.
    do {
      try context.openTracker(.write).write { try $0.remember(tapPage: page.id, of: page.plan.key) }
    } catch StoreError.readOnly {}
    try file.write(page.page, context)
    if !file.isStandardOutput { try report(page, path: file.path, context) }
    return .done
  }

  private static func tapPage(_ context: Context, _ reader: Reader) throws -> TapPage {
    let plan = try plan(context.arguments.positional(0) ?? "", reader)
    // Small enough to copy from the form by hand.
    let seed = context.world.random(3).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return TapPage(
      id: PageFile.uuid(context), tracker: try reader.identity().tracker, plan: plan,
      asked: TapOrder.parts(plan.parts, count: plan.taps, seed: seed), seed: seed, made: reader.now,
      origin: try FactsOrigin.of(reader, filter: "tap page \(plan.key)"))
  }

  private static func plan(_ typed: String, _ reader: Reader) throws -> TapPlan {
    let plan = try TapPlans.open(typed, reader)
    guard plan.input != .switchDevice else {
      throw Problem(
        .decision, code: "tap.switch",
        "the plan \(MessageText.quoted(plan.key)) is for switch input, and the page records only touches",
        hints: ["Run \"a11y tap run \(ShellWord.quoted(plan.key))\" to record its sessions by keys."])
    }
    return plan
  }

  private static func report(_ page: TapPage, path: String, _ context: Context) throws {
    guard try context.format() == .json else {
      try context.print(
        "Wrote \(counted(page.plan.taps, "tap")) at \(page.plan.sizeText) pt for \(page.plan.component) to \(path).",
        linking: path)
      return context.remark("Open it in the browser of the tablet. Import the saved files with \"a11y import\".")
    }
    try context.print(context.document("a11y.tap-page/1", ["path": path, "page": page.id, "plan": page.plan.key]))
  }
}

/// What `a11y tap form` does: an observer form with random participant codes.
enum TapFormRun {
  static func run(_ context: Context) throws -> ExitCode {
    let tracker = try context.openTracker(.read)
    let (plan, taken) = try tracker.read { reader in
      (try TapPlans.open(context.arguments.positional(0) ?? "", reader), Set(try reader.participants()))
    }
    let count = try context.arguments.int(.children, in: TapPlan.childCounts) ?? plan.children
    var codes: [String] = []
    var tries = 0
    while codes.count < count, tries < 10_000 {
      tries += 1
      let code = ParticipantCode(random: context.world.random).text
      if !codes.contains(code), !taken.contains(code) { codes.append(code) }
    }
    let seeds = codes.map { _ in
      context.world.random(4).reduce(Int64(0)) { $0 << 8 | Int64($1) } & 0xFFFF_FFFF
    }
    switch try context.format() {
    case .csv: return try template(codes, seeds, context)
    case .json: return try document(plan, codes, seeds, context)
    default: break
    }
    try context.print(
      "First-tap test: \(MessageText.escaped(plan.component)), \(plan.sizeText) pt, plan "
        + MessageText.escaped(plan.key) + ".")
    try context.print(
      "Use only the participant code: no name, date of birth, or exact age. The child can stop at any time.")
    try context.print(
      "One letter per tap: \(TapKey.allCases.prefix(7).map { "\($0.rawValue) \($0.words)" }.joined(separator: ", "))."
    )
    // In the words of the file, which is filled in from it.
    try context.print("Frustration, with 0 to 3: \(FrustrationCode.allCases.map(\.rawValue).joined(separator: ", ")).")
    try context.print("Comment on the size: \(TapChoice.size.joined(separator: ", ")).")
    try context.print("End: \(EndCode.allCases.map(\.rawValue).joined(separator: ", ")).")
    try context.print("Full: yes if the guardian also consented to sharing more than redacted data.")
    try context.print("")
    try context.print("Moderator ____  Device ________________  System ______")
    for (code, seed) in zip(codes, seeds) {
      try context.print("")
      try context.print(
        "Child \(code), order \(seed)   age 6-8 / 9-10 / 11-12   consent ____  guardian __  assent __  full __")
      let parts = parts(plan, seed)
      let practice = String(repeating: " __", count: plan.practice)
      if plan.practice > 0 { try context.print("  Practice\(practice)") }
      let boxes = parts.enumerated().map { "\($0.offset + 1)\($0.element.isEmpty ? "" : " " + $0.element) __" }
      for line in wrap(boxes.joined(separator: "  "), width: 78, margin: "  ", breakWords: false) {
        try context.print(line)
      }
      try context.print("  Hand left / right / both   Frustration ______________  __   Comment ______________")
      try context.print("  End ______________")
    }
    try context.print("")
    try context.print(
      "To enter the results: run \"a11y tap form PLAN --format csv -o FILE\", replace the codes and orders in it (columns "
        + "participant and seed) by those of this form, fill in the other columns, and run \"a11y tap run PLAN --from "
        + "FILE\".")
    return .done
  }

  private static func parts(_ plan: TapPlan, _ seed: Int64) -> [String] {
    TapOrder.parts(plan.parts, count: plan.taps, seed: UInt64(clamping: seed))
  }

  private static func document(_ plan: TapPlan, _ codes: [String], _ seeds: [Int64], _ context: Context) throws
    -> ExitCode
  {
    let children = zip(codes, seeds).map { code, seed in
      JSONText.object(["participant": code, "seed": Int(clamping: seed), "parts": parts(plan, seed)])
    }
    try context.print(
      context.document(
        "a11y.tap-form/1",
        [
          "plan": plan.key, "component": plan.component, "size": plan.sizeText, "practice": plan.practice,
          "children": children,
        ]))
    return .done
  }

  private static func template(_ codes: [String], _ seeds: [Int64], _ context: Context) throws -> ExitCode {
    try context.print(
      "participant,seed,age,moderator,consent,guardian,assent,full,device,ppi,os,hand,practice,taps,frustration,comment,end"
    )
    for (code, seed) in zip(codes, seeds) { try context.print("\(code),\(seed),,,,,,,,,,,,,,,") }
    return .done
  }
}
