"""Components that are renamed: all that is said of them goes with them, whoever says it, when, and under which name."""

import itertools
import json

import pytest

from deciding import records
from forging import Chain, give, told
from program import CHECK, COMPONENT, Tracker, require_sentence

SIZE = "touch-target.minimum-44pt"
NEW = "login/dismiss"
# What an answer says of the moment, and of how much is stored.
PASSING = {"generated", "generated_at", "now", "now_s"}


def seen(tracker: Tracker, *words) -> object:
    answer = json.loads(tracker.ok(*words, "--json").out)
    return {name: value for name, value in answer.items() if name not in PASSING}


def outcomes(tracker: Tracker, *words) -> dict:
    return {(row["component"], row["check"]): row["outcome"] for row in seen(tracker, "list", "cells", *words)["rows"]}


def component(tracker: Tracker, key: str) -> dict:
    return {row["key"]: row for row in seen(tracker, "list", "components")["rows"]}[key]


def rename(tracker: Tracker, old=COMPONENT, new=NEW):
    return tracker.ok("edit", "component", old, "--rename", new)


def same(one: Tracker, other: Tracker) -> None:
    for words in (["list", "cells"], ["list", "components"], ["list", "findings"], ["list", "waivers"], ["list", "evidence"]):
        # Whom they follow is their own.
        rows = [[{**row, "followed": None} for row in seen(machine, *words)["rows"]] for machine in (one, other)]
        assert rows[0] == rows[1]
    assert records(one) == records(other)


@pytest.fixture
def told_of(tracker):
    """A component of which everything is said that can be said."""
    (tracker.folder / "shot.txt").write_text("seen")
    tracker.ok("edit", "component", COMPONENT, "--screen", "sign-in", "--owner", "qa", "--title", "Close")
    tracker.ok("new", "audit", "spring", "--checklist", "labels-and-touch", "--components", "sign-in/**", "--build", "1")
    tracker.log("fail", CHECK, COMPONENT, "-s", "1", "-m", "no label", "--build", "1", "--audit", "spring")
    tracker.log("fail", SIZE, COMPONENT, "--value", "40x40", "--build", "1", "--audit", "spring")
    tracker.ok("new", "evidence", CHECK, COMPONENT, "shot.txt", "--tester", "t1")
    tracker.ok("edit", "finding", CHECK, COMPONENT, "--ticket", "APP-7", "--severity", "2")
    tracker.ok("new", "waiver", COMPONENT, SIZE, "--reason", "deferred", "--until", "2099-01-01", "--approver", "lead")
    tracker.ok("new", "waiver", "sign-in/*", "contrast.*", "--reason", "deferred", "--until", "2099-01-01", "--approver", "lead")
    tracker.ok("new", "note", "look again", "--component", COMPONENT, "--check", CHECK, "--tester", "t1")
    tracker.ok("new", "task", "Label it", "--component", COMPONENT)
    return tracker


def test_the_flag_of_the_new_key_may_be_called_so(tracker):
    tracker.ok("edit", "component", COMPONENT, "--key", "a/b")
    assert tracker.ok("edit", "component", "a/b", "--key=a/c", "--dry-run").text and component(tracker, "a/b")["key"] == "a/b"
    answer = tracker.run("edit", "component", "a/b", "--key", "x", "--rename", "y")
    assert answer.code == 2 and "more than once" in answer.error


