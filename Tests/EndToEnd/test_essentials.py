"""What a new tracker asks: the essentials, once for the app, for each screen, and for each control.

The twelve tables of ordinary components are kept, so that each question that comes or goes is read by a person.
"""

import collections
import json
import re
import subprocess

import pytest

from program import FIXTURES, PROGRAM, TOP, Tracker, environment

# Kinds with the checks that each of them is asked in the plan of a new tracker, on iPhone and iPad.
TABLES = {
    "button": """
        color.not-colour-alone contrast.non-text-3 contrast.text-4-5 touch-target.minimum-44pt
        touch-target.wcag-24pt-floor traits.semantic-controls voiceover.element-operable
        voiceover.label-contains-visible-text voiceover.label-meaningful voiceover.label-present""",
    "icon-button": """
        color.not-colour-alone contrast.non-text-3 touch-target.icon-button-44pt touch-target.wcag-24pt-floor
        voiceover.element-operable voiceover.icon-button-label voiceover.label-meaningful""",
    "toggle": """
        color.not-colour-alone contrast.non-text-3 contrast.text-4-5 toggle.change-perceivable toggle.one-state-model
        touch-target.minimum-44pt touch-target.wcag-24pt-floor traits.semantic-controls voiceover.element-operable
        voiceover.label-contains-visible-text voiceover.label-meaningful voiceover.label-present
        voiceover.value-for-changing-content""",
    "list-row": """
        color.not-colour-alone contrast.non-text-3 contrast.text-4-5 touch-target.minimum-44pt
        touch-target.wcag-24pt-floor traits.button voiceover.element-operable voiceover.group-label-complete
        voiceover.label-contains-visible-text voiceover.label-meaningful voiceover.label-present""",
    "slider": """
        adjustable.increment-decrement adjustable.value-spoken color.not-colour-alone contrast.non-text-3
        touch-target.minimum-44pt touch-target.wcag-24pt-floor traits.semantic-controls voiceover.element-operable
        voiceover.label-meaningful voiceover.label-present voiceover.value-for-changing-content""",
    "custom-control": """
        adjustable.increment-decrement adjustable.value-spoken color.not-colour-alone contrast.non-text-3
        contrast.text-4-5 touch-target.minimum-44pt touch-target.wcag-24pt-floor traits.button traits.semantic-controls
        voiceover.element-operable voiceover.label-contains-visible-text voiceover.label-meaningful
        voiceover.label-present voiceover.no-opaque-container voiceover.value-for-changing-content""",
    "form-field": """
        color.not-colour-alone components.content-type components.placeholder-style contrast.non-text-3
        contrast.placeholder-text contrast.text-4-5 feedback.error-identified touch-target.field-height-44pt
        touch-target.wcag-24pt-floor voiceover.element-operable voiceover.label-contains-visible-text
        voiceover.label-meaningful voiceover.label-present""",
    "screen": """
        color.differentiate-without-colour color.light-dark-legible color.multi-channel-information
        dynamic-type.no-truncation-ax3 dynamic-type.text-scales gestures.alternatives gestures.drag-alternative
        keyboard.focus-order keyboard.focus-visible keyboard.full-keyboard-access keyboard.no-trap
        layout.all-screen-sizes layout.landscape modality.destructive-confirmed navigation.screen-title
        reduce-motion.animations-gated switch-control.operable switch-control.scan-order
        touch-target.no-accidental-scroll-taps traits.header voice-control.input-labels voiceover.language-of-parts
        voiceover.reading-order voiceover.state-change-announced voiceover.task-completion""",
    "sheet": """
        color.differentiate-without-colour color.light-dark-legible color.multi-channel-information contrast.text-4-5
        dynamic-type.no-truncation-ax3 dynamic-type.text-scales gestures.alternatives gestures.drag-alternative
        keyboard.focus-order keyboard.focus-visible keyboard.full-keyboard-access keyboard.no-trap
        modality.destructive-confirmed modality.focus-enters-and-returns reduce-motion.animations-gated
        switch-control.operable switch-control.scan-order touch-target.no-accidental-scroll-taps traits.header
        traits.modal voice-control.input-labels voiceover.language-of-parts voiceover.reading-order
        voiceover.state-change-announced""",
    "tab-bar": """
        color.not-colour-alone contrast.non-text-3 contrast.text-4-5 navigation.tabs-distinct touch-target.minimum-44pt
        touch-target.wcag-24pt-floor traits.selected traits.tab-bar voiceover.element-operable
        voiceover.label-contains-visible-text voiceover.label-meaningful voiceover.label-present""",
    "image": "color.not-colour-alone traits.image",
    "text": "color.not-colour-alone contrast.large-text-3 contrast.text-4-5",
}
NO_CHECK = {"2.4.1", "2.4.5", "3.2.3", "3.2.4"}  # of A and AA; why, criteria say


@pytest.fixture
def new(folder):
    """A tracker as `a11y init` makes it."""
    tracker = Tracker(folder / "new")
    tracker.folder.mkdir()
    tracker.begin("6")
    return tracker


