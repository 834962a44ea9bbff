"""Sessions with children, by keys and from paper: saved key by key, merged from several machines, reported."""

import json
import time

import pytest

from program import COMPONENT, Tracker, given_to, require_sentence
from tapping import CODES, HEAD, KEYS, PLAN, Sitting, estimate, line, paper, plan, report
from walking import end, locked


def test_eight_children_by_keys_come_to_what_the_estimate_says(tracker):
    plan(tracker, PLAN, "--practice", "0", "--children", "8")
    for keys in KEYS:
        sitting = Sitting(tracker, "--age-band", "6-8", "--hand", "right")
        sitting.wait("Tap 1 of 10.")
        sitting.press(keys)
        sitting.finish()
    counts = [f"{keys.count('h')}/10" for keys in KEYS]
    wanted, found = estimate(tracker, counts), report(tracker)["parts"][0]
    for key in ["children", "taps", "rate", "low", "high", "n_eff", "verdict", "target"]:
        assert found["result"][key] == wanted[key], key
    assert found["sentence"] == wanted["sentence"]
    # The view says the same as the report.
    rows = tracker.rows("SELECT participant, sum(outcome = 'first_tap'), count(*) FROM v_first_tap GROUP BY 1")
    assert sorted(hits for _, hits, _ in rows) == sorted(keys.count("h") for keys in KEYS)
    text = " ".join(tracker.ok("status").text.split())
    assert "First tap" in text and "8 children, 80 taps" in text and "could be as low as" in text


def test_a_key_twice_at_once_counts_once_and_undo_takes_the_last_back(tracker):
    plan(tracker, PLAN, "--practice", "1", "--taps", "3")
    sitting = Sitting(tracker, "--age-band", "9-10")
    sitting.wait("Practice 1 of 1.")
    sitting.press("m")
    sitting.wait("Tap 1 of 3.")
    sitting.child.send("hh")
    sitting.wait("Saved: hit on the first tap.")
    sitting.wait("Ignored: pressed twice within 0.3 s.")
    time.sleep(0.31)
    sitting.wait("Tap 2 of 3.")
    sitting.press("u", "Undone: Tap 1 of 3: hit on the first tap.")
    sitting.press("x", "Saved: void")
    sitting.wait("Tap 1 of 3.")
    sitting.press("n")
    sitting.press("f", "Frustration:")
    sitting.child.send("3")
    sitting.wait("Intensity")
    sitting.child.send("2")
    sitting.wait("Saved: frustration sigh, 2.")
    sitting.press("q", "Reason for stopping:")
    sitting.child.send("1")
    assert end(sitting.child) == 0
    trials = tracker.rows("SELECT trial, kind, outcome FROM v_first_tap ORDER BY 1, 2")
    assert trials == [(1, "practice", "missed"), (2, "scored", "interrupted"), (3, "scored", "missed")]
    assert tracker.ok("list", "sessions", "--columns", "ended,scored").text.count("child_stopped") == 1


def test_a_second_press_while_the_first_waits_for_the_disk_is_one_too(tracker):
    plan(tracker, PLAN, "--practice", "0", "--taps", "3")
    sitting = Sitting(tracker, "--age-band", "9-10")
    sitting.wait("Tap 1 of 3.")
    lock = locked(tracker)
    sitting.child.send("hh")
    time.sleep(0.5)
    lock.terminate()
    lock.wait()
    sitting.wait("Saved: hit on the first tap.")
    assert sitting.child.expect_exact(["Ignored: pressed twice within 0.3 s.", "Saved: "]) == 0
    time.sleep(0.31)
    sitting.press("q", "Reason for stopping:")
    sitting.child.send("1")
    assert end(sitting.child) == 0
    assert tracker.rows("SELECT count(*) FROM v_first_tap") == [(1,)]


