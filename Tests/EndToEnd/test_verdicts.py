"""Verdicts of people: beside the evidence, never over it, and never one person's over another's."""

import json
import re
import sqlite3

import pytest

from drawing import share
from hostile import PAYLOADS, RAW
from program import Tracker, require_sentence
from team import Machine
from verdicts import answer, draft, failing, give, given, listed  # noqa: F401, a fixture


# MARK: Beside the evidence


def test_a_verdict_stands_beside_the_evidence_and_says_when_it_is_better(failing):
    before = json.loads(failing.ok("list", "criteria", "--json").out)["rows"]
    asked = give(failing, "1.4.3", "supports", "Repaired in the next build.")
    assert asked.code == 0 and "better than the results" in asked.error
    document = draft(failing)
    notes = answer(document, "1.4.3")["notes"]
    assert answer(document, "1.4.3")["level"] == "supports"
    assert re.match(r"Better than the evidence: Verdict of lead-1 on 20\d\d-\d\d-\d\d: Repaired in the next build\.", notes)
    assert "The evidence of this tracker says: PARTIALLY SUPPORTS. 1 component fails, of 2 evaluated." in notes
    assert "grey on grey" in notes and "beyond the evidence: 1.4.3" in document["notes"]
    # What nobody tested is no evidence either, and the note says so.
    given(failing, "1.1.1", "supports")
    assert answer(draft(failing), "1.1.1")["notes"].startswith("Without enough evidence: Verdict of lead-1")
    # A worse verdict needs no mark.
    given(failing, "2.5.8", "does-not-support")
    assert answer(draft(failing), "2.5.8")["notes"].startswith("Without enough evidence: Verdict")
    # No number of the tracker changed.
    after = json.loads(failing.ok("list", "criteria", "--json").out)["rows"]
    said = {row["criterion"]: row.pop("verdict") for row in after}
    for row in before:
        row.pop("verdict")
    assert before == after and said["1.4.3"] == "supports (lead-1)" and said["1.4.4"] is None
    rows = {row["key"]: row for row in listed(failing)}
    assert (rows["1.4.3/lead-1"]["results"], rows["1.4.3/lead-1"]["state"]) == ("fail", "used")


def test_two_leads_who_differ_are_both_there_until_one_of_them_changes_or_deletes(failing):
    given(failing, "1.4.3", "supports")
    asked = give(failing, "1.4.3", "does-not-support", "Captions are gray.", "lead-2")
    assert asked.code == 0 and "disputed: lead-1 (supports)" in asked.error
    assert {row["key"]: row["state"] for row in listed(failing)} == {
        "1.4.3/lead-1": "disputed", "1.4.3/lead-2": "disputed"}
    notes = answer(draft(failing), "1.4.3")
    assert notes["level"] == "partially-supports"  # of the evidence
    assert "lead-1 (SUPPORTS) and lead-2 (DOES NOT SUPPORT) differ" in notes["notes"]
    assert "Captions are gray." in notes["notes"]
    # Where the evidence has no term either, the criterion stays open, and its level names both.
    for level, person in [("supports", "lead-1"), ("partially-supports", "lead-2")]:
        given(failing, "1.1.1", level, "r", person)
        given(failing, "602.3", level, "r", person)
    document = draft(failing)
    assert answer(document, "1.1.1") is None and answer(document, "602.3") is None
    held = document["chapters"]["success_criteria_level_a"]["notes"]
    assert "1.1.1 Non-text Content" in held and "lead-1 (SUPPORTS) and lead-2 (PARTIALLY SUPPORTS)" in held
    assert "602.3 Electronic Support Documentation: disputed" in document["chapters"][
        "support_documentation_and_services"]["notes"]
    assert "Disputed verdicts, not used: 1.1.1, 1.4.3, 602.3." in document["notes"]
    failing.ok("edit", "verdict", "1.4.3/lead-2", "--level", "supports", "--by", "lead-2")
    assert answer(draft(failing), "1.4.3")["level"] == "supports"
    failing.ok("edit", "verdict", "1.1.1/lead-2", "--delete")
    assert answer(draft(failing), "1.1.1")["level"] == "supports"
    failing.ok("edit", "verdict", "1.1.1/lead-2", "--restore")
    assert answer(draft(failing), "1.1.1") is None