def register(tracker, *rows):
    lines = ["key,kind,platforms", *(f'{key},{kind},"iOS, iPadOS"' for key, kind in rows), ""]
    tracker.ok("new", "component", "--from", "-", stdin="\n".join(lines).encode())


def items(tracker, *words) -> list:
    return json.loads(tracker.ok("list", "cells", "--all", "--json", *words).out)["rows"]


def test_init_has_the_newest_edition_and_says_what_its_plan_is(folder):
    done = subprocess.run(
        [PROGRAM, "init"], cwd=folder, env=environment(folder), capture_output=True, text=True, check=True)
    plan, wider = done.stdout.splitlines()[1:]
    assert plan.startswith("Plan: essentials, the 91 checks") and wider.endswith("a11y edit tracker --checklists everything")
    tracker = Tracker(folder)
    tracker.register("home,screen")
    assert "the plan: essentials" in " ".join(tracker.ok("status").text.split())
    plan = json.loads(tracker.ok("status", "--json").out)["scope"]["plan"]
    assert plan == {"checklists": ["essentials"], "conditions": None}


def test_the_twelve_ordinary_components_are_asked_these_questions(new):
    register(new, *((kind, kind) for kind in TABLES))
    for kind, checks in TABLES.items():
        assert sorted(row["check"] for row in items(new, f"component:{kind}")) == checks.split(), kind


@pytest.mark.parametrize("platforms, place", [([], 2), (["--platform", "iOS,iPadOS"], 3)])
def test_a_button_and_a_screen_have_as_many_questions_as_the_article_says(folder, platforms, place):
    text = " ".join((TOP / "Sources/a11y/a11y.docc/Setup.md").read_text().split())
    said = re.search(r"A plain button has (\d+) questions in it, a screen (\d+), or (\d+) in an app without a version for Mac", text)
    tracker = Tracker(folder)
    tracker.ok("init", "--catalog", "6", *platforms)
    tracker.register("close,button", "home,screen")
    assert len(items(tracker, "component:close")) == int(said[1])
    assert len(items(tracker, "component:home")) == int(said[place])


def test_an_app_is_asked_at_most_fifteen_hundred_items(new):
    """Of the app itself, 6 screens, and 106 controls."""
    new.ok("new", "component", "--from", FIXTURES / "filmhouse/components.csv")
    rows = json.loads(new.ok("list", "components", "--json").out)["rows"]
    kinds = collections.Counter(row["kind"] for row in rows)
    assert kinds["app"] == 1 and kinds["screen"] == 6 and len(rows) == 113
    asked = collections.Counter(row["component"] for row in items(new))
    assert sum(asked.values()) <= 1_500 and len(asked) == len(rows)
    assert max(asked[row["key"]] for row in rows if row["kind"] == "button") <= 14
    assert max(asked.values()) <= 25


def test_each_check_of_the_plan_is_asked_of_some_component(new):
    """Of an app that has a component of every kind and feature, on all platforms: no check is lost between the units."""
    kinds = [row["kind"] for row in json.loads(new.ok("show", "voiceover.label-present", "--json").out)["kinds"]]
    new.register(*(f"{kind},{kind}" for kind in kinds))
    answer = new.run("edit", "component", "app", "--has", "every").error
    features = answer.split("expected ")[1].split(", or none")[0].replace(", ", ",").split()[0]
    whole = {"app", "screen", "widget", "modal", "sheet"}
    sheet = "".join(f"full/{kind},{kind},{features.replace(',', ';')}\n" for kind in kinds if kind not in whole)
    new.ok("new", "component", "--from", "-", stdin=f"key,kind,has\n{sheet}".encode())
    essentials = json.loads(new.ok("show", "essentials", "--json").out)["checks"]
    assert {row["check"] for row in items(new)} == set(essentials)
    new.ok("edit", "tracker", "--checklists", "everything")
    every = {row["id"]: row for row in json.loads(new.ok("list", "checks", "--json").out)["rows"]}
    asked = collections.defaultdict(set)
    for row in items(new):
        asked[row["check"]].add(row["component"])
    child = {name for name, row in every.items() if row["profiles"] == ["child"]}
    assert set(asked) == set(every) - child
    screens = {"screen", "sheet", "modal", "widget"}
    for name, components in asked.items():
        unit = every[name]["unit"]
        components = {name.removeprefix("full/") for name in components}
        assert (components == {"app"}) == (unit == "app") and (components <= screens) == (unit == "screen"), name
        assert "app" not in components or unit == "app", name
        assert "screen" not in components or unit == "screen", name


def test_every_criterion_of_a_and_aa_has_a_check_among_the_essentials(new):
    rows = json.loads(new.ok("list", "criteria", "level:A,AA", "--json").out)["rows"]
    essentials = set(json.loads(new.ok("show", "essentials", "--json").out)["checks"])
    assert len(rows) == 55
    assert {row["criterion"] for row in rows if not essentials & set(row["tests"])} == NO_CHECK