def test_ctrl_c_loses_nothing_and_the_terminal_is_as_it_was(tracker):
    plan(tracker, PLAN, "--practice", "0")
    sitting = Sitting(tracker, "--age-band", "9-10")
    sitting.wait("Tap 1 of 10.")
    sitting.press("hh")
    sitting.child.sendintr()
    sitting.wait("All taps so far are saved")
    assert end(sitting.child) == 130
    assert tracker.rows("SELECT count(*) FROM v_first_tap") == [(2,)]


def test_keys_come_as_lines_through_a_pipe(tracker):
    plan(tracker, PLAN, "--practice", "1", "--taps", "2")
    words = ["tap", "run", PLAN, "--age-band", "6-8", "--moderator", "m1", "--consent", "c-1", "--guardian", "--assent",
             "--device", "iPhone 15"]
    answer = tracker.ok(*words, stdin=b"h\nf sigh 1\nh\nh\nc too_small\n")
    assert "Ended: complete." in answer.text
    # A slip skips its line and ends nothing: a child does not come twice for it.
    slips = b"h\nz\nf 9\nh\nr3\nc nix\nc ok\n"
    answer = tracker.ok(*words, stdin=slips)
    assert "unknown key" in answer.error and 'invalid value "9"' in answer.error and "3 lines skipped" in answer.error
    assert "2 scored taps" in answer.text and "Ended: complete." in answer.text
    assert "Saved: hit after 3 retries." in answer.text


WORDS = ["--age-band", "6-8", "--moderator", "m1", "--consent", "c-1", "--guardian", "--assent", "--device", "iPhone 15"]


@pytest.mark.parametrize("keys, scored, rest", [("hk", 1, "1 not tried, "), ("hm", 2, ""), ("xhk", 1, "1 not tried, ")])
def test_a_session_counts_its_scored_taps_as_the_list_does(tracker, keys, scored, rest):
    plan(tracker, PLAN, "--practice", "0", "--taps", "2")
    answer = tracker.ok("tap", "run", PLAN, *WORDS, stdin="".join(key + "\n" for key in keys).encode())
    word = "tap" if scored == 1 else "taps"
    assert f": {scored} scored {word}, {rest}0 practice. Ended: complete." in answer.text
    assert json.loads(tracker.ok("list", "sessions", "--json").out)["rows"][0]["scored"] == scored
    paper_words = paper(tracker, line(CODES[0], keys)).text
    assert f"Saved 1 session with {scored} scored {word}." in paper_words


@pytest.mark.parametrize("keys, hits, ended", [
    ("h m u h", 2, "complete"), ("h m q", 1, "complete"), ("h h u u m m q", 0, "complete"), ("h m u", 1, None),
    ("h h u q:child_stopped", 1, "child_stopped"), ("h m c:ok u q", 1, "complete"),
])
def test_the_last_tap_can_be_undone_and_the_session_ended_in_lines(tracker, keys, hits, ended):
    plan(tracker, PLAN, "--practice", "0", "--taps", "2")
    lines = "".join(key.replace(":", " ") + "\n" for key in keys.split())
    answer = tracker.ok("tap", "run", PLAN, *WORDS, stdin=lines.encode())
    assert (f"Ended: {ended}." if ended else "Ending not recorded.") in answer.text
    assert tracker.rows("SELECT sum(outcome = 'first_tap') FROM v_first_tap") == [(hits,)]
    assert json.loads(tracker.ok("list", "sessions", "--json").out)["rows"][0]["ended"] == ended
    more = tracker.ok("tap", "run", PLAN, *WORDS, stdin=b"h\nh\nm\nc ok\n")
    assert "after the last tap" in more.error and "Saved: size ok." in more.text


def test_how_a_session_was_held_is_listed_only_where_somebody_said_it(tracker):
    plan(tracker, PLAN, "--practice", "0", "--taps", "1")
    tracker.ok("tap", "run", PLAN, *WORDS, stdin=b"h\n")
    tracker.ok("tap", "run", PLAN, *WORDS, "--orientation", "portrait", "--hold", "two-hands", "--seat", "table", stdin=b"h\n")
    rows = json.loads(tracker.ok("list", "sessions", "--json").out)["rows"]
    assert [[row[name] for name in ["orientation", "hold", "seat"]] for row in rows] == [
        [None, None, None], ["portrait", "two-hands", "table"]]


