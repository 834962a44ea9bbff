"""What the register of conflicts decides is what its checks ask and how they judge: one test for each decision that was once
written and not applied."""

import json

import pytest

from program import Tracker, require_sentence

PRESS = "haptics.max-one-per-interaction"


@pytest.fixture
def desk(folder):
    """The newest catalog with every check in its plan."""
    desk = Tracker(folder)
    desk.begin("3")
    desk.ok("edit", "tracker", "--checklists", "everything")
    return desk


def add(desk, key, kind, *more) -> None:
    desk.ok("new", "component", key, "--kind", kind, *more)


def asked(desk, key) -> set:
    rows = json.loads(desk.ok("list", "cells", "--all", f"component:{key}", "--json").out)["rows"]
    return {row["check"] for row in rows}


def reading(desk, number) -> str:
    return " ".join(desk.ok("lookup", number).text.split())


def check(desk, name) -> str:
    return " ".join(desk.ok("show", name).text.split())


def refused(desk, name, component, value) -> str:
    answer = desk.log("pass", name, component, "--value", value)
    require_sentence(answer, 2)
    return " ".join(answer.error.split())


def test_e04_a_tier_is_a_property_of_the_component(desk):
    assert "Tier is a property of the component" in reading(desk, "E-04")
    tiers = {48: "touch-target.recommended-48pt", 56: "touch-target.large-56pt-primary", 64: "touch-target.extra-large-64pt-child"}
    for tier in tiers:
        add(desk, f"kid/tier-{tier}", "button", "--profile", "child", "--target-tier", str(tier))
        assert asked(desk, f"kid/tier-{tier}") & set(tiers.values()) == {tiers[one] for one in tiers if one <= tier}
    # Without a tier a child's control is a standard one, and no other is asked for a tier.
    for kind in ["button", "icon-button"]:
        add(desk, f"kid/{kind}", kind, "--profile", "child")
        assert asked(desk, f"kid/{kind}") & set(tiers.values()) == {tiers[48]}
        add(desk, f"other/{kind}", kind)
        assert asked(desk, f"other/{kind}") & set(tiers.values()) == set()
    assert "48 pt (standard in a child profile)" in desk.ok("show", "kid/button").text
    assert desk.log("pass", tiers[48], "kid/button", "--value", "48x48").code == 0
    assert "does not meet" in refused(desk, tiers[48], "kid/button", "47x48")


def test_e06_a_result_keeps_the_reading_of_large_text(desk):
    large = "contrast.large-text-3"
    add(desk, "title", "text")
    assert "a result stores which reading was used" in reading(desk, "E-06")
    for value in ["3.2:1 at 24 pt", "3.2:1 at 19 pt bold", "4.6:1 at 18 pt"]:
        assert desk.log("pass", large, "title", "--value", value).code == 0, value
    # Between the two limits: large for the platform, not for WCAG, which counts.
    assert "the platform takes this text as large" in refused(desk, large, "title", "3.2:1 at 20 pt")
    desk.log("fail", large, "title", "--value", "3.2:1 at 20 pt")
    row, = json.loads(desk.ok("list", "findings", "--json").out)["rows"]
    assert row["value"]["text"] == "3.2:1 at 20 pt"
    assert "the platform takes this text as large" in " ".join(desk.ok("show", large, "title").text.split())


def test_e09_a_cap_fails_where_text_cannot_reach_200_percent(desk):
    add(desk, "title", "text")
    assert "A cap is a failure when the text cannot reach 200 percent" in reading(desk, "E-09")
    for value in ["ax1", "165%", "199%"]:
        assert "at least 200%" in refused(desk, "dynamic-type.no-low-cap", "title", value), value
    for value in ["200%", "ax3"]:
        assert desk.log("pass", "dynamic-type.no-low-cap", "title", "--value", value).code == 0, value


def test_e14_dynamic_type_is_of_ios_and_ipados(desk):
    assert "limited to iOS and iPadOS" in reading(desk, "E-14")
    for platform in ["iOS", "iPadOS", "macOS"]:
        add(desk, platform.lower(), "screen", "--platform", platform)
        found = {name for name in asked(desk, platform.lower()) if name.startswith("dynamic-type.")}
        assert bool(found) == (platform != "macOS"), platform