def test_a_person_changes_only_their_own_verdict(failing):
    given(failing, "1.4.3", "supports")
    refused = failing.run("edit", "verdict", "1.4.3/lead-1", "--level", "does-not-support", "--by", "lead-2")
    require_sentence(refused, 2)
    assert "lead-1" in refused.error and "a11y new verdict 1.4.3" in refused.error
    require_sentence(failing.run(
        "edit", "verdict", "1.4.3/lead-1", "--level", "does-not-support", A11Y_TESTER="lead-2"), 2)
    failing.ok("edit", "verdict", "1.4.3/lead-1", "--remarks", "New words.", A11Y_TESTER="lead-1")
    assert failing.run("new", "verdict", "1.4.3", "--level", "supports", "--remarks", "x", "--by", "lead-1").code == 5
    # Without a name there is no verdict; the name of the tester is used.
    require_sentence(failing.run("new", "verdict", "1.4.4", "--level", "supports", "--remarks", "x"), 2)
    failing.ok("new", "verdict", "1.4.4", "--level", "supports", "--remarks", "x", A11Y_TESTER="lead-3")
    failing.ok("undo", "--yes", A11Y_TESTER="lead-3")
    assert [row["key"] for row in listed(failing)] == ["1.4.3/lead-1"]
    failing.ok("redo", "--yes", A11Y_TESTER="lead-3")
    assert [row["key"] for row in listed(failing, "criterion:1.4.4")] == ["1.4.4/lead-3"]
    assert listed(failing, "criterion:602.3") == [] and len(listed(failing, "level:AA")) == 2
    assert "New words." in failing.ok("show", "1.4.3/lead-1").text
    assert "lead-1" in failing.ok("show", "1.4.3").text
    # Who wrote it for somebody is named.
    failing.ok("new", "verdict", "1.4.5", "--level", "supports", "--remarks", "x", "--by", "lead-1", A11Y_TESTER="helper")
    assert "Verdict of lead-1 on" in answer(draft(failing), "1.4.5")["notes"]
    assert "(last changed by helper)" in answer(draft(failing), "1.4.5")["notes"]


def test_a_verdict_for_one_edition_is_used_in_that_one(failing):
    given(failing, "1.4.3", "partially-supports")
    given(failing, "1.4.3", "does-not-support", "For the EU.", "lead-1", "--edition", "2.5-wcag-2.2-int")
    assert answer(draft(failing), "1.4.3")["level"] == "partially-supports"
    eu = answer(draft(failing, edition="2.5-edition-wcag-2.2-508-eu-en"), "1.4.3")
    assert eu["level"] == "does-not-support" and "for this edition" in eu["notes"]
    assert {row["state"] for row in listed(failing)} == {"used"}
    require_sentence(give(failing, "1.4.3", "supports", "x", "lead-2", "--edition", "vpat"), 2)


def test_the_draft_of_a_past_day_has_the_verdicts_of_that_day(failing):
    given(failing, "1.4.3", "supports")
    assert answer(draft(failing, "--as-of", "2020-01-01"), "1.4.3") is None
    assert answer(draft(failing, "--as-of", "2100-01-01"), "1.4.3")["level"] == "supports"


# MARK: Refusals


@pytest.mark.parametrize("criterion, level, said", [
    ("1.4.33", "supports", "Did you mean"), ("9.9.9", "supports", "a11y list criteria"), ("602", "supports", "Did you mean"),
    ("", "supports", "expected a criterion"), ("voiceover", "supports", "expected a criterion"),
    ("1.4.3", "not-evaluated", "only a criterion of level AAA"), ("1.1.1", "not-evaluated", "level AAA"),
    ("602.3", "not-evaluated", "level AAA"), ("captions", "partially-supports", "the App Store has no such level"),
    ("1.4.3", "partly", "partially-supports"), ("1.4.3", "", "--level"),
])
def test_what_is_no_verdict_is_refused(failing, criterion, level, said):
    refused = give(failing, criterion, level)
    assert refused.code == 2 and refused.out == b"" and refused.error.startswith("a11y: ")
    assert said in refused.error, refused.error
    assert listed(failing) == []