@pytest.mark.parametrize("left", ["--guardian", "--assent"])
def test_nothing_without_permission_and_agreement(tracker, left):
    plan(tracker)
    words = [word for word in ["--guardian", "--assent"] if word != left]
    answer = tracker.run("tap", "run", PLAN, "--age-band", "6-8", "--moderator", "m1", "--consent", "c-1", *words,
                         "--device", "iPhone 15", stdin=b"h\n")
    assert answer.code == 5 and left in answer.error
    assert tracker.rows("SELECT count(*) FROM session_fact") == [(0,)]


@pytest.mark.parametrize("flag, value", [
    ("--age-band", "7"), ("--age-band", "2018-03-01"), ("--moderator", "Anna"), ("--consent", "Anna Berg"),
    ("--device", "Anna's iPad"), ("--participant", "ANNA12"), ("--participant", "2018-3"),
])
def test_no_field_takes_a_name_an_age_or_a_date(tracker, flag, value):
    plan(tracker)
    words = {"--age-band": "6-8", "--moderator": "m1", "--consent": "c-1", "--device": "iPhone 15", flag: value}
    answer = tracker.run("tap", "run", PLAN, "--guardian", "--assent", *sum(map(list, words.items()), []), stdin=b"h\n")
    assert answer.code == 2 and flag in answer.error
    assert tracker.rows("SELECT count(*) FROM session_fact") == [(0,)]


def test_a_file_of_sessions_is_taken_in_whole_or_not_at_all(tracker):
    plan(tracker)
    good = [line(code, keys) for code, keys in zip(CODES, KEYS)]
    assert paper(tracker, *good, line(CODES[8], "hhz")).code == 4
    assert paper(tracker, *good, line(CODES[8], "h", age="7")).code == 4
    assert tracker.rows("SELECT count(*) FROM session_fact") == [(0,)]
    assert "Saved 8 sessions with 80 scored taps." in paper(tracker, *good).text
    assert report(tracker)["parts"][0]["result"]["children"] == 8


def test_a_printed_form_can_be_filled_in_and_entered(tracker):
    plan(tracker)
    plan(tracker, "fourteen", "--children", "14", size="20x20")
    assert tracker.ok("tap", "form", "fourteen").text.count("Child ") == 14
    assert "(default: as planned)" in " ".join(tracker.ok("tap", "form", "--help").text.split())
    paper = tracker.ok("tap", "form", PLAN, "--children", "3").text
    # A file has codes and orders of its own: those on the consent forms are those of the paper.
    assert "replace the codes and orders in it (columns participant and seed) by those of this form" in paper
    # Each column of the file has its place on the paper, with the words that the file takes.
    for word in "Child ", "Hand left / right / both", "Frustration ___", "Comment ___", "End ___", "consent ____", "assent __", "full __":
        assert paper.count(word) == 3, word
    for word in "Moderator ____", "Device ____", "System ____", "sigh, ", "too_small", "child_stopped":
        assert paper.count(word) == 1, word
    rows = tracker.ok("tap", "form", PLAN, "--children", "3", "--format", "csv").text.splitlines()
    filled = [rows[0]]
    for row in rows[1:]:
        code, seed = row.split(",")[:2]
        filled.append(f"{code},{seed},6-8,m1,c-1,yes,yes,no,iPad,,,left,,hhhhhhhhhm,sigh 1;hard_press 2,too_small,complete")
    tracker.ok("tap", "run", PLAN, "--from", "-", stdin="\n".join(filled).encode())
    assert tracker.rows("SELECT count(DISTINCT participant), count(*) FROM v_first_tap") == [(3, 30)]


