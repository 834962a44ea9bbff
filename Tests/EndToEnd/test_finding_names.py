"""A finding is named by its ID wherever a check of a component is: one word of a list, a page or a ticket is enough."""

import hashlib
import json

import pytest

from conftest import once
from program import CHECK, COMPONENT

LANDSCAPE = "layout.landscape"
APPROVED = ("--approver", "lead", "--reason", "deferred", "--until", "2099-01-31")


@once(f"{COMPONENT},icon-button", "home,screen", edition="6")
def failing(tracker):
    """A finding without settings, one with some, and one of a check that has its own."""
    tracker.ok("config", "tester", "t1")
    tracker.ok("log", "fail", CHECK, COMPONENT)
    tracker.ok("log", "fail", CHECK, COMPONENT, "--condition", "dark")
    tracker.ok("log", "fail", LANDSCAPE, "home", "--condition", "dark,landscape")


def rows(tracker, *words):
    return json.loads(tracker.ok("list", *words, "--json").out)["rows"]


def ids(tracker):
    return {(row["check"], row["condition"]): row["finding"] for row in rows(tracker, "findings", "--all")}


@pytest.mark.parametrize("item", [(CHECK, ""), (CHECK, "dark"), (LANDSCAPE, "dark,landscape")])
def test_one_finding_is_logged_and_waived_by_its_id(failing, item):
    name = ids(failing)[item]
    failing.ok("new", "waiver", name, *APPROVED)
    waived = {(row["check"], row["condition"]) for row in rows(failing, "findings", "waived:yes")}
    assert waived == {item}
    failing.ok("log", "pass", name[:5])
    assert {(row["check"], row["condition"]) for row in rows(failing, "findings")} == set(ids(failing)) - {item}


def test_a_dispute_is_resolved_by_the_id_of_its_finding(failing):
    failing.ok("log", "fail", CHECK, COMPONENT, "--build", "1")
    failing.ok("log", "pass", CHECK, COMPONENT, "--build", "1", "--tester", "t2", "--disagree")
    failing.ok("resolve", ids(failing)[CHECK, ""], "pass", "-m", "seen by both")
    assert failing.ok("resolve").text == "No conflicts.\n"
    assert [row["outcome"] for row in rows(failing, "items", f"component:{COMPONENT}")] == ["pass", "fail"]


def test_letters_of_two_findings_name_neither_also_where_a_ticket_is_called_so(failing):
    """A ticket of that name, which anyone may link, had one of the two taken in silence."""
    known = {}
    for number in range(5_000):
        digest = hashlib.sha256(f"c{number}\n{CHECK}\n".encode()).hexdigest()
        if digest[:4] in known:
            break
        known[digest[:4]] = number
    letters = "".join("ghjkmnpqrstvwxyz"[int(digit, 16)] for digit in digest[:4])
    alike = (f"c{known[digest[:4]]}", f"c{number}")
    failing.register(*(f"{key},button" for key in alike))
    for key in alike:
        failing.ok("log", "fail", CHECK, key)
    failing.ok("edit", "finding", CHECK, COMPONENT, "--ticket", letters)
    for words in (["log", "pass", letters], ["resolve", letters, "pass"], ["new", "waiver", letters, *APPROVED],
                  ["show", letters], ["edit", "finding", letters, "-m", "x"]):
        answer = failing.run(*words)
        assert answer.code == 2 and "matches more than one finding" in answer.error, words
    assert len(rows(failing, "findings")) == 5


def test_what_is_no_id_is_refused_as_before(failing):
    for words in (["log", "pass", "nosuchid"], ["resolve", "nosuchid", "pass"], ["new", "waiver", COMPONENT, *APPROVED]):
        answer = failing.run(*words)
        assert answer.code == 2 and "missing argument" in answer.error, words


def test_a_waiver_with_its_words_in_the_other_order_says_so(failing):
    swapped = failing.run("new", "waiver", "label-present", COMPONENT, *APPROVED)
    assert swapped.code == 3
    assert swapped.error == (f'a11y: "label-present" is a check ({CHECK}), not a component\n'
                             "hint: Put the component before the check.\n")


@pytest.mark.parametrize("note", [["says only button"], ["says", "only", "button"]])
def test_a_note_without_its_flag_is_told_the_flag(failing, note):
    said = failing.run("log", "fail", CHECK, COMPONENT, *note)
    assert said.code == 3 and said.error.endswith("hint: Pass a note with -m, in quotes.\n")
    assert "-m" not in failing.run("log", "fail", CHECK, "sign-in/clse", "home").error
