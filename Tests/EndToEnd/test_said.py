"""What a sentence says of a row is so: found by people who had nothing but the README."""

import datetime
import json
import pathlib

from program import CHECK, COMPONENT, require_sentence


def test_a_finding_is_heard_as_what_it_is_also_where_its_value_would_pass(tracker):
    tracker.ok("log", "fail", "visual-feedback.scale-range", COMPONENT, "--value", "0.95", "--tester", "t1")
    line = tracker.ok("list", "findings", "--plain").text.splitlines()[-1]
    assert "By value PASS" in line and "scale-range: PASS" not in line


def test_a_side_of_a_matrix_is_heard_with_its_name(tracker):
    tracker.register("spin,animation")
    tracker.ok("log", "pass", "reduce-motion.transitions-fade", "spin", "--tester", "t1")
    heard = tracker.ok("list", "matrix", "component:spin", "--plain").text
    assert heard.count("Check: reduce-motion.transitions-fade.") == 1 and "Off PASS. On UNTESTED." in heard


def test_what_the_matrix_names_asks_for_the_missing_side(tracker):
    tracker.register("spin,animation")
    page = " ".join(tracker.ok("list", "matrix", "component:spin").text.split())
    assert "a11y walk --check 'reduce-motion.*' --condition reduce-motion" in page
    walk = tracker.ok("walk", "--check", "reduce-motion.*", "--condition", "reduce-motion", "--tester", "t1", stdin=b"q\n").text
    assert "Condition    reduce-motion" in walk


def test_a_gate_lets_pass_what_is_as_old_as_its_limit(tracker):
    days = 40
    at = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=days, hours=5)
    tracker.ok("log", "pass", CHECK, COMPONENT, "--tester", "t1", "--at", at.strftime("%Y-%m-%dT%H:%M:%SZ"))
    ruling = json.loads(tracker.ok("gate", "--max-age", str(days), "--json").out)
    assert ruling["verdict"] == "pass"
    assert tracker.run("gate", "--max-age", str(days - 1)).code == 1


def test_a_condition_of_unknown_words_is_refused_with_the_words(tracker):
    for words in (["log", "pass", CHECK, COMPONENT], ["walk", "--check", CHECK]):
        answer = tracker.run(*words, "--condition", "dark,drak", "--tester", "t1", stdin=b"q\n")
        require_sentence(answer, 2)
        assert "unknown setting \"drak\"" in answer.error and "Did you mean dark?" in answer.error
        assert "text-ax3" in answer.error and "smart-invert" in answer.error and "phone-small" in answer.error
    for wrong in ("dark text-ax5", "dark;text-ax5"):
        answer = tracker.run("log", "pass", CHECK, COMPONENT, "--condition", wrong, "--tester", "t1")
        assert answer.code == 2 and "expected lowercase words, separated by commas" in answer.error
    # A worksheet asks for nothing that could not be logged, and each of its settings counts.
    answer = tracker.run("worksheet", "--check", CHECK, "--condition", "drak", "-o", "sheet.html")
    require_sentence(answer, 2)
    assert "unknown setting \"drak\"" in answer.error and not (tracker.folder / "sheet.html").exists()
    tracker.ok("worksheet", "--check", CHECK, "--condition", "dark", "--condition", "text-ax5", "-o", "sheet.html")
    assert "dark,text-ax5" in (tracker.folder / "sheet.html").read_text()
    # What no flag names is said to come from the settings.
    settings = pathlib.Path(json.loads(tracker.ok("config", "condition", "dark", "--json").out)["path"])
    settings.write_text(settings.read_text().replace("dark", "drak"))
    answer = tracker.run("log", "pass", CHECK, COMPONENT, "--tester", "t1")
    assert answer.code == 2 and "unknown setting \"drak\" in the configured condition" in answer.error
    assert "a11y config --unset condition" in answer.error
    tracker.ok("config", "--unset", "condition")
    table = f"outcome,check,component,condition\npass,{CHECK},{COMPONENT},guest-mode\n".encode()
    answer = tracker.run("log", "-", "--tester", "t1", stdin=table)
    assert answer.code == 4 and "unknown setting \"guest-mode\"" in answer.error
    assert json.loads(tracker.ok("list", "cells", "--json").out)["rows"] == []
    for known in ["smart-invert", "button-shapes,dark", "regular-width", "phone", "touch+ltr", "text-ax4"]:
        assert tracker.ok("log", "pass", CHECK, COMPONENT, "--condition", known, "--tester", "t1").err == b"", known
    # What an audit names is a word of the team, and what a result has stays one.
    said = tracker.ok("new", "audit", "guests", "--condition", "guest-mode,drak").error
    assert "\"guest-mode\" is a custom setting" in said and "\"drak\" is a custom setting. Did you mean dark?" in said
    tracker.ok("log", "-", "--tester", "t1", stdin=table)
    tracker.ok("edit", "audit", "guests", "--condition", "default")
    assert "guest-mode" in tracker.ok("log", "fail", CHECK, COMPONENT, "--condition", "guest-mode", "--tester", "t1").text
    assert tracker.run("log", "pass", CHECK, COMPONENT, "--condition", "drak", "--tester", "t1").code == 2


def test_a_severity_that_is_not_said_again_is_kept(tracker):
    tracker.ok("log", "fail", CHECK, COMPONENT, "-s", "1", "--tester", "t1")
    assert "Severity critical kept." in tracker.ok("log", "fail", CHECK, COMPONENT, "--tester", "t1").text
    assert tracker.ok("log", "fail", CHECK, COMPONENT, "-s", "2", "--tester", "t1").err == b""