def test_three_machines_are_merged_and_report_the_same(folder):
    machines = []
    for name in "abc":
        machine = Tracker(folder / name)
        machine.folder.mkdir()
        machine.begin()
        machines.append(machine)
    machines[0].register(f"{COMPONENT},icon-button")
    plan(machines[0])
    machines[0].ok("export", "-o", str(folder / "base.json"))
    for machine in machines[1:]:
        machine.ok("import", "--adopt", str(folder / "base.json"))
    for index, machine in enumerate(machines):
        lines = [line(code, keys) for code, keys in list(zip(CODES, KEYS))[index::3]]
        assert paper(machine, *lines).code == 0
        machine.ok("export", *given_to("team"), "-o", str(folder / f"{index}.json"))
    for machine in machines:
        # They are one team: what each of them recorded counts on the others.
        machine.ok("follow", "*")
        machine.ok("import", *(str(folder / f"{index}.json") for index in range(3)))
    reports = [report(machine)["parts"] for machine in machines]
    assert reports[0] == reports[1] == reports[2]
    counts = [f"{keys.count('h')}/10" for keys in KEYS]
    wanted = estimate(machines[0], counts)
    for key in ["children", "taps", "low", "high", "verdict"]:
        assert reports[0][0]["result"][key] == wanted[key]
    assert len({machine.ok("export", "-o", "-").out for machine in machines}) == 1
    for machine in machines:
        machine.ok("doctor")
        before = machine.ok("export", "-o", "-").out
        machine.ok("doctor", "--rebuild")
        assert machine.ok("export", "-o", "-").out == before


def test_a_closed_plan_logs_its_verdict(tracker):
    plan(tracker, PLAN, "--children", "5")
    tracker.ok("edit", "component", COMPONENT, "--profile", "child")
    assert paper(tracker, *(line(code, "mmmmmmmmmh", age="9-10") for code in CODES[:5])).code == 0
    answer = tracker.ok("tap", "close", PLAN, "--tester", "lead")
    assert "not met" in answer.text and "fail" in answer.text
    rows = tracker.rows("SELECT \"check\", outcome FROM v_cell WHERE category = 'child-testing'")
    assert dict(rows) == {
        "child-testing.first-tap-success": "fail", "child-testing.retries": "pass",
        "child-testing.size-comments": "cant-tell", "child-testing.both-hands": "cant-tell"}
    late = paper(tracker, line(CODES[6], "h"))
    assert late.code == 5 and "is closed" in late.error


def test_size_and_target_stay_once_a_child_took_part(tracker):
    plan(tracker)
    tracker.ok("edit", "plan", PLAN, "--size", "48x48", "--target", "85")
    assert paper(tracker, line(CODES[0], "hhh")).code == 0
    for words in [["--size", "56x56"], ["--target", "90"], ["--gap", "12"], ["--input", "stylus"]]:
        answer = tracker.run("edit", "plan", PLAN, *words)
        assert answer.code == 5 and "it has sessions" in answer.error
    tracker.ok("edit", "plan", PLAN, "--children", "12")


def test_edge_cases(tracker):
    plan(tracker, PLAN, "--children", "5")
    assert report(tracker)["parts"] == []
    # Five of five, one child twice, one with half the taps, one without a scored trial.
    lines = [line(code, "hhhhhhhhhh") for code in CODES[:4]] + [line(CODES[3], "hhh"), line(CODES[4], "hhhhh")]
    assert paper(tracker, *lines, line(CODES[5], "", practice="h")).code == 0
    found = report(tracker)
    result = found["parts"][0]["result"]
    assert (result["children"], result["taps"], result["rate"], result["high"]) == (5, 48, 1, 1)
    assert result["low"] == estimate(tracker, ["10/10"] * 3 + ["13/13", "5/5"], planned=5)["low"]
    assert any("has several sessions" in warning for warning in found["warnings"])
    assert any("fewer scored taps" in warning for warning in found["warnings"])