def test_not_evaluated_is_for_level_aaa_also_in_an_edit(failing):
    given(failing, "1.2.6", "not-evaluated")
    assert answer(draft(failing), "1.2.6")["level"] == "not-evaluated"
    given(failing, "1.4.3", "supports")
    require_sentence(failing.run("edit", "verdict", "1.4.3/lead-1", "--level", "not-evaluated", "--by", "lead-1"), 2)
    require_sentence(failing.run("edit", "verdict", "1.4.3/lead-1", "--remarks", "", "--by", "lead-1"), 2)


def test_a_remark_with_a_full_stop_gets_no_second(failing):
    given(failing, "1.4.3", "supports", "Repaired.")
    edit = ["edit", "verdict", "1.4.3/lead-1", "--by", "lead-1", "--remarks", "Repaired, except on iPad."]
    for words in [[*edit, "--dry-run"], edit]:
        assert failing.ok(*words).text.endswith("-> Repaired, except on iPad.\n")
    added = ["new", "task", "Expand the area.", "--component", "home/title", "--plain"]
    assert ".." not in failing.ok(*added).text


# MARK: Hostile text


@pytest.mark.parametrize("name", share("remarks", sorted(PAYLOADS.keys() - {"long", "empty"}), 3))
def test_remarks_stay_text(failing, name):
    remarks = PAYLOADS[name]
    given(failing, "1.4.3", "supports", remarks)
    given(failing, "602.3", "supports", remarks)
    page = failing.folder / "acr.html"
    text = failing.ok("report", "--openacr", "-", "--openacr-html", page).text
    assert not RAW.search(text)
    notes = answer(draft(failing), "1.4.3")["notes"]
    assert "<" not in notes.replace("<br>", "").replace("<!-- -->", "") and not re.search(r"(?<!\\)\]\(", notes)
    html = page.read_text()
    assert not RAW.search(html) and "<script" not in html and "<img" not in html
    for form in ["table", "plain", "csv", "md"]:
        shown = failing.ok("list", "verdicts", "--format", form).text
        assert not RAW.search(shown.replace("\r\n", "\n") if form == "csv" else shown) or form == "csv"
    assert {row["remarks"] for row in listed(failing)} == {remarks}


def test_remarks_have_a_limit_and_long_ones_are_whole(failing):
    refused = give(failing, "1.4.3", "supports", "x" * 100_000)
    assert refused.code == 2 and refused.error == "a11y: the text of --remarks is longer than 65536 bytes\n"
    given(failing, "1.4.3", "supports", "x" * 65_000)
    assert "x" * 65_000 in answer(draft(failing), "1.4.3")["notes"]
    assert give(failing, "1.4.4", "supports", "r", "two\nlines").code == 2


def test_a_name_with_markup_stays_text(failing):
    given(failing, "1.4.3", "supports", "r", "<b>*lead*</b>")
    given(failing, "1.4.3", "does-not-support", "r", "lead-2")
    notes = answer(draft(failing), "1.4.3")["notes"]
    assert "<b>" not in notes and r"\*lead\*" in notes


# MARK: Machines