def test_all_that_is_said_of_a_component_goes_with_it(told_of):
    status, findings = seen(told_of, "status"), seen(told_of, "list", "findings")["rows"]
    audit, before = seen(told_of, "status", "--audit", "spring"), told(told_of)
    marks = [json.loads(line)["mark"] for line in told_of.ok("report", "--issues", "ndjson", "--all").out.splitlines()]
    rename(told_of)
    assert told(told_of)[:len(before)] == before
    assert json.loads(json.dumps(findings).replace(COMPONENT, NEW)) == seen(told_of, "list", "findings")["rows"]
    for words, figures in ((["status"], status), (["status", "--audit", "spring"], audit)):
        assert seen(told_of, *words)["cells"] == figures["cells"]
    assert [row["component"] for row in seen(told_of, "list", "waivers")["rows"]] == [NEW, "sign-in/*"]
    assert [row["component"] for row in seen(told_of, "list", "tasks")["rows"]] == [NEW]
    assert [row["component"] for row in seen(told_of, "list", "evidence")["rows"]] == [NEW]
    assert component(told_of, NEW)["owner"] == "qa"
    assert told_of.rows("SELECT component, waived_until FROM v_finding WHERE \"check\" = ?", SIZE) == [(NEW, "2099-01-01")]
    # A ticket that was made before is still about its finding, and is not made again.
    assert [json.loads(line)["mark"] for line in told_of.ok("report", "--issues", "ndjson", "--all").out.splitlines()] == marks
    assert marks == [mark for mark in marks if NEW in told_of.ok("show", mark).text]
    told_of.require_sound()
    told_of.ok("doctor", "--rebuild")
    assert json.loads(json.dumps(findings).replace(COMPONENT, NEW)) == seen(told_of, "list", "findings")["rows"]


def test_the_old_name_is_still_found(told_of):
    rename(told_of)
    for words in (["show", COMPONENT], ["show", "close-button"], ["show", CHECK, COMPONENT]):
        assert NEW in told_of.ok(*words).text
    for query in (f"component:{COMPONENT}", "component:sign-in/**", "close-button"):
        assert {place[0] for place in outcomes(told_of, query)} == {NEW}, query
    assert told_of.log("pass", CHECK, COMPONENT, "--build", "2").code in (0, 5)
    table = f"component,check,outcome,build\n{COMPONENT},{SIZE},pass,2\n"
    told_of.ok("log", "-", "--tester", "t1", stdin=table.encode())
    assert outcomes(told_of) == {(NEW, CHECK): "pass", (NEW, SIZE): "pass"}
    told_of.ok("edit", "component", COMPONENT, "--owner", "dev")
    told_of.ok("new", "component", "--from", "-", stdin=f"key,kind,title\n{COMPONENT},icon-button,Dismiss\n".encode())
    row = component(told_of, NEW)
    assert (row["owner"], row["title"]) == ("dev", "Dismiss")
    require_sentence(told_of.run("new", "component", COMPONENT, "--kind", "button"), 5)
    told_of.require_sound()


def test_a_baseline_file_of_before_is_compared_by_the_present_name(told_of):
    file = told_of.folder / "before.json"
    file.write_bytes(told_of.ok("list", "cells", "--json").out)
    gates = []
    for _ in range(2):
        gates.append(seen(told_of, "gate", "--max-critical", "9", "--no-regressions", "--baseline", file)["baseline"])
        if len(gates) == 1:
            rename(told_of)
    assert gates[0] == gates[1]


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_what_machines_say_that_do_not_know_the_new_name_goes_there_in_any_order(folder, tracker, order):
    tracker.log("fail", CHECK, COMPONENT, "-s", "1", "--build", "1")
    other = Chain("otherothero1", "o")
    other.result("fail", COMPONENT, check=SIZE, build="1")
    other.add("set", kind="component", key=COMPONENT, fields={"owner": "them"}, by="o")
    other.add("note", component=COMPONENT, check=CHECK, text="look", tester="o")
    parts = [give(tracker, *told(tracker), name="first.a11y.json"), give(tracker, *other.facts, name="other.a11y.json")]
    rename(tracker)
    parts.append(give(tracker, *[fact for fact in told(tracker) if fact["kind"] == "set"][-1:], name="last.a11y.json"))
    one = Tracker(folder / "one")
    one.folder.mkdir()
    one.begin()
    one.ok("import", "--adopt", parts[order[0]])
    one.ok("follow", "*")
    for number in order[1:]:
        one.ok("import", parts[number])
    tracker.ok("import", parts[1])
    assert outcomes(one) == outcomes(tracker) == {(NEW, CHECK): "fail", (NEW, SIZE): "fail"}
    assert component(one, NEW)["owner"] == "them"
    same(one, tracker)
    one.require_sound()


