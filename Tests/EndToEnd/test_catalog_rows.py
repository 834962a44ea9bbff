"""What a review found missing in rows of the source documents, each as a tester meets it, in the newest catalog."""

import json

import pytest

from conftest import once
from program import Tracker, require_sentence


@once(edition="6")
def desk(tracker):
    """The newest catalog with every check in its plan."""
    tracker.ok("edit", "tracker", "--checklists", "everything")
    tracker.ok("config", "tester", "t1")


def said(desk, *words):
    return json.loads(desk.ok(*words, "--json").out)


def asked(desk, key) -> set:
    return {row["check"] for row in said(desk, "list", "cells", "--all", f"component:{key}")["rows"]}


def refused(desk, check, value) -> str:
    answer = desk.run("log", "pass", check, "kid", "--value", value)
    require_sentence(answer, 2)
    return " ".join(answer.error.split())


@pytest.mark.parametrize("name, groups", [
    ("release-review", ["Layout", "Navigation", "Text & Fonts", "Colors", "Accessibility", "Modals & Alerts", "Permissions"]),
    ("pre-release", ["Visual consistency", "Interaction quality", "Edge cases", "Platform compliance"]),
    ("assistive-settings", ["VoiceOver", "Dynamic Type", "Reduce Motion", "Reduce Transparency", "Keyboard"]),
    ("haptics", [])])
def test_a_list_has_the_groups_of_its_document(desk, name, groups):
    told = said(desk, "show", name)
    assert [group["title"] for group in told["groups"]] == groups
    grouped = [check for group in told["groups"] for check in group["checks"]]
    assert grouped == told["checks"][:len(grouped)] and (groups == [] or len(grouped) >= len(told["checks"]) - 4)
    lines = desk.ok("show", name).text.splitlines()
    assert [line for line in lines if line in groups] == groups
    assert ("Checks" in lines) == (groups == [])


def test_each_technology_has_a_pass_of_its_own(desk):
    desk.register("home,screen", "home/go,button")
    counts = {}
    for word in "voiceover", "voice-control", "switch-control", "keyboard":
        desk.ok("new", "audit", word, "--checklist", f"{word}-pass", "--condition", word)
        rows = said(desk, "list", "cells", "--all", "--audit", word)["rows"]
        assert {row["condition"] for row in rows} == {word}
        counts[word] = {row["check"] for row in rows}
    assert "keyboard.no-trap" in counts["keyboard"] and "voiceover.reading-order" in counts["voiceover"]
    assert not any(check.startswith("voiceover.") for check in counts["keyboard"] | counts["switch-control"])
    desk.ok("new", "audit", "all", "--checklist", "assistive-technologies", "--passes")
    for word, checks in counts.items():
        rows = said(desk, "list", "cells", "--all", "--audit", f"all-{word}")["rows"]
        assert {row["check"] for row in rows} == checks and {row["condition"] for row in rows} == {word}
    assert desk.run("status", "--audit", "all").code != 0
    desk.ok("new", "audit", "dim", "--checklist", "assistive-technologies", "--condition", "default,dark", "--passes")
    rows = said(desk, "list", "cells", "--all", "--audit", "dim-keyboard")["rows"]
    assert {row["condition"] for row in rows} == {"keyboard", "dark,keyboard"}
    desk.ok("new", "audit", "own", "--checklist", "critical-rules", "--passes")
    rows = said(desk, "list", "cells", "--all", "--audit", "own", "check:voiceover.reading-order,voiceover.label-present")["rows"]
    assert {row["condition"] for row in rows} == set(counts), "a list of a team's choice is tested whole with each"


def test_every_first_tap_is_accepted(desk):
    desk.ok("new", "component", "kid", "--kind", "button", "--profile", "child")
    for value in "10%", "9/10", "99%":
        assert "required: at least 100%" in refused(desk, "touch-target.first-tap-reliable", value)
    for value in "100%", "20/20":
        desk.ok("log", "pass", "touch-target.first-tap-reliable", "kid", "--value", value)