def test_verdicts_travel_in_bundles_and_differ_without_overwriting(tmp_path):
    shared = tmp_path / "shared"
    shared.mkdir()
    one = Machine(tmp_path / "one", "lead-1", shared).found("home")
    one.sync()
    two = Machine(tmp_path / "two", "lead-2", shared).join()
    for machine in one, two:
        machine.ok("follow", "*")
    given(one, "1.4.3", "supports", "Mine.", "lead-1")
    given(two, "1.4.3", "does-not-support", "No: mine.", "lead-2")
    one.sync()
    # What a draft would take from others is named when it comes.
    synced = two.ok("sync", shared)
    arrived = synced.text + synced.error
    assert re.search(r"Verdicts for conformance reports: verdict 1.4.3/lead-1, new \(.*level supports", arrived), arrived
    assert "affect the counts" not in arrived
    one.sync()
    assert one.export() == two.export()
    for machine in [one, two]:
        assert {(row["key"], row["state"]) for row in listed(machine)} == {
            ("1.4.3/lead-1", "disputed"), ("1.4.3/lead-2", "disputed")}
        assert answer(draft(machine), "1.4.3") is None
        machine.require_sound()
    # One person at two machines, without a sync between: no level is used until that is resolved.
    two.ok("edit", "verdict", "1.4.3/lead-2", "--delete")
    for machine in [two, one]:
        machine.sync()
    one.ok("edit", "verdict", "1.4.3/lead-1", "--level", "partially-supports", "--by", "lead-1")
    two.ok("edit", "verdict", "1.4.3/lead-1", "--level", "not-applicable", "--by", "lead-1")
    for machine in [one, two, one]:
        machine.sync()
    for machine in [one, two]:
        row, = listed(machine)
        # The stricter value is shown.
        assert (row["level"], row["state"]) == ("partially-supports", "disputed")
        assert answer(draft(machine), "1.4.3") is None
    one.ok("resolve", "verdict", "1.4.3/lead-1", "level", "partially-supports", "-m", "the later test")
    assert listed(one)[0]["state"] == "used"
    # A new tracker from the bundle.
    bundle = tmp_path / "all.a11y.json"
    bundle.write_bytes(one.export())
    third = Tracker(tmp_path / "third")
    third.folder.mkdir()
    third.begin()
    third.ok("import", "--adopt", bundle)
    assert listed(third) == listed(one)


def test_a_level_that_a_forged_bundle_gives_is_not_used(failing):
    """What another program wrote may be anything: a level that the criterion does not allow says nothing."""
    given(failing, "1.4.3", "supports")
    failing.ok("edit", "verdict", "1.4.3/lead-1", "--remarks", "Still.", "--by", "lead-1")
    connection = sqlite3.connect(failing.database)
    connection.execute("UPDATE record SET doc = json_set(doc, '$.level', 'not-evaluated') WHERE kind = 'verdict'")
    connection.commit()
    connection.close()
    assert [row["state"] for row in listed(failing)] == ["unusable"]
    assert answer(draft(failing), "1.4.3")["level"] == "partially-supports"


# MARK: App Store


def test_no_video_in_the_app_is_the_word_of_a_person(failing):
    def said():
        return {one["feature"]: one for one in json.loads(
            failing.ok("report", "--declarations", "--json").out)["verdicts"]}

    assert set(said()) == {"captions", "audio-descriptions"}
    assert {(one["level"], one["has_check"]) for one in said().values()} == {(None, False)}
    text = failing.ok("report", "--declarations", "--plain").text
    assert "No check in scope evaluates it." in text and "a11y new verdict captions" in text
    given(failing, "captions", "not-applicable", "The app has no video or audio.")
    given(failing, "audio-descriptions", "not-applicable", "The app has no video or audio.")
    given(failing, "audio-descriptions", "supports", "There is a trailer.", "lead-2")
    found = said()
    assert (found["captions"]["level"], found["captions"]["disputed"]) == ("not-applicable", False)
    assert found["captions"]["persons"][0]["by"] == "lead-1"
    assert (found["audio-descriptions"]["level"], found["audio-descriptions"]["disputed"]) == (None, True)
    text = failing.ok("report", "--declarations", "--plain").text
    assert "NOT APPLICABLE (verdict of a person)" in text and "DISPUTED" in text
    # What the results say of a device stays.
    families = json.loads(failing.ok("report", "--declarations", "--json").out)["families"]
    verdicts = {one["verdict"] for family in families for one in family["features"] if one["feature"] == "captions"}
    assert verdicts == {"not-enough-evidence", "not-evaluated"}