def test_a_name_that_nobody_followed_gave_waits(tracker):
    tracker.log("fail", CHECK, COMPONENT, "-s", "1", "--build", "1")
    before = outcomes(tracker)
    mal = Chain("malmalmalma1", "mal")
    mal.add("set", kind="component", key=COMPONENT, fields={"renamed": "elsewhere"}, by="mal")
    mal.result("pass", "elsewhere", build="2")
    tracker.ok("import", give(tracker, *mal.facts))
    assert outcomes(tracker) == {**before, ("elsewhere", CHECK): "pass"}
    waiting = tracker.ok("waiting").text
    assert "renamed" in waiting and COMPONENT in waiting and "@" not in waiting
    tracker.ok("follow", "malmalmalma1")
    assert outcomes(tracker) == {("elsewhere", CHECK): "pass"}
    tracker.ok("follow", "--none", "malmalmalma1")
    assert outcomes(tracker) == {**before, ("elsewhere", CHECK): "pass"}
    tracker.require_sound()


def test_names_go_on_come_back_and_are_taken_back(tracker):
    tracker.log("fail", CHECK, COMPONENT, "-s", "1")
    rename(tracker)
    rename(tracker, NEW, "third")
    assert outcomes(tracker) == {("third", CHECK): "fail"} and "third" in tracker.ok("show", COMPONENT).text
    # Back to the first: the others go on to lead there.
    rename(tracker, "third", COMPONENT)
    assert outcomes(tracker) == {(COMPONENT, CHECK): "fail"}
    for name in (NEW, "third"):
        assert tracker.log("fail", SIZE, name, "-s", "1").code == 0
    assert outcomes(tracker) == {(COMPONENT, CHECK): "fail", (COMPONENT, SIZE): "fail"}
    for _ in range(3):
        tracker.ok("undo")
    assert outcomes(tracker) == {("third", CHECK): "fail"}
    tracker.ok("undo")
    tracker.ok("undo")
    assert outcomes(tracker) == {(COMPONENT, CHECK): "fail"}
    assert component(tracker, COMPONENT)
    tracker.ok("redo")
    assert outcomes(tracker) == {(NEW, CHECK): "fail"}
    tracker.require_sound()


def test_a_name_that_another_component_has_is_refused(tracker):
    tracker.register("other,button", "gone,button")
    tracker.ok("edit", "component", "gone", "--delete")
    for name in ("other", "gone"):
        answer = tracker.run("edit", "component", COMPONENT, "--rename", name)
        require_sentence(answer, answer.code)
        assert answer.code in (2, 5)
    require_sentence(tracker.run("edit", "component", COMPONENT, "other", "--rename", "x"), 2)
    assert tracker.run("edit", "component", COMPONENT, "--rename", "not a key").code == 2
    assert "Unchanged" in rename(tracker, COMPONENT, COMPONENT).text


def test_two_names_at_once_and_rings_are_one_component_on_each_machine(folder, tracker):
    tracker.register("ring/b,button")
    one, other, third = (Chain(name * 12, name) for name in "uvw")
    one.add("set", kind="component", key=COMPONENT, fields={"renamed": "one"}, by="u")
    one.result("fail", "one", check=SIZE)
    other.add("set", kind="component", key=COMPONENT, fields={"renamed": "two"}, by="v")
    other.result("fail", "two")
    third.add("set", kind="component", key="ring/b", fields={"renamed": "ring/a"}, by="w")
    third.result("fail", "ring/a")
    other.add("set", kind="component", key="ring/a", fields={"renamed": "ring/b"}, by="v")
    parts = [give(tracker, *chain.facts, name=f"{chain.replica}.a11y.json") for chain in (one, other, third)]
    base, found = told(tracker), []
    for order in itertools.permutations(parts):
        copy = Tracker(folder / f"copy-{len(found)}")
        copy.folder.mkdir()
        copy.begin()
        copy.ok("import", "--adopt", give(tracker, *base, name="base.a11y.json"))
        for path in order:
            copy.ok("import", path)
        for name in (*(chain.replica for chain in (one, other, third)), base[0]["r"]):
            copy.ok("follow", name)
        found.append((outcomes(copy), seen(copy, "list", "components")["rows"], records(copy)))
        copy.require_sound()
    assert all(one == found[0] for one in found)
    names = {component for component, _ in found[0][0]}
    assert names == {"ring/a", "two"} or names == {"ring/a", "one"}
    assert len(found[0][0]) == 3
    # Whoever settles it has all of them lead to the name that is chosen.
    copy.ok("edit", "component", "one", "--rename", "three")
    assert {component for component, _ in outcomes(copy)} == {"ring/a", "three"}
    assert "three" in copy.ok("show", "one").text and "three" in copy.ok("show", "two").text
    assert seen(copy, "list", "conflicts")["rows"] == []
    copy.require_sound()