def test_a_press_is_measured_in_both_appearances(desk):
    desk.ok("new", "component", "kid", "--kind", "button")
    name = "visual-feedback.brightness-shift"
    told = desk.ok("log", "pass", name, "kid", "--value", "light: -0.05")
    assert "does not include dark" in " ".join((told.text + told.error).split())
    row, = said(desk, "list", "cells", f"check:{name}", "status:pass,fail,cant-tell")["rows"]
    assert row["judged_outcome"] is None
    desk.ok("log", "pass", name, "kid", "--value", "light: -0.05; dark: 0.10")
    row, = said(desk, "list", "cells", f"check:{name}", "status:pass,fail,cant-tell")["rows"]
    assert (row["outcome"], row["judged_outcome"]) == ("pass", "pass")
    assert "dark has 0.2" in refused(desk, name, "light: -0.05; dark: 0.2")


def test_contrasts_of_several_states_are_one_value(desk):
    """They were no value, and the lowest of them had to be found by hand."""
    desk.ok("new", "component", "kid", "--kind", "button")
    name = "contrast.text-4-5"
    assert "required: at least 4.5:1" in refused(desk, name, "success: 2.2; error: 5.6")
    assert "is not a" in refused(desk, name, "success: red; error: 5.6")
    for value in "success: 4.6; error: 5.6:1", "light: #595959 on white; dark: white on #333333 at 17 pt":
        desk.ok("log", "pass", name, "kid", "--value", value)
    row, = said(desk, "list", "cells", f"check:{name}", "status:pass")["rows"]
    assert (row["value"]["text"], row["judged_outcome"]) == (value, "pass")
    desk.ok("log", "fail", name, "kid", "--value", "success: 2.2; error: 3.6")


def test_text_that_is_whole_at_ax3_takes_the_name_of_the_size(desk):
    desk.ok("new", "component", "kid", "--kind", "screen")
    for value in "ax3", "AX5", "235%":
        desk.ok("log", "pass", "dynamic-type.no-truncation-ax3", "kid", "--value", value)
    assert "required: at least 235%" in refused(desk, "dynamic-type.no-truncation-ax3", "ax1")


def test_smaller_text_is_no_pass_of_a_check_of_larger_text(tmp_path):
    """What was not seen at the size that a check asks for is not passed by it; a failure is one at any size. From the fourth
    edition on the check says its size, and no other one is asked for."""
    desk = Tracker(tmp_path)
    desk.begin("3")
    desk.ok("config", "tester", "t1")
    desk.ok("edit", "tracker", "--checklists", "everything")
    desk.ok("new", "component", "kid", "--kind", "screen")
    name = "dynamic-type.no-truncation-ax3"
    for size in "text-ax1", "text-xs,dark":
        answer = desk.run("log", "pass", name, "kid", "--condition", size)
        require_sentence(answer, 2)
        assert "is smaller text" in answer.error and "text-ax3" in answer.error
        line = desk.run("log", "-", stdin=f"outcome\tcheck\tcomponent\tcondition\npass\t{name}\tkid\t{size}\n".encode())
        assert line.code == 4 and "is smaller text" in line.error
        desk.ok("new", "audit", size[:7], "--condition", size)
        walked = desk.run("walk", "--audit", size[:7], "--check", name, "--component", "kid", stdin=b"p\n")
        assert walked.code == 4 and "is smaller text" in walked.error and "Press n" in walked.error
        desk.ok("walk", "--audit", size[:7], "--check", name, "--component", "kid", stdin=b"n\nq\n")
    for outcome, size in ("pass", "text-ax3"), ("pass", "text-ax5"), ("fail", "text-ax1"), ("pass", "dark"):
        desk.ok("log", outcome, name, "kid", "--condition", size)


def test_a_toggle_has_the_checks_of_its_model(desk):
    desk.register("wifi,toggle", "play,icon-button")
    desk.ok("edit", "component", "wifi", "--style", "toggle-fixed-label")
    desk.ok("edit", "component", "play", "--style", "toggle-changing-label")
    fixed, changing = asked(desk, "wifi"), asked(desk, "play")
    assert {"traits.toggle", "toggle.one-state-model"} <= fixed and "toggle.action-oriented-label" not in fixed
    assert {"toggle.action-oriented-label", "voiceover.label-dynamic-state", "toggle.change-perceivable"} <= changing
    assert not {"traits.toggle", "traits.selected"} & changing
    assert "made for" in desk.ok("edit", "component", "wifi", "--style", "primary-action").error