def test_a_criterion_passes_when_the_essentials_have_passed(new):
    """What asks for the same in another way keeps nothing open."""
    register(new, ("home", "screen"), ("home/go", "button"))
    for check, value in ("touch-target.wcag-24pt-floor", "46x46"), ("contrast.text-4-5", "7:1"):
        new.ok("log", "pass", check, "home/go", "--value", value, "--tester", "t1")
    rows = json.loads(new.ok("list", "criteria", "--json").out)["rows"]
    states = {row["criterion"]: row["state"] for row in rows}
    assert states["2.5.8"] == states["1.4.3"] == "pass"


def test_an_audit_without_lists_has_those_of_the_plan(new):
    register(new, ("home", "screen"), ("home/go", "button"))
    for name, lists in ("spring", []), ("summer", ["--checklist", "everything"]), ("autumn", ["--checklist", "haptics"]):
        new.ok("new", "audit", name, *lists)
    counts = {name: len(items(new, "--audit", name)) for name in ("spring", "summer", "autumn")}
    plan = len(items(new))
    assert counts["spring"] == plan and counts["summer"] > 2 * plan and 0 < counts["autumn"] < plan
    new.ok("edit", "tracker", "--checklists", "everything")
    new.ok("new", "audit", "winter")
    assert len(items(new, "--audit", "winter")) == len(items(new)) == counts["summer"]


def test_status_says_that_the_app_and_its_screens_are_not_registered(new):
    register(new, ("go", "button"))
    told = {row["kind"]: row for row in json.loads(new.ok("status", "--json").out)["attention"]}
    assert told["without_app"]["count"] == 17 and told["without_screen"]["count"] == 27
    register(new, ("app", "app"), ("home", "screen"))
    told = {row["kind"] for row in json.loads(new.ok("status", "--json").out)["attention"]}
    assert not told & {"without_app", "without_screen"}


def test_a_wider_plan_and_back(new):
    register(new, ("home", "screen"), ("home/go", "button"))
    essential = len(items(new))
    new.ok("edit", "tracker", "--checklists", "everything")
    everything = len(items(new))
    assert everything > 2 * essential
    assert "the plan: everything" in " ".join(new.ok("status").text.split())
    new.ok("edit", "tracker", "--checklists", "essentials,haptics")
    assert essential < len(items(new)) < everything
    new.ok("edit", "tracker", "--checklists", "")
    assert len(items(new)) == essential
    new.ok("doctor", "--rebuild")
    assert len(items(new)) == essential
    new.require_sound()


def test_what_names_the_general_check_asks_the_kinds_that_have_their_own(new):
    """A list that asks for the label or the size keeps asking icon buttons and fields."""
    register(new, ("home/close", "icon-button"), ("home/name", "form-field"))
    new.ok("new", "checklist", "ours", "--check", "voiceover.label-present,touch-target.minimum-44pt")
    new.ok("edit", "tracker", "--checklists", "ours")
    assert [(row["component"], row["check"]) for row in items(new)] == [
        ("home/close", "touch-target.icon-button-44pt"), ("home/close", "voiceover.icon-button-label"),
        ("home/name", "touch-target.field-height-44pt"), ("home/name", "voiceover.label-present")]
    assert json.loads(new.ok("show", "ours", "--json").out)["checks"][0] == "voiceover.label-present"
    for name, check in ("critical-rules", "voiceover.icon-button-label"), ("touch-compliance", "touch-target.icon-button-44pt"):
        assert check in json.loads(new.ok("show", name, "--json").out)["checks"], name


def test_a_failure_under_another_check_of_an_audits_lists_counts_for_it(new):
    """A kind has one check for one thing; what was logged as the general one is a failure all the same, and says so."""
    register(new, ("home/close", "icon-button"))
    new.ok("new", "audit", "spring", "--checklist", "labels-and-touch", "--build", "1")
    for audit in (["--audit", "spring"], []):
        said = new.ok("log", "fail", "voiceover.label-present", "home/close", "-s", "1", "--tester", "t1", "--build", "1", *audit)
        assert "does not count" not in said.error and "spring" in said.text
    new.ok("log", "pass", "voiceover.icon-button-label", "home/close", "--tester", "t1", "--build", "1", "--audit", "spring")
    # A check of no list of the audit is outside, as before.
    assert "does not count" in new.ok(
        "log", "fail", "haptics.meaningful-only", "home/close", "-s", "1", "--tester", "t1", "--audit", "spring").error
    for closing in ([], ["edit", "audit", "spring", "--close", "-y"]):
        if closing:
            new.ok(*closing)
        gate = json.loads(new.run("gate", "--audit", "spring", "--max-critical", "0", "--json").out)
        status = json.loads(new.ok("status", "--audit", "spring", "--json").out)
        audit, = json.loads(new.ok("list", "audits", "--json").out)["rows"]
        assert gate["verdict"] == "fail" and (audit["pass"], audit["fail"]) == (1, 1)
        assert gate["cells"] == status["cells"] == {name: audit[name] for name in gate["cells"]}
        assert gate["scope"]["cells"] == status["scope"]["cells"] == audit["cells"]
    cells = json.loads(new.ok("list", "cells", "--audit", "spring", "--json").out)["rows"]
    assert {row["check"]: row["outcome"] for row in cells} == {
        "voiceover.label-present": "fail", "voiceover.icon-button-label": "pass"}
    new.require_sound()
