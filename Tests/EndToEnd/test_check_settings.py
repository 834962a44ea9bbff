"""Checks that are tested under a setting: the check says it, and so does every result of it."""

import functools
import json
import shlex
import re

import pytest

from covering import rows
from drawing import share
from program import Tracker, require_sentence

LARGE, LARGEST = "dynamic-type.no-truncation-ax3", "dynamic-type.layout-at-largest"
MOTION = "reduce-motion.transitions-fade"


@pytest.fixture
def desk(tmp_path):
    tracker = Tracker(tmp_path)
    tracker.ok("init", "--catalog", "6", "--platform", "iOS")
    tracker.register("home,screen", "cart,screen")
    tracker.ok("config", "tester", "t1")
    return tracker


def standing(tracker, check=LARGE):
    return [(row["component"], row["condition"], row["outcome"]) for row in rows(tracker, "cells", f"check:{check}", "--all")]


def figures(tracker):
    said = json.loads(tracker.ok("status", "--json").out)
    return {name: said["cells"][name] for name in ("pass", "fail", "untested")}


@pytest.mark.parametrize("condition, waived", [("text-ax3", [LARGE]), ("dark,text-ax3", [])])
def test_a_waiver_of_a_pattern_names_settings_as_lists_show_them(desk, condition, waived):
    """`--condition text-ax3` with a pattern of checks covered no item that lists show so."""
    for check in (LARGE, LARGEST):
        desk.ok("log", "fail", check, "home")
    added = desk.run("new", "waiver", "home", "dynamic-type.*", "--reason", "deferred", "--approver", "l", "--until",
                     "2099-01-01", "--condition", condition)
    assert ("does not fail" in added.error) == (not waived)
    assert [row["check"] for row in rows(desk, "findings", "waived:yes")] == waived
    assert [row["failing"] for row in rows(desk, "waivers")] == [len(waived)]
    assert json.loads(desk.ok("status", "--json").out)["waived"] == len(waived)


@pytest.mark.parametrize("words", [[], ["--condition", "text-ax3"], ["--condition", "default"]])
def test_a_result_has_the_setting_of_its_check(desk, words):
    before = figures(desk)
    said = desk.ok("log", "fail", LARGE, "home", *words)
    assert f"{LARGE} home (text-ax3)" in " ".join(said.text.split())
    assert [row["condition"] for row in rows(desk, "results")] == ["text-ax3"]
    assert standing(desk) == [("cart", "text-ax3", "untested"), ("home", "text-ax3", "fail")]
    assert figures(desk) == {"pass": 0, "fail": 1, "untested": before["untested"] - 1}
    # It is found by the setting, and by no other one.
    assert [row["component"] for row in rows(desk, "cells", "condition:text-ax3", f"check:{LARGE}")] == ["home"]
    assert not rows(desk, "cells", "condition:default", f"check:{LARGE}")
    assert "Current result under text-ax3" in desk.ok("show", LARGE, "home", "--condition", "text-ax3").text
    # The same item is answered again.
    desk.ok("log", "pass", LARGE, "home", "--condition", "text-ax3", "--retest")
    assert standing(desk)[1] == ("home", "text-ax3", "pass")


@pytest.mark.parametrize("check, condition, wanted", [
    (LARGE, "text-ax5", "text-ax3"), (LARGEST, "text-ax3", "text-ax5"), (LARGE, "dark", "dark+text-ax3"),
    (MOTION, "voiceover", "reduce-motion+voiceover")])
def test_another_setting_is_refused_with_the_one_that_is_meant(desk, check, condition, wanted):
    table = f"outcome,check,component,condition\npass,{check},home,{condition}\n".encode()
    for words, stdin, code in ((["log", "pass", check, "home", "--condition", condition], b"", 2), (["log", "-"], table, 4)):
        answer = desk.run(*words, stdin=stdin)
        require_sentence(answer, code)
        assert f"{check} is tested under" in " ".join(answer.error.split()), answer.error
    assert f"--condition {wanted}" in desk.run("log", "pass", check, "home", "--condition", condition).error
    assert not rows(desk, "results")
    desk.ok("log", "pass", check, "home", "--condition", wanted)
    assert rows(desk, "results")[0]["condition"] == ",".join(sorted(wanted.split("+")))