def test_a_name_that_came_back_once_goes_on_with_those_that_lead_through_it(tracker):
    tracker.register("ring/b,button")
    rename(tracker, "ring/b", "ring/c")
    rename(tracker, "ring/c", "ring/b")
    one, other = Chain("u" * 12, "u"), Chain("v" * 12, "v")
    one.add("set", kind="component", key="ring/c", fields={"owner": "u"}, by="u")
    one.add("set", kind="component", key=COMPONENT, fields={"renamed": "one"}, by="u")
    other.add("set", kind="component", key=COMPONENT, fields={"renamed": "ring/b"}, by="v")
    tracker.log("fail", CHECK, COMPONENT, "-s", "1")
    tracker.log("fail", SIZE, "ring/b", "-s", "1")
    tracker.ok("follow", "*")
    tracker.ok("import", give(tracker, *one.facts, *other.facts))
    # The clock of the first is later, so its name is shown.
    assert outcomes(tracker) == {("one", CHECK): "fail", ("one", SIZE): "fail"}
    rename(tracker, "one", "three")
    assert outcomes(tracker) == {("three", CHECK): "fail", ("three", SIZE): "fail"}
    tracker.require_sound()


def test_a_closed_audit_and_the_past_have_the_present_name_and_their_figures(told_of):
    told_of.ok("edit", "audit", "spring", "--close")
    before = seen(told_of, "status", "--audit", "spring")
    rename(told_of)
    after = seen(told_of, "status", "--audit", "spring")
    assert after["cells"] == before["cells"] and "after closing" not in told_of.ok("status", "--audit", "spring").text
    assert {place[0] for place in outcomes(told_of, "--audit", "spring")} == {NEW}
    told_of.require_sound()


def test_a_second_scan_after_renaming_proposes_only_what_is_new(empty):
    (empty.folder / "App").mkdir()
    view = 'struct %s: View { var body: some View { %s } }\n'
    (empty.folder / "App/SignInView.swift").write_text(view % ("SignInView", 'Button("Close") {}\nButton { } label: { Image("x") }'))
    proposed = empty.ok("new", "component", "--scan", "App").out
    empty.ok("new", "component", "--from", "-", stdin=proposed)
    keys = [row["key"] for row in seen(empty, "list", "components")["rows"]]
    for number, key in enumerate(keys):
        rename(empty, key, f"login/part-{number}")
    assert "No new components" in empty.ok("new", "component", "--scan", "App").error
    (empty.folder / "App/SignInView.swift").write_text(
        view % ("SignInView", 'Button("Close") {}\nButton { } label: { Image("x") }\nButton("Help") {}'))
    assert seen(empty, "new", "component", "--scan", "App")["rows"][0]["title"] == "Help"
    assert len(seen(empty, "new", "component", "--scan", "App")["rows"]) == 1


