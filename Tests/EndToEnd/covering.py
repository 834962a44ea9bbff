"""What the tests of the source documents share: the rows, and ways to ask the program."""

import json

#: The rows of the source documents: every idea, table and rule in them is one.
ROWS = """
component-register checklist-items audits-and-results impact-levels target-tiers forgiving-area spacing-rule contrast-rule
haptic-type-table haptic-version-matrix haptic-profiles press-feedback-constants colour-state-table trait-reference
action-kinds adjustable-controls carousel-decision toggle-pattern control-modifiers-table dynamic-type-ladder
grid-columns-rule text-style-table motion-matrix transparency-fallback system-settings-matrix status-indicators
colour-variants keyboard-and-shortcuts assistive-technology-passes gesture-table device-matrix grid-8 navigation-limits
component-choice-table numeric-limits anti-pattern-table review-checklist pre-release-scenarios manual-testing-list
testing-checklist critical-rules-gate automated-audits child-testing-protocol enhancement-table open-questions
before-after-examples button-style-templates wcag-mapping conflict-register permissions-and-privacy trends json-bundles
""".split()

TARGET = "touch-target.minimum-44pt"
LABEL = "voiceover.label-present"


def rows(tracker, *words):
    """The rows of `a11y list`."""
    return json.loads(tracker.ok("list", *words, "--json").out)["rows"]


def said(tracker, *words, **more):
    """What a command says as JSON."""
    return json.loads(tracker.ok(*words, "--json", **more).out)


def told(tracker, *words):
    """What a command says to people, in one line."""
    return " ".join(tracker.ok(*words).text.split())


def entries(tracker, *words):
    return said(tracker, "lookup", *words)["entries"]


def entry(tracker, *words):
    found, = entries(tracker, *words)
    return found


def component(tracker, key, kind="button", *flags):
    tracker.ok("new", "component", key, "--kind", kind, *flags)
    return key


def walk(tracker, audit, answers, *words):
    """Answers the first items of an audit, line by line."""
    text = "\n".join([*answers, ""]).encode()
    return tracker.ok("walk", "--audit", audit, "--tester", "t1", "--keys", "line", *words, stdin=text)


def standing(tracker, audit):
    return said(tracker, "status", "--audit", audit)

#: The scenarios before a release, in their four groups, with the checks that ask for them.
SCENARIOS = {
    "visual consistency": {
        "light and dark": ["color.light-dark-legible"], "largest text": ["dynamic-type.layout-at-largest"],
        "bold text": ["typography.bold-text", "dynamic-type.custom-fonts-scale"]},
    "interaction quality": {
        "VoiceOver alone": ["voiceover.task-completion"], "first try": ["touch-target.first-tap-reliable"],
        "back swipe": ["navigation.back-swipe"]},
    "edge cases": {
        "small phone": ["layout.smallest-phone"], "iPad with a keyboard": ["keyboard.ipad-attached"],
        "network fails": ["feedback.network-failure"], "permission denied": ["privacy.denied-path"]},
    "platform compliance": {
        "symbols": ["typography.sf-symbols"], "colours": ["color.semantic-colours", "color.custom-four-variants"],
        "destructive": ["modality.destructive-confirmed"]},
}

#: The eight rules that block, with the checks that hold them.
CRITICAL = {
    "never colour alone": ["color.not-colour-alone"], "never glass without a fallback": ["reduce-transparency.solid-fallback"],
    "never animation without the setting": ["reduce-motion.animations-gated"], "never skip labels": ["voiceover.label-present"],
    "every element a label": ["voiceover.label-present"],
    "every change announced": ["voiceover.state-change-announced", "toggle.change-perceivable"],
    "every animation gated": ["reduce-motion.explicit-animations-gated", "reduce-motion.animations-gated"],
    "every glass a fallback": ["reduce-transparency.solid-fallback"],
}

#: The ten points of the manual test of an element, with their checks.
MANUAL = [
    ["touch-target.minimum-44pt", "forgiving-area.total-meets-minimum", "forgiving-area.small-visuals-expanded"],
    ["touch-target.first-tap-reliable", "child-testing.first-tap-success"], ["visual-feedback.press-visible"],
    ["haptics.feedback-on-press"], ["spacing.adjacent-8pt"], ["voiceover.element-operable"],
    ["dynamic-type.layout-at-largest", "dynamic-type.buttons-scale"],
    ["color.light-dark-legible", "visual-feedback.brightness-shift"], ["touch-target.no-accidental-scroll-taps"],
    ["visual-feedback.states-distinguishable", "visual-feedback.disabled-state", "visual-feedback.loading-state"],
]

# The kinds of an edition, asked once.
KINDS: dict = {}


def app(tracker):
    """An app with a component of each kind, for everyone and for children."""
    (edition,), = tracker.rows("SELECT value FROM local WHERE name = 'catalog'")
    if edition not in KINDS:
        KINDS[edition] = sorted({kind for check in rows(tracker, "checks") for kind in check["applies_to"]})
    lines = [f"{profile}/{kind},{kind},{profile}" for kind in KINDS[edition] for profile in ["general", "child"]]
    tracker.ok("new", "component", "--from", "-", stdin="\n".join(["key,kind,profile", *lines, ""]).encode())
    return KINDS[edition]


def pass_all(tracker, audit, but=()):
    """Passes every cell of an audit that is not among these checks."""
    lines = [f"pass\t{row['check']}\t{row['component']}\t{row['condition']}"
             for row in rows(tracker, "cells", "--audit", audit, "--all") if row["check"] not in but]
    answer = tracker.run("log", "-", "--audit", audit, "--tester", "t1", stdin="\n".join([*lines, ""]).encode())
    assert answer.code == 0, answer.error
    return len(lines)