def test_an_unknown_setting_is_refused_with_the_list(desk):
    answer = desk.run("log", "pass", LARGE, "home", "--condition", "text-ax9")
    require_sentence(answer, 2)
    assert 'unknown setting "text-ax9"' in answer.error and "text-ax3, text-ax4, text-ax5" in " ".join(answer.error.split())


def test_settings_of_the_configuration_are_on_beside_that_of_the_check(desk):
    desk.ok("config", "condition", "dark")
    desk.ok("log", "pass", LARGE, "home")
    assert rows(desk, "results")[0]["condition"] == "dark,text-ax3"
    desk.ok("config", "condition", "text-ax5")
    require_sentence(desk.run("log", "pass", LARGE, "home"), 2)


def test_a_list_is_read_back_as_it_was_written(desk):
    desk.ok("log", "fail", LARGE, "home")
    listed = desk.ok("list", "cells", "--all", f"check:{LARGE}", "--format", "csv").out
    again = desk.ok("log", "-", stdin=listed)
    assert len(rows(desk, "results")) == 1, again.text
    text = listed.decode().replace(f"cart,{LARGE},text-ax3,untested,", f"cart,{LARGE},text-ax3,pass,")
    assert text != listed.decode(), text
    desk.ok("log", "-", stdin=text.encode())
    assert standing(desk) == [("cart", "text-ax3", "pass"), ("home", "text-ax3", "fail")]


def test_a_walk_and_a_worksheet_say_the_setting(desk):
    said = desk.ok("walk", "--component", "home", "--check", LARGE, stdin=b"p\n")
    assert "Condition text-ax3" in " ".join(said.text.split())
    assert standing(desk)[1] == ("home", "text-ax3", "pass")
    # Of what is asked under a setting, the checks of another one are not.
    asked = desk.ok("walk", "--component", "cart", "--check", "dynamic-type.*", "--condition", "text-ax3", stdin=b"p\nq\n")
    assert LARGEST not in asked.text
    desk.ok("walk", "--component", "cart", "--check", LARGE, "--condition", "text-ax3", stdin=b"p\n")
    assert standing(desk)[0] == ("cart", "text-ax3", "pass")
    desk.ok("worksheet", "--component", "home", "--check", LARGE, "-o", "w.html")
    assert re.search("under <strong>[^/]*text-ax3", (desk.folder / "w.html").read_text())


def test_findings_are_reached_by_the_setting(desk):
    desk.ok("log", "fail", LARGE, "home")
    desk.ok("edit", "finding", LARGE, "home", "--owner", "ana", "--condition", "text-ax3")
    assert rows(desk, "findings")[0]["owner"] == "ana"
    desk.ok("new", "waiver", "home", LARGE, "--reason", "deferred", "--approver", "l", "--until", "2099-01-01",
            "--condition", "text-ax3")
    assert rows(desk, "findings")[0]["waived_until"] == "2099-01-01"
    # It was named default, and its condition was none.
    key = f"home {LARGE} text-ax3"
    assert rows(desk, "waivers", "condition:text-ax3")[0]["key"] == key
    listed, shown = (" ".join(desk.ok(*words).text.split()) for words in (["list", "waivers"], ["show", key]))
    assert "Condition: text-ax3" in listed and "Condition text-ax3" in shown and "default" not in listed + shown
    said = desk.ok("new", "waiver", "cart", LARGE, "--reason", "deferred", "--approver", "l", "--until", "2099-01-01",
                   "--condition", "default")
    assert f"cart {LARGE} text-ax3 (" in said.text and "(none)" not in said.text
    assert f"{LARGE} does not fail on cart (text-ax3) now" in " ".join(said.error.split())
    assert "default" not in said.text + said.error


LANDSCAPE, HEADER = "layout.landscape", "traits.header"


