"""What a page of a component counts is what the plan asks for, as status does."""

import json

from program import Tracker

GATED = "reduce-motion.animations-gated"


def shown(tracker, *words) -> dict:
    return json.loads(tracker.ok("show", "home", *words, "--json").out)


def counted(tracker) -> dict:
    row, = [row for row in json.loads(tracker.ok("status", "--by", "component", "--json").out)["groups"] if row["name"] == "home"]
    return {name: row["cells"][name] for name in ("fail", "pass", "untested")}


def test_a_page_of_a_component_counts_what_its_plan_asks_for(empty):
    empty.register("home,screen")
    empty.ok("edit", "tracker", "--checklists", "critical-rules", "--conditions", "default,dark")
    empty.log("fail", GATED, "home", "-s", "1")
    empty.log("fail", "voiceover.reading-order", "home", "-s", "2")
    page = shown(empty)
    assert {name: page["standing"][name] for name in ("fail", "pass", "untested")} == counted(empty)
    asked = [(row["check"], row["condition"]) for row in json.loads(empty.ok(
        "list", "cells", "status:untested", "--all", "--json").out)["rows"]]
    assert page["untested"] == [check for check, _ in asked]
    text = " ".join(empty.ok("show", "home", "--all").text.split())
    assert "1 item with a result is outside the plan and not counted: a FAIL." in text
    for check, condition in asked:
        assert (f"{check} ({condition})" if condition else check) in text
    # Under one setting, what is tested under it.
    assert set(shown(empty, "--condition", "dark")["untested"]) == {check for check, condition in asked if condition == "dark"}
    empty.ok("edit", "component", "home", "--retire")
    assert shown(empty)["untested"] == []


def test_a_page_under_a_setting_has_the_checks_of_that_setting(tmp_path):
    desk = Tracker(tmp_path)
    desk.ok("init", "--catalog", "6", "--platform", "iOS")
    desk.register("home,screen")
    check = "dynamic-type.no-truncation-ax3"
    assert check in shown(desk, "--condition", "text-ax3")["untested"]
    desk.log("pass", check, "home")
    page = shown(desk, "--condition", "text-ax3")
    assert [row["check"] for row in page["cells"]] == [check] and check not in page["untested"]
    assert "dynamic-type.no-truncation-ax3 (text-ax3)" not in desk.ok("show", "home", "--all").text