def test_controls_that_start_something_have_a_state_of_loading(desk):
    """The table of states has it for each control; icon buttons and toggles of the newest catalog had no such check."""
    loading = "visual-feedback.loading-state"
    for kind in "button", "icon-button", "toggle", "card":
        desk.ok("new", "component", kind, "--kind", kind)
        assert loading in asked(desk, kind)
        assert f"UNTESTED  loading  {loading}" in desk.ok("show", kind).text
    older = Tracker(desk.folder / "older")
    older.folder.mkdir()
    older.begin("3")
    older.ok("edit", "tracker", "--checklists", "everything")
    older.register("go,icon-button", "on,toggle", "buy,button")
    assert [loading in asked(older, key) for key in ("go", "on", "buy")] == [False, False, True]


def test_a_haptic_that_is_not_played_is_not_missing(desk):
    """Apple's guidelines advise against haptics everywhere: a check of a type says which one, where there is one."""
    for name in "heavy", "success", "error", "warning", "selection", "medium":
        expected = " ".join(said(desk, "show", f"haptics.type-{name}")["check"]["expected"].split())
        assert expected.startswith("If ") and "without a haptic passes." in expected, name
    desk.register("tabs,tab-bar")
    assert {check for check in asked(desk, "tabs") if check.startswith("haptics.")} == {"haptics.tab-selection"}


def test_the_demo_has_one_of_each_register(desk):
    """Gestures and shortcuts were in no list of it. A plan without sessions would push its status over one screen."""
    demo = Tracker(desk.folder / "demo")
    desk.ok("demo", demo.folder)
    for register in "gestures", "shortcuts", "questions", "tasks", "waivers", "audits":
        rows = said(demo, "list", register)["rows"]
        assert any("demo" in str(value) for row in rows for value in row.values()), register
    assert "without an alternative" in demo.ok("list", "gestures").text
    demo.require_sound()


def test_open_questions_and_tasks_are_listed_alone(desk):
    desk.register("home,screen")
    for text in "Do we lock the orientation?", "Which sizes?":
        desk.ok("new", "question", text)
        desk.ok("new", "task", text, "--component", "home")
    desk.ok("edit", "question", "which-sizes", "--decision", "all")
    desk.ok("edit", "task", "which-sizes", "--done")
    for what, state in ("questions", "decided"), ("tasks", "done"):
        assert [row["key"] for row in said(desk, "list", what, "state:open")["rows"]] == ["do-we-lock-the-orientation"]
        assert [row["key"] for row in said(desk, "list", what, f"state:{state}")["rows"]] == ["which-sizes"]
        assert len(said(desk, "list", what)["rows"]) == 2
        require_sentence(desk.run("list", what, "state:reviewed"), 2)


@pytest.mark.parametrize("word", [
    "contentShape", "ScaledMetric", "FocusState", "onKeyPress", "NavigationSplitView", "SceneStorage", "ViewThatFits",
    "accessibilityIdentifier"])
def test_a_name_in_code_leads_to_the_checks_whose_remedy_has_it(desk, word):
    answer = desk.run("lookup", word)
    assert answer.code == 3 and f"a11y list checks {word}" in answer.error
    checks = [row["id"] for row in said(desk, "list", "checks", word)["rows"]]
    assert checks and all(word in said(desk, "show", check)["check"]["remedy"] for check in checks)


@pytest.mark.parametrize("name", ["Target Size", "Hit Region", "hitRegion"])
def test_the_audit_is_known_by_the_name_that_a_document_gives_it(desk, name):
    desk.register("home,screen", "home/close,icon-button")
    report = desk.folder / "audit.json"
    report.write_text(json.dumps([{"auditType": name, "element": "home/close", "compactDescription": "Hit area is too small"}]))
    told = said(desk, "import", str(report))["files"][0]["signals"]
    assert (told["findings"], told["uncovered"]) == (1, 0)