def compared(tracker, path, *words):
    (tracker.folder / path).write_bytes(tracker.ok("list", "items", *words, "--json").out)
    document = json.loads(tracker.run("gate", "--baseline", path, "--json").out)
    return document["baseline"], [cell["check"] for cell in document["blockers"]]


def test_a_saved_list_is_compared_item_by_item(desk):
    """A list shows the setting of a check, which is no part of its item."""
    desk.ok("config", "build", "1.0")
    for check in LANDSCAPE, HEADER:
        desk.ok("log", "pass", check, "home")
    (desk.folder / "then.json").write_bytes(desk.ok("list", "items", "--json").out)
    desk.ok("edit", "tracker", "--current-build", "1.1")
    desk.ok("config", "build", "1.1")
    for check in LANDSCAPE, HEADER:
        desk.ok("log", "fail", check, "home")
    baseline, regressed = compared(desk, "now.json")
    assert (baseline["known"], baseline["elsewhere"], regressed) == (2, 0, []), "nothing is worse than a moment ago"
    regressed = json.loads(desk.run("gate", "--baseline", "then.json", "--json").out)["blockers"]
    assert [cell["check"] for cell in regressed] == [LANDSCAPE, HEADER]


@pytest.mark.parametrize("words", [[], ["--all"]])
def test_items_that_a_list_shows_alike_are_compared_each_by_itself(tmp_path, words):
    """From before checks had settings, an item may name the setting of its check itself."""
    old = Tracker(tmp_path)
    old.ok("init", "--catalog", "3", "--platform", "iOS")
    old.register("home,screen")
    old.ok("config", "tester", "t1")
    old.ok("log", "pass", LANDSCAPE, "home", "--condition", "landscape")
    old.ok("edit", "tracker", "--catalog", "6", "--checklists", "everything")
    assert compared(old, "one.json", *words)[0]["known"] == 1
    old.ok("log", "fail", LANDSCAPE, "home", "--condition", "default")
    listed = json.loads(old.ok("list", "items", f"check:{LANDSCAPE}", "--json").out)["rows"]
    assert [row["condition"] for row in listed] == ["landscape", "landscape"]
    baseline, regressed = compared(old, "two.json", *words)
    assert (baseline["known"], baseline["elsewhere"], regressed) == (2, 0, [])


def test_what_is_named_by_the_condition_of_a_list_is_found(desk):
    desk.ok("log", "pass", LANDSCAPE, "home")
    for condition in "landscape", "default":
        answer = desk.run("gate", "--max-critical", "0", "--why", f"home {LANDSCAPE} {condition}")
        assert answer.code != 3 and "Outcome" in answer.text, answer.error
    desk.ok("log", "like", "home", "cart", "--condition", "landscape", "--yes")
    assert standing(desk, LANDSCAPE) == [("cart", "landscape", "pass"), ("home", "landscape", "pass")]


def test_the_commands_of_a_conflict_name_the_condition_of_the_list(desk):
    for condition in "landscape", "dark+landscape":
        for tester, outcome in ("t1", "pass"), ("t2", "fail"):
            desk.ok("log", outcome, LANDSCAPE, "home", "--condition", condition, "--tester", tester)
    assert f"{LANDSCAPE} on home (dark,landscape)" in desk.ok("resolve").text
    sides = [side for row in json.loads(desk.ok("resolve", "--json").out)["rows"] for side in row["sides"]]
    for command in [side["command"] for side in sides if side["outcome"] == "pass"]:
        assert "--condition" in command and "default" not in command
        desk.ok(*shlex.split(command)[1:-1], "seen")
    assert desk.ok("resolve").text == "No conflicts.\n"