def test_under_no_name_does_a_stranger_change_what_is_counted(tracker):
    tracker.log("fail", CHECK, COMPONENT, "-s", "1", "--build", "1")
    rename(tracker)
    before = (outcomes(tracker), seen(tracker, "status")["cells"], component(tracker, NEW))
    mal = Chain("malmalmalma1", "mal")
    for key in (COMPONENT, NEW):
        mal.add("set", kind="component", key=key, fields={"retired": True, "kind": "image", "style": "glass"}, by="mal")
        mal.add("set", kind="component", key=key, fields={"renamed": "stolen"}, by="mal")
        mal.add("delete", kind="component", key=key, by="mal")
    mal.add("set", kind="component", key="stolen", fields={"renamed": NEW, "kind": "image"}, by="mal")
    tracker.ok("import", give(tracker, *mal.facts))
    after = (outcomes(tracker), {row["key"]: row for row in seen(tracker, "list", "components")["rows"]})
    assert after[0] == before[0] and after[1][NEW] == before[2] and COMPONENT not in after[1]
    assert {name: seen(tracker, "status")["cells"][name] for name in ("pass", "fail")} == {
        name: before[1][name] for name in ("pass", "fail")}
    tracker.require_sound()


def test_what_was_erased_or_undone_of_a_name_leaves_the_results_where_they_were_logged(tracker):
    tracker.log("fail", CHECK, COMPONENT, "-s", "1")
    rename(tracker)
    tracker.log("fail", SIZE, NEW, "-s", "1")
    fact, = [fact for fact in told(tracker) if fact["body"].get("fields", {}).get("renamed")]
    tracker.ok("erase", "fact", f"{fact['r']}-{fact['n']}", "--reason", "mistake", "--yes")
    assert outcomes(tracker) == {(COMPONENT, CHECK): "fail", (NEW, SIZE): "fail"}
    tracker.require_sound()


def test_a_name_that_no_longer_counts_leaves_nothing_of_the_fields_that_came_with_it(tracker):
    mal = Chain("malmalmalma1", "mal")
    mal.add("set", kind="component", key=COMPONENT, fields={"renamed": "home", "later": 1}, by="mal")
    mal.add("set", kind="component", key="home", fields={"other": 2}, by="mal")
    tracker.ok("import", give(tracker, *mal.facts))
    shown = tracker.rows("SELECT kind, key, doc FROM record")
    tracker.ok("follow", "malmalmalma1")
    assert tracker.rows("SELECT kind, key, doc FROM record") != shown
    tracker.ok("follow", "--none", "malmalmalma1")
    assert tracker.rows("SELECT kind, key, doc FROM record") == shown
    tracker.require_sound()


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "*", "@renamed", "x\u202ey", "../x", "k" * 201, 5, None, ["x"]])
def test_what_no_one_may_type_renames_nothing(tracker, name):
    tracker.log("fail", CHECK, COMPONENT, "-s", "1")
    before = outcomes(tracker)
    mal = Chain("malmalmalma1", "mal")
    mal.add("set", kind="component", key=COMPONENT, fields={"renamed": name}, by="mal")
    tracker.ok("follow", "*")
    tracker.ok("import", give(tracker, *mal.facts))
    assert outcomes(tracker) == before
    tracker.require_sound()


def test_the_id_of_a_finding_stays_whatever_a_stranger_writes_of_its_names(tracker):
    tracker.log("fail", CHECK, COMPONENT, "-s", "1")
    finding = seen(tracker, "list", "findings")["rows"][0]["finding"]
    mal = Chain("malmalmalma1", "mal")
    for field in ({"title": "x"}, {"kind": "screen"}, {"owner": "mal"}):
        mal.add("set", kind="component", key=NEW, fields=field, by="mal")
    rename(tracker)
    # Of a moment before anything else here.
    tracker.ok("import", give(tracker, *mal.facts))
    assert [row["finding"] for row in seen(tracker, "list", "findings")["rows"]] == [finding]
    assert seen(tracker, "show", finding)["component"] == NEW


def test_a_retired_key_says_how_it_comes_back(empty):
    """It existed already, and the way back was in no message."""
    empty.register("pay,button")
    empty.ok("edit", "component", "pay", "--retire")
    refused = empty.run("new", "component", "pay", "--kind", "button")
    assert refused.code == 5 and 'component "pay" is retired' in refused.error
    assert 'Run "a11y edit component pay --restore" to restore it with its history.' in refused.error
    empty.ok("edit", "component", "pay", "--restore")
    assert "already exists" in empty.run("new", "component", "pay", "--kind", "button").error
