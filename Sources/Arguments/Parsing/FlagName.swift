/// The long name of every flag, so that a command asks for `.owner` and a misspelling does not build.
package enum FlagName: String, CaseIterable, Hashable, Sendable {
  // Global.
  case db, json, format, plain, color, width, output, yes, quiet, help, version
  case noInput = "no-input"
  case noColor = "no-color"

  // Records.
  case kind, source, screen, profile, style, owner, size, tag, title, platform, checklist, check, component, components
  case condition, build, standard, reason, approver, until, message, from
  case targetTier = "target-tier"
  case planned
  case like, scan
  case addTag = "add-tag"
  case removeTag = "remove-tag"
  case addScreen = "add-screen"
  case removeScreen = "remove-screen"
  case decision, decided, ticket
  case assign, mine, map
  case headerRow = "header-row"
  case action, alternative, pattern, passes
  case wholeApp = "whole-app"
  case perComponent = "per-component"
  case markDone = "done"
  case reopen, close, retire, rename, delete, restore, revoke
  case impact, threshold
  case level, remarks, edition
  case staleDays = "stale-days"
  case checklists, conditions, catalog
  case currentBuild = "current-build"

  // Results.
  case severity, value, audit, device, os, tester, at, partial, rejects, retest, disagree, override, team
  case detect
  case dryRun = "dry-run"
  case evidence
  case saveEvidence = "save-evidence"

  // Looking.
  case brief
  case all, outside, raw, bom, wrap, columns, sort, limit, list, count, without
  case exitCode = "exit-code"
  case asOf = "as-of"
  case now
  case every, explain, age
  case compare, html, md, csv, testers
  case openacr, earl, declarations, product, contact
  case openacrPage = "openacr-html"
  case productVersion = "product-version"
  case vendor, author, methods, license
  case vendorContact = "vendor-contact"
  case earlForm = "earl-form"
  case allure, testrail, xray, xlsx
  case address, issues, group

  // Moving.
  case once, none, follow, refuse
  case adopt, max, redact, since, query, status, keep, unsigned, withdraw
  case withEvidence = "with-evidence"
  case printed = "print"
  case tool = "as"
  case run, match
  case acceptChanged = "accept-changed"

  // Judging.
  case minPass = "min-pass"
  case minCoverage = "min-coverage"
  case maxCritical = "max-critical"
  case maxSerious = "max-serious"
  case noRegressions = "no-regressions"
  case allowDisagreements = "allow-disagreements"
  case baseline
  case maxAge = "max-age"
  case maxWaiting = "max-waiting"
  case maxClosedTickets = "max-closed-tickets"
  case criticalRules = "critical-rules"
  case preRelease = "pre-release"
  case policy, why, gate, alt, portfolio, tracker
  case reportOnly = "report-only"
  case strict
  case junit, sarif
  case junitItems = "junit-items"
  case junitForm = "junit-form"

  // Working through.
  case by, only, part, keys

  // Tests with children.
  case target, taps, rate, paired
  case plannedChildren = "planned-children"
  case gap, children, looks, script, input, practice, parts
  case participant, moderator, consent, guardian, assent, orientation, hold, seat, assistive, hand
  case ageBand = "age-band"
  case firstTap = "first-tap"
  case fullConsent = "full-consent"
  case textScale = "text-scale"
  case full
  case recipient = "to"

  // Upkeep.
  case rebuild, unset, man, sources, refresh, force

  // Arithmetic.
  case padding, ppi, bold, role, moment, deployment, scale, duration, damping, opacity, distance
  case textSize = "text-size"
  case brightnessLight = "brightness-light"
  case brightnessDark = "brightness-dark"

  /// The flags that name a file to be written, or `-` for standard output.
  package static let files: [FlagName] = [
    .output, .html, .openacr, .openacrPage, .earl, .testrail, .xray, .xlsx, .junit, .junitItems, .sarif,
  ]

  /// `--no-input`.
  package var long: String { "--" + rawValue }
}