def test_what_was_logged_before_means_what_it_did(desk, tmp_path):
    """A result under the default condition answers the item; one under other settings stays where it stands."""
    old = Tracker(tmp_path / "old")
    old.folder.mkdir()
    old.ok("init", "--catalog", "3", "--platform", "iOS")
    old.register("home,screen", "cart,screen")
    old.ok("config", "tester", "t1")
    old.ok("log", "fail", LARGE, "home")
    old.ok("log", "fail", LARGE, "cart", "--condition", "text-ax5")
    before = figures(old)
    assert standing(old) == [("cart", "", "untested"), ("cart", "text-ax5", "fail"), ("home", "", "fail")]
    old.ok("edit", "tracker", "--catalog", "6")
    assert standing(old) == [("cart", "text-ax3", "untested"), ("cart", "text-ax5", "fail"), ("home", "text-ax3", "fail")]
    assert figures(old)["fail"] == before["fail"] == 2
    # Both can be answered.
    old.ok("log", "pass", LARGE, "home", "--retest")
    old.ok("log", "pass", LARGE, "cart", "--condition", "text-ax5", "--retest")
    assert figures(old)["fail"] == 0 and figures(old)["pass"] == 2


def test_what_a_plan_of_the_fifth_edition_asks_for_under_other_settings_can_be_answered(desk):
    desk.ok("edit", "tracker", "--catalog", "5", "--conditions", "default,dark,text-ax5")
    for row in rows(desk, "cells", "--all", f"check:{LARGE}", "component:home"):
        assert row["condition"] in ("text-ax3", "dark,text-ax3", "text-ax5")
    for condition in "dark", "text-ax5", "default":
        desk.ok("log", "pass", LARGE, "home", "--condition", condition)
    assert not rows(desk, "cells", "--all", f"check:{LARGE}", "component:home", "status:untested")


def test_a_check_says_its_setting(desk):
    assert json.loads(desk.ok("show", LARGE, "--json").out)["setting"] == "text-ax3"
    assert "Setting text-ax3" in " ".join(desk.ok("show", LARGE).text.split())
    assert json.loads(desk.ok("show", "voiceover.label-present", "--json").out)["setting"] is None


def test_similar_items_keep_their_condition(desk):
    desk.ok("log", "pass", LARGE, "home", "--condition", "dark+text-ax3")
    desk.ok("log", "like", "home", "cart", "--condition", "dark", "--yes")
    assert {(row["component"], row["condition"]) for row in rows(desk, "results")} == {
        ("home", "dark,text-ax3"), ("cart", "dark,text-ax3")}


@pytest.fixture(scope="module")
def setting(tmp_path_factory):
    """The setting of a check, asked once for each: every tracker of an edition says the same."""
    tracker = Tracker(tmp_path_factory.mktemp("settings"))
    tracker.begin("6")
    return functools.cache(lambda check: json.loads(tracker.ok("show", check, "--json").out)["setting"])


def items(tracker, *words):
    return {(row["component"], row["check"], row["condition"]) for row in rows(tracker, "cells", "--all", *words)}


PLANS = ["default", "text-ax5", "default,text-ax5", "default,dark,text-ax5", "dark+text-ax3,text-ax5", "reduce-motion+dark,dark",
         "text-ax3,text-ax5,landscape", "bold-text,reduce-motion,default"]