def test_taps_that_were_not_tried_are_bounded(tracker):
    plan(tracker, PLAN, "--children", "5", "--taps", "41")
    # Without those not tried it is clear; with them as hits it is not.
    assert paper(tracker, *(line(code, "mmmmmmhkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk") for code in CODES[:5])).code == 0
    part = report(tracker)["parts"][0]
    assert part["result"]["not_attempted"] == 5 * 34
    assert part["result"]["bounds"]["worst"] < part["result"]["rate"] < part["result"]["bounds"]["best"]
    assert part["result"]["verdict"] == "not enough evidence"
    assert "not tried" in part["sentence"]


def test_a_stylus_is_counted_apart_and_unknown_density_has_no_millimetres(tracker):
    plan(tracker, PLAN, "--children", "6")
    header = HEAD + ",input"
    lines = [line(code, KEYS[1], ppi="") + ",finger" for code in CODES[:6]]
    lines += [line(code, "mmmmmmmmmm") + ",stylus" for code in CODES[6:12]]
    tracker.ok("tap", "run", PLAN, "--from", "-", stdin="\n".join([header, *lines]).encode())
    found = report(tracker)
    assert [(part["input"], part["result"]["children"]) for part in found["parts"]] == [("finger", 6), ("stylus", 6)]
    assert any("unknown points per inch" in warning for warning in found["warnings"])


def test_one_child_who_fails_everything_is_a_finding(tracker):
    plan(tracker, PLAN, "--children", "8")
    assert paper(tracker, *(line(code, "hhhhhhhhhh") for code in CODES[:7]), line(CODES[7], "mmmmmmmmmm")).code == 0
    notes = report(tracker)["parts"][0]["notes"]
    assert any("A child had repeated difficulty." in note for note in notes)




def test_a_file_that_is_read_twice_makes_no_second_sessions(tracker):
    plan(tracker, PLAN, "--children", "5")
    lines = [line(code, "hhhhhhhhhm") for code in CODES[:5]] + [line("", "hhhhhhhhhh", consent="c-99")]
    assert "Saved 6 sessions" in paper(tracker, *lines).text
    before = report(tracker)
    again = paper(tracker, *lines)
    assert "Saved 0 sessions with 0 scored taps. 6 sessions were already imported." in again.text
    assert report(tracker) == before
    # The same child on another day, with other taps, is a session of its own.
    assert "Saved 1 session" in paper(tracker, line(CODES[0], "hhhhhhhhhh")).text


def outcomes(tracker):
    rows = json.loads(tracker.ok("list", "cells", "component:kids/play", "--json").out)["rows"]
    return {row["check"]: row["outcome"] for row in rows}


def test_a_rate_makes_no_pass_of_what_was_not_looked_at(tracker):
    tracker.ok("new", "component", "kids/play", "--kind", "icon-button", "--profile", "child")
    every = [line(code, "h" * 10) for code in CODES]
    tracker.ok("new", "plan", "one-hand", "--component", "kids/play", "--size", "64x64", "--children", "12")
    assert paper(tracker, *every, key="one-hand").code == 0
    told = tracker.ok("tap", "close", "one-hand", "--tester", "lead").text
    assert "met" in told and "cant-tell for 2 checks" in told, told
    cells = outcomes(tracker)
    assert cells["child-testing.first-tap-success"] == "pass"
    assert cells["child-testing.both-hands"] == cells["child-testing.size-comments"] == "cant-tell"
    tracker.ok("new", "plan", "both-hands", "--component", "kids/play", "--size", "64x64", "--children", "12")
    both = [line(code, "h" * 10, hand="left", comment="ok") for code in CODES[:6]] + every[6:]
    assert paper(tracker, *both, key="both-hands").code == 0
    tracker.ok("tap", "close", "both-hands", "--tester", "lead")
    cells = outcomes(tracker)
    assert cells["child-testing.both-hands"] == cells["child-testing.size-comments"] == "pass"


