import Arguments
import AuditModel
import AuditRecords

/// Flags that mean the same in several commands.
extension FlagSpec {
  // MARK: What a component is

  static var kind: FlagSpec {
    FlagSpec(.kind, value: "KIND", completes: .records(.componentKind), "what it is, e.g. icon-button, toggle, card")
  }
  static var source: FlagSpec {
    FlagSpec(
      .source, value: "FILE", completes: .files,
      "its source file; given again after a change, earlier results become stale")
  }
  static var screen: FlagSpec {
    FlagSpec(
      .screen, value: "SCREEN", repeatable: true, completes: .records(.screen),
      "a screen that uses it; several with commas")
  }
  static var profile: FlagSpec {
    FlagSpec(.profile, value: "PROFILE", choices: ["general", "child"], clearable: true, "whom it is for")
  }
  static var style: FlagSpec {
    FlagSpec(
      .style, value: "STYLE", completes: .records(.style), "the button style it is made with: a11y lookup style")
  }
  static var size: FlagSpec {
    FlagSpec(.size, value: "WxH", "its measured size in points, e.g. 40x40")
  }
  static var targetTier: FlagSpec {
    FlagSpec(
      .targetTier, value: "POINTS", choices: FieldRules.tiers, clearable: true, "the target size it should reach")
  }
  static var platform: FlagSpec {
    FlagSpec(
      .platform, value: "PLATFORM", choices: ["iOS", "iPadOS", "macOS"], clearable: true, repeatable: true,
      "a platform it appears on; several with commas")
  }

  static var planned: FlagSpec {
    FlagSpec(
      .planned, value: "CHECK=VALUE", repeatable: true,
      "what design promises, e.g. visual-feedback.scale-range=0.95; empty takes it back")
  }

  // MARK: What every record may have

  static var title: FlagSpec { FlagSpec(.title, value: "TEXT", "a title for people") }
  static var owner: FlagSpec {
    FlagSpec(.owner, value: "WHO", completes: .records(.owner), "who looks after it")
  }
  static var tag: FlagSpec {
    FlagSpec(.tag, value: "TAG", repeatable: true, completes: .records(.tag), "a tag; several with commas")
  }
  static var ticket: FlagSpec { FlagSpec(.ticket, value: "ID", "its number in your issue tracker, or its address") }
  static func message(_ doc: String) -> FlagSpec { FlagSpec(.message, short: "m", value: "TEXT", doc) }

  static var reason: FlagSpec {
    FlagSpec(.reason, value: "WORD", choices: Waiver.Reason.allCases.map(\.rawValue), "why the fault may stay")
  }

  // MARK: References

  static func component(_ doc: String) -> FlagSpec {
    FlagSpec(.component, value: "COMPONENT", completes: .records(.component), doc)
  }
  static func check(_ doc: String) -> FlagSpec {
    FlagSpec(.check, value: "CHECK", completes: .records(.check), doc)
  }
  static func audit(_ doc: String) -> FlagSpec {
    FlagSpec(.audit, value: "AUDIT", completes: .records(.audit), doc)
  }

  // MARK: Working through

  static var by: FlagSpec {
    FlagSpec(.by, value: "WHAT", choices: ["component", "check"], "what is finished before the next one begins")
  }
  static var only: FlagSpec {
    FlagSpec(
      .only, value: "STATE", choices: ["untested", "fail", "stale", "disputed", "signals", "retest"],
      "only what stands like this; signals are open findings of tools, retest is what a11y list retest shows")
  }

  // MARK: Circumstances

  static func condition(_ doc: String) -> FlagSpec {
    FlagSpec(.condition, value: "TOKENS", repeatable: true, completes: .records(.condition), doc)
  }
  static var build: FlagSpec {
    FlagSpec(.build, value: "BUILD", completes: .records(.build), "the build of the app")
  }
  static var device: FlagSpec {
    FlagSpec(.device, value: "NAME", completes: .records(.device), "the device, e.g. \"iPhone 15\"")
  }
  static var os: FlagSpec { FlagSpec(.os, value: "VERSION", "the system version, e.g. 18.1") }
  static var tester: FlagSpec {
    FlagSpec(
      .tester, value: "WHO", completes: .records(.tester), "who saw it (otherwise A11Y_TESTER, the configuration)")
  }
  static var testerWhose: FlagSpec {
    FlagSpec(
      .tester, value: "WHO", completes: .records(.tester),
      "only what this tester recorded (otherwise your own: A11Y_TESTER, the configuration)")
  }
  static func at(_ doc: String) -> FlagSpec { FlagSpec(.at, value: "TIME", doc) }

  // MARK: Doing

  static var from: FlagSpec {
    FlagSpec(.from, value: "FILE", completes: .files, "read it from a file; - is standard input")
  }
  static var adopt: FlagSpec {
    FlagSpec(switch: .adopt, "make this empty tracker part of the one that the facts are from")
  }
  static var bundleLimits: FlagSpec {
    FlagSpec(
      .max, value: "NAME=NUMBER", repeatable: true,
      "raise or lower what a bundle may hold: file, fact, string, members, facts, depth")
  }
  static var delete: FlagSpec {
    FlagSpec(switch: .delete, "take the record away; its history stays").standsAlone()
  }
  static func reopen(_ doc: String) -> FlagSpec {
    FlagSpec(switch: .reopen, doc).excludes(.close, .markDone, .decision, .decided)
  }
  static var dryRun: FlagSpec { FlagSpec(switch: .dryRun, "say what would happen, change nothing") }
  static var partial: FlagSpec {
    FlagSpec(switch: .partial, "take the lines that are right although others are not (otherwise all or nothing)")
  }

  static var asOf: FlagSpec {
    FlagSpec(.asOf, value: "DATE", "as it stood at the end of that day (UTC), or at a time: 2026-03-01T10:00Z")
  }

  // MARK: Rows

  static var columns: FlagSpec { FlagSpec(.columns, value: "NAMES", "the columns and their order, with commas") }
  static var sort: FlagSpec { FlagSpec(.sort, value: "COLUMN", "the order; a hyphen before the name turns it round") }
  static var limit: FlagSpec { FlagSpec(.limit, value: "NUMBER", "at most so many rows") }
  static var raw: FlagSpec {
    FlagSpec(switch: .raw, "omit the apostrophe that keeps spreadsheets from running a CSV or TSV cell")
  }
  static var bom: FlagSpec {
    FlagSpec(switch: .bom, "begin CSV or TSV with a byte order mark, which Excel needs to read UTF-8")
  }
}