@pytest.mark.parametrize("plan", share("plans of settings", PLANS, 2))
def test_a_check_is_asked_once_under_its_setting_and_nothing_that_no_device_shows(desk, setting, plan):
    """What is asked for is, for each check, what its items are under the settings of the plan; all figures agree about it."""
    desk.ok("edit", "tracker", "--conditions", "default", "--checklists", "everything")
    usual = {(component, check) for component, check, _ in items(desk)}
    settings = {check: setting(check) for _, check in usual if check.split(".")[0] in {
        "dynamic-type", "typography", "visual-feedback", "reduce-motion", "reduce-transparency", "contrast", "color", "layout"}}
    sizes, wanted = {"text-ax1", "text-ax3", "text-ax5"}, set()
    for component, check in usual:
        for words in plan.split(","):
            named = {word for word in words.split("+") if word != "default"}
            whole = named | set((settings.get(check) or "").split(",")) - {""}
            if len(whole & sizes) < 2 and not (settings.get(check) and {"landscape"} < whole & {"landscape", "portrait"}):
                wanted.add((component, check, ",".join(sorted(whole))))
    desk.ok("edit", "tracker", "--conditions", plan)
    assert items(desk) == wanted
    desk.ok("new", "audit", "all", "--condition", plan)
    listed = [row for row in rows(desk, "audits") if row["name"] == "all"][0]
    assert listed["untested"] == len(wanted), listed
    told, view = json.loads(desk.ok("status", "--json").out), desk.rows("SELECT count(*) FROM v_scope")[0][0]
    of_audit = json.loads(desk.ok("status", "--audit", "all", "--json").out)
    assert told["cells"]["untested"] == view == of_audit["cells"]["untested"] == len(wanted)
    assert len(desk.rows('SELECT DISTINCT component, "check", condition FROM v_scope')) == view
    for words in [], ["--audit", "all"]:
        gate = json.loads(desk.run("gate", "--min-coverage", "1", "--json", *words).out)
        assert gate["cells"]["untested"] == len(wanted)
    walked = desk.run("walk", "--audit", "all", stdin=b"q\n").text
    assert f"{len(wanted)} items in audit all" in " ".join(walked.split()), walked
    # An answer under the settings of the plan is one of these items, of the plan and of the audit.
    for check in LARGE, LARGEST, MOTION:
        for component, _, condition in sorted(row for row in wanted if row[1] == check and row[0] == "home"):
            desk.ok("log", "pass", check, component, "--condition", condition.replace(",", "+"))
    answered = len([row for row in wanted if row[1] in (LARGE, LARGEST, MOTION) and row[0] == "home"])
    for words in [], ["--audit", "all"]:
        cells = json.loads(desk.ok("status", "--json", *words).out)["cells"]
        assert (cells["pass"], cells["untested"]) == (answered, len(wanted) - answered), words
    cells = desk.rows("SELECT count(*) FROM v_cell WHERE in_plan AND outcome = 'pass'")[0][0]
    assert cells == answered and desk.rows("SELECT untested, pass FROM v_status") == [(len(wanted) - answered, answered)]
    last = json.loads(desk.ok("trend", "--json").out)["points"][-1]
    assert (last["pass"], last["untested"]) == (answered, len(wanted) - answered)
    desk.ok("edit", "audit", "all", "--close", "--yes")
    before = json.loads(desk.ok("status", "--audit", "all", "--json").out)["cells"]
    desk.ok("edit", "tracker", "--catalog", "5")
    assert json.loads(desk.ok("status", "--audit", "all", "--json").out)["cells"] == before
    desk.require_sound()


def test_a_result_under_a_setting_that_excludes_the_check_is_refused_where_a_plan_names_it(desk):
    desk.ok("edit", "tracker", "--conditions", "default,text-ax5", "--checklists", "everything")
    answer = desk.run("log", "pass", LARGE, "home", "--condition", "text-ax5")
    require_sentence(answer, 2)
    assert f"{LARGE} is tested under text-ax3" in " ".join(answer.error.split())
    desk.ok("log", "fail", LARGEST, "home", "--condition", "text-ax5")
    assert standing(desk, LARGEST) == [("cart", "text-ax5", "untested"), ("home", "text-ax5", "fail")]


def test_what_names_its_setting_has_no_side_without_it(desk):
    """To every list its items were under the setting, to the matrix without it: it asked for them after every answer."""
    desk.ok("edit", "tracker", "--checklists", "everything")
    desk.ok("log", "fail", MOTION, "home")
    assert standing(desk, MOTION) == [("cart", "reduce-motion", "untested"), ("home", "reduce-motion", "fail")]
    half, = rows(desk, "matrix", "--all", "component:home")
    assert (half["check"], half["missing"]) == ("reduce-transparency.readable-on-any-background", ["off", "on"])
    assert "with reduce-motion on" not in desk.ok("list", "matrix", "component:home").text
    assert "not tested with" not in desk.ok("show", "home").text
    for condition in "default", "reduce-transparency":
        desk.ok("log", "pass", half["check"], "home", "--condition", condition)
    assert [row["missing"] for row in rows(desk, "matrix", "--all", "component:home")] == [[]]