def test_e41_every_press_in_the_child_profile_and_what_matters_elsewhere(desk):
    add(desk, "app", "app")
    add(desk, "other", "button")
    add(desk, "kid", "button", "--profile", "child")
    assert "haptics.feedback-on-press" in asked(desk, "kid") and "haptics.feedback-on-press" not in asked(desk, "other")
    assert "haptics.meaningful-only" in asked(desk, "app") and "A press without a haptic passes." in check(
        desk, "haptics.type-medium")
    for component in ["other", "kid"]:
        assert PRESS in asked(desk, component)
        assert "at most 1" in refused(desk, PRESS, component, "press: medium light")
    assert desk.log("pass", PRESS, "other", "--value", "press: none").code == 0
    assert "the child profile requires a haptic for each press (E-41)" in refused(desk, PRESS, "kid", "press: none")


def test_e42_a_toggle_plays_light_or_selection_and_keeps_which(desk):
    add(desk, "wifi", "toggle")
    assert "haptics.type-light" in asked(desk, "wifi") and "haptics.type-selection" not in asked(desk, "wifi")
    assert "light impact or selection feedback, and the app uses the same one" in check(desk, "haptics.type-light")
    for haptic in ["light", "selection"]:
        assert desk.log("pass", PRESS, "wifi", "--value", f"toggle: {haptic}").code == 0
        row, = json.loads(desk.ok("list", "cells", f"check:{PRESS}", "--json").out)["rows"]
        assert row["value"]["text"] == f"toggle: {haptic}"
    assert "requires light or selection" in refused(desk, PRESS, "wifi", "toggle: heavy")


def test_e45_a_toggle_has_one_of_two_models(desk):
    add(desk, "wifi", "toggle")
    assert "2 accepted models" in reading(desk, "E-45")
    assert "toggle.one-state-model" in asked(desk, "wifi")
    assert "Only one model is used." in check(desk, "toggle.one-state-model")
    assert "A control with a fixed label and a toggle or selected state" in check(desk, "toggle.action-oriented-label")
    assert "or the label is fixed and the value or trait changes" in check(desk, "voiceover.label-dynamic-state")
    assert "voiceover.label-dynamic-state" not in asked(desk, "wifi"), "a switch of the system has a fixed label"


def test_e46_hints_that_name_the_gesture_fail_a_check_of_their_own(desk):
    add(desk, "buy", "button")
    add(desk, "home", "screen")
    name = "voiceover.hint-no-gesture-or-role"
    assert "A separate check, which these hints fail." in reading(desk, "E-46")
    assert any(name in asked(desk, component) for component in ["buy", "home"])
    assert "does not tell the user which gesture to perform" in check(desk, name)
    assert "E-46" in check(desk, name)


def test_e47_the_samples_fail_the_label_check(desk):
    add(desk, "buy", "button")
    name = "voiceover.label-meaningful"
    assert "fail voiceover.label-meaningful" in reading(desk, "E-47")
    assert name in asked(desk, "buy")
    assert "generic words (such as \"Action\"), a control type alone, or an image name" in check(desk, name)
    desk.log("fail", name, "buy")
    row, = json.loads(desk.ok("list", "findings", "--json").out)["rows"]
    assert row["severity"] == 1 and "E-47" in check(desk, name)


def test_e54_six_to_twelve_passes_and_the_session_keeps_the_age(desk):
    add(desk, "app", "app")
    name = "child-testing.age-range"
    assert "6 to 12 is the pass range" in reading(desk, "E-54")
    for age in ["6", "10", "12", "6-8", "9–12", "6 - 12 years"]:
        assert desk.log("pass", name, "app", "--value", age).code == 0
    for age in ["5", "13", "5-8", "10-14"]:
        assert "between 6 and 12" in refused(desk, name, "app", age)
    assert "Record the age in the session data" in check(desk, name)
    # A session is refused without the age band of the child, and keeps it.
    add(desk, "kid", "button", "--profile", "child")
    desk.ok("new", "plan", "p", "--component", "kid", "--size", "44x44", "--target", "90", "--children", "6", "--taps", "2")
    words = ["tap", "run", "p", "--moderator", "m1", "--consent", "c1", "--guardian", "--assent", "--device", "iPad"]
    answer = desk.run(*words, stdin=b"q\n")
    assert answer.code != 0 and "age" in answer.error