def test_a_session_at_the_keyboard_is_no_dry_run(tracker):
    """It was saved key by key, whatever the flag said."""
    plan(tracker)
    answer = tracker.run("tap", "run", PLAN, *WORDS, "--dry-run", stdin=b"h\nh\n")
    assert answer.code == 2 and "--dry-run requires --from FILE" in answer.error
    assert tracker.rows("SELECT count(*) FROM session_fact") == [(0,)]


def test_a_session_that_is_voided_is_listed_and_in_no_figure(tracker, folder):
    plan(tracker, PLAN)
    tracker.ok("edit", "component", COMPONENT, "--profile", "child")
    bad = "m" * 10
    assert paper(tracker, *[line(code, keys) for code, keys in zip(CODES, [*KEYS, bad])]).code == 0
    whole = report(tracker)
    tracker.ok("config", "tester", "lead")
    tracker.ok("tap", "close", PLAN)
    require_sentence(tracker.run("tap", "void", CODES[8]), 2)
    assert tracker.run("tap", "void", CODES[8], "--reason", "boring").code == 2
    require_sentence(tracker.run("tap", "void", "ZZZZZZ", "--reason", "technical"), 3)
    bytes_before = (tracker.folder / ".a11y/audit.db").read_bytes()
    assert tracker.ok("tap", "void", CODES[8], "--reason", "technical", "--dry-run").text.startswith("Would void session ")
    assert (tracker.folder / ".a11y/audit.db").read_bytes() == bytes_before
    said = tracker.ok("tap", "void", CODES[8].lower(), "--reason", "technical").text
    assert said.startswith("Voided session ") and f"Recalculated plan {PLAN}: still not enough evidence." in said
    assert report(tracker) != whole
    rows = {row["participant"]: row for row in json.loads(tracker.ok("list", "sessions", "--json").out)["rows"]}
    assert len(rows) == 9
    assert (rows[CODES[8]]["counts"], rows[CODES[8]]["voided"]) == (False, "technical")
    assert all(row["counts"] and row["voided"] is None for code, row in rows.items() if code != CODES[8])
    text = tracker.ok("list", "sessions").text
    assert "1 of them: voided, and in no figure." in text and "technical" in text
    require_sentence(tracker.run("tap", "void", CODES[8], "--reason", "technical"), 5)
    # Those who get the sessions get that as well.
    tracker.ok("export", *given_to("Clinic"), "-o", folder / "given.json")
    other = Tracker(folder / "other")
    other.folder.mkdir()
    other.begin()
    other.ok("import", "--adopt", folder / "given.json")
    assert report(other) == report(tracker)
    # What another machine recorded only that one voids.
    require_sentence(other.run("tap", "void", rows[CODES[0]]["id"], "--reason", "technical"), 2)
    tracker.require_sound()


def test_rejected_lines_of_a_table_can_be_mended(tracker):
    plan(tracker)
    bad = [line(CODES[1], "hhz"), line(CODES[2], "hhhhhhhhhh") + ",more,fields", line(CODES[3], '"hh"x')]
    table = "\n".join(["\ufeff" + HEAD, line(CODES[0], "hhhhhhhhhh"), *bad, ""])
    refused = tracker.run("tap", "run", PLAN, "--from", "-", stdin=table.encode())
    assert refused.code == 4 and "3 lines rejected; nothing was saved" in refused.error
    assert all(f"line {number}: " in refused.error for number in (3, 4, 5)), refused.error
    kept = tracker.run("tap", "run", PLAN, "--from", "-", "--partial", "--rejects", "rest.csv", stdin=table.encode())
    assert kept.code == 4 and "Saved 1 session" in kept.text and "3 lines rejected." in kept.text
    assert (tracker.folder / "rest.csv").read_text() == "\n".join(["\ufeff" + HEAD, *bad, ""])
    assert tracker.rows("SELECT count(DISTINCT participant) FROM v_first_tap") == [(1,)]
